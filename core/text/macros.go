package text

import "strings"

// kind says what a TeX command does to what follows it.
type kind uint8

const (
	ordinary  kind = iota // prints a symbol
	relation              // prints a symbol with blanks around it
	binary                // prints a symbol with blanks around it when something stands before it
	operator              // prints a name, with a blank before letters
	space                 // prints a blank
	nothing               // prints nothing: fonts, sizes, layout
	delimiter             // \left, \big: prints nothing, the point after it means no delimiter
	drop                  // takes one argument out of print: labels, lengths
	dropTwo               // takes two
	pointer               // a reference or citation: its key is not print
	upright               // text inside mathematics: \text, \mbox
	face                  // sets its argument in an alphabet: \mathbb
	accent                // puts a mark on its argument
	fraction              // a/b
	binomial              // (a over b)
	root                  // √a
	tag                   // the printed number of a display
	fenced                // prints signs around its argument: \abs
	modulus               // \pmod
	colon                 // \colon
	begin                 // \begin
	end                   // \end
	item                  // \item
	negation              // \not
	verbatim              // \verb
)

type macro struct {
	kind  kind
	print string
}

// symbolTable gives what commands print, after unicode-math and the packages of the American Mathematical Society.
const symbolTable = `
ordinary: alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ varkappa ϰ
ordinary: lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ
ordinary: chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω digamma ϝ
ordinary: varGamma Γ varDelta Δ varTheta Θ varLambda Λ varXi Ξ varPi Π varSigma Σ varUpsilon Υ varPhi Φ varPsi Ψ varOmega Ω
ordinary: Alpha Α Beta Β Epsilon Ε Zeta Ζ Eta Η Iota Ι Kappa Κ Mu Μ Nu Ν Omicron Ο Rho Ρ Tau Τ Chi Χ
ordinary: infty ∞ partial ∂ nabla ∇ hbar ℏ hslash ℏ ell ℓ wp ℘ Re ℜ Im ℑ aleph ℵ beth ℶ gimel ℷ daleth ℸ imath ı jmath ȷ eth ð
ordinary: emptyset ∅ varnothing ∅ forall ∀ exists ∃ nexists ∄ neg ¬ lnot ¬ top ⊤ bot ⊥ angle ∠ measuredangle ∡ sphericalangle ∢
ordinary: prime ′ backprime ‵ degree ° complement ∁ mho ℧ Finv Ⅎ Bbbk 𝕜 flat ♭ natural ♮ sharp ♯ clubsuit ♣ diamondsuit ♢
ordinary: heartsuit ♡ spadesuit ♠ checkmark ✓ maltese ✠ circledR ® circledS Ⓢ yen ¥ surd √ triangle △ vartriangle △ triangledown ▽
ordinary: square □ Box □ Diamond ◇ lozenge ◊ blacksquare ■ blacklozenge ⧫ blacktriangle ▲ blacktriangledown ▼ bigstar ★ bigcirc ◯
ordinary: ldots … dots … dotsc … dotsb ⋯ dotsm ⋯ dotsi ⋯ dotso … cdots ⋯ vdots ⋮ ddots ⋱ iddots ⋰ hdots … textellipsis …
ordinary: sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ iiint ∭ iiiint ⨌ idotsint ∫ oint ∮ oiint ∯ smallint ∫ fint ⨍ bigcup ⋃ bigcap ⋂ bigsqcup ⨆ biguplus ⨄
ordinary: bigvee ⋁ bigwedge ⋀ bigoplus ⨁ bigotimes ⨂ bigodot ⨀ bigtimes ⨉
ordinary: langle ⟨ rangle ⟩ lang ⟨ rang ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ llbracket ⟦ rrbracket ⟧ lbrack [ rbrack ] lbrace { rbrace }
ordinary: lgroup ⟮ rgroup ⟯ ulcorner ⌜ urcorner ⌝ llcorner ⌞ lrcorner ⌟ vert | lvert | rvert | Vert ‖ lVert ‖ rVert ‖
ordinary: backslash \ slash / hyp - lq ‘ rq ’ ldq “ rdq ” textquoteleft ‘ textquoteright ’ textquotedblleft “ textquotedblright ”
ordinary: textendash – textemdash — textbackslash \ textasciitilde ~ textasciicircum ^ textbar | textless < textgreater > textunderscore _
ordinary: textbraceleft { textbraceright } textdollar $ textpercent % textbullet • textdegree ° textregistered ® texttrademark ™ trademark ™
ordinary: textcopyright © copyright © pounds £ textsterling £ euro € texteuro € textsection § S § P ¶ textparagraph ¶ dag † ddag ‡
ordinary: ss ß ae æ AE Æ oe œ OE Œ o ø O Ø l ł L Ł aa å AA Å i ı j ȷ dh ð DH Ð th þ TH Þ ng ŋ NG Ŋ guillemotleft « guillemotright »
ordinary: LaTeX LaTeX TeX TeX LaTeXe LaTeX2e BibTeX BibTeX pdfLaTeX pdfLaTeX XeLaTeX XeLaTeX LuaLaTeX LuaLaTeX textnumero №
ordinary: R ℝ RR ℝ Reals ℝ reals ℝ N ℕ NN ℕ naturals ℕ Z ℤ ZZ ℤ integers ℤ Q ℚ QQ ℚ rationals ℚ C ℂ CC ℂ Complex ℂ complexes ℂ FF 𝔽 PP ℙ
ordinary: eps ε vareps ε e e ii i dd d qed □ qedsymbol □ QED □ blank _ And & amp & lt < gt > hash # percent % dollar $
relation: leq ≤ le ≤ leqslant ⩽ leqq ≦ geq ≥ ge ≥ geqslant ⩾ geqq ≧ ll ≪ gg ≫ lll ⋘ ggg ⋙ neq ≠ ne ≠ equiv ≡ approx ≈ approxeq ≊ cong ≅
relation: simeq ≃ sim ∼ thicksim ∼ thickapprox ≈ backsim ∽ propto ∝ varpropto ∝ asymp ≍ doteq ≐ Doteq ≑ prec ≺ preceq ⪯ preccurlyeq ≼
relation: succ ≻ succeq ⪰ succcurlyeq ≽ precsim ≾ succsim ≿ subset ⊂ subseteq ⊆ subseteqq ⫅ subsetneq ⊊ subsetneqq ⫋ varsubsetneq ⊊
relation: supset ⊃ supseteq ⊇ supseteqq ⫆ supsetneq ⊋ supsetneqq ⫌ Subset ⋐ Supset ⋑ sqsubset ⊏ sqsubseteq ⊑ sqsupset ⊐ sqsupseteq ⊒
relation: in ∈ isin ∈ notin ∉ ni ∋ owns ∋ nsubseteq ⊈ nsupseteq ⊉ nsubset ⊄ nleq ≰ ngeq ≱ nless ≮ ngtr ≯ nsim ≁ ncong ≇ nmid ∤
relation: nparallel ∦ nprec ⊀ nsucc ⊁ nvdash ⊬ nvDash ⊭ to → rightarrow → longrightarrow ⟶ gets ← leftarrow ← longleftarrow ⟵
relation: Rightarrow ⇒ implies ⟹ Longrightarrow ⟹ Leftarrow ⇐ impliedby ⟸ Longleftarrow ⟸ Leftrightarrow ⇔ iff ⟺ Longleftrightarrow ⟺
relation: leftrightarrow ↔ longleftrightarrow ⟷ mapsto ↦ longmapsto ⟼ hookrightarrow ↪ hookleftarrow ↩ twoheadrightarrow ↠
relation: twoheadleftarrow ↞ rightarrowtail ↣ leftarrowtail ↢ rightleftharpoons ⇌ leftrightharpoons ⇋ rightharpoonup ⇀ rightharpoondown ⇁
relation: leftharpoonup ↼ leftharpoondown ↽ rightrightarrows ⇉ leftleftarrows ⇇ rightleftarrows ⇄ leftrightarrows ⇆ leadsto ⇝
relation: rightsquigarrow ⇝ uparrow ↑ downarrow ↓ updownarrow ↕ Uparrow ⇑ Downarrow ⇓ Updownarrow ⇕ nearrow ↗ searrow ↘ swarrow ↙ nwarrow ↖
relation: nrightarrow ↛ nleftarrow ↚ nRightarrow ⇏ nLeftrightarrow ⇎ dashrightarrow ⇢ dashleftarrow ⇠ circlearrowright ↻ circlearrowleft ↺
relation: curvearrowright ↷ curvearrowleft ↶ multimap ⊸ xrightarrow → xleftarrow ← xlongrightarrow ⟶ xmapsto ↦ xhookrightarrow ↪ xtwoheadrightarrow ↠ xRightarrow ⇒
relation: mid ∣ parallel ∥ perp ⊥ models ⊨ vdash ⊢ dashv ⊣ Vdash ⊩ vDash ⊨ Vvdash ⊪ bowtie ⋈ Join ⋈ smile ⌣ frown ⌢ between ≬ pitchfork ⋔
relation: coloneqq ≔ coloneq ≔ colonequals ≔ defeq ≔ eqdef ≔ eqqcolon ≕ eqcolon ≕ triangleq ≜ eqhat ≙ lesssim ≲ gtrsim ≳ lessapprox ⪅ gtrapprox ⪆
relation: lessgtr ≶ gtrless ≷ lneq ⪇ gneq ⪈ lneqq ≨ gneqq ≩ trianglelefteq ⊴ trianglerighteq ⊵ vartriangleleft ⊲ vartriangleright ⊳
relation: ntriangleleft ⋪ ntriangleright ⋫ ntrianglelefteq ⋬ therefore ∴ because ∵ risingdotseq ≓ fallingdotseq ≒ circeq ≗ bumpeq ≏ Bumpeq ≎
relation: lhd ⊲ rhd ⊳ unlhd ⊴ unrhd ⊵ upharpoonright ↾ restriction ↾ restrict ↾
binary: times × cdot ⋅ cdotp ⋅ centerdot ⋅ pm ± mp ∓ div ÷ ast ∗ star ⋆ circ ∘ bullet ∙ cup ∪ cap ∩ setminus ∖ smallsetminus ∖ wedge ∧ land ∧ vee ∨
binary: lor ∨ barwedge ⊼ veebar ⊻ oplus ⊕ ominus ⊖ otimes ⊗ oslash ⊘ odot ⊙ boxplus ⊞ boxtimes ⊠ boxminus ⊟ boxdot ⊡ uplus ⊎ sqcup ⊔ sqcap ⊓
binary: amalg ⨿ wr ≀ diamond ⋄ ltimes ⋉ rtimes ⋊ leftthreetimes ⋋ rightthreetimes ⋌ dagger † ddagger ‡ triangleleft ◁ triangleright ▷
binary: bigtriangleup △ bigtriangledown ▽ dotplus ∔ Cap ⋒ Cup ⋓ curlywedge ⋏ curlyvee ⋎ intercal ⊺ circledast ⊛ circledcirc ⊚ divideontimes ⋇
binary: upsidedownlambda ⅄ plus + minus −
accent: hat ̂ widehat ̂ check ̌ widecheck ̌ tilde ̃ widetilde ̃ acute ́ grave ̀ dot ̇ ddot ̈ dddot ⃛ breve ̆ bar ̄ vec ⃗ mathring ̊ overline ̅
accent: overrightarrow ⃗ overleftarrow ⃖ underline ̲ underbar ̲ u ̆ v ̌ H ̋ c ̧ d ̣ b ̱ r ̊ k ̨ t ͡ textcommabelow ̦
fenced: abs || norm ‖‖ set {} floor ⌊⌋ ceil ⌈⌉ paren () bra ⟨| ket |⟩
face: mathbb b Bbb b mathds b mathbbm b bm - symbb b mathcal c cal c mathscr c symcal c symscr c EuScript c mathfrak f frak f symfrak f
face: mathbf - mathit - mathrm - mathsf - mathtt - boldsymbol - pmb - symbf - symup - symit - mathnormal - mathbfit - operatorname - operatornamewithlimits -
`

