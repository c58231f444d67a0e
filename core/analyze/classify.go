package analyze

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

// Weights of the five families (first seed, "Content Type Classification"), and the least score that says anything.
const (
	weightTextbook  = 3
	weightReference = 2
	weightTutorial  = 2
	weightSpec      = 3
	weightPaper     = 2
	leastScore      = 2
)

// leastPerBytes is how often key words and invitations must come to be what a text is about, one in so many bytes (a
// thousand words). A specification has one in every second sentence; in a novel they are emphasis and talk.
const leastPerBytes = 6_000

// leastKeyWords is how many key words make a specification of a text that does not declare them.
const leastKeyWords = 3

// mostTogether is how many declarations count beside the first in a piece of code.
const mostTogether = 5

// contentTypes are the types in the order that decides between equals.
var contentTypes = []core.ContentType{core.Textbook, core.ReferenceDoc, core.Tutorial, core.Spec, core.Paper}

// classify counts the marks of each family where authors put them: heads of items at the start of blocks and in
// headings, key words of requirements in capitals, steps and invitations, declarations in code, the sections of a
// paper. Everyday words of other families within sentences ("function", "return", "class", "step") say nothing.
//
// The chapters are counted each by itself as well. A chapter that is plainly of another type than the document, an
// appendix of declarations or a tutorial in a book of theory, gets that type.
func classify(doc *core.Document, chapters []core.Chapter) (core.ContentType, map[core.ContentType]float64) {
	wording := text.WordingOf(doc)
	titled, kindred := text.TitledSpecification(doc)
	declared := titled || kindred || wording > text.Capitals || text.DeclaresKeyWords(doc.Text)
	parts := make([]census, max(1, len(chapters)))
	k := 0
	for i := range doc.Blocks {
		for k+1 < len(chapters) && doc.Blocks[i].Span.Start >= chapters[k+1].Span.Start {
			k++
		}
		parts[k].block(doc, i, wording)
	}
	var whole census
	for i := range parts {
		parts[i].declared = declared
		whole.add(&parts[i])
	}
	whole.declared, whole.titled, whole.bytes = declared, titled, len(doc.Text)
	n := whole.scores()
	best, score := core.Unknown, float64(leastScore)
	for _, t := range contentTypes {
		if n[t] >= score && (best == core.Unknown || n[t] > score) {
			best, score = t, n[t]
		}
	}
	for i := range chapters {
		parts[i].bytes = chapters[i].Span.Len()
		chapters[i].Type = parts[i].differs(best)
	}
	for i := 1; i < len(chapters); i++ {
		parts[i].follow(&chapters[i], chapters[i-1].Type, best)
	}
	for i := len(chapters) - 2; i >= 0; i-- {
		parts[i].follow(&chapters[i], chapters[i+1].Type, best)
	}
	return best, n
}

// follow gives a chapter the type of the one beside it, which plainly is no t as the document is, where what little the
// chapter holds speaks for that: the tutorials of a book stand together, and some have two steps.
func (c *census) follow(chapter *core.Chapter, beside, t core.ContentType) {
	if n := c.hard(); chapter.Type == "" && beside != "" && n[beside] >= leastScore && n[beside] > contrast*n[t] {
		chapter.Type = beside
	}
}

// contrast is how many times the evidence for the document's type the evidence for another must be in a chapter that is
// of another type, with priorScore on top, which chance does not give.
const contrast = 2

// hard are the scores without what stands in every kind of book. Of what speaks for a tutorial only steps count, since
// authors of every kind invite their readers, and examples for nothing; and no chapter is a paper.
func (c *census) hard() map[core.ContentType]float64 {
	own := *c
	own.examples, own.illustration, own.invitations, own.sections = 0, 0, 0, nil
	return own.scores()
}

// differs returns the type that a chapter has in a document of type t when it plainly is another, else nothing.
func (c *census) differs(t core.ContentType) core.ContentType {
	n := c.hard()
	var best core.ContentType
	score := contrast*n[t] + priorScore
	for _, o := range contentTypes {
		if o != t && n[o] >= score {
			best, score = o, n[o]
		}
	}
	if t == core.Paper && best == core.Textbook {
		return "" // the two state things in the same way
	}
	return best
}

