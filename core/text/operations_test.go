package text

import (
	"strings"
	"testing"

	"lemma/core"
)

// TestOperations wants the names of operations read however they are set, and no variable, symbol or word of prose for
// one. A failure loses what uses a definition by its notation alone, or lets anything use it.
func TestOperations(t *testing.T) {
	for formula, want := range map[string]string{
		`\ker T + \operatorname{rank}(A) - \operatorname*{ess}`:   "ker rank ess",
		`\lim_n \operatorname{sup} \mathrm{max}`:                  "",
		`\mathrm{KL}(\mu, \nu) = \int x \mathrm{d}x`:              "KL",
		`\Frob(x) \text{ if } \alpha \le \mathbb{R}^n`:            "Frob",
		`x \text{ and } y \mathcal{F} \left( \frac{a}{b} \right)`: "",
		`\begin{pmatrix} a \end{pmatrix} \\ \{x\} \operatorname{`: "",
	} {
		var got []string
		Operations(formula, func(name string, _ core.Span) { got = append(got, name) })
		if g := strings.Join(got, " "); g != want {
			t.Errorf("%s: %q, want %q", formula, g, want)
		}
	}
}