// commandTable lists commands by what they do, where nothing is printed that their arguments or names do not hold.
const commandTable = `
operator: sin cos tan cot sec csc sinh cosh tanh coth sech csch arcsin arccos arctan arccot arcsinh arccosh arctanh log ln lg exp det dim ker
operator: deg gcd lcm lim limsup liminf varlimsup varliminf injlim projlim colim sup inf max min arg argmax argmin hom Hom End Aut Ext Tor Pr mod bmod
operator: rank rk tr Tr trace im coker Ker Coker id Id diag span Span sgn sign supp vol Vol diam dist Spec Proj Gal GL SL Sp SO SU PGL char ord lub glb conv
operator: Res res codim grad div curl rot erf erfc Var Cov Corr cl int bd ext adj rref row col null proj
space: quad qquad enspace thinspace medspace thickspace space nobreakspace hfill hfil vfill par newline linebreak newpage clearpage
space: medskip smallskip bigskip pagebreak hline toprule midrule bottomrule cr tabularnewline
nothing: limits nolimits displaystyle textstyle scriptstyle scriptscriptstyle displaylimits nonumber notag noindent indent centering raggedright raggedleft
nothing: itshape bfseries em it bf rm sf tt sc sl cal upshape slshape scshape mdseries normalfont rmfamily sffamily ttfamily mathstrut strut
nothing: allowbreak nobreak break protect relax leavevmode ignorespaces unskip small footnotesize scriptsize tiny normalsize large Large LARGE
nothing: huge Huge qedhere maketitle tableofcontents appendix mainmatter frontmatter backmatter boldmath unboldmath null begingroup endgroup bgroup
nothing: egroup negthinspace negmedspace negthickspace nolinebreak nopagebreak sloppy fussy selectfont xspace ensuremath caption leanok notready mathop mathbin mathrel mathord
nothing: mathopen mathclose mathpunct mathinner emph textbf textit textsl textsc textup textnormal substack smash cancel bcancel
nothing: xcancel boxed fbox underbrace overbrace uline term define defn MakeUppercase uppercase lowercase texorpdfstring lrcorner stackrel overset underset
delimiter: left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm Bigm biggm Biggm
drop: label index vspace hspace phantom hphantom vphantom bibitem footnote footnotemark footnotetext thanks includegraphics input include
drop: pagestyle thispagestyle color pagecolor marginpar todo uses lean proves nomenclature bibliography bibliographystyle href hypertarget hyperlink phantomsection
drop: glsadd nocite raisebox vskip hskip textcolor colorbox mspace usepackage documentclass usetikzlibrary tikzset date linespread hyperref parbox fontsize
drop: indexdef indexfoot sindex glossary sidenote marginnote
dropTwo: setcounter addtocounter setlength addtolength markboth rule addcontentsline settowidth newcommand renewcommand DeclareMathOperator providecommand resizebox
pointer: ref eqref pageref autoref cref Cref nameref vref Vref cpageref labelcref thmref lemref secref figref defref propref corref fullref subref cite citep citet citealp citeauthor citeyear
pointer: parencite textcite footcite autocite citealt Citet crefrange Crefrange namecref zcref
upright: text textrm textsf texttt textmd mbox hbox intertext shortintertext vbox textnormal
fraction: frac dfrac tfrac cfrac nicefrac sfrac flatfrac
binomial: binom dbinom tbinom
root: sqrt
tag: tag
modulus: pmod
colon: colon
begin: begin
end: end
item: item
negation: not
verbatim: verb lstinline
`