// census counts what speaks for a content type.
type census struct {
	items        int             // definitions, theorems, proofs
	examples     int             // examples and exercises with a number
	illustration int             // examples and exercises without a number, which manuals have too
	keyWords     int             // of BCP 14
	steps        int             // numbered steps
	invitations  int             // "Let's …", "Try …"
	declarations int             // of functions and types, in code and in headings
	together     int             // further ones in the same piece of code
	names        int             // headings that are bare names of programs: settings, properties
	described    int             // names that lists describe, options
	headings     int             // of all kinds
	signatures   int             // headings that are signatures
	programs     int             // other code
	sections     map[string]bool // of a paper, each once: a book has an introduction a chapter
	bytes        int             // of the text
	declared     bool            // the text says that it uses the key words, or its title what they are used for
	titled       bool            // its title calls it a specification
	listing      bool            // the heading above says that options or settings are listed
}

// add counts what another part of the text holds.
func (c *census) add(o *census) {
	c.items += o.items
	c.examples += o.examples
	c.illustration += o.illustration
	c.keyWords += o.keyWords
	c.steps += o.steps
	c.invitations += o.invitations
	c.declarations += o.declarations
	c.together += o.together
	c.names += o.names
	c.described += o.described
	c.headings += o.headings
	c.signatures += o.signatures
	c.programs += o.programs
	for s := range o.sections {
		c.section(s)
	}
}

func (c *census) block(doc *core.Document, i int, in text.Wording) {
	b := &doc.Blocks[i]
	switch b.Kind {
	case core.Heading:
		c.heading(b.Title, text.CodedTitle(doc, b))
	case core.List:
		if i > 0 && b.Last > i && number(strings.Trim(doc.Blocks[i+1].Number, " .)")) && procedure(doc, i-1) {
			c.steps++
		}
	case core.TermList:
		c.terms(doc.Blocks, i)
	case core.Environment:
		if strings.EqualFold(b.Name, "abstract") {
			c.section("abstract")
		} else if h, ok := boxHead(b); ok {
			c.item(h, b.Number != "" || h.Class == text.Item && !b.Starred)
		}
	case core.Code:
		switch declared := declares(b.Body.Of(doc.Text)); {
		case text.Endpoint(body(doc, b)):
			c.described++
		case b.Name == "signature": // said to be one by a class of HTML or an element of DocBook
			c.described += 2
		case declared:
			c.declarations++
			c.together += min(strings.Count(b.Body.Of(doc.Text), ";\n"), mostTogether)
		default:
			c.programs++
		}
	case core.Paragraph, core.ListItem, core.Table:
		if b.Kind == core.Table {
			c.described += optionRows(b.Body.Of(doc.Text))
			if text.ListsParts(text.ColumnHeads(b.Body.Of(doc.Text))) {
				c.described++
			}
		}
		if b.Kind == core.Paragraph && text.Endpoint(body(doc, b)) {
			c.described++
			return
		}
		if b.Kind == core.ListItem && b.Last > i {
			return // its paragraphs are counted themselves
		}
		body := b.Body.Of(doc.Text)
		if c.listing && b.Kind != core.Table {
			if _, ok := text.ReadListed(body); ok {
				c.described++
				return
			}
		}
		steps := c.steps
		if h, numbered, ok := opensItem(body); ok {
			c.item(h, numbered)
		}
		c.keyWords += keyWords(body, in)
		if !describes(doc, b) {
			c.invite(body)
		}
		if c.steps > steps && belongs(doc, b) {
			c.steps = steps
		}
	}
}

// boxHead says what a box is by its head or name, or by its title where it is a mere note: authors of such books have
// one box for all ("note", with the title "Definition").
func boxHead(b *core.Block) (text.Head, bool) {
	h, ok := text.LookupHead(cmp.Or(b.Head, b.Name))
	if ok && h.Class != text.Remark || b.Title == "" {
		return h, ok
	}
	if words := text.Words(b.Title[:min(len(b.Title), 120)]); len(words) > 0 {
		if t, ok := text.LookupHead(words[0].Text); ok && t.Class == text.Item {
			return t, true
		}
	}
	return h, ok
}

// maxDepth is how far up the boxes around a block are looked at.
const maxDepth = 16

// belongs reports whether a block is part of an example, an exercise, a proof or an item, whose steps are its own.
func belongs(doc *core.Document, b *core.Block) bool {
	for p, depth := b.Parent, 0; p >= 0 && depth < maxDepth; p, depth = doc.Blocks[p].Parent, depth+1 {
		if doc.Blocks[p].Kind != core.Environment {
			continue
		}
		if h, ok := boxHead(&doc.Blocks[p]); ok && h.Role != "step" && h.Class != text.Remark {
			return true
		}
	}
	return false
}

