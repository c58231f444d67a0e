package text

import (
	"embed"
	"iter"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"lemma/core"
)

// Use is what words do in the prose of textbooks, papers and lecture notes. The words of each language stand in a
// table of its own, languages/*.txt, and a new language is a new table.
type Use uint8

// The uses, by the name that the tables give them.
const (
	Opener               Use = iota // opener: begins a statement
	Hypothesis                      // hypothesis: begins a sentence that fixes objects and claims nothing
	Conclusion                      // conclusion: begins a sentence that concludes
	Continuer                       // continuer: begins a paragraph that goes on to define behind a display or a list
	Adding                          // adding: begins a sentence that asserts more of the same
	ProofPart                       // proof part: heads a case or a step of a proof
	Contradicting                   // contradicting: says that an assumption was false
	Aside                           // aside: begins a paragraph that comments on a definition
	Comment                         // comment: begins a paragraph about a statement rather than of it
	Demonstrative                   // mention: before or behind a head word, makes a mention of it
	Of                              // of: before what a name belongs to
	Article                         // article
	Naming                          // naming: right before the term that a sentence defines
	NamingPhrase                    // naming phrase: the same with what belongs to the verb
	IntroducingPhrase               // introducing phrase: right before a term that the text introduces: "known as"
	SayingPhrase                    // saying phrase: before the clause whose copula stands before the term: "on dit que f est continue"
	NamingEnd                       // naming end: behind the term
	Speaker                         // speaker: who defines
	Calling                         // calling: the verb of a speaker before the term: "we call it a field"
	Setting                         // setting: the verb of a speaker right before the term: "we define a field"
	Saying                          // saying: the verb of a speaker before the clause whose copula stands before the term: "we say that f is continuous"
	Alternative                     // alternative: of a further name for what has one
	Back                            // back: begins a sentence that says little without the one before it
	Meaning                         // meaning: behind a term and before what it is: "Unter einem Ring versteht man"
	Copula                          // copula: between a term and what it is
	Defining                        // defining: the verb between a term and what it is, where that is no copula: "consists"
	Having                          // having: says of a subject that it has what is defined: "we say that f has compact support"
	Prefacing                       // prefacing: before the subject of a sentence that defines: "formally", "recall that"
	Asserting                       // asserting: behind the copula of a sentence that defines, where no article is: "is any"
	Condition                       // condition: right behind what a sentence defines, before when it holds
	And                             // and: between the numbers of a list
	To                              // to: between the ends of a range of numbers
	Plural                          // plural: a head word of several items
	Everyday                        // everyday: means something else in most sentences, whatever a book defines it to be
	Generalizing                    // generalizing: what is said of the particular
	Specializing                    // specializing: what is said of the general
	Particular                      // particular: of a case that another statement holds
	Case                            // case
	Equating                        // equating: right before what is equivalent
	Applying                        // applying
	Extending                       // extending: the verb between the general and the particular: "extends"
	Weaker                          // weaker: right before what says more: "weak form of"
	Stronger                        // stronger: right before what says less
	Comparing                       // comparing: before what is not used but looked at: "cf", "converse of"
	Seeing                          // see: tells the reader where to look
	Citing                          // citing: leads to a citation: "following"
	Illustrating                    // illustrating: of an example
	Serving                         // serving: between a mention and what it serves as: "for" in "see Theorem 2 for an example"
	Being                           // being: between a mention and the case that it is
	Reason                          // reason: right before what is given as a reason: "by", "according to"
	Yielding                        // yielding: behind what is given as a reason: "implies"
	Customary                       // customary: stands before a name as an article does: "the usual"
	By                              // by: before the number of what is used
	Previous                        // previous: before the head word of what stands right before
	Leading                         // leading: begins a name and is no part of it
	Principle                       // principle: begins the title of a principle, before what it is of
	FactEnd                         // fact end: ends the title of a fact, and is no head word: "inequality"
	Stressed                        // stressed: set apart for its weight, and defines nothing
	LeftOut                         // left out: the title of a section that states nothing of its own
	Untitled                        // untitled: in the place of a title, and none: "without proof"
	Division                        // division: before the number of a chapter, a section, an appendix
	Caption                         // caption: before the number of a figure
	Negation                        // negation
	PaperSection                    // paper: the heading of a part that papers have
	ReferenceSection                // reference: the heading of a part that references to interfaces have
	Lesson                          // lesson: begins the heading of what is done together
	Invitation                      // invitation: begins a sentence that shows how to use a program
	Person                          // person: the subject of speech
	Stage                           // stage: numbers what is to be done in a tutorial, as "step" does; books have it for other things
	Procedure                       // procedure title: stands over a numbered list of steps
	Instruction                     // instruction: tells the reader what to do
	Sequence                        // sequence: stands before an instruction
	Glossary                        // glossary title: the title of a section that says what words mean
	GlossaryWord                    // glossary word: anywhere in such a title
	Repeating                       // repeating: begins or ends the title of a section that repeats what is declared elsewhere
	EntryPart                       // entry part: in the title of a part of an entry that says what it takes and gives
	PartEnd                         // part end: stands behind the word of such a part in its title
	Trial                           // trial: in the title of a section that shows something to type in
	Listing                         // listing: in the title of a section that lists options, settings or commands
	Column                          // column: heads the first column of a table that lists them wherever it stands
	Synopsis                        // synopsis: heads what is typed, on the page of a manual
	ManualName                      // manual name: heads the names on the page of a manual
	ManualDescription               // manual description: heads what such a page says of them
	UseForm                         // form of use: the title of the form in which a command or function is used
	Fronted                         // fronted: begins a clause or phrase that says when or why the main clause behind its comma holds
	Pointing                        // pointing: a subject that says nothing without what stands before it
	Pronoun                         // pronoun: one of them that stands for the whole subject
	BeingDone                       // being done: behind a key word of a requirement, where its subject is what something is done to
	Itself                          // itself: what a text calls itself, behind "this"
	Purpose                         // purpose: begins a sentence that says what is to be done for it
	Describing                      // describing: the verb that leads to what a thing is for
	Joining                         // joining: begins a further clause behind a comma
	Inverting                       // inverting: begins a sentence whose verb follows at once: "Dann gibt es"
	Impersonal                      // impersonal: behind a pronoun that points to nothing: "il existe", "es gibt"
	Announcing                      // announcing: points to what stands behind: "the following"
	Linking                         // linking: before the comma at the start of a sentence, joins it to the one before
	Restating                       // restating: the same, where it says in other words what that one says
	NamedColumn                     // named column: in the head of the column of a table that names the parts of an object or its values
	ToldColumn                      // told column: the head of the column that says what they are for
	PartsTitle                      // parts title: in a title that names the parts of the object that the title above it names
	Datum                           // datum: ends the title of a section that describes a part of a protocol or format: "message"
	Overview                        // overview: the title of a part that introduces what the title around it names
	StandardPart                    // standard part: the title of a part that all standards have
	SpecificationTitle              // specification: in the title of a specification
	SpecificationSubject            // specification subject: ends the title of a text on what specifications are written for
	StepsAhead                      // steps ahead: in a sentence that announces the numbered steps behind it
	KeyPoints                       // key points: the title of a list of what a lesson teaches
	stopWord                        // stop: says nothing by itself
	homeStop                        // home stop: the same in its own language, and a content word of another: "dice"
	faintWord                       // faint: a content word of every text
	counted                         // counted: its number changes from one form or edition of a book to the next
	abbreviation                    // abbreviation: keeps its point within a sentence
	starter                         // starter: begins a sentence rather than being a surname behind an initial

	uses
)

