package text

import (
	"slices"
	"strings"
	"testing"

	"lemma/core"
)

func TestLookupHead(t *testing.T) {
	for word, want := range map[string]Head{
		"Theorem":                  {Item, core.Theorem, "theorem"},
		"THEOREM":                  {Item, core.Theorem, "theorem"},
		"theorem*":                 {Item, core.Theorem, "theorem"},
		"Thm.":                     {Item, core.Theorem, "theorem"},
		"Lemmas":                   {Item, core.Theorem, "lemma"},
		"Corollaries":              {Item, core.Theorem, "corollary"},
		"Hypotheses":               {Item, core.Theorem, "hypothesis"},
		"defn":                     {Item, core.Definition, "definition"},
		"Notation":                 {Item, core.Definition, "notation"},
		"Principle":                {Item, core.Axiom, "principle"},
		"Proof  technique":         {Item, core.Technique, "technique"},
		"Problem-Solving Strategy": {Item, core.Technique, "strategy"},
		"Formulae":                 {Item, core.Identity, "formula"},
		"Satz":                     {Item, core.Theorem, "theorem"},
		"Sätze":                    {Item, core.Theorem, "theorem"},
		"Théorème":                 {Item, core.Theorem, "theorem"},
		"The\u0301ore\u0300me":     {Item, core.Theorem, "theorem"},
		"Définitions":              {Item, core.Definition, "definition"},
		"Proposición":              {Item, core.Theorem, "proposition"},
		"Definizione":              {Item, core.Definition, "definition"},
		"Определение":              {Item, core.Definition, "definition"},
		"定理":                       {Item, core.Theorem, "theorem"},
		"Proof.":                   {Proof, "", "proof"},
		"Sketch of proof":          {Proof, "", "sketch"},
		"Beweis":                   {Proof, "", "proof"},
		"Solution":                 {Exercise, "", "solution"},
		"Übung":                    {Exercise, "", "exercise"},
		"Counterexample":           {Example, "", "counterexample"},
		"Warning":                  {Remark, "", "warning"},
	} {
		if got, ok := LookupHead(word); !ok || got != want {
			t.Errorf("LookupHead(%q) = %v, %v, want %v", word, got, ok, want)
		}
	}
	for _, word := range []string{"", "The", "theory", "lem ma", strings.Repeat("theorem", 20)} {
		if got, ok := LookupHead(word); ok {
			t.Errorf("LookupHead(%q) = %v, want none", word, got)
		}
	}
}

// TestForms gives one statement in several notations; the tokens must be the same, since they recognise a book in
// another form.
func TestForms(t *testing.T) {
	for _, forms := range [][]string{
		{`Let $V$ be a \emph{vector space} over $\mathbb{C}$.`, "Let $V$ be a *vector space* over ${\\mathbb{C}}$.", "Let V be a vector space over ℂ.", "let V be a __vector space__ over C"},
		{`$\alpha \in \mathbb{R}^n$`, `\(\alpha\in\mathbb R^{n}\)`, "α ∈ ℝⁿ", "α ∈ ℝ^(n)"},
		{`$f\colon A\to B$ and $f^{-1}(C)$`, "f: A → B and f⁻¹(C)", "f : A → B and f^(−1)(C)"},
		{`Then $x_{ij} \leq \sqrt{2}$, by Theorem~\ref{thm:main}.`, "Then $x_{ij}\\le\\sqrt 2$, by Theorem 2.3.", "Then x_(ij) ≤ √2, by Theorem [4.1](#main)."},
		{"\\begin{enumerate}[(i)]\n\\item\\label{one} $A$ is invertible.\n\\item The kernel is trivial.\n\\end{enumerate}", "1. $A$ is invertible.\n2. The kernel is trivial.", "(i) A is invertible.\n\n(ii) The kernel is trivial.", "- A is invertible.\n- the *kernel* is trivial."},
		{`Carath\'eodory's lemma`, `Carath\'{e}odory's lemma`, "Carathéodory’s lemma", "Caratheodory’s Lemma"},
		{"\\begin{align*} a - b &= \\frac{c}{d}, \\\\ y' &\\neq \\varepsilon \\end{align*}", "$$\\begin{aligned} a-b&=\\dfrac cd,\\\\ y^\\prime &\\not= \\epsilon\\end{aligned}$$", "a − b = c/d, y′ ≠ ε"},
		{"the ``spectrum'' of $T$\\footnote{See below.}", "the “spectrum” of $T$[^1]", "the \"spectrum\" of T"},
		{"The field **MUST** be `media_type`.", "The field MUST be media\\_type.", "The field MUST be <code>media_type</code>."},
		{`$\mathop{\mathrm{Ker}}(f) = \operatorname{Im} g$`, "Ker(f) = Im g"},
		{`$S \setminus \{x\}$`, `S \ {x}`, "S ∖ {x}"},
	} {
		want := Tokens(forms[0])
		if len(want) == 0 {
			t.Errorf("%q has no tokens", forms[0])
		}
		for _, form := range forms[1:] {
			if got := Tokens(form); !slices.Equal(got, want) {
				t.Errorf("%q\n  gives %q\n%q\n  gives %q", forms[0], want, form, got)
			}
		}
	}
}