// describes reports the words of an entry in a list of descriptions, which begin with a verb as an invitation does:
// "Set the name of the window."
func describes(doc *core.Document, b *core.Block) bool {
	for p, depth := b.Parent, 0; p >= 0 && depth < maxDepth; p, depth = doc.Blocks[p].Parent, depth+1 {
		if doc.Blocks[p].Kind == core.TermList {
			return true
		}
	}
	return false
}

// body is the text of a block, or as much of it as says what it is.
func body(doc *core.Document, b *core.Block) string {
	s := b.Body.Of(doc.Text)
	return s[:min(len(s), 300)]
}

// scores weighs the counts.
func (c *census) scores() map[core.ContentType]float64 {
	declarations := c.declarations + c.together
	if c.names >= leastNames {
		declarations += c.names
	}
	if c.programs > 2*c.declarations { // a program declares too; in a reference the declarations are the matter
		declarations = 0
	}
	described := c.described
	if c.signatures*leastSignatures >= c.headings {
		described += c.signatures
	}
	declarations += described // nothing but a reference lists so, however many examples it gives
	keyWords, invitations := c.keyWords, c.invitations
	if !c.declared && (keyWords < leastKeyWords || keyWords*leastPerBytes < c.bytes) {
		keyWords = 0
	}
	if invitations*leastPerBytes < c.bytes {
		invitations = 0
	}
	if c.titled && c.items == 0 { // some state what is required in plain words
		keyWords += leastKeyWords
	}
	items := c.items
	if items > 0 || described == 0 { // the pages of references count their examples too
		items += c.examples
	}
	return map[core.ContentType]float64{
		core.Textbook:     weightTextbook * float64(items+min(c.illustration, items)),
		core.ReferenceDoc: weightReference * float64(declarations),
		core.Tutorial:     weightTutorial * float64(c.steps+invitations),
		core.Spec:         weightSpec * float64(keyWords),
		core.Paper:        weightPaper * float64(len(c.sections)),
	}
}

// leastSignatures is one in how many headings must have a signature for a text to be of those that list them. Texts of
// other kinds have a heading on a function now and then.
const leastSignatures = 8

// item counts a head word by what it opens. Remarks and rules stand in every kind of text.
func (c *census) item(h text.Head, numbered bool) {
	switch h.Class {
	case text.Proof:
		c.items++
	case text.Example, text.Exercise:
		if numbered {
			c.examples++
		} else {
			c.illustration++
		}
	case text.Item:
		switch h.Kind {
		case core.Algorithm, core.Identity:
			c.items++
		case core.Theorem, core.Definition:
			if h.Strong() || numbered { // "Fact: …", "Result: …" open paragraphs of every kind
				c.items++
			}
		case core.Axiom:
			if h.Role == "requirement" || h.Role == "constraint" || h.Role == "invariant" {
				c.keyWords++
			} else if h.Role != "rule" && (h.Strong() || numbered) {
				c.items++
			}
		case core.Technique:
			if h.Role == "step" {
				c.steps++
			}
		}
	}
}

func (c *census) section(name string) {
	if c.sections == nil {
		c.sections = map[string]bool{}
	}
	c.sections[name] = true
}

// leastNames is how many headings that are bare names make a list of settings. One or two are chance.
const leastNames = 3

// terms counts the entries of a list of descriptions: what the author says that it describes, and options.
// The lists inside are counted themselves.
func (c *census) terms(blocks []core.Block, list int) {
	for i := list + 1; i <= blocks[list].Last && i < len(blocks); i = max(i, blocks[i].Last) + 1 {
		it := &blocks[i]
		if it.Kind != core.ListItem || it.Title == "" {
			continue
		}
		if blocks[list].Name != "" {
			c.described++
			return
		}
		if sig, ok := text.ReadSignature(it.Title); ok && sig.Role == "option" {
			c.described++
		}
	}
}

// optionRows counts the rows of a table that begin with an option.
func optionRows(body string) int {
	n := 0
	for row := range strings.Lines(body) {
		if strings.HasPrefix(strings.TrimLeft(row, "|` *[<code>"), "-") {
			cell, _, _ := strings.Cut(strings.TrimLeft(row, "| "), "|")
			if sig, ok := text.ReadSignature(cell); ok && sig.Role == "option" {
				n++
			}
		}
	}
	return n
}

