// Package text is what lemma knows of words: tokens and stems, stop words, TeX and Markdown folded into plain
// Unicode, slugs, sentences, salient terms, and the one type of text that may be drawn on a terminal. What the words of
// a language do in textbooks stands in a table of its own, languages/*.txt: its head words, what opens a statement,
// names a term, refers, relates and inflects.
//
// All functions are pure and take time linear in their input, whatever it holds.
package text

import "lemma/core"

// Class says what an item with a head word is.
type Class uint8

// The classes of head words.
const (
	NoHead   Class = iota
	Item           // becomes a primitive: Definition, Theorem, Algorithm, Axiom …
	Proof          // Proof, Solution of an exercise excepted
	Example        // an illustration: Example, Counterexample
	Exercise       // Exercise, Problem, Question, Solution, Hint, Answer
	Remark         // Remark, Note, Warning, Observation without claim
)

// Head is what a head word says of the item that it opens.
type Head struct {
	Class Class
	Kind  core.Kind // of an Item
	Role  string    // "lemma", "corollary", "postulate" …, in English whatever the language of the word
}

// Strong reports head words that name an item whatever stands around them. The others (rule, method, fact, step …)
// are everyday words, and count as heads with a number, a title or a face only.
func (h Head) Strong() bool {
	switch h.Role {
	case "definition", "theorem", "lemma", "proposition", "corollary", "axiom", "postulate", "conjecture", "claim", "sublemma", "scholium", "porism":
		return true
	}
	return false
}

// LookupHead returns what a head word means: "Theorem", "lemma", "Thm.", "Definitions", "Satz", "Определение". Case,
// a final period and the plural do not matter; several words are one head when the table has them ("proof technique").
func LookupHead(word string) (Head, bool) { return lookupHead(word) }

// Tokens returns the content tokens of a statement in order: TeX commands folded to what they print (\alpha to α,
// \mathbb{R} to r), markup dropped, case folded, stop words dropped, words stemmed. Formulas give their letters,
// numbers and relation symbols.
func Tokens(s string) []string { return tokens(s) }

// Words returns the words of s in order: folded and lower case, but neither stemmed nor freed of stop words, and
// without mathematics. They are what names and defined terms are matched by.
func Words(s string) []Word { return words(s) }

// Word is a word and where it stands.
type Word struct {
	Text string // folded, lower case
	Span core.Span
}

// Opens reports whether a name is only how a statement begins, or a sentence or clause of it, because its author gave
// none: nobody cites such a name, and that two statements are called "Let G be a group" says nothing.
func Opens(name, statement string) bool { return opens(name, statement) }

// Singular returns the singular of an English plural in lower case; other words come back unchanged. It is gentler than
// the stem, which is one of "container" and "contains".
func Singular(word string) string { return singular(word) }

// Stop reports whether a word in lower case says nothing by itself.
func Stop(word string) bool { return stopWord.Has(word) }

// Shouted reports whether the word in capitals at sp stands in a line of s that has no other letters than capitals, or
// before an everyday word in capitals ("MUST BE", "SHALL THE"): there capitals are emphasis or the face of a heading.
func Shouted(s string, sp core.Span) bool { return shouted(s, sp) }

// DeclaresKeyWords reports whether a text says that it uses the key words of BCP 14.
func DeclaresKeyWords(s string) bool { return declaresKeyWords(s) }

// WordingOf says how a document writes the key words of its requirements: in capitals unless it declares the words in
// small letters, says what "shall" means in it, or has the parts that standards have: "Scope", "Normative references",
// "Terms and definitions".
func WordingOf(doc *core.Document) Wording { return wordingOf(doc) }

// TitledSpecification reports whether the title of a document calls it a specification, and whether it names what
// specifications are written for: a protocol, a format.
func TitledSpecification(doc *core.Document) (titled, kindred bool) { return titledSpecification(doc) }

// AnnouncesSteps reports whether a title or paragraph is but the announcement of a list of steps: "Procedure",
// "Steps:".
func AnnouncesSteps(s string) bool { return announcesSteps(s) }

// Imperative reports whether a title or sentence begins by telling the reader what to do: "Install the tools", "Next,
// click Save".
func Imperative(s string) bool { return imperative(s) }

// Gerund reports whether an English title names what is to be done: "Installing the tools". Titles name benefits and
// subjects so as well ("Ensuring consistency").
func Gerund(s string) bool { return gerund(s) }

// Ornament is the length of the pictographs that a title or paragraph begins with for show, the blanks behind them
// included: "🚀 Step 1". It is 0 where nothing else is there.
func Ornament(s string) int { return ornament(s) }

// Plain folds TeX and Markdown into one line of readable Unicode: "\alpha \in \mathbb{R}^n" becomes "α ∈ ℝⁿ".
func Plain(s string) string { return plain(s) }

// Completion is what the computational form of a requirement says beside its statement: the list or table behind one
// that ends with a colon, or one that speaks of "it", or is a row of a table, with the sentence before. It is empty for
// others.
func Completion(statement, form string) string { return completion(statement, form) }

// Slug returns words of s in lower-case ASCII joined by hyphens, cut between words to at most max bytes; "item" when
// nothing is left.
func Slug(s string, max int) string { return slug(s, max) }

// Sentences splits s after ".", "!" and "?" where a sentence ends: not within mathematics, code or brackets, not after
// abbreviations ("e.g.", "Fig.", "cf."), initials or numbers with a point.
func Sentences(s string) []core.Span { return sentences(s) }

// Salient returns the n terms that stand out in s, the strongest first: content words, in their commonest written
// form, lower case.
func Salient(s string, n int) []string { return salient(s, n) }

// TeX writes a piece of a formula, as formula editors store it, in TeX: symbols, alphabets and sub- and superscripts of
// Unicode become commands, and what TeX would take for its own is escaped.
func TeX(s string) string { return tex(s) }

// Function returns how TeX writes the name of a function: \sin, \operatorname{rank}.
func Function(name string) string { return function(name) }
