package engine

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
)

// WriteSample writes about size bytes of a LaTeX book of mathematics that says nothing: chapters and sections,
// definitions, theorems with proofs, examples, exercises and prose, labels and references, with the frequencies of a
// real book. Its vocabulary grows with the text as that of real books does (Heaps' law), and common words are common
// (Zipf's law), so that costs measured on it are those of real ones. The same size and seed give the same bytes.
func WriteSample(w io.Writer, size int64, seed uint64) error {
	g := &sampler{out: bufio.NewWriter(w), r: rand.New(rand.NewPCG(seed, 20)), size: size}
	g.book()
	return g.out.Flush()
}

type sampler struct {
	out     *bufio.Writer
	r       *rand.Rand
	size    int64
	written int64
	terms   []string // defined so far
	labels  []string // that may be cited
	n       int      // of items
}

func (g *sampler) f(format string, args ...any) {
	n, _ := fmt.Fprintf(g.out, format, args...) // bufio keeps the error for Flush
	g.written += int64(n)
}

var (
	sampleAdjectives = strings.Fields("compact regular separable coherent stable bounded closed open finite local global smooth proper faithful normal simple free graded filtered complete dense discrete ordered cyclic nilpotent reduced integral projective flat exact split")
	sampleNouns      = strings.Fields("module sheaf lattice algebra morphism functor complex manifold operator kernel ideal field group ring space measure sequence graph filter bundle cover scheme topology category family basis cone chain spectrum domain")
	sampleVerbs      = strings.Fields("extends contains determines generates factors preserves dominates admits splits refines meets separates")
	sampleProse      = strings.Fields("the of a is and to in that we this for with as by it which on an are from can be not all one such each only when so but more there these has than its into may some other two first also between any same new way under both while where about general case point theory example result notion")
	sampleSyllables  = strings.Fields("ba co du fe ga hi jo ka lu me no pi qua ri so ta ul va wo xe yi zan ter mor lin gen pol dis")
	sampleFormulas   = []string{
		`f \colon X \to Y`, `\sum_{i=1}^{n} a_i x_i`, `\mathbb{R}^n`, `A \otimes B`, `x \in X`, `\lim_{n \to \infty} a_n`, `\alpha + \beta \leq \gamma`,
		`\ker \varphi \subseteq M`, `\int_0^1 g(t)\,dt`, `H^{k}(X, \mathcal{F})`, `\|u\|^2 = \langle u, u \rangle`, `U \cap V \neq \emptyset`, `p^{e} \mid q - 1`,
	}
)

// zipf picks an index below n, low ones more often.
func (g *sampler) zipf(n int) int {
	u := g.r.Float64()
	return int(float64(n) * u * u * u)
}

func pick(g *sampler, list []string) string { return list[g.zipf(len(list))] }

// coin invents a noun.
func (g *sampler) coin() string {
	var b strings.Builder
	for range 2 + g.r.IntN(3) {
		b.WriteString(sampleSyllables[g.r.IntN(len(sampleSyllables))])
	}
	return b.String() + []string{"oid", "ment", "or", "ity", "ine"}[g.r.IntN(5)]
}

// newTerm defines a term that no other item has.
func (g *sampler) newTerm() string {
	term := pick(g, sampleAdjectives) + " " + pick(g, sampleNouns)
	if g.r.IntN(3) > 0 || g.n > 300 {
		term = sampleAdjectives[g.r.IntN(len(sampleAdjectives))] + " " + g.coin()
	}
	g.terms = append(g.terms, term)
	return term
}

// term is one defined before, recent ones more often.
func (g *sampler) term() string {
	if len(g.terms) == 0 {
		return pick(g, sampleNouns)
	}
	return g.terms[len(g.terms)-1-g.zipf(len(g.terms))]
}

func (g *sampler) cite() string {
	if len(g.labels) == 0 {
		return "the definitions"
	}
	l := g.labels[len(g.labels)-1-g.zipf(len(g.labels))]
	word := map[string]string{"def": "Definition", "thm": "Theorem", "lem": "Lemma", "pro": "Proposition"}[l[:3]]
	return word + `~\ref{` + l + `}`
}

func (g *sampler) formula() string { return "$" + sampleFormulas[g.r.IntN(len(sampleFormulas))] + "$" }

