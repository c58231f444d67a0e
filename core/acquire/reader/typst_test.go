package reader

import (
	"errors"
	"testing"
)

func TestTypst(t *testing.T) { goldenText(t, "typst") }

// TestTypstImports wants statements of functions that a template makes, in a file that imports the template.
func TestTypstImports(t *testing.T) {
	files := map[string]string{
		"lib/all.typ":  `#import "thm.typ": *` + "\n",
		"lib/thm.typ":  "#let brot = box(\n  \"brot\",\n  \"Theorem\",\n)\n#import \"all.typ\": *\n",
		"lib/none.typ": "",
	}
	doc := readChecked(t, Input{Name: "a.typ", Raw: []byte("#import \"lib/all.typ\": brot\n#brot[Every loaf is round.]\n"), Open: func(rel string) (string, []byte, error) {
		if s, ok := files[rel]; ok {
			return rel, []byte(s), nil
		}
		return "", nil, errors.New("no such file")
	}})
	if len(doc.Blocks) == 0 || doc.Blocks[0].Name != "theorem" {
		t.Errorf("blocks %+v, want a theorem first", doc.Blocks)
	}
}

// TestTypstFormulas wants formulas as TeX.
func TestTypstFormulas(t *testing.T) {
	none := &typstNames{}
	for in, want := range map[string]string{
		`x in RR, alpha_1 != oo`:            `x \in \mathbb{R}, \alpha_{1} \ne \infty`,
		`sum_(i=1)^n sqrt(x_i) -> cal(F)`:   `\sum_{i=1}^{n} \sqrt{x_{i}} \to \mathcal{F}`,
		`A subset.eq B union C without "D"`: `A \subseteq B \cup C \setminus \text{D}`,
		`mat(1, 2; 3, 4) = cases(a, b)`:     `\begin{pmatrix}1 & 2 \\ 3 & 4\end{pmatrix} = \begin{cases}a \\ b\end{cases}`,
		`mat(delim: "[", 1, 2; 3, 4)`:       `\begin{pmatrix} 1 & 2 \\ 3 & 4\end{pmatrix}`,
		`{x | norm(x) <= 1}`:                `\{x | \|x\| \le 1\}`,
		`Hom(A, B) tilde.equiv foo`:         `\operatorname{Hom}(A, B) \cong \operatorname{foo}`,
		`frac(a, b) \ x_(`:                  `\frac{a}{ b} \\ x_(`,
		`root(3, x) #h(1em) y`:              `\sqrt[3]{ x} y`,
	} {
		if got := none.tex(in); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}

// TestTypstFormulasTerminate wants formulas of any length, as titles may hold them, read in one pass.
func TestTypstFormulasTerminate(t *testing.T) {
	for _, unit := range []string{"ff(", "x_(", "sqrt(", `"`, "mat("} {
		t.Run(unit, func(t *testing.T) {
			t.Parallel()
			(&typstNames{}).tex(string(repeated(unit, 1<<20)))
			readChecked(t, Input{Name: "a.typ", Raw: []byte("#theorem[$ " + string(repeated(unit, 1<<20)) + "][x]\n")})
		})
	}
}

// TestTypstNames wants what names stand for: without it formulas say \operatorname{vv} and sentences lose their words.
func TestTypstNames(t *testing.T) {
	in := "#import \"none.typ\": *\n#import \"none.typ\": more\n#let vv = $bold(v)$\n#let phi = $phi.alt$\n#let slope = (x, y) => $(diff #x) / (diff #y)$\n#let Hom = math.op(\"Hom\")\n#let mono = [one-to-one]\n" +
		"A loaf is #mono #iff $vv + slope(f, x_1) in Hom(phi)$; a roll is #flat. Then #slack(2) holds.\n\n#layout-of(3)\n\n#align(center, my-diagram(node((0, 0), [$X$])))\n" +
		"#math.equation(block: true, $ a #h(1em) #b $)\n"
	doc := readChecked(t, Input{Name: "a.typ", Raw: []byte(in)})
	want := "A loaf is one-to-one iff \\(\\mathbf{v} + (\\partial f) / (\\partial x_{1}) \\in \\operatorname{Hom}(\\varphi )\\); a roll is flat. Then slack holds.\n\n\\[a \\operatorname{b}\\]"
	if doc.Text != want {
		t.Errorf("text %q, want %q", doc.Text, want)
	}
	counts := map[string]int{}
	for _, l := range doc.Losses {
		counts[l.Kind] = l.Count
	}
	if counts["missing-file"] != 1 || counts["unknown-function"] != 4 || counts["drawing"] != 1 {
		t.Errorf("losses %v", doc.Losses)
	}
}

func TestTypstTerminates(t *testing.T) {
	terminates(t, "a.typ", 1<<18, []string{"#a[", "#a(", "#{", "$", "$ x(", "[", "- a\n", "+", "= ", "*", "_a", "<a", "@a", "`", "``` ", "#let x = (", "#theorem[$x$]\n", "\\", "/*", "$\"$", "#a[b](c)", " - x\n  ", "#a[$ x $ - b\n", "#let aa = $bb bb$\n#let bb = $aa aa$\n$aa$", "#let ff(x) = $#x #x$\n$ff(ff(ff(a)))$\n", "$#a[", "$f(#x("})
}

func FuzzTypst(f *testing.F) { fuzz(f, "typst", "a.typ") }