var useNames = map[string]Use{
	"opener": Opener, "hypothesis": Hypothesis, "conclusion": Conclusion, "continuer": Continuer, "adding": Adding, "proof part": ProofPart, "contradicting": Contradicting, "aside": Aside, "comment": Comment,
	"mention": Demonstrative, "of": Of, "article": Article, "naming": Naming, "naming phrase": NamingPhrase, "introducing phrase": IntroducingPhrase, "saying phrase": SayingPhrase, "naming end": NamingEnd,
	"speaker": Speaker, "calling": Calling, "saying": Saying, "alternative": Alternative, "back": Back, "copula": Copula, "defining": Defining, "having": Having, "prefacing": Prefacing, "asserting": Asserting, "setting": Setting, "glossary word": GlossaryWord, "repeating": Repeating, "condition": Condition, "meaning": Meaning, "and": And, "to": To, "by": By, "previous": Previous, "plural": Plural, "everyday": Everyday, "generalizing": Generalizing, "specializing": Specializing, "particular": Particular, "case": Case, "equating": Equating, "applying": Applying,
	"leading": Leading, "left out": LeftOut, "untitled": Untitled, "division": Division, "caption": Caption, "negation": Negation, "paper": PaperSection,
	"extending": Extending, "weaker": Weaker, "stronger": Stronger, "comparing": Comparing, "see": Seeing, "citing": Citing, "illustrating": Illustrating, "serving": Serving, "being": Being,
	"reason": Reason, "yielding": Yielding, "customary": Customary, "principle": Principle, "fact end": FactEnd, "stressed": Stressed,
	"reference": ReferenceSection, "lesson": Lesson, "invitation": Invitation, "person": Person,
	"stage": Stage, "procedure title": Procedure, "instruction": Instruction, "sequence": Sequence, "glossary title": Glossary, "entry part": EntryPart, "part end": PartEnd, "trial": Trial, "listing": Listing, "column": Column, "synopsis": Synopsis, "manual name": ManualName, "manual description": ManualDescription, "form of use": UseForm, "fronted": Fronted, "pointing": Pointing, "pronoun": Pronoun, "being done": BeingDone, "itself": Itself, "purpose": Purpose, "describing": Describing, "joining": Joining, "inverting": Inverting, "impersonal": Impersonal, "announcing": Announcing, "linking": Linking, "restating": Restating, "named column": NamedColumn, "told column": ToldColumn, "parts title": PartsTitle, "datum": Datum, "overview": Overview, "steps ahead": StepsAhead, "standard part": StandardPart, "specification": SpecificationTitle, "specification subject": SpecificationSubject, "key points": KeyPoints,
	"stop": stopWord, "home stop": homeStop, "faint": faintWord, "counted": counted, "abbreviation": abbreviation, "starter": starter,
}

