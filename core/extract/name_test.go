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
		if got := clause(text.LanguageNamed("en"), statement); got != want {
			t.Errorf("%q is called %q, want %q", statement, got, want)
		}
	}
}

// TestDrawings wants the names of statements with diagrams in words.
func TestDrawings(t *testing.T) {
	for statement, want := range map[string]string{
		"Consider a square\n\\[\n\\begin{tikzcd} A \\arrow[r] & B \\end{tikzcd}.\n\\]\nThen it commutes in $C$.": "Consider a square. Then it commutes in C",
		"The square \\begin{tikzcd}[row sep=1] A \\ar[r] & B \\end{tikzcd} of maps commutes.":                    "The square of maps commutes",
	} {
		if got := claim(text.LanguageNamed("en"), folded(statement)); got != want {
			t.Errorf("%q is called %q, want %q", statement, got, want)
		}
	}
}

// TestSubject wants a definition under a condition to define what it says of its subject: named by the subject, every
// text about rings would need what makes a ring local.
func TestSubject(t *testing.T) {
	for statement, want := range map[string]string{
		"A field is a nonzero ring in which division works.":                                  "field",
		"A cone of a diagram is an object with maps.":                                         "cone",
		"A map is continuous if it tears nothing.":                                            "continuous",
		"A ring is a local ring if it has one maximal ideal.":                                 "local ring",
		"A tower T of fields is solvable when each of its steps is.":                          "solvable",
		"A section s of p is (a, b)–flat if, for each x, it vanishes.":                        "flat",
		"A family of paths fills a hole with centre c if every ray meets it.":                 "",
		"A grid is a set with a step. A path is short if it is near the start.":               "grid",
		"The following are equivalent in every grid.":                                         "",
		"By a tower we mean a grid of one path.":                                              "tower",
		"The function f is made of steps.":                                                    "",
		"The map q : A → B is made of steps.":                                                 "",
		"The height h of a tree with a root r is its longest path.":                           "height",
		"A homology sphere (HS) with a step s is a tower.":                                    "homology sphere",
		"The standard p-tree is a tower.":                                                     "standard p-tree",
		"For a point p of it, we write p to mean its tower.":                                  "",
		"The tower of a point is the tower T(p).":                                             "",
		"The sheaf of O-towers is a tower of T.":                                              "sheaf of O-towers",
		"A walk consists of steps.":                                                           "walk",
		"Fₖ is a tame tower iff: no step of it is long.":                                      "tame tower",
		"f : A → B is tame if it tears nothing.":                                              "tame",
		"f is tame and tears nothing.":                                                        "",
		"p is in T if it has no step.":                                                        "",
		"Let G be a grid. The step of G is its least path.":                                   "step",
		"Then, w is short at (a, b) if its steps are few.":                                    "short",
		"The inner length of w at a point is given by the following number, if there is one.": "inner length",
	} {
		if got := subjectIn(text.LanguageNamed("en"), statement); got != want {
			t.Errorf("%q defines %q, want %q", statement, got, want)
		}
	}
}

// TestSaid wants the term of what speakers say, and no word of their condition.
func TestSaid(t *testing.T) {
	for statement, want := range map[string]string{
		"We say that a ∈ T is a critical leaf of w : T → S if all of it falls.": "critical leaf",
		"In either case, we say that T is finite. It may be empty.":             "finite",
		"We say w grows to the top as it is long if every step is up.":          "",
	} {
		if got := saidTerm(text.LanguageNamed("en"), statement); got != want {
			t.Errorf("%q says %q, want %q", statement, got, want)
		}
	}
}

// TestTermsInLanguages wants what a definition defines, wherever its language puts the term: behind the verb, before it
// in a case of its own, behind a copula, or before one. A failure names definitions by their first clauses.
func TestTermsInLanguages(t *testing.T) {
	for statement, want := range map[string]string{
		"Eine Teilmenge heißt Umgebung von x, wenn sie eine Kugel um x enthält.":                                                    "Umgebung",
		"Eine Menge ist beschränkt, wenn sie in einer Kugel liegt und nicht größer ist.":                                            "beschränkt",
		"Le rang d'une application linéaire est le nombre des vecteurs qui sont dans son image.":                                    "rang",
		"Un groupe est un groupe cyclique s'il est engendré par un seul de ses éléments.":                                           "groupe cyclique",
		"L'orbite d'un point est l'ensemble des points que le groupe en fait.":                                                      "orbite",
		"Una forma normale di una matrice è una matrice che le è simile e che ha molti zeri.":                                       "forma normale",
		"Si definisce il suffisso di una parola come la parola che resta quando si toglie l'inizio.":                                "suffisso",
		"Una contracción es una aplicación que acerca los puntos, y los acerca todos.":                                              "contracción",
		"Метрическим пространством называется множество, на котором задано расстояние.":                                             "Метрическим пространством",
		"Множество называется открытым, если оно содержит шар с каждой точкой и не пусто.":                                          "открытым",
		"Область — это открытое и связное множество, и это всё, что о ней говорят.":                                                 "Область",
		"Jeżeli T jest drzewem, to dla każdego x klasą dróg (klasą podobieństwa) nazywamy zbiór, który jest duży i nie jest pusty.": "klasą dróg",
		"Drzewo nazywamy drzewem (prawie) płaskim, jeśli nie jest ono wysokie i nie ma w nim dróg.":                                 "drzewem płaskim",
		"Grupa to zbiór z działaniem, które jest łączne, i nie jest to zbiór pusty.":                                                "Grupa",
		"设函数在区间上有定义。如果导数为零，则称该点为函数的驻点。":                                                                                             "驻点",
		"平面上满足条件的点集称为点$P(x,y)$的邻域（不含边界），记为$U$。":                                                                                     "邻域",
		"如果矩阵等于它的转置，那么称这个矩阵是对称的。":                                                                                                   "对称",
	} {
		l := text.LanguageOf(statement)
		if got := cmp.Or(termBehind(l, statement), subjectIn(l, statement)); got != want {
			t.Errorf("%s: %q defines %q, want %q", l, statement, got, want)
		}
	}
}

