package text

import (
	"strings"

	"lemma/core"
)

// headTable lists head words as "class role: word, word, …", folded as fold does (lower case, no accents). The class
// is a kind for items. Words of one line mean the same in different languages: English with its abbreviations and the
// environment names in use, then German, French, Spanish, Italian, Portuguese, Russian, Chinese and Japanese.
//
// Where usage differs, the reading that gives a curator a primitive with content wins: a notation or convention fixes
// a meaning (definition), a principle, law or rule is set without proof (axiom), a hypothesis is claimed (theorem).
const headTable = `
theorem theorem: theorem, thm, theo, thrm, main theorem, meta-theorem, metatheorem, theorem-definition, theorem and definition, satz, hauptsatz, lehrsatz, satze, theoreme, theorem und definition, teorema, теорема, теоремы, 定理
theorem lemma: lemma, lem, lemm, lma, sublemma, lemmata, key lemma, hilfssatz, hilfssatze, lemme, sous-lemme, lema, лемма, леммы, 引理, 補題, 补题
theorem corollary: corollary, cor, coro, corol, corr, corollar, porism, korollar, korollare, folgerung, folgerungen, corollaire, corolario, corollario, corollari, следствие, следствия, 推论, 推論, 系
theorem proposition: proposition, prop, propn, propos, propositionen, proposicion, proposiciones, proposizione, proposizioni, proposicao, proposicoes, предложение, предложения, 命题, 命題
theorem claim: claim, clm, subclaim, assertion, behauptung, behauptungen, affirmation, afirmacion, afirmaciones, affermazione, asercion, afirmacao, утверждение, утверждения, 断言, 斷言
theorem fact: fact, tatsache, fait, hecho, fatto, fato, факт, факты, 事实, 事實
theorem property: property, fundamental property, eigenschaft, eigenschaften, propriete, propiedad, propiedades, proprieta, propriedade, propriedades, свойство, свойства, 性质, 性質
theorem result: result, finding, main result, ergebnis, ergebnisse, resultat, resultado, risultato, результат
theorem criterion: criterion, criteria, kriterium, critere, criterio, критерий
theorem conjecture: conjecture, conj, vermutung, vermutungen, conjetura, congettura, conjectura, 猜想, 予想
theorem hypothesis: hypothesis, hypotheses, hyp, hypothese, hypothesen, hipotesis, ipotesi, hipotese, гипотеза, гипотезы
definition definition: definition, def, defn, dfn, defi, dfns, defs, definitionen, definicion, definiciones, definizione, definizioni, definicao, definicoes, begriff, определение, определения, 定义, 定義
definition notation: notation, bezeichnung, bezeichnungen, notacion, notaciones, notazione, notazioni, notacao, обозначение, обозначения, 记号, 記号, 記號
definition convention: convention, konvention, konventionen, vereinbarung, convencion, convenciones, convenzione, convencao, соглашение, 约定, 約定
definition terminology: terminology, term, glossary entry, terminologie, terminologia, терминология, 术语
definition construction: construction, konstruktion, construccion, costruzione, construcao, конструкция, 构造
definition concept: concept, key concept, key term, schlusselbegriff, concepto clave, concetto chiave
axiom axiom: axiom, axm, axiome, axiomen, axioma, assioma, assiomi, аксиома, аксиомы, 公理
axiom postulate: postulate, postulat, postulado, postulato, постулат, постулаты, 公设, 公設
axiom assumption: assumption, assum, assump, asm, standing assumption, annahme, annahmen, voraussetzung, voraussetzungen, supposition, suposicion, assunzione, suposicao, предположение, предположения, 假设, 假設
axiom principle: principle, prinzip, prinzipien, principe, principio, принцип, принципы, 原理, 原则
axiom law: law, gesetz, gesetze, grundgesetz, loi, ley, leyes, legge, leggi, lei, leis, закон, законы, 定律
axiom requirement: requirement, req, anforderung, anforderungen, exigence, requisito, требование, требования, 要求
axiom rule: rule, regel, regeln, regle, regla, regola, regole, regra, правило, правила, 规则, 規則
axiom invariant: invariant, invariante, инвариант, 不变量
axiom constraint: constraint, nebenbedingung, contrainte, restriccion, vincolo, ограничение, 约束
algorithm algorithm: algorithm, alg, algo, algor, algorithmus, algorithmen, algorithme, algoritmo, алгоритм, алгоритмы, 算法, 演算法, アルゴリズム
algorithm procedure: procedure, verfahren, procedimiento, procedura, procedimento, процедура, 过程
algorithm protocol: protocol, protokoll, protocole, protocolo, protocollo, протокол, 协议
technique technique: technique, proof technique, technik, tecnica, техника, 技巧
technique method: method, methode, methoden, metodo, метод, методы, 方法
technique strategy: strategy, problem-solving strategy, problem solving strategy, strategie, estrategia, strategia, стратегия, 策略
technique heuristic: heuristic, rule of thumb, heuristik, heuristique, faustregel
technique step: step, schritt, etape, paso, passo, шаг, 步骤
identity identity: identity, identitat, identitaten, identite, identidad, identidades, identita, identidade, тождество, тождества, 恒等式
identity formula: formula, formulae, formel, formeln, formule, формула, формулы, 公式
proof proof: proof, pf, prf, beweis, beweise, preuve, demonstration, demostracion, prueba, dimostrazione, demonstracao, prova, доказательство, доказательства, 证明, 證明, 証明
proof sketch: sketch of proof, proof sketch, sketch of the proof, sketch, idea of proof, idea of the proof, proof idea, outline of proof, outline of the proof, proof outline, beweisskizze, beweisidee, idee de la preuve, esquisse de preuve, idea de la demostracion, idea della dimostrazione, идея доказательства
example example: example, exmp, exam, exa, expl, eg, worked example, running example, illustration, case study, beispiel, beispiele, bsp, exemple, ejemplo, esempio, esempi, exemplo, пример, примеры, 例, 例子, 例题, 例題
example counterexample: counterexample, counter-example, counter example, non-example, nonexample, gegenbeispiel, gegenbeispiele, contre-exemple, contraejemplo, controesempio, contraexemplo, контрпример, 反例
exercise exercise: exercise, exer, exr, ex, xca, drill, practice, checkpoint, activity, try it, homework, assignment, project, ubung, ubungen, ubungsaufgabe, aufgabe, aufgaben, exercice, ejercicio, esercizio, esercizi, exercicio, упражнение, упражнения, 练习, 練習, 习题, 習題, 練習問題, 演習
exercise problem: problem, prob, prb, challenge problem, probleme, problema, задача, задачи, проблема, 问题, 問題
exercise question: question, quest, ques, reading question, open question, quiz, frage, fragen, pregunta, domanda, domande, pergunta, questao, вопрос, вопросы, 疑问, 思考题
exercise solution: solution, sol, soln, losung, losungen, corrige, solucion, soluciones, soluzione, soluzioni, solucao, решение, решения, 解, 解答, 解法
exercise hint: hint, hinweis, indication, indice, sugerencia, suggerimento, sugestao, dica, указание, подсказка, 提示
exercise answer: answer, ans, antwort, antworten, reponse, respuesta, risposta, risposte, resposta, ответ, ответы, 答案, 答
remark remark: remark, rem, rmk, rmrk, remk, bemerkung, bemerkungen, anmerkung, anmerkungen, remarque, comentario, osservazione, osservazioni, замечание, замечания, 注记, 備註, 评注
remark note: note, nb, n.b., historical note, historical remark, aside, comment, commentary, notiz, nota, примечание, примечания, 注, 注意, 註
remark warning: warning, caution, caveat, danger, important, pitfall, achtung, warnung, vorsicht, attention, avertissement, advertencia, avvertenza, attenzione, aviso, предупреждение, внимание, 警告
remark observation: observation, obs, beobachtung, beobachtungen, observacion, observaciones, observacao, observacoes, наблюдение, 观察
remark discussion: discussion, motivation, intuition, summary, recap, overview, history, acknowledgment, acknowledgement, diskussion, motivacion, motivazione, мотивировка
remark tip: tip, tips, insight, key idea, did you know
`

