package text

import (
	"strings"
	"testing"
)

func TestReadable(t *testing.T) {
	for _, c := range [][2]string{
		{"plain words", "plain words"},
		{"a\nb", "a b"},
		{"a\n\nb", "a\n\nb"},
		{"- a\n- b\n\n1. x\n2. y", "• a\n• b\n\n1. x\n2. y"},
		{"One $$x^2+\\frac{a+b}{c}$$. Two", "One\nx² + (a + b)/c.\nTwo"},
		{`By \[x = y\] it holds`, "By\nx = y\nit holds"},
		{"```\n  x = 1\n\ty\n```\nafter", "  x = 1\n    y\nafter"},
		{"1. Do\n\n    ```sh\n    run {a} $b_c *d*\n      two $b\n    ```\n\n2. End", "1. Do\n\nrun {a} $b_c *d*\n  two $b\n\n2. End"},
		{"~~~~\n~~~\nx\n~~~~\ny", "~~~\nx\ny"},
		{"Let A = {x_k : k ≥ 1} and $\\alpha$.", "Let A = {xₖ : k ≥ 1} and α."},
		{"$\\alpha$ and {x_n}_{n=1}^k, {a, {b}}, \\emph{in {1, 2}} so", "α and {xₙ}ₙ₌₁ᵏ, {a, {b}}, in {1, 2} so"},
		{`{\bf Bold} and {\'e}t{\'e} \LaTeX{} $\{a\}$`, "Bold and été LaTeX {a}"},
		{"{\n\n\"a.$\": \"$.b\",\n\n\"c\": {}}", "{\n\n\"a.$\": \"$.b\",\n\n\"c\": {}}"},
		{"call ${a_name}-${b} now", "call ${a_name}-${b} now"},
		{"| a | b |\n|---|---|\n| 1 | 2 |", "| a | b |\n| 1 | 2 |"},
		{`$\alpha \in \mathbb{R}^n$`, "α ∈ ℝⁿ"},
		{`\( \mathbb{R}^{n\times m} \)`, "ℝ^(n×m)"},
		{`$\mathcal{L}(V) \subseteq \mathfrak{g}$`, "ℒ(V) ⊆ 𝔤"},
		{`$x_{ij} + y_1^2$`, "xᵢⱼ + y₁²"},
		{`$\frac12$ and $\frac{a+b}{c}$`, "1/2 and (a + b)/c"},
		{`$\sqrt[n]{x+1}$`, "ⁿ√(x + 1)"},
		{`$\sum_{i=1}^n a_i$`, "∑ᵢ₌₁ⁿ aᵢ"},
		{`$f\colon A \to B$`, "f: A → B"},
		{`$\left( x \right]$`, "(x]"},
		{`$\bar{x} = \hat{y}$`, "x̄ = ŷ"},
		{`$A=\begin{pmatrix}a&b\\c&d\\\end{pmatrix}$.`, "A = (a b; c d)."},
		{`$\left(\begin{array}{cc}1&2\\3&4\end{array}\right)$`, "(1 2; 3 4)"},
		{`$\begin{matrix}1&2\\3&4\end{matrix}$`, "[1 2; 3 4]"},
		{`$\begin{cases}1 & \text{if } x>0,\\0&\text{otherwise}\end{cases}$`, "{1 if x > 0; 0 otherwise}"},
		{`so \begin{align*}a&=b\\&=c\end{align*} done`, "so\na = b\n= c\ndone"},
		{`\begin{tabular}{ll} a & b \\ c & d \end{tabular}`, "a | b\nc | d"},
		{`\begin{enumerate}\item one \item two\end{enumerate} end`, "• one\n• two\nend"},
		{`$\operatorname{Hom}(A, B)\label{x}$`, "Hom(A, B)"},
		{`see Theorem~\ref{thm:main}.`, "see Theorem."},
		{`$\unheard{x} \of y$`, `\unheard{x} \of y`},
		{`costs $5 and $10`, "costs $5 and $10"},
	} {
		if got := Readable(c[0]); got != c[1] {
			t.Errorf("Readable(%q)\n got %q\nwant %q", c[0], got, c[1])
		}
	}
}

// FuzzReadable holds the print to a bound by its source, and to being drawable once escaped.
func FuzzReadable(f *testing.F) {
	for _, s := range []string{`\frac{\frac`, `\begin{cases}\\\\&`, "```\na\n```", `\foo{\bar{`, "$$\\begin{array}{c}\n\n\\end{array}$$", `\sqrt{\\ \par x}^{\[a\]}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Readable(s)
		if len(got) > 16*len(s)+64 {
			t.Errorf("%d bytes become %d", len(s), len(got))
		}
		if strings.ContainsRune(Escape(got).String(), '\x1b') {
			t.Errorf("%q would be drawn with an escape sequence", s)
		}
	})
}