func TestTokens(t *testing.T) {
	for s, want := range map[string]string{
		"":                                     "",
		"the of and":                           "",
		"Groups are abelian; a group commutes": "group abelian group commut",
		"$(a+b)^2 = a^2+2ab+b^2$":              "+ b 2 = 2 + 2 ab + b 2",
		"It is not continuous, only bounded.":  "not continu onli bound",
		"Lemma 2.1.3(iv) and Section 4 say 5":  "lemma iv section 5",
		"A set. Let A be a set with A = B":     "set a set a = b",
		"matrices, vertices and bases":         "matrix vertex basi",
		`\unknown{held} \R`:                    "held r",
		"αβ x2 ﬁeld 3rd":                       "αβ x 2 field 3 rd",
		"Определение группы":                   "определение группы",
		"群是集合":                                 "群 集 合",
		`$\lim_{n\to\infty} x_n$`:              "lim n → ∞ x n",
	} {
		if got := strings.Join(Tokens(s), " "); got != want {
			t.Errorf("Tokens(%q) = %q, want %q", s, got, want)
		}
	}
}

func TestPlain(t *testing.T) {
	for s, want := range map[string]string{
		`\alpha \in \mathbb{R}^n`:                                 "α ∈ ℝⁿ",
		`$x_{ij}=\frac{a+b}{2c}\leq\sqrt{x}+\sqrt[3]{yz}$`:        "xᵢⱼ = (a + b)/(2c) ≤ √x + ∛yz",
		`$\sum_{i=1}^n i^2$ and $\int_0^1 f\,dx$`:                 "∑ᵢ₌₁ⁿ i² and ∫₀¹ f dx",
		`$x^{y^z+Q}$, $a_\Lambda$`:                                "x^(yᶻ+Q), a_Λ",
		`$f\colon A\to B$`:                                        "f: A → B",
		`$n\log n$ and $\sin x$, $\det(A)$`:                       "n log n and sin x, det(A)",
		`$-1$, $a-b$, $(-1)^{n-1}$`:                               "−1, a − b, (−1)ⁿ⁻¹",
		`$\mathcal{F}$, $\mathfrak{p}$, $\mathbf{Z}$`:             "ℱ, 𝔭, Z",
		`$\hat{x}$, $\overline{z}$, $\vec v$`:                     "x̂, z̅, v⃗",
		`\textbf{Bold} and \emph{it}, by Theorem~\ref{x}, we`:     "Bold and it, by Theorem, we",
		`S\"{o}nmez \c{S}ahuto\u{g}lu, Ma\v{r}\'{\i}k, Erd\H{o}s`: "Sönmez Şahutoğlu, Mařík, Erdős",
		"``quoted'' text -- and --- dashes~here":                  "“quoted” text – and — dashes~here",
		"``quoted'' -- \\LaTeX~here":                              "“quoted” – LaTeX here",
		"*em* **strong** _under_ snake_case a * b":                "em strong under snake_case a * b",
		"see [the page](https://example.org/a_(b)) now":           "see the page now",
		"`code_x \\alpha` and \\*stars\\* \\[4\\]":                "code_x \\alpha and *stars* [4]",
		"# Title {#id .cls}\n\ntext":                              "Title text",
		"- one\n- two":                                            "• one • two",
		"```\na = 1*b *( \"$\" {c} )\n  $d\n```\nso":              "a = 1*b *( \"$\" {c} ) $d so",
		"costs $5 and $6":                                         "costs $5 and $6",
		"{a, c} ⊂ {a, b, c}, p_(d)":                               "{a, c} ⊂ {a, b, c}, p_(d)",
		`$\{1,2\}$ and $\|x\|$`:                                   "{1, 2} and ‖x‖",
		`If $\Easy = \Hard$, then $\drawn{K}$`:                    "If Easy = Hard, then K",
		`$a \not= b$, $x \not\in S$`:                              "a ≠ b, x ∉ S",
		`$\binom{n}{k} \equiv 1 \pmod p$`:                         "(n choose k) ≡ 1 (mod p)",
		`$\abs{x-c} < \delta$, $\norm{x}$, $a\tag{1}$`:            "|x − c| < δ, ‖x‖, a (1)",
		"<b>bold</b> <span class=\"x\">y</span> <A> a<b":          "bold y <A> a<b",
		"a  b\n c\t d":                                            "a b c d",
		"--flag stays":                                            "--flag stays",
	} {
		if got := Plain(s); got != want {
			t.Errorf("Plain(%q)\n = %q,\nwant %q", s, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	for s, want := range map[string]string{
		"Cramer's Rule and Cramer’s rule":             "cramer rule and cramer rule",
		"Bolzano--Weierstrass, don't":                 "bolzano weierstrass dont",
		`\emph{Carath\'eodory} S\"onmez \'Etale`:      "caratheodory sonmez etale",
		`the $x_i$ of \(y\) and \[z\] \ref{key} here`: "the of and here",
		`\begin{align} x \end{align} then`:            "then",
		`\begin{theorem} then \end{theorem}`:          "then",
		"zip3_open and zip3\\_close _emph_":           "zip3_open and zip3_close emph",
		"über Теорема 定理":                             "uber теорема 定 理",
		"costs $5":                                    "costs 5",
	} {
		var got []string
		for _, w := range Words(s) {
			got = append(got, w.Text)
		}
		if g := strings.Join(got, " "); g != want {
			t.Errorf("Words(%q) = %q, want %q", s, g, want)
		}
	}
	s := `A \emph{Carath\'eodory} space`
	if w := Words(s)[1]; w.Span.Of(s) != `Carath\'eodory` {
		t.Errorf("the span of %q covers %q", w.Text, w.Span.Of(s))
	}
}

func TestStem(t *testing.T) {
	for _, same := range [][]string{
		{"matrix", "matrices"}, {"continuous", "continuously"}, {"vertex", "vertices"}, {"group", "groups"}, {"hypothesis", "hypotheses"}, {"converge", "converges", "converging"},
	} {
		for _, w := range same[1:] {
			if stem(w) != stem(same[0]) {
				t.Errorf("%s and %s have the stems %s and %s", same[0], w, stem(same[0]), stem(w))
			}
		}
	}
	for _, w := range []string{"группы", "ab", "x2", strings.Repeat("continuously", 9)} {
		if stem(w) != w {
			t.Errorf("stem(%q) = %q, want it unchanged", w, stem(w))
		}
	}
	for w, want := range map[string]string{"spaces": "space", "bodies": "body", "matrices": "matrix", "class": "class", "classes": "class", "basis": "basis", "status": "status", "container": "container", "contains": "contain"} {
		if got := Singular(w); got != want {
			t.Errorf("Singular(%q) = %q, want %q", w, got, want)
		}
	}
}

func TestSlug(t *testing.T) {
	for _, c := range []struct {
		s    string
		max  int
		want string
	}{
		{"Cramer's Rule", 80, "cramers-rule"},
		{"Bolzano–Weierstraß théorème", 80, "bolzano-weierstrass-theoreme"},
		{`The $\alpha$-limit of \emph{flows}`, 80, "the-alpha-limit-of-flows"},
		{"Теорема Эйлера", 80, "teorema-eilera"},
		{"定理", 80, "item"},
		{"", 80, "item"},
		{"one two three", 9, "one-two"},
		{"extraordinarily", 5, "extra"},
	} {
		if got := Slug(c.s, c.max); got != c.want {
			t.Errorf("Slug(%q, %d) = %q, want %q", c.s, c.max, got, c.want)
		}
	}
}

func TestSentences(t *testing.T) {
	for s, want := range map[string][]string{
		"One. Two! Three?":                                                              {"One.", "Two!", "Three?"},
		"See e.g. Fig. 3 and cf. Eq. (2). Then go.":                                     {"See e.g. Fig. 3 and cf. Eq. (2).", "Then go."},
		"By G. H. Hardy it holds. Now.":                                                 {"By G. H. Hardy it holds.", "Now."},
		"Take the set A. Then it is open.":                                              {"Take the set A.", "Then it is open."},
		"The value 2.3 is 2. It is.":                                                    {"The value 2.3 is 2.", "It is."},
		"1. Let x be. 2. Let y be.":                                                     {"1. Let x be.", "2. Let y be."},
		"We have $a. B$ and $x = y.$ Now.":                                              {"We have $a. B$ and $x = y.$", "Now."},
		"Then \\[ x. \\] Now.":                                                          {"Then \\[ x. \\]", "Now."},
		"It (see there. And there.) holds. Yes.":                                        {"It (see there. And there.) holds.", "Yes."},
		"Call `a. B` twice. Done.":                                                      {"Call `a. B` twice.", "Done."},
		"It MUST be one of:\n\n- one thing. More\n- two things":                         {"It MUST be one of:", "- one thing.", "More", "- two things"},
		"We have\n\n$$x=y$$\n\nfor all x. Then":                                         {"We have\n\n$$x=y$$\n\nfor all x.", "Then"},
		"He said \"stop.\" She did.":                                                    {"He said \"stop.\"", "She did."},
		"(It was late. He left.) She did not. (And why?) So.":                           {"(It was late. He left.)", "She did not.", "(And why?)", "So."},
		"(It was late.), he said. So.":                                                  {"(It was late.), he said.", "So."},
		"\\item One. \\item Two.":                                                       {"\\item One.", "\\item Two."},
		"Das gilt z. B. Abbildungen, d.\u00A0h. Mengen. Nach dem 2. Hauptsatz gilt es.": {"Das gilt z. B. Abbildungen, d.\u00A0h. Mengen.", "Nach dem 2. Hauptsatz gilt es."},
		"Это верно, т. е. Множество пусто. Так.":                                        {"Это верно, т. е. Множество пусто.", "Так."},
		"证明。完成。":                                                                        {"证明。", "完成。"},
		"Open ( never closed. " + strings.Repeat("x ", 900) + ". Then it ends. So":      {"Open ( never closed. " + strings.Repeat("x ", 900) + ".", "Then it ends.", "So"},
	} {
		var got []string
		for _, sp := range Sentences(s) {
			got = append(got, sp.Of(s))
		}
		if !slices.Equal(got, want) {
			t.Errorf("Sentences(%q)\n = %q,\nwant %q", s, got, want)
		}
	}
}

func TestSalient(t *testing.T) {
	s := "A group is abelian if its operation commutes. Abelian groups are modules over the integers. Groups that are nilpotent have a central series; $G$ nilpotent is solvable."
	if got := Salient(s, 3); !slices.Equal(got, []string{"groups", "abelian", "nilpotent"}) {
		t.Errorf("Salient = %q", got)
	}
	if got := Salient("Let us suppose that the following theorem holds for the matrix", 1); !slices.Equal(got, []string{"matrix"}) {
		t.Errorf("Salient = %q, want the matrix rather than the talk", got)
	}
	if got := Salient("设函数在闭区间上连续，则函数在闭区间上有界。", 2); !slices.Equal(got, []string{"函数", "闭区"}) {
		t.Errorf("Salient = %q, want the words that come twice", got)
	}
	if got := Salient("ко\u0438\u0306 кой кой", 1); !slices.Equal(got, []string{"кой"}) {
		t.Errorf("Salient = %q, want the letter as it is written", got)
	}
	if got := Salient("", 5); len(got) != 0 {
		t.Errorf("Salient of nothing = %q", got)
	}
}

// TestHostile feeds what made quadratic or recursive scanners slow: with time linear in the input it takes a moment,
// otherwise the test never ends.
func TestHostile(t *testing.T) {
	for _, unit := range []string{
		"{", "}", "$", "`", "\\(", "\\[", "^", "x^{", "\\frac", "\\frac{", "\\hat", "\\hat{", "\\sqrt[", "\\label{", "[", "](", "[^", "<a ", "<a", "{#", "$$", "(", ". A",
		"\\begin{align}", "\\item", "\\'", "\\'{\\", "\u0301", "a\u0301", "*", "_", "&", "\\text{$", "\\mathbb{", "\n\n", "\\begin{", "\\verb|", "\\not", "a.", "A. B",
	} {
		s := strings.Repeat(unit, 60_000/len(unit))
		Tokens(s)
		Plain(s)
		Words(s)
		Sentences(s)
		Salient(s, 16)
		Slug(s, 80)
	}
}

func FuzzText(f *testing.F) {
	for _, s := range []string{
		`Let $x^{y^{\frac12}}$ \'e \begin{align} a &= b \end{align} \ref{x} \item[a]`, "*a* `b` [c](d) <b>e</b> {#f} ``g'' $5 \xff\x80 ∉ ﬁ 定",
		"{\\bf x} \\sqrt[3", "\\", "$", "^", "_", "\\text{$x", "\\frac1", "\\pmod", "(i) 1. a", "A.B. C! d? \"E.\" ", "a's ’ 'b",
		"\\\v", "0\\ \x80\u0085", "\\\u00a0", "x [* `[* ` c](b>e)", "0[0\\b]()",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, tok := range Tokens(s) {
			if tok == "" {
				t.Fatalf("an empty token in %q", s)
			}
		}
		if p := Plain(s); strings.ContainsAny(p, "\n\t") || strings.Contains(p, "  ") || p != strings.TrimSpace(p) {
			t.Fatalf("Plain(%q) = %q is not one line of words", s, p)
		}
		checkSpans(t, s, func(yield func(core.Span)) {
			for _, w := range Words(s) {
				if w.Text == "" {
					t.Fatalf("an empty word in %q", s)
				}
				yield(w.Span)
			}
		})
		checkSpans(t, s, func(yield func(core.Span)) {
			for _, sp := range Sentences(s) {
				yield(sp)
			}
		})
		for max := range 30 {
			if g := Slug(s, max+4); len(g) > max+4 || g == "" || strings.Trim(g, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
				t.Fatalf("Slug(%q, %d) = %q", s, max+4, g)
			}
		}
		if got := Salient(s, 5); len(got) > 5 {
			t.Fatalf("Salient(%q, 5) = %q", s, got)
		}
		LookupHead(s)
	})
}

// checkSpans wants spans that are not empty, in order, and do not overlap.
func checkSpans(t *testing.T, s string, each func(func(core.Span))) {
	end := 0
	each(func(sp core.Span) {
		if sp.Start < end || sp.End <= sp.Start || sp.End > len(s) {
			t.Fatalf("span %v after %d in %q", sp, end, s)
		}
		end = sp.End
	})
}

func TestTeX(t *testing.T) {
	for _, c := range [][2]string{
		{"α∈ℝ", `\alpha\in\mathbb{R}`}, {"αx", `\alpha x`}, {"x−y", "x-y"}, {"x₁²", "x_{1}^{2}"}, {"g⁻¹a₁₂", "g^{-1}a_{12}"}, {"90°", `90\degree`}, {"f′", "f'"}, {"{a}", `\{a\}`}, {"50%", `50\%`},
		{"𝕊𝒜𝔤", `\mathbb{S}\mathcal{A}\mathfrak{g}`}, {"𝑥", "x"}, {"𝐀", `\mathbf{A}`}, {"𝛼β", `\alpha\beta`}, {"sin\u2061x", "sinx"}, {"é", "é"}, {"∑", `\sum`},
	} {
		if got := TeX(c[0]); got != c[1] {
			t.Errorf("TeX(%q) = %q, want %q", c[0], got, c[1])
		}
	}
	if got := Function("lim sup") + Function("rank") + Function("sin"); got != `\limsup\operatorname{rank}\sin` {
		t.Errorf("functions: %s", got)
	}
}

func TestTeXFolds(t *testing.T) { // a symbol and its command are the same word to a comparison
	for r, c := range commands() {
		if a, b := Plain("$"+string(r)+"$"), Plain(`$\`+c+"$"); a != b && r != '·' && r != '‖' {
			t.Errorf("%c is %q, but \\%s is %q", r, a, c, b)
		}
	}
}

// TestScript raises and lowers what Unicode can, whole or not at all.
func TestScript(t *testing.T) {
	for _, c := range []struct {
		in     string
		raised bool
		want   string
		ok     bool
	}{{"n+1", true, "ⁿ⁺¹", true}, {"ij", false, "ᵢⱼ", true}, {"q", false, "q", false}, {"x≤", true, "x≤", false}, {"", true, "", false}} {
		if got, ok := Script(c.in, c.raised); got != c.want || ok != c.ok {
			t.Errorf("Script(%q, %v) = %q, %v, want %q, %v", c.in, c.raised, got, ok, c.want, c.ok)
		}
	}
}

// TestTables fails when a table has a line that nothing reads, or when two tables class a head word differently: what a
// word opens would then hang on the order of the files.
func TestTables(t *testing.T) {
	files, err := languageFiles.ReadDir("languages")
	if err != nil {
		t.Fatal(err)
	}
	classes := map[string]bool{"theorem": true, "definition": true, "axiom": true, "algorithm": true, "technique": true, "identity": true, "proof": true, "example": true, "exercise": true, "remark": true}
	known := map[string]string{}
	for _, f := range files {
		data, err := languageFiles.ReadFile("languages/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(strings.ReplaceAll(string(data), "\n ", " ")) {
			line = strings.TrimSpace(line)
			what, list, ok := strings.Cut(line, ":")
			if line == "" || strings.HasPrefix(line, "#") {
				continue
			}
			if _, use := useNames[what]; !ok || use || what == "ending" || what == "nominative" || what == "babel" || what == "prints" {
				if !ok {
					t.Errorf("%s: %q is no line of a table", f.Name(), line)
				}
				continue
			}
			if class, _, _ := strings.Cut(what, " "); !classes[class] {
				t.Errorf("%s: nothing reads %q", f.Name(), what)
			}
			for w := range strings.SplitSeq(list, ",") {
				w = foldHead(w)
				if other, ok := known[w]; ok && other != what {
					t.Errorf("%s: %q is %s, another table says %s", f.Name(), w, what, other)
				}
				known[w] = what
			}
		}
	}
}

func TestLanguageOf(t *testing.T) {
	for want, s := range map[string]string{
		"en": "Let G be a group. Then every subgroup of G is closed under the operation.",
		"de": "Sei G eine Gruppe. Dann ist jede Untergruppe von G unter der Verknüpfung abgeschlossen.",
		"fr": "Soit G un groupe. Alors tout sous-groupe de G est stable par la loi de composition.",
		"es": "Sea G un grupo. Entonces todo subgrupo de G es cerrado para la operación del grupo.",
		"it": "Sia G un gruppo. Allora ogni sottogruppo di G è chiuso rispetto all'operazione.",
		"ru": "Пусть G есть группа. Тогда всякая подгруппа в G замкнута относительно операции.",
		"zh": "设 G 是一个群，则 G 的子群在运算下是封闭的。",
	} {
		if got := LanguageOf(s).String(); got != want {
			t.Errorf("LanguageOf(%q) = %s, want %s", s, got, want)
		}
	}
}

// TestInflection gives forms of one word, which must share their stem, as terms are declined where they are used.
func TestInflection(t *testing.T) {
	for sentence, groups := range map[string][]string{
		"das ist der Satz von": {"vektorraum vektorraume vektorraumes vektorraumen", "gruppe gruppen", "abelsche abelscher abelschen"},
		"soit dans les":        {"espace espaces", "vectoriel vectoriels", "continue continues", "normal normaux"},
		"sea los las con para": {"espacio espacios", "vectorial vectoriales", "continua continuas continuo"},
		"sia che gli nella":    {"spazio spazi", "vettoriale vettoriali", "continua continue continuo continui"},
		"пусть это так":        {"группа группы группе группу группой", "непрерывная непрерывной непрерывную непрерывных", "подгруппа подгрупп"},
	} {
		for _, g := range groups {
			f := strings.Fields(g)
			for _, w := range f[1:] {
				if a, b := LanguageOf(sentence).Stem(Fold(f[0])), LanguageOf(sentence).Stem(Fold(w)); a != b {
					t.Errorf("%s: %s has the stem %q, %s %q", LanguageOf(sentence), f[0], a, w, b)
				}
			}
		}
	}
}

// TestForeignStopWords wants no stop word of another language to swallow what an English book is about: the tables
// count for every text, since titles and quotations are in languages of their own.
func TestForeignStopWords(t *testing.T) {
	for _, w := range []string{"dice", "pole", "pore", "tour", "mass", "note", "lens", "vane", "bind", "wind", "gut", "rat", "list", "base", "point"} {
		if Stop(w) {
			t.Errorf("%q says nothing", w)
		}
	}
}
