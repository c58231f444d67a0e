package text

import (
	"strings"
	"sync/atomic"

	"github.com/kljensen/snowball/english"
)

// longestStemmed is the length from which a word is left as it is: no English word is longer, and it bounds the work
// on hostile ones.
const longestStemmed = 32

// vocabulary remembers what is known of the words met last, by hash. It changes the time that a look-up takes, never
// its result: a slot holds a word with all that follows from it and is replaced as a whole.
var vocabulary [1 << 15]atomic.Pointer[entry]

type entry struct {
	word, stem string
	stop       bool
	counted    bool // numbers follow it: "Theorem 2.3"
}

func stem(word string) string {
	if !stemmable(word) {
		return word
	}
	return look(word).stem
}

func singular(word string) string {
	if s, ok := plurals[word]; ok {
		return s
	}
	n := len(word)
	if n < 4 || word[n-1] != 's' {
		return word
	}
	switch word[n-2] {
	case 's', 'u', 'i', '\'':
		return word
	case 'e':
		switch {
		case strings.HasSuffix(word, "ies"):
			return word[:n-3] + "y"
		case strings.HasSuffix(word, "sses"), strings.HasSuffix(word, "xes"), strings.HasSuffix(word, "ches"), strings.HasSuffix(word, "shes"):
			return word[:n-2]
		}
	}
	return word[:n-1]
}

func stemmable[T string | []byte](word T) bool {
	if len(word) < 3 || len(word) > longestStemmed {
		return false
	}
	for i := 0; i < len(word); i++ {
		if c := word[i]; c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}

// look returns the entry of a word of ASCII letters in lower case.
func look[T string | []byte](word T) *entry {
	h := uint32(2166136261) // FNV-1a
	for i := 0; i < len(word); i++ {
		h = (h ^ uint32(word[i])) * 16777619
	}
	slot := &vocabulary[(h^h>>15)%uint32(len(vocabulary))]
	if e := slot.Load(); e != nil && e.word == string(word) {
		return e
	}
	e := &entry{word: strings.Clone(string(word))} // the word may be part of a book
	e.stem = e.word
	if singular, ok := plurals[e.word]; ok {
		e.stem = singular
	}
	e.stem = english.Stem(e.stem, true)
	e.stop = stopWord.Has(e.word)
	e.counted = counted.Has(e.word)
	slot.Store(e)
	return e
}

// plurals are those of the sciences that Snowball leaves apart from their singulars.
var plurals = map[string]string{
	"matrices": "matrix", "vertices": "vertex", "indices": "index", "lemmata": "lemma", "schemata": "schema",
	"radii": "radius", "nuclei": "nucleus", "foci": "focus", "spectra": "spectrum", "criteria": "criterion",
	"phenomena": "phenomenon", "automata": "automaton", "polyhedra": "polyhedron", "tetrahedra": "tetrahedron",
	"simplices": "simplex", "vortices": "vortex", "maxima": "maximum", "minima": "minimum",
	"extrema": "extremum", "infima": "infimum", "suprema": "supremum", "optima": "optimum", "quanta": "quantum",
	"strata": "stratum", "genera": "genus", "loci": "locus", "moduli": "modulus", "annuli": "annulus",
	"tori": "torus", "codices": "codex", "appendices": "appendix", "hypotheses": "hypothesis",
	"theses": "thesis", "axes": "axis", "analyses": "analysis", "syntheses": "synthesis",
	"parentheses": "parenthesis", "bases": "basis", "ellipses": "ellipse", "calculi": "calculus",
	"helices": "helix", "cortices": "cortex", "media": "medium", "momenta": "momentum", "corpora": "corpus",
	"formulae": "formula", "antennae": "antenna", "larvae": "larva", "bacteria": "bacterium",
}