func (c *census) heading(title, coded string) {
	c.headings++
	c.listing = text.ListsOptions(title)
	if sig, ok := text.ReadSignature(coded); ok {
		if sig.Plain {
			c.names++
		} else {
			c.signatures++
		}
		return
	}
	words := text.Words(title[:min(len(title), 120)])
	for len(words) > 0 && number(words[0].Text) {
		words = words[1:]
	}
	if len(words) == 0 {
		return
	}
	one := text.Singular(words[0].Text)
	part := paperSection(title, words)
	switch {
	case part != "":
		c.section(part)
	case numbersStep(words) || numbersUnblanked(title):
		c.steps++
	case one == "synopsis" && len(words) == 1: // of a page of a manual
		c.described++
	case text.Lesson.Has(one):
		c.invitations++
	case text.ReferenceSection.Has(one) && len(words) == 2 && text.PartEnd.Has(words[1].Text): // "Argument reference"
		c.described++
	case text.ReferenceSection.Has(one) && len(words) <= 2:
		c.declarations++
	default:
		if h, ok := text.LookupHead(words[0].Text); ok && h.Class == text.Item && len(words) > 1 && (h.Kind != core.Axiom || h.Role == "axiom" || number(words[1].Text)) { // "Constraint values" names a subject
			c.item(h, h.Strong() || number(words[1].Text))
		}
	}
}

// paperSection is the part of a paper that a heading opens: "3 Results", "Results and outlook", "Related Work".
func paperSection(title string, words []text.Word) string {
	first := words[0].Text
	if r, _ := utf8.DecodeRuneInString(first); len(words) > 3 && !text.Unblanked(r) {
		return ""
	}
	for _, s := range [...]string{text.Fold(title[words[0].Span.Start:]), first, text.Singular(first)} {
		if text.PaperSection.Has(s) {
			return text.Singular(s)
		}
	}
	return ""
}

// procedure reports a heading or paragraph that announces a list of steps.
func procedure(doc *core.Document, i int) bool {
	s := doc.Blocks[i].Title
	if doc.Blocks[i].Kind == core.Paragraph {
		s = doc.Blocks[i].Body.Of(doc.Text)
	}
	return text.AnnouncesSteps(s)
}

// numbersStep reports "Step 2" and "Task 2: Create a network": tasks need a title, since exercises have numbers as
// well. A part is a part of a book until the text is known for a tutorial.
func numbersStep(words []text.Word) bool {
	if len(words) < 2 || !number(words[1].Text) {
		return false
	}
	h, ok := text.LookupHead(words[0].Text)
	return ok && h.Role == "step" || len(words) > 2 && words[0].Text == "task"
}

// numbersUnblanked reports the title of a step in a script without blanks between words: "步骤 2：启动服务".
func numbersUnblanked(title string) bool {
	title = strings.TrimLeft(title, "0123456789. ") // of the section
	end := strings.IndexFunc(title, func(r rune) bool { return !text.Unblanked(r) })
	if end <= 0 {
		return false
	}
	h, ok := text.LookupHead(title[:end])
	rest := strings.TrimLeft(title[end:], " \u00a0\u3000")
	return ok && h.Role == "step" && rest != "" && number(rest[:1])
}