var heads = parseHeads(headTable)

func parseHeads(table string) map[string]Head {
	m := map[string]Head{}
	for line := range strings.Lines(table) {
		what, words, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok {
			continue
		}
		class, role, _ := strings.Cut(what, " ")
		h := Head{Role: role}
		switch class {
		case "proof":
			h.Class = Proof
		case "example":
			h.Class = Example
		case "exercise":
			h.Class = Exercise
		case "remark":
			h.Class = Remark
		default:
			h.Class, h.Kind = Item, core.Kind(class)
		}
		for w := range strings.SplitSeq(words, ", ") {
			m[foldHead(w)] = h
		}
	}
	return m
}

// longestHead bounds the input of LookupHead: no head word is longer, and a paragraph is none.
const longestHead = 64

func lookupHead(word string) (Head, bool) {
	if len(word) == 0 || len(word) > longestHead {
		return Head{}, false
	}
	w := foldHead(word)
	h, ok := heads[w]
	if !ok { // the plural
		switch {
		case strings.HasSuffix(w, "ies"):
			h, ok = heads[w[:len(w)-3]+"y"]
		case strings.HasSuffix(w, "s"):
			h, ok = heads[w[:len(w)-1]]
		}
	}
	return h, ok
}

// foldHead brings a head word to the form of the table: lower case, without accents, stars, final points and colons,
// and with single blanks.
func foldHead(w string) string {
	w = strings.TrimRight(strings.TrimSpace(w), ".:*。：")
	var buf [longestHead * 2]byte
	out := buf[:0]
	blank := false
	for i := 0; i < len(w); {
		r, n := decode(w[i:])
		switch {
		case r == '\u00AD':
		case r == ' ' || r == '\t' || r == '\n' || r == '~' || r == '\u00A0':
			blank = len(out) > 0
		default:
			if blank {
				out, blank = append(out, ' '), false
			}
			out = appendFolded(out, w[i:i+n], r)
		}
		i += n
	}
	return string(out)
}