var macros = parseMacros()

var kinds = map[string]kind{
	"ordinary": ordinary, "relation": relation, "binary": binary, "operator": operator, "space": space, "nothing": nothing,
	"delimiter": delimiter, "drop": drop, "dropTwo": dropTwo, "pointer": pointer, "upright": upright, "face": face,
	"accent": accent, "fraction": fraction, "binomial": binomial, "root": root, "tag": tag, "fenced": fenced, "modulus": modulus, "colon": colon, "begin": begin, "end": end,
	"item": item, "negation": negation, "verbatim": verbatim,
}

func parseMacros() map[string]macro {
	m := make(map[string]macro, 1024)
	for line := range strings.Lines(commandTable) {
		k, names, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for _, name := range strings.Fields(names) {
			m[name] = macro{kinds[k], name}
		}
	}
	for line := range strings.Lines(symbolTable) { // after the names, since \div and \int are symbols first
		k, pairs, _ := strings.Cut(strings.TrimSpace(line), ": ")
		f := strings.Fields(pairs)
		for i := 0; i+1 < len(f); i += 2 {
			m[f[i]] = macro{kinds[k], f[i+1]}
		}
	}
	return m
}

// environments whose content is mathematics; a star does not matter.
var mathEnvironments = fields("math displaymath equation align aligned alignat alignedat gather gathered multline eqnarray flalign split dmath " +
	"array matrix pmatrix bmatrix vmatrix Vmatrix Bmatrix smallmatrix cases dcases rcases subarray")

