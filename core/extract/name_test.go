package extract

import (
	"cmp"
	"strings"
	"testing"

	"lemma/core/text"
)

// TestClause wants a name that was cut to say so: one that ends in the middle of a thought looks like a mistake.
func TestClause(t *testing.T) {
	for statement, want := range map[string]string{
		"Every group of prime order is cyclic.":                                                                  "Every group of prime order is cyclic",
		"A linear map is injective, and so on and on and on for long":                                            "A linear map is injective",
		"A linear map between spaces of the same finite dimension is injective if and only if it is surjective.": "A linear map between spaces of the same finite dimension is injective if and…",
		strings.Repeat("x", 200): strings.Repeat("x", maxName) + "…",
		"...":                    "item",
	} {
		if got := clause(statement); got != want {
			t.Errorf("%q is called %q, want %q", statement, got, want)
		}
	}
}

// TestSubject wants a definition under a condition to define what it says of its subject: named by the subject, every
// text about rings would need what makes a ring local.
func TestSubject(t *testing.T) {
	for statement, want := range map[string]string{
		"A field is a nonzero ring in which division works.":                    "field",
		"A cone of a diagram is an object with maps.":                           "cone",
		"A map is continuous if it tears nothing.":                              "continuous",
		"A ring is a local ring if it has one maximal ideal.":                   "local ring",
		"A tower T of fields is solvable when each of its steps is.":            "solvable",
		"A section s of p is (a, b)–flat if, for each x, it vanishes.":          "flat",
		"A family of paths fills a hole with centre c if every ray meets it.":   "",
		"A grid is a set with a step. A path is short if it is near the start.": "grid",
	} {
		if got := subject(text.LanguageNamed("en"), statement); got != want {
			t.Errorf("%q defines %q, want %q", statement, got, want)
		}
	}
}

// TestTermsInLanguages wants what a definition defines, wherever its language puts the term: behind the verb, before it
// in a case of its own, behind a copula, or before one. A failure names definitions by their first clauses.
func TestTermsInLanguages(t *testing.T) {
	for statement, want := range map[string]string{
		"Eine Teilmenge heißt Umgebung von x, wenn sie eine Kugel um x enthält.":                     "Umgebung",
		"Eine Menge ist beschränkt, wenn sie in einer Kugel liegt und nicht größer ist.":             "beschränkt",
		"Le rang d'une application linéaire est le nombre des vecteurs qui sont dans son image.":     "rang",
		"Un groupe est un groupe cyclique s'il est engendré par un seul de ses éléments.":            "groupe cyclique",
		"L'orbite d'un point est l'ensemble des points que le groupe en fait.":                       "orbite",
		"Una forma normale di una matrice è una matrice che le è simile e che ha molti zeri.":        "forma normale",
		"Si definisce il suffisso di una parola come la parola che resta quando si toglie l'inizio.": "suffisso",
		"Una contracción es una aplicación que acerca los puntos, y los acerca todos.":               "contracción",
		"Метрическим пространством называется множество, на котором задано расстояние.":              "Метрическим пространством",
		"Множество называется открытым, если оно содержит шар с каждой точкой и не пусто.":           "открытым",
		"Область — это открытое и связное множество, и это всё, что о ней говорят.":                  "Область",
		"Grupa to zbiór z działaniem, które jest łączne, i nie jest to zbiór pusty.":                 "Grupa",
		"设函数在区间上有定义。如果导数为零，则称该点为函数的驻点。":                                                              "驻点",
		"平面上满足条件的点集称为点$P(x,y)$的邻域（不含边界），记为$U$。":                                                      "邻域",
		"如果矩阵等于它的转置，那么称这个矩阵是对称的。":                                                                    "对称",
	} {
		l := text.LanguageOf(statement)
		if got := cmp.Or(termBehind(l, statement), subjectIn(l, statement)); got != want {
			t.Errorf("%s: %q defines %q, want %q", l, statement, got, want)
		}
	}
}