// Has reports whether a word has the use in some language. The word must be folded, as Words gives it and Fold makes
// it.
func (u Use) Has(word string) bool { return vocabularies().uses[u][word] }

// Phrased reports whether phrases of several words have the use.
func (u Use) Phrased() bool { return phrased[u] }

// Knows reports whether the language has words for a use at all: it has articles, or not.
func (l *Language) Knows(u Use) bool { return len(l.uses[u]) > 0 }

// All gives the words that have the use in the language, in no order.
func (l *Language) All(u Use) iter.Seq[string] { return maps.Keys(l.uses[u]) }

// Fold brings a word or a phrase to the form of the tables: lower case, without accents, with single blanks and no
// point or colon at its end.
func Fold(word string) string { return foldHead(word) }

// Prints are the words that typesetting systems print by themselves.
type Prints struct{ Proof, Figure, Table string }

// Babel returns what LaTeX prints in a language that it calls by that name.
func Babel(name string) (Prints, bool) {
	p, ok := vocabularies().prints[name]
	return p, ok
}

// Language is the words of one language.
type Language struct {
	code    string
	uses    [uses]map[string]bool
	endings []replacement

	nominatives []replacement // of the case of what a verb names
}

// String is the code of the language in ISO 639-1: "en", "de", "zh".
func (l *Language) String() string { return l.code }

// Has reports whether a word has a use in the language. The word must be folded.
func (l *Language) Has(u Use, word string) bool { return l.uses[u][word] }