// environments that take an argument for their layout.
var layoutEnvironments = fields("array tabular tabularx tabulary longtable alignat alignedat minipage multicols subarray wrapfigure adjustbox thebibliography")

func fields(s string) map[string]bool {
	m := map[string]bool{}
	for _, f := range strings.Fields(s) {
		m[f] = true
	}
	return m
}

// negated gives the relations that \not strikes through.
var negated = map[rune]rune{
	'=': '≠', '∈': '∉', '∋': '∌', '⊂': '⊄', '⊃': '⊅', '⊆': '⊈', '⊇': '⊉', '≡': '≢', '≤': '≰', '≥': '≱', '<': '≮', '>': '≯', '∼': '≁',
	'≅': '≇', '≈': '≉', '∃': '∄', '∣': '∤', '∥': '∦', '≺': '⊀', '≻': '⊁', '⊢': '⊬', '⊨': '⊭', '→': '↛', '⇒': '⇏',
}

// Sub- and superscripts that Unicode has, base by form.
const (
	superBase = "0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθφχ′∗*∘°†‡"
	superForm = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵡ′**°°†‡"
	subBase   = "0123456789+-−=()aehijklmnoprstuvxβγρφχ"
	subForm   = "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ"
)

var superscripts, subscripts = zip(superBase, superForm), zip(subBase, subForm)