func number(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// opensItem gives the head word that a paragraph begins with as items do: marked bold or italic, or followed by a
// number or title and a delimiter.
func opensItem(body string) (h text.Head, numbered, ok bool) {
	body = body[text.Ornament(body[:min(len(body), 120)]):]
	body = body[:min(len(body), 120)]
	marked := strings.HasPrefix(body, "*") || strings.HasPrefix(body, "_")
	body = strings.TrimLeft(body, "*_ ")
	end := strings.IndexFunc(body, func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 0 {
		end = len(body)
	}
	if end == 0 {
		return h, false, false
	}
	if h, ok = text.LookupHead(body[:end]); !ok {
		return h, false, false
	}
	rest := strings.TrimLeft(body[end:], " *_\u00A0")
	after := strings.TrimLeft(rest, "0123456789.ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	printed := rest[:len(rest)-len(after)]
	numbered = strings.ContainsAny(printed, "0123456789")
	switch {
	case marked:
		return h, numbered, true
	case rest == "":
		return h, false, false
	case strings.HasPrefix(body[end:], ".") || strings.HasPrefix(body[end:], ":"):
		return h, false, true
	}
	ok = printed != "" && (strings.HasSuffix(printed, ".") || strings.HasPrefix(after, ":") || strings.HasPrefix(strings.TrimSpace(after), "("))
	return h, numbered, ok
}

// keyWords counts the key words of BCP 14 in capitals. Who says "I", "you" or "he" before one speaks, and does not
// specify.
func keyWords(body string, in text.Wording) int {
	n := 0
	if in > text.Capitals {
		n += small(body, in)
	}
	for _, w := range [...]string{"MUST", "SHALL", "SHOULD", "REQUIRED", "RECOMMENDED"} {
		for at := 0; ; {
			i := strings.Index(body[at:], w)
			if i < 0 {
				break
			}
			sp := core.Span{Start: at + i, End: at + i + len(w)}
			at = sp.End
			if sp.Start > 0 && letter(body[sp.Start-1]) || sp.End < len(body) && letter(body[sp.End]) || text.Shouted(body, sp) {
				continue
			}
			if !person(body[:sp.Start]) {
				n++
			}
		}
	}
	return n
}

// small counts the key words in small letters that oblige somebody else than who speaks.
func small(body string, in text.Wording) int {
	n := 0
	for _, w := range text.Words(body) {
		if (w.Text == "shall" || w.Text == "must" && in == text.Small) && !person(body[:w.Span.Start]) {
			n++
		}
	}
	return n
}

// longestPerson is longer than a person with the blanks behind it, in bytes.
const longestPerson = 16

// person reports whether s ends in a person, the subject of speech.
func person(s string) bool {
	s = strings.TrimRight(s[max(0, len(s)-longestPerson):], " \n")
	end := len(s)
	for end > 0 && letter(s[end-1]) {
		end--
	}
	return text.Person.Has(strings.ToLower(s[end:]))
}

func letter(b byte) bool { return b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z' || b == '_' }

// invite counts what tells the reader to do something: "Let's …", "Try …", "Step 3: …".
func (c *census) invite(body string) {
	for _, s := range [...]string{"Let's ", "Let’s ", "let's ", "let’s "} {
		c.invitations += strings.Count(body, s)
	}
	words := text.Words(body[:min(len(body), 60)])
	if len(words) < 2 {
		return
	}
	switch w := words[0].Text; {
	case w == "step" && number(words[1].Text):
		c.steps++
	case text.Invitation.Has(w):
		c.invitations++
	}
}

// declares reports whether code is a declaration rather than a program: a signature that ends without a body, or a
// type.
func declares(code string) bool {
	code = withoutConditions(strings.TrimSpace(code[:min(len(code), 2000)]))
	line, _, _ := strings.Cut(behindComment(code), "\n")
	line, exported := strings.CutPrefix(line, "export ") // TypeScript
	for _, w := range [...]string{"typedef ", "#define ", "interface ", "struct ", "enum "} {
		if strings.HasPrefix(line, w) {
			return true
		}
	}
	if exported && (strings.HasPrefix(line, "type ") || strings.HasPrefix(line, "namespace ")) {
		return true
	}
	open := strings.IndexByte(code, '(')
	if open <= 0 || strings.ContainsAny(code, "{}") || !(strings.HasSuffix(code, ";") || strings.HasSuffix(code, ")")) {
		return false
	}
	head := strings.TrimSpace(code[:open])
	return strings.ContainsAny(head, " *") && !strings.ContainsAny(head, "=.\"'$") // "int f(…)", "def f(…)": two words before the bracket
}

// behindComment is code without the comment that it begins with.
func behindComment(code string) string {
	if strings.HasPrefix(code, "/*") {
		if _, rest, ok := strings.Cut(code, "*/"); ok {
			return strings.TrimSpace(rest)
		}
	}
	return code
}

// withoutConditions drops the conditions of the preprocessor around declarations.
func withoutConditions(code string) string {
	if !strings.Contains(code, "#if") {
		return code
	}
	var b strings.Builder
	for line := range strings.Lines(code) {
		if c := strings.TrimLeft(line, " "); !strings.HasPrefix(c, "#if") && !strings.HasPrefix(c, "#e") {
			b.WriteString(line)
		}
	}
	return strings.TrimSpace(b.String())
}
