package extract

import (
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// stageHead reads the title of a task, stage or part as that of a step: "Task 2: Create a network", "Task - create a
// network". Books and exercise sheets have tasks and parts too, so they count in tutorials only, with a title, and a
// number or a dash before it.
func stageHead(title string, level, end int) *head {
	word, rest, ok := strings.Cut(strings.TrimSpace(title), " ")
	bare := strings.TrimRight(word, ":")
	if !ok || !text.Stage.Has(text.Fold(bare)) || !startsUpper(word) {
		return nil
	}
	h := titleHead("Step "+rest, "", level, end)
	if name := strings.TrimLeft(rest, "-–—: "); len(name) < len(rest) || len(bare) < len(word) {
		step, _ := text.LookupHead("step")
		h = &head{Head: step, title: name, marked: true, alone: true, advice: true, end: end}
	}
	if h == nil || h.Role != "step" || h.number != "" && !digitByte(h.number[0]) || h.title == "" {
		return nil
	}
	h.word, h.weak = bare, true
	h.rule = "heading \"" + strings.TrimSpace(h.word+" "+h.number) + "\" with a title in a tutorial"
	return h
}

// stageParagraph reads a paragraph that begins with the title of a numbered task in a face of its own, as headings of
// low levels are typeset: "**Task 2: Create a network** In this task …".
func (x *index) stageParagraph(u *unit) *head {
	v := x.view(u.body)
	if v.face == 0 {
		return nil
	}
	title := strings.TrimSpace(string(v.s[:v.index(v.face)]))
	h := stageHead(strings.TrimRight(title, ".:"), 0, v.end)
	if h == nil || h.number == "" {
		return nil
	}
	_, body, _ := v.after(v.index(v.face))
	if h.alone = body >= len(v.s) && v.full; !h.alone {
		h.end = v.pos(body)
	}
	h.rule = "marked run-in head \"" + h.word + " " + h.number + "\" in a tutorial"
	return h
}

// deepest is the level below which headings count as of one level.
const deepest = 12

// leastSequence is how many headings that are numbered one after the other make a sequence.
const leastSequence = 3

// findSteps marks what else numbers the steps of tutorials, beside headings and paragraphs that begin with "Step 1":
// tasks, headings that are numbered and tell the reader what to do or stand over numbered instructions, and lists that
// the author calls a procedure. What is no step here, since the text is no tutorial, is no head.
func (x *index) findSteps(an *core.Analysis, units []unit) []unit {
	doc := x.doc
	tutorial := false
	for i := range units {
		u := &units[i]
		in := an.TypeAt(u.span.Start) == core.Tutorial
		tutorial = tutorial || in
		switch b := &doc.Blocks[u.block]; {
		case in && u.head == nil && u.kind == core.Paragraph:
			u.head = x.stageParagraph(u)
		case u.kind != core.Heading:
		case in && u.head == nil:
			u.head = stageHead(b.Title, b.Level, b.Span.End)
		case u.head != nil && u.head.Role == "step" && !in && an.TypeAt(u.span.Start) != core.Unknown:
			u.head = nil
		}
	}
	if !tutorial {
		return units
	}
	numberedHeadings(doc, an, units)
	instructions(doc, an, units)
	holders(doc, units)
	return procedures(doc, an, units)
}

// numberedHeadings takes runs of headings of one level that are numbered from 1 on under one heading and of which most
// tell the reader what to do: "1. Install the tools", "2. Run the server". Numbers before nouns count sections, unless
// the heading above calls them tasks or steps. Of those it calls so one may be missing where a page has lost it.
func numberedHeadings(doc *core.Document, an *core.Analysis, units []unit) {
	type run struct {
		members []int
		last    int    // the number of the last member
		title   string // of the heading of this level
	}
	var open []run // by level
	announced := func(level int) bool {
		for level--; level >= 0; level-- {
			if t := open[level].title; t != "" {
				return text.AnnouncesSteps(t) || text.Stage.Has(text.Singular(text.Fold(t)))
			}
		}
		return false
	}
	shut := func(level int) {
		r := &open[level]
		told, named := 0, 0
		for _, i := range r.members {
			switch _, s := headingNumber(&doc.Blocks[units[i].block]); {
			case text.Imperative(s):
				told++
			case text.Gerund(s):
				named++
			}
		}
		if n := len(r.members); n >= leastSequence && (3*told >= 2*n || told+named == n) || n > 1 && announced(level) {
			for _, i := range r.members {
				b := &doc.Blocks[units[i].block]
				h, _ := text.LookupHead("step")
				n, title := headingNumber(b)
				units[i].head = &head{Head: h, word: "Step", number: n, title: title, end: b.Span.End, marked: true, alone: true, weak: true, advice: true,
					rule: "heading " + n + " of a numbered sequence that tells what to do"}
			}
		}
		r.members, r.last = nil, 0
	}
	for i := range units {
		if units[i].kind != core.Heading {
			continue
		}
		b := &doc.Blocks[units[i].block]
		level := min(max(0, b.Level), deepest)
		for len(open) <= level {
			open = append(open, run{})
		}
		for k := level + 1; k < len(open); k++ {
			shut(k)
			open[k].title = ""
		}
		r := &open[level]
		r.title = b.Title
		number, _ := headingNumber(b)
		n := stepNumber(number)
		told := announced(level)
		if n == 0 || strings.Contains(number, ".") || units[i].head != nil || n != r.last+1 && !(told && n > r.last) || an.TypeAt(b.Span.Start) != core.Tutorial {
			shut(level)
			if n != 1 && !(told && n > 0) || units[i].head != nil {
				continue
			}
		}
		r.members, r.last = append(r.members, i), n
	}
	for k := range open {
		shut(k)
	}
}

// instructions takes the headings that tell the reader what to do over the numbered list of how: "Create a network"
// over "1. Open the portal. 2. In the menu, choose Networks. …", as labs and manuals write tasks, and exercises of
// labs, "Exercise: Creating a network", over paragraphs that do. One or two of them are an aside, as projects say how
// to install what they are about; and who numbers steps in headings says there what the tasks are.
func instructions(doc *core.Document, an *core.Analysis, units []unit) {
	for i := range units {
		if h := units[i].head; h != nil && h.Role == "step" {
			return
		}
	}
	tasks := map[int]*head{}
	for i := range units {
		u := &units[i]
		if u.kind != core.Heading || u.head != nil && u.head.Class != text.Exercise || an.TypeAt(u.span.Start) != core.Tutorial {
			continue
		}
		b := &doc.Blocks[u.block]
		number, title := headingNumber(b)
		if u.head != nil {
			word, rest, _ := strings.Cut(title, ":")
			_, number, _ = strings.Cut(word, " ")
			title = strings.TrimSpace(rest)
		}
		if !text.Imperative(title) && !text.Gerund(title) {
			continue
		}
		entries, told := 0, 0
		for j := i + 1; j < len(units) && units[j].kind != core.Heading; j++ {
			switch n := &units[j]; {
			case n.kind == core.List:
				e, t := instructed(doc, n.block)
				entries, told = entries+e, told+t
			case n.kind == core.Paragraph && u.head != nil && instructs(n.body.Of(doc.Text)):
				entries, told = entries+1, told+1
			}
		}
		if entries >= leastSequence && 2*told >= entries || entries > 1 && told == entries {
			h, _ := text.LookupHead("step")
			tasks[i] = &head{Head: h, word: "Step", title: title, end: b.Span.End, marked: true, alone: true, weak: true, advice: true, rule: "heading over numbered instructions"}
			if numeric(number) {
				tasks[i].number = number
			}
			if u.head != nil {
				tasks[i].word = u.head.word
			}
		}
	}
	if len(tasks) >= leastSequence {
		for i, h := range tasks {
			units[i].head = h
		}
	}
}

// instructed is how many entries a numbered list has, and how many of them tell the reader what to do; none of another
// list.
func instructed(doc *core.Document, list int) (entries, told int) {
	b := doc.Blocks
	for j := list + 1; j <= b[list].Last && j < len(b); j = max(j, b[j].Last) + 1 {
		if !digitByte((b[j].Number + " ")[0]) {
			return 0, 0
		}
		if entries++; instructs(b[j].Body.Of(doc.Text)) {
			told++
		}
	}
	return entries, told
}

// instructs reports a sentence that tells the reader what to do, at its beginning or behind what says where or when:
// "In the menu, choose Networks".
func instructs(s string) bool {
	if text.Imperative(s) {
		return true
	}
	_, rest, ok := strings.Cut(s[:cut(s, maxClause)], ", ")
	return ok && text.Imperative(rest)
}

// maxClause is how far into a sentence the comma may stand behind which it tells what to do, in bytes.
const maxClause = 160

// headingNumber is the number of a heading and its title behind it. Readers leave a number in the title that stands
// before a word in lower case, where a name of a program is as good as a noun that it counts.
func headingNumber(b *core.Block) (number, title string) {
	if number = strings.Trim(b.Number, " .)"); number != "" {
		return number, b.Title
	}
	if n, rest, ok := strings.Cut(b.Title, " "); ok && strings.Trim(n, "0123456789") == "" {
		return n, strings.TrimSpace(rest)
	}
	return "", b.Title
}

// holders takes the head from tasks and parts that hold steps, which say what is to be done, and from numbered headings
// within a step, which are its parts.
func holders(doc *core.Document, units []unit) {
	var open []int // the headings around
	for i := range units {
		u := &units[i]
		level := 0
		if u.kind == core.Heading {
			level = min(doc.Blocks[u.block].Level, deepest)
			for n := len(open); n > 0 && doc.Blocks[units[open[n-1]].block].Level >= level; n-- {
				open = open[:n-1]
			}
		}
		if h := u.head; h != nil && h.Role == "step" && h.number != "" {
			for _, k := range open {
				switch {
				case units[k].head == nil:
				case units[k].head.weak:
					units[k].head = nil
				case h.weak:
					u.head = nil
				}
			}
		}
		if level > 0 && u.head != nil && u.head.Role == "step" {
			open = append(open, i)
		}
	}
}

// procedures splits the numbered lists that stand right under the word "Procedure" or "Steps", as heading, title or
// paragraph, into the steps that they are. One that tells the headings behind it is their table of contents.
func procedures(doc *core.Document, an *core.Analysis, units []unit) []unit {
	b := doc.Blocks
	announced := func(i int) bool {
		if i == 0 {
			return false
		}
		s := b[units[i-1].block].Title
		if units[i-1].kind == core.Paragraph {
			s = units[i-1].body.Of(doc.Text)
		}
		return text.AnnouncesSteps(s)
	}
	var out []unit
	var titles map[string]int
	done := 0
	for i := range units {
		u := &units[i]
		if u.kind != core.List || u.head != nil || an.TypeAt(u.span.Start) != core.Tutorial || u.block >= b[u.block].Last || !digitByte((b[u.block+1].Number + " ")[0]) || !announced(i) {
			continue
		}
		if titles == nil {
			titles = lastTitles(doc)
		}
		if tellsHeadings(doc, u.block, titles) {
			continue
		}
		out = append(out, units[done:i]...)
		done = i + 1
		n := 0
		for j := u.block + 1; j <= b[u.block].Last && j < len(b); j = max(j, b[j].Last) + 1 {
			n++
			h, _ := text.LookupHead("step")
			number := strings.Trim(b[j].Number, " .)(")
			out = append(out, unit{block: j, kind: core.ListItem, span: b[j].Span, body: b[j].Body, parent: u.block,
				head: &head{Head: h, word: "Step", number: number, end: b[j].Body.Start, weak: true, rule: "entry of a numbered list under \"Procedure\""}})
		}
	}
	if done == 0 {
		return units
	}
	return append(out, units[done:]...)
}

// lastTitles is where in a document each title of a heading stands last.
func lastTitles(doc *core.Document) map[string]int {
	last := map[string]int{}
	for i := range doc.Blocks {
		if b := &doc.Blocks[i]; b.Kind == core.Heading {
			last[text.Fold(text.Plain(b.Title))] = i
		}
	}
	return last
}

// tellsHeadings reports whether most entries of a list are the titles of headings behind it.
func tellsHeadings(doc *core.Document, list int, titles map[string]int) bool {
	b := doc.Blocks
	entries, told := 0, 0
	for j := list + 1; j <= b[list].Last && j < len(b); j = max(j, b[j].Last) + 1 {
		if entries++; titles[text.Fold(text.Plain(b[j].Body.Of(doc.Text)))] > list {
			told++
		}
	}
	return 2*told > entries
}

// stepNumber is the place of a step among those beside it: 3 for "3", 2 for "1.2".
func stepNumber(s string) int {
	s = s[strings.LastIndexByte(s, '.')+1:]
	n := 0
	for i := 0; i < len(s) && digitByte(s[i]) && n < 1e6; i++ {
		n = n*10 + int(s[i]-'0')
	}
	return n
}

// stepSection takes the statement of a step that is a heading: all of its section up to the next step, with the notes
// and sections inside. Programs and files stay in it whatever sentence stands before them: the file that the reader is
// to write is often all that a step is for, and authors end the sentence before it with a full stop as readily as with
// a colon.
func (f *finder) stepSection(i int, it *found) int {
	u := &f.units[i]
	it.end = "ends with its section"
	before := "." // what stands before a program in the step
	j, end := i+1, u.last
	if j == end && end < len(f.units) && f.units[end].kind == core.Heading && f.units[end].head == nil && it.head.title == "" {
		// Number and title are headings of their own.
		h := *it.head
		h.title = f.doc.Blocks[f.units[end].block].Title
		it.head, j, end = &h, end+1, f.units[end].last
	}
	for ; j < end; j++ {
		n := &f.units[j]
		if n.head != nil && n.head.Class == text.Item && f.wanted(n) {
			it.end = "ends before \"" + strings.TrimSpace(n.head.word+" "+n.head.number) + "\""
			break
		}
		if n.inner || n.kind == core.Code && f.picture(n, before) {
			continue
		}
		it.statement = append(it.statement, n.span)
		before = n.body.Of(f.doc.Text)
	}
	if len(it.statement) == 0 && end == u.last { // nothing but pictures
		for k := i + 1; k < j; k++ {
			it.statement = append(it.statement, f.units[k].span)
		}
	}
	if len(it.statement) == 0 && it.head.title != "" {
		it.statement = []core.Span{titleSpan(f.doc, &f.doc.Blocks[u.block])}
	}
	return j
}

// drawings are the languages of fences that MakeCode draws as blocks or sets the editor up with: no reader sees their
// text.
var drawings = wordSet("blocks block blocks-ignore spy cards template ghost package blockconfig.global blockconfig.local validation.global validation.local")

// picture reports a program in a step that stands for a picture of its result. Where fences keep their languages only
// drawings do. Pages, word processors and plain text keep none: there a program belongs to the step only where the
// sentence before it has not ended.
func (f *finder) picture(n *unit, before string) bool {
	if drawings[strings.ToLower(strings.Trim(f.doc.Blocks[n.block].Name, ".{} "))] {
		return sentenceEnd(before)
	}
	switch f.doc.MediaType {
	case "text/plain", "application/pdf", "application/vnd.openxmlformats-officedocument.wordprocessingml.document":
		return sentenceEnd(before)
	}
	return false
}

// titleSpan is where the title stands in a heading.
func titleSpan(doc *core.Document, b *core.Block) core.Span {
	if b.Body.Len() > 0 {
		return b.Body
	}
	return b.Span
}