// TestClaim wants a statement without a title to be called by what it claims: a book has a hundred theorems that begin
// "Let G be a group".
func TestClaim(t *testing.T) {
	for _, c := range [...][3]string{
		{"en", "Let G be a group of prime order. Then G is cyclic.", "G is cyclic"},
		{"en", "Let G be a group of prime order. Then", "Let G be a group of prime order"},
		{"en", "Let f be a map. Suppose it is open, and onto. There is a section of f, and only one.", "There is a section of f"},
		{"en", "Let a be a root, then so is its conjugate in every extension.", "So is its conjugate in every extension"},
		{"en", "We fix a tree T. Then there are at most two ends of T.", "There are at most two ends of T"},
		{"en", "Let X be a net. The following are equivalent: 1. X is tame. 2. X is calm.", "Let X be a net"},
		{"en", "Consider the tower of a number. It is finite.", "Consider the tower of a number. It is finite"},
		{"en", "Consider the tower of a number that is even, odd, or of no such sort at all. It is finite.", "Consider the tower of a number that is even"},
		{"en", "Let x1, . . . , xn be knots. They are tied.", "Let x1, . . . , xn be knots"},
		{"en", "Let S be a sheet. Assume 1. S is flat, 2. S is thin. Then S is a leaf of T.", "S is a leaf of T"},
		{"en", "A map of trees is a fold iff 1. it is onto, 2. it is simple.", "A map of trees is a fold iff"},
		{"en", "Let w be a walk in S. Then a ≤ w ≤ b.", "a ≤ w ≤ b"},
		{"en", "Let w be a walk in S. Then a is a root of it.", "a is a root of it"},
		{"en", "Let w be a walk in S. Then a walk back exists.", "A walk back exists"},
		{"en", "Let w be a smooth walk. That is, w(t) = at + b, for some a and b. Then w is short.", "w is short"},
		{"en", "Define W(t) as the way up to t. First, W is short at every noon. Second, it is a walk.", "W is short at every noon"},
		{"en", "The following are equivalent: 1. W is short; 2. W is a line of T.", "The following are equivalent: W is short"},
		{"en", "[Law of long walks or Third law*] Let w be a walk. It ends.", "Law of long walks or Third law"},
		{"de", "Sei T ein Baum. Weiter sei w eine Wurzel. Dann: (1) T ist endlich. (2) T ist leer.", "T ist endlich"},
		{"fr", "Si u est une application de E dans F, alors : a) u est libre, b) u est seule.", "Si u est une application de E dans F"},
		{"en", "1. Every loop of a tree is short. 2. Every path of a tree is a line.", "Every loop of a tree is short"},
		{"en", "If every walk of a club is short, the club is lazy, and so are its guests.", "If every walk of a club is short, the club is lazy"},
		{"en", "If every walk of a club is short, and if it has a guest, then the club is lazy, and so are they.", "If every walk of a club is short, and if it has a guest, then the club is lazy"},
		{"fr", "Si toute marche est courte, et le club est ouvert, alors le club est oisif, et seul.", "Si toute marche est courte, et le club est ouvert, alors le club est oisif"},
		{"de", "Es seien a, b Knoten eines Baums 1. ∫ a = 0 2. ∫ b = 1", "Es seien a, b Knoten eines Baums"},
		{"en", "Given three points u, v and w of a plane, there is a circle through them.", "Given three points u, v and w of a plane, there is a circle through them"},
		{"en", "If A is a retract of a ball B, then i : A → B has a left inverse, and only one.", "If A is a retract of a ball B, then i : A → B has a left inverse"},
		{"en", "For every number k of a table, the sum of its rows is (a + b + c + d + e + f + g + h)/k at most.", "For every number k of a table, the sum of its rows is…"},
		{"de", "Es sei T ein Baum. Dann gibt es eine Wurzel von T.", "Dann gibt es eine Wurzel von T"},
		{"fr", "On suppose que T est un arbre. Alors il existe une racine de T.", "Il existe une racine de T"},
		{"ru", "Пусть T — дерево. Тогда у дерева есть корень.", "У дерева есть корень"},
		{"zh", "设 T 是树，则 T 有一个根。", "T 有一个根"},
		{"zh", "若函数在区间上可导，则函数连续．", "若函数在区间上可导，则函数连续"},
		{"zh", "下列命题等价。（1）T 是树。", "下列命题等价"},
	} {
		if got := claim(text.LanguageNamed(c[0]), c[1]); got != c[2] {
			t.Errorf("%q is called %q, want %q", c[1], got, c[2])
		}
	}
}