func zip(from, to string) map[rune]rune {
	m, t := map[rune]rune{}, []rune(to)
	for i, r := range []rune(from) {
		m[r] = t[i]
	}
	return m
}

// Script returns s in the raised or lowered characters that Unicode has; ok is false when it lacks one of them.
func Script(s string, raised bool) (set string, ok bool) {
	table := subscripts
	if raised {
		table = superscripts
	}
	var b strings.Builder
	for _, r := range s {
		t, ok := table[r]
		if !ok {
			return s, false
		}
		b.WriteRune(t)
	}
	return b.String(), s != ""
}

// letterlike are the letters of the blackboard, calligraphic and Fraktur alphabets that Unicode keeps apart from the
// rows of the others, by alphabet and letter.
var letterlike = map[[2]byte]rune{
	{'b', 'C'}: 'ℂ', {'b', 'H'}: 'ℍ', {'b', 'N'}: 'ℕ', {'b', 'P'}: 'ℙ', {'b', 'Q'}: 'ℚ', {'b', 'R'}: 'ℝ', {'b', 'Z'}: 'ℤ',
	{'c', 'B'}: 'ℬ', {'c', 'E'}: 'ℰ', {'c', 'F'}: 'ℱ', {'c', 'H'}: 'ℋ', {'c', 'I'}: 'ℐ', {'c', 'L'}: 'ℒ', {'c', 'M'}: 'ℳ',
	{'c', 'R'}: 'ℛ', {'c', 'e'}: 'ℯ', {'c', 'g'}: 'ℊ', {'c', 'o'}: 'ℴ',
	{'f', 'C'}: 'ℭ', {'f', 'H'}: 'ℌ', {'f', 'I'}: 'ℑ', {'f', 'R'}: 'ℜ', {'f', 'Z'}: 'ℨ',
}

// alphabets are the rows of the capitals; the small letters follow them.
var alphabets = map[byte]rune{'b': 0x1D538, 'c': 0x1D49C, 'f': 0x1D504}

// alphabet returns the letter or digit c in the blackboard (b), calligraphic (c) or Fraktur (f) alphabet.
func alphabet(face, c byte) rune {
	if r, ok := letterlike[[2]byte{face, c}]; ok {
		return r
	}
	row, ok := alphabets[face]
	switch {
	case !ok || c >= 0x80:
	case 'A' <= c && c <= 'Z':
		return row + rune(c-'A')
	case 'a' <= c && c <= 'z':
		return row + 26 + rune(c-'a')
	case face == 'b' && isDigitASCII(c):
		return 0x1D7D8 + rune(c-'0')
	}
	return rune(c)
}