// Stop reports whether a folded word says nothing by itself in a text of the language.
func (l *Language) Stop(word string) bool { return stopWord.Has(word) || l.uses[homeStop][word] }

// Begins reports whether s begins with a word that has a use in the language. Where words stand without blanks, as in
// Chinese, a word is what the table has, up to four characters.
func (l *Language) Begins(u Use, s string) bool {
	if r, _ := utf8.DecodeRuneInString(s); Unblanked(r) {
		end := 0
		for range 4 {
			r, n := utf8.DecodeRuneInString(s[end:])
			if !Unblanked(r) {
				break
			}
			if end += n; l.uses[u][s[:end]] {
				return true
			}
		}
		return false
	}
	end := strings.IndexFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && r != '-' && r != '\'' && r != '’' && !unicode.Is(unicode.Mn, r)
	})
	if end < 0 {
		end = len(s)
	}
	return end > 0 && end <= longestHead && l.uses[u][foldHead(s[:end])]
}

// Declines reports whether the language sets a term that a verb names in a case of its own, "называется группой".
func (l *Language) Declines() bool { return len(l.nominatives) > 0 }

// Nominatives gives what a word in lower case may be in the nominative, likelier forms first, where it may stand in the
// case of what a verb names: "открытое" for "открытым". A word of another case, or none, has none.
func (l *Language) Nominatives(word string) []string {
	var out []string
	for _, e := range l.nominatives {
		if rest, ok := strings.CutSuffix(word, e.from); ok && rest != "" {
			out = append(out, rest+e.to)
		}
	}
	return out
}