func (g *sampler) sentence() string {
	var b strings.Builder
	n := 8 + g.r.IntN(14)
	for i := range n {
		if i > 0 {
			b.WriteByte(' ')
		}
		switch k := g.r.IntN(20); {
		case k == 0:
			b.WriteString(g.formula())
		case k < 3:
			b.WriteString(g.term())
		case k < 5:
			b.WriteString(pick(g, sampleVerbs))
		case k < 7:
			b.WriteString(pick(g, sampleAdjectives))
		default:
			b.WriteString(pick(g, sampleProse))
		}
	}
	s := b.String()
	if s[0] >= 'a' && s[0] <= 'z' {
		s = strings.ToUpper(s[:1]) + s[1:]
	}
	return s + "."
}

func (g *sampler) prose() {
	for range 4 + g.r.IntN(8) {
		g.f("%s\n", g.sentence())
	}
	if g.r.IntN(4) == 0 {
		g.f("Compare %s.\n", g.cite())
	}
	g.f("\n")
}

func (g *sampler) book() {
	g.f("\\documentclass{book}\n\\usepackage{amsmath,amsthm}\n\\newtheorem{theorem}{Theorem}[section]\n\\newtheorem{lemma}[theorem]{Lemma}\n\\newtheorem{proposition}[theorem]{Proposition}\n" +
		"\\theoremstyle{definition}\n\\newtheorem{definition}[theorem]{Definition}\n\\newtheorem{example}[theorem]{Example}\n\\newtheorem{exercise}[theorem]{Exercise}\n\\begin{document}\n")
	for chapter := 1; g.written < g.size; chapter++ {
		g.f("\n\\chapter{On %ss}\n\n", pick(g, sampleNouns))
		for range 6 {
			if g.written < g.size {
				g.section()
			}
		}
	}
	g.f("\\end{document}\n")
}

func (g *sampler) section() {
	g.f("\\section{%s %ss}\n\n", strings.ToUpper(g.coin()[:1])+g.coin(), pick(g, sampleNouns))
	g.prose()
	for range 8 + g.r.IntN(8) {
		g.item()
		if g.r.IntN(2) == 0 {
			g.prose()
		}
	}
}

func (g *sampler) item() {
	g.n++
	switch k := g.r.IntN(10); {
	case k < 3:
		term := g.newTerm()
		label := fmt.Sprintf("def-%d", g.n)
		g.f("\\begin{definition}\\label{%s}\nLet %s be a %s. A \\emph{%s} is a %s such that %s %s %s.\n\\end{definition}\n\n", label, g.formula(), g.term(), term, pick(g, sampleNouns), g.formula(), pick(g, sampleVerbs), g.term())
		g.labels = append(g.labels, label)
	case k < 8:
		env, short := "lemma", "lem"
		switch g.r.IntN(4) {
		case 0:
			env, short = "theorem", "thm"
		case 1:
			env, short = "proposition", "pro"
		}
		label := fmt.Sprintf("%s-%d", short, g.n)
		g.f("\\begin{%s}\\label{%s}\nLet $X$ be a %s and let %s. ", env, label, g.term(), g.formula())
		if g.r.IntN(3) == 0 {
			g.f("The following are equivalent:\n\\begin{enumerate}\n\\item $X$ %s a %s,\n\\item %s %s the %s.\n\\end{enumerate}\n", pick(g, sampleVerbs), g.term(), g.formula(), pick(g, sampleVerbs), g.term())
		} else {
			g.f("Then every %s %s a %s in the sense of %s, and\n\\[ %s . \\]\n", g.term(), pick(g, sampleVerbs), g.term(), g.cite(), sampleFormulas[g.r.IntN(len(sampleFormulas))])
		}
		g.f("\\end{%s}\n\n\\begin{proof}\n", env)
		for range 4 + g.r.IntN(8) {
			g.f("%s\n", g.sentence())
		}
		g.f("By %s and %s the claim follows.\n\\end{proof}\n\n", g.cite(), g.cite())
		g.labels = append(g.labels, label)
	case k == 8:
		g.f("\\begin{example}\n%s %s\n\\end{example}\n\n", g.sentence(), g.sentence())
	default:
		g.f("\\begin{exercise}\nShow that %s holds. Use %s.\n\\end{exercise}\n\n", g.formula(), g.cite())
	}
}
