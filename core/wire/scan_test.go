package wire

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lemma/core"
	"lemma/core/text"
)

func TestScan(t *testing.T) {
	for in, want := range map[string]string{
		"By Theorem 2.3 we have":                       "theorem 2.3",
		"by theorem~2.3.":                              "theorem 2.3",
		"see Thm. 2.1.4(iv), Lem. 3 and Cor.\u00A04a":  "theorem 2.1.4; lemma 3; corollary 4a",
		"Lemmas 2.1 and 2.2, Propositions 3, 4, and 5": "lemma 2.1; lemma 2.2; proposition 3; proposition 4; proposition 5",
		"Theorems 4 to 6":                              "theorem 4; theorem 5; theorem 6",
		"Theorems 2.4–2.6":                             "theorem 2.4; theorem 2.5; theorem 2.6",
		"Theorem 2.1 and 2.2":                          "theorem 2.1; theorem 2.2",
		"Theorem 2, 3 vectors":                         "theorem 2",
		"Definition VS and Theorem LLN.":               "definition VS; theorem LLN",
		"(Theorem LLN) [Definition VS]":                "theorem LLN; definition VS",
		"Theorem **2.3** and Lemma [2.4](#x)":          "theorem 2.3; lemma 2.4",
		"Proposition\n2.3 holds":                       "proposition 2.3",
		"Lemma\n\n2.3 holds":                           "",
		"by (2.3) and (2)":                             "(2.3)",
		"as in 0.3.6, or by 0.3.6.":                    "0.3.6; 0.3.6",
		"version 1.2.3 of the tool":                    "",
		"Section 2.3.4, Figure 1.2.3, Example 2.3":     "§ 2.3.4",
		"Sections 2 and 3, §4.1, Appendix A.1":         "§ 2; § 3; § 4.1; § A.1",
		"Abschnitt 2.1 und 2.2":                        "§ 2.1; § 2.2",
		"Exercises 2.3 and 2.4":                        "",
		"a rule 3 times, the fact 2 is prime":          "",
		"Rule 3":                                       "rule 3",
		"$f(2.3) = x$ and \\(g(1.2)\\)":                "",
		`$$a &= b && \text{Theorem PCNA}$$`:            "theorem PCNA",
		"Satz 3 und Sätze 4.1, 4.2":                    "theorem 3; theorem 4.1; theorem 4.2",
		"théorème 2.3; теорема 2.4":                    "theorem 2.3; theorem 2.4",
		"根据定理2.3可知":                                    "theorem 2.3",
		"Axiom A.1 and Property P1":                    "axiom A.1; property P1",
		"Theorem 20201 and Theorem 2nd and Lemma 3x2":  "",
		"Theorem Bolzano, Theorem A":                   "theorem A",
		"Theorem":                                      "",
		"Lemma no. 7":                                  "lemma 7",
	} {
		var got []string
		scan(in, func(m mention) {
			s := m.number
			if m.head.Class == text.Item {
				s = m.head.Role + " " + s
			}
			if m.part {
				s = "§ " + s
			}
			if m.paren {
				s = "(" + s + ")"
			}
			got = append(got, s)
		})
		if g := strings.Join(got, "; "); g != want {
			t.Errorf("%q: got %q, want %q", in, g, want)
		}
	}
}

func FuzzScan(f *testing.F) {
	for _, s := range []string{"Theorems 4 to 6 and (2.3)", "Thm. 2.1.4(iv), $x", "根据定理2.3", "Lemma~\\ref{x} 1-2-3", "\\", "A.", "Lemma 1–", "Lemmas 1 to 40 to 80"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		last := 0
		scan(s, func(m mention) {
			if m.span.Start < 0 || m.span.Start >= m.span.End || m.span.End > len(s) || m.number == "" {
				t.Fatalf("mention %+v of %q", m, s)
			}
			if m.span.End < last {
				t.Fatalf("mention %+v of %q comes late", m, s)
			}
			last = m.span.End
		})
	})
}

// Hostile texts cost what others do: a text ten times as long takes not much more than ten times the steps. Time is
// not asserted; the sizes are such that a quadratic scanner would run into the time limit of the tests.
func TestScanHostile(t *testing.T) {
	for _, unit := range []string{`\(`, "$ ", "Theorem ", "Lemmas 1, ", "Lemmas 1 to 2 to ", "(", "(1.2", "Theorem (((((", "1.", "A.1", "previous ", "根据定理"} {
		start := time.Now()
		scan(strings.Repeat(unit, 4_000_000/len(unit)), func(mention) {})
		if testing.Verbose() {
			t.Logf("%q: %v", unit, time.Since(start))
		}
	}
}

func TestInterval(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"4", "6", "[5]"}, {"2.4", "2.7", "[2.5 2.6]"}, {"2.4", "3.7", "[]"}, {"1", "2000", "[]"}, {"VS", "VT", "[]"}, {"6", "4", "[]"},
	} {
		if got := fmt.Sprint(interval(c.from, c.to)); got != c.want {
			t.Errorf("interval(%s, %s) = %s, want %s", c.from, c.to, got, c.want)
		}
	}
}