// Unblanked reports the letters and points of scripts that set no blanks between words.
func Unblanked(r rune) bool {
	return r >= 0x3001 && r <= 0x303F || r >= 0xFF01 && r <= 0xFF1F || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// LanguageNamed returns the language with a code; nil when there is no table of it.
func LanguageNamed(code string) *Language {
	for _, l := range vocabularies().languages {
		if l.code == code {
			return l
		}
	}
	return nil
}

// LanguageFor returns the language with a code, or where the code says nothing the one that a text is written in.
func LanguageFor(code, s string) *Language {
	if l := LanguageNamed(code); l != nil {
		return l
	}
	return LanguageOf(s)
}

// LanguageOf returns the language that a text is written in, by its function words; English when nothing tells. It
// reads a sample.
func LanguageOf(s string) *Language {
	const sample = 64 << 10
	if len(s) > sample { // from within the text, behind title pages and contents
		s = s[min(len(s)/3, len(s)-sample):][:sample]
	}
	count := make([]int, len(vocabularies().languages))
	c := counters.Get().(*counter)
	defer c.release()
	c.words = appendWords(slices.Grow(c.words[:0], len(s)/7), s)
	speakers := vocabularies().speakers
	for _, w := range c.words {
		for _, k := range speakers[w.Text] {
			count[k]++
		}
	}
	best := vocabularies().english
	for k := range vocabularies().languages {
		if count[k] > count[best] {
			best = k
		}
	}
	return vocabularies().languages[best]
}

// Stem reduces a folded word to what its inflected forms share: in English to its stem, in other languages without the
// endings of case, number and gender, and without deriving anything.
func (l *Language) Stem(word string) string {
	if len(l.endings) == 0 {
		return stem(word)
	}
	for _, e := range l.endings {
		if rest, ok := strings.CutSuffix(word, e.from); ok && utf8.RuneCountInString(rest)+len(e.to) >= shortestStem {
			return rest + e.to
		}
	}
	return word
}

// shortestStem is how many letters an ending leaves at least.
const shortestStem = 4

// replacement is an ending and what stands for it in the stem.
type replacement struct{ from, to string }

// tables are what the tables of all languages say.
type tables struct {
	heads     map[string]Head
	uses      [uses]map[string]bool // of all languages
	prints    map[string]Prints
	languages []*Language
	english   int              // its place among them
	speakers  map[string][]int // the languages that have a function word
}

//go:embed languages/*.txt
var languageFiles embed.FS

// vocabularies are read when the first text comes: a program that only prints its version does without.
var vocabularies = sync.OnceValue(readTables)

func readTables() *tables {
	t := &tables{heads: map[string]Head{}, prints: map[string]Prints{}, speakers: map[string][]int{}}
	for u := range t.uses {
		t.uses[u] = map[string]bool{}
	}
	files, err := languageFiles.ReadDir("languages")
	if err != nil {
		panic(err) // the files are part of the program
	}
	for _, f := range files {
		data, err := languageFiles.ReadFile(path.Join("languages", f.Name()))
		if err != nil {
			panic(err)
		}
		t.read(strings.TrimSuffix(f.Name(), ".txt"), string(data))
	}
	return t
}

// phrased are the uses of phrases and titles.
var phrased = [uses]bool{
	LeftOut: true, Untitled: true, NamingPhrase: true, IntroducingPhrase: true, Repeating: true, SayingPhrase: true, Procedure: true, Glossary: true, Overview: true, StepsAhead: true, StandardPart: true, KeyPoints: true, PaperSection: true, Equating: true,
	Weaker: true, Stronger: true, Comparing: true, Illustrating: true, Reason: true, Principle: true, Stressed: true, Linking: true, Restating: true,
}

// read takes the table of a language: lines "what: words", which go on in lines that begin with a blank. Head words,
// phrases and titles are separated by commas, the others by blanks.
func (t *tables) read(code, data string) {
	l := &Language{code: code}
	for u := range l.uses {
		l.uses[u] = map[string]bool{}
	}
	if code == "en" {
		t.english = len(t.languages)
	}
	t.languages = append(t.languages, l)
	var names []string
	for line := range strings.Lines(strings.ReplaceAll(data, "\n ", " ")) {
		what, list, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(what, "#") {
			continue
		}
		switch use, known := useNames[what]; {
		case known && phrased[use]:
			t.add(use, l, strings.Split(list, ","))
		case known:
			t.add(use, l, strings.Fields(list))
		case what == "ending":
			for _, e := range strings.Fields(list) {
				from, to, _ := strings.Cut(e, "=")
				l.endings = append(l.endings, replacement{foldHead(from), foldHead(to)})
			}
		case what == "nominative":
			for _, e := range strings.Fields(list) {
				from, to, _ := strings.Cut(e, "=")
				l.nominatives = append(l.nominatives, replacement{from, to})
			}
		case what == "babel":
			names = strings.Fields(list)
		case what == "prints":
			p := strings.Split(list, ",")
			for _, n := range names {
				t.prints[n] = Prints{strings.TrimSpace(p[0]), strings.TrimSpace(p[1]), strings.TrimSpace(p[2])}
			}
		default:
			t.head(what, list)
		}
	}
}

func (t *tables) add(use Use, l *Language, list []string) {
	for _, w := range list {
		if w = foldHead(w); w == "" || use == stopWord && len(w) == 1 && w != "a" { // letters are variables
			continue
		}
		t.uses[use][w], l.uses[use][w] = true, true
		if use == stopWord {
			t.speakers[w] = append(t.speakers[w], len(t.languages)-1)
		}
	}
}

// head takes a line "class role: word, word, …" of head words. The class is a kind for items.
//
// Where usage differs, the reading that gives a curator a primitive with content wins: a notation or convention fixes
// a meaning (definition), a principle, law or rule is set without proof (axiom), a hypothesis is claimed (theorem).
func (t *tables) head(what, list string) {
	class, role, _ := strings.Cut(what, " ")
	h := Head{Role: role}
	switch class {
	case "proof":
		h.Class = Proof
	case "example":
		h.Class = Example
	case "exercise":
		h.Class = Exercise
	case "remark":
		h.Class = Remark
	default:
		h.Class, h.Kind = Item, core.Kind(class)
	}
	for w := range strings.SplitSeq(list, ",") {
		t.heads[foldHead(w)] = h
	}
}