func TestSpelling(t *testing.T) {
	for pair, want := range map[string]fit{
		"matrix matrices": spelled, "vector space vector spaces": spelled, "converges converge": spelled, "converged converging": spelled,
		"basis bases": spelled, "algebra algebraic": unfit, "member membership": unfit, "boundary boundaries": spelled,
		"regularity regular": akin, "independent independence": akin, "measurable measurability": akin, "uniform law uniformly laws": akin, "finite finitely": unfit,
	} {
		w := text.Words(pair)
		h := len(w) / 2
		if got := spelling(slices.Clone(w[:h]), w[h:]); got != want {
			t.Errorf("%s: %v", pair, got)
		}
	}
}

func TestRelation(t *testing.T) {
	for in, want := range map[string]bond{
		"By |Theorem 2| it holds.":                                           {typ: core.Requires},
		"It is compact, see |Theorem 2|.":                                    {typ: core.Requires},
		"It is free, for example by |Theorem 2|.":                            {typ: core.Requires},
		"It is free, see for example |Theorem 2|.":                           {typ: core.Requires, shows: true},
		"This generalizes |Theorem 2|.":                                      {typ: core.Generalizes},
		"This extends |Theorem 2|.":                                          {typ: core.Generalizes},
		"It is a stronger form of |Theorem 2|.":                              {typ: core.Generalizes},
		"Without loss of generality |Theorem 2| holds.":                      {typ: core.Requires},
		"This is a special case of Theorem 1 and |Theorem 2|.":               {typ: core.Specializes},
		"Special cases of |Theorem 2| follow.":                               {typ: core.Specializes},
		"|Theorem 2| is a special case of this.":                             {typ: core.Generalizes},
		"That is what |Theorem 2| generalizes.":                              {typ: core.Specializes},
		"In particular |Theorem 2| holds.":                                   {typ: core.Requires},
		"It is equivalent to |Theorem 2|.":                                   {typ: core.Equivalent},
		"We apply |Theorem 2|.":                                              {typ: core.Applies},
		"Here is a bound (cf. |Theorem 2|).":                                 {typ: core.Motivates, aside: true},
		"The hull of $A$ is equivalent to $B$ (|Theorem 2|).":                {typ: core.Requires},
		"By the generalization of |Theorem 2| to planes, done.":              {typ: core.Requires},
		"Compare |Theorem 2|.":                                               {typ: core.Motivates},
		"The converse of |Theorem 2| holds.":                                 {typ: core.Motivates},
		"See also |Theorem 2|.":                                              {typ: core.Motivates},
		"There are examples of it in Theorem 1, Theorem VS and |Theorem 2|.": {typ: core.Requires, shows: true},
		"The converse follows from |Theorem 2|.":                             {typ: core.Requires},
		"Equivalent to $x$, see |Theorem 2|.":                                {typ: core.Requires},
		"For example if it is flat, see |Theorem 2|.":                        {typ: core.Requires},
		"For examples see |Theorem 2|.":                                      {typ: core.Requires, shows: true},
		"See |Theorem 2| for an example.":                                    {typ: core.Requires, shows: true},
		"Some facts, such as |Theorem 2|, need it.":                          {typ: core.Requires, shows: true},
		"This is an example. By |Theorem 2| it holds.":                       {typ: core.Requires},
	} {
		before, rest, _ := strings.Cut(in, "|")
		mention, after, _ := strings.Cut(rest, "|")
		at := core.Span{Start: len(before), End: len(before) + len(mention)}
		if got := relation(text.LanguageOf(""), before+mention+after, at); got != want {
			t.Errorf("%s: %v, want %v", in, got, want)
		}
	}
}

// TestRelationInLanguages wants the words that relate two items read by the tables of every language, phrases and
// scripts without blanks included. A failure makes "requires" of every relation in books that are not English.
func TestRelationInLanguages(t *testing.T) {
	for in, want := range map[string]bond{
		"Diese Aussage ist äquivalent zum |Satz 2|, und das ist für die Theorie von großer Bedeutung.":    {typ: core.Equivalent},
		"Der |Satz 2| ist ein Spezialfall davon, und das ist für die Theorie von großer Bedeutung.":       {typ: core.Generalizes},
		"Beispiele dafür sind in der Theorie von großer Bedeutung, siehe |Satz 2| und das ist es auch.":   {typ: core.Requires},
		"C'est un cas particulier du |théorème 2|, et il est dans la théorie d'une grande importance.":    {typ: core.Specializes},
		"Voir aussi le |théorème 2|, qui est dans la théorie d'une grande importance pour les suites.":    {typ: core.Motivates},
		"Esto es equivalente al |teorema 2|, que es para la teoría de una gran importancia si se quiere.": {typ: core.Equivalent},
		"我们知道这个结论推广了|定理2|，所以它是很重要的。":                                                                      {typ: core.Generalizes},
		"这个命题等价于|定理2|，所以它是很重要的。":                                                                          {typ: core.Equivalent},
	} {
		before, rest, _ := strings.Cut(in, "|")
		mention, after, _ := strings.Cut(rest, "|")
		s := before + mention + after
		at := core.Span{Start: len(before), End: len(before) + len(mention)}
		if got := relation(text.LanguageOf(s), s, at); got != want {
			t.Errorf("%s (%s): %v, want %v", in, text.LanguageOf(s), got, want)
		}
	}
}
