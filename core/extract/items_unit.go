package extract

import (
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// unit is a piece of layout that a statement takes whole or not at all: a heading, a paragraph, a list, a display, a
// code block, a table, or an environment whose name says what it is.
type unit struct {
	block  int // index in Blocks
	kind   core.BlockKind
	span   core.Span
	body   core.Span
	parent int   // the container that holds it: a quote, a box, a list item; -1 at the top
	head   *head // of an environment, an item's heading or a run-in head; nil for plain text
	env    bool  // head comes from an environment
	inner  bool  // it lies inside a unit listed before it (an item inside a proof)
	last   int   // of a heading: index of the first unit behind its section
	ends   bool  // an end mark stands at its end
	part   bool  // a heading that but names a case or a step
}

// flatten lists the units of a document in order. Boxes without a meaning of their own (center, div, quote, minipage)
// are looked through: what stands in them stands in the text.
func flatten(doc *core.Document, x *index) []unit {
	var units []unit
	b := doc.Blocks
	for i := 0; i < len(b); {
		u := unit{block: i, kind: b[i].Kind, span: b[i].Span, body: b[i].Body, parent: b[i].Parent}
		skip := b[i].Last + 1
		switch b[i].Kind {
		case core.Heading:
			if t := b[i].Title; strings.HasPrefix(t, "~") && !strings.HasPrefix(t, "~/") { // "### ~ hint" opens a box of MakeCode, "### ~" closes it
				break
			}
			if h, ok := x.statedHeading(u); ok {
				u.head, u.kind = h, core.Paragraph
			} else {
				u.head = headingHead(&b[i])
			}
			units = append(units, u)
		case core.Paragraph:
			units = x.paragraph(u, units)
		case core.Math, core.Table:
			u.ends = endMark(doc.Text, u.body)
			units = append(units, u)
		case core.Code:
			if h, ok := text.LookupHead(className(b[i].Name)); ok && h.Class == text.Item && b[i].Name != "" && (h.Strong() || h.Kind == core.Algorithm) && strings.ToLower(b[i].Name) != "prop" { // "properties", "term" and "rules" are languages
				u.head = &head{Head: h, word: h.Role, title: b[i].Title, end: b[i].Body.Start, rule: "code block of class " + b[i].Name}
				u.env = true
			}
			units = append(units, u)
		case core.List, core.TermList:
			if listHasItems(x, b, i) {
				skip = i + 1
				break
			}
			u.ends = endMark(doc.Text, u.span)
			units = append(units, u)
		case core.ListItem: // of a list that was looked through
			if b[i].Last > i && b[i+1].Kind == core.Paragraph {
				skip = i + 1
				break
			}
			v := x.view(u.body)
			if h, ok := v.runIn(); ok {
				u.head = &h
			}
			u.ends = endMark(doc.Text, u.span)
			units = append(units, u)
		case core.Quote:
			skip = i + 1
		case core.Environment:
			h, ok := environmentHead(&b[i])
			if !ok || h.Class == text.Remark && x.opensWithItem(b, i) || wraps(h, b, i) {
				skip = i + 1
				if silent[strings.ToLower(b[i].Name)] {
					skip = b[i].Last + 1
				}
				break
			}
			u.head, u.env = h, true
			u.ends = endMark(doc.Text, u.body)
			units = append(units, u)
			if h.Class != text.Item && h.Role != "solution" {
				units = innerItems(b, i, units)
			}
		}
		i = max(skip, i+1)
	}
	settlePages(doc, units)
	x.withoutAssumptions(units)
	return units
}

// statedHeading reads a heading that is a statement with its head, "### **Lemma 2.** Every tree has a leaf.", as notes
// have it whose headings are paragraphs to fold away. A title has no full stop.
func (x *index) statedHeading(u unit) (*head, bool) {
	v := x.view(u.body)
	h, ok := v.runIn()
	if !ok || h.Class != text.Item || !h.Strong() || h.alone || h.bare {
		return nil, false
	}
	rest := core.Span{Start: min(h.end, u.body.End), End: u.body.End}.Of(x.doc.Text)
	if len(strings.Fields(rest)) < leastStated || !sentenceEnd(rest) {
		return nil, false
	}
	h.rule = "heading with the statement, " + h.rule
	return &h, true
}

// leastStated is how many words a statement in a heading has at least.
const leastStated = 4

// wraps reports an environment without a number of its own around items or exercises that have theirs: a frame, or a
// switch of the author's whose name means something else.
func wraps(h *head, b []core.Block, i int) bool {
	if h.Class != text.Item && h.Class != text.Exercise && h.Class != text.Example || h.number != "" || h.title != "" {
		return false
	}
	for k := i + 1; k <= b[i].Last; k++ {
		if b[k].Kind != core.Environment || b[k].Number == "" {
			continue
		}
		if inner, ok := environmentHead(&b[k]); ok && inner.Class == h.Class && inner.Role != "step" {
			return true
		}
	}
	return false
}

// withoutAssumptions takes the heads off the assumptions that nobody states for a text of mathematics: the lists of
// those that a model or a program makes, "Assumptions:", and those that are made in proofs, without a number or a title
// right before a proof, between its head and its end mark, or with a contradiction behind them before anything else is
// stated. They hold for the proof alone, or not at all.
func (x *index) withoutAssumptions(units []unit) {
	for i := range units {
		u := &units[i]
		h := u.head
		if h == nil || u.env || u.kind == core.Heading || h.number != "" || h.title != "" {
			continue
		}
		assumes := h.Role == "assumption" || h.Role == "hypothesis"
		if (assumes || h.Role == "constraint") && h.alone && isPlural(h.word) && i+1 < len(units) && units[i+1].kind == core.List {
			u.head = nil
			continue
		}
		if !assumes {
			continue
		}
		if proofGoesOn(units, i) {
			u.head = nil
			continue
		}
		for j := i; j < len(units) && j <= i+lookahead; j++ {
			n := &units[j]
			if j > i && (n.kind == core.Heading || n.head != nil) {
				if j == i+1 && n.head != nil && n.head.Class == text.Proof {
					u.head = nil
				}
				break
			}
			if x.contradicts(n.body.Of(x.doc.Text)) {
				u.head = nil
				break
			}
			if n.ends {
				break
			}
		}
	}
}

// proofGoesOn reports whether the unit i stands between the head of a proof and its end mark.
func proofGoesOn(units []unit, i int) bool {
	j := i - 1
	for ; j >= 0 && j >= i-lookahead && units[j].head == nil; j-- {
		if units[j].ends || units[j].kind == core.Heading {
			return false
		}
	}
	if j < 0 || units[j].head == nil || units[j].head.Class != text.Proof || units[j].ends || units[j].env {
		return false
	}
	for j = i; j < len(units) && j <= i+lookahead; j++ {
		if n := &units[j]; n.ends {
			return true
		} else if n.kind == core.Heading || j > i && n.head != nil {
			return false
		}
	}
	return false
}

// contradicts reports a text that speaks of a contradiction.
func (x *index) contradicts(s string) bool {
	for _, w := range text.Words(s[:cut(s, viewBytes)]) {
		if x.language.Has(text.Contradicting, w.Text) {
			return true
		}
	}
	return false
}

// paragraph appends a paragraph: one unit, or several when heads in a face of their own stand within it behind the end
// of a sentence, as authors who save space set them ("**Theorem 1.** … *Proof.* … **Corollary 2.** …", "**Example 3.**
// … **Definition 4.** …").
func (x *index) paragraph(u unit, units []unit) []unit {
	t, m := x.doc.Text, x.doc.Marks
	if s := u.body.Of(t); len(s) > 2 && s[0] == '{' && strings.IndexByte(s, '}') == len(s)-1 { // "{Step 3}", where it is no heading
		u.body = core.Span{Start: u.body.Start + 1, End: u.body.End - 1}
	}
	end := u.body.End
	read := func(u unit) unit {
		v := x.view(u.body)
		if h, ok := v.runIn(); ok {
			u.head = &h
		}
		u.ends = endMark(t, u.body)
		return u
	}
	first := read(u)
	if first.head == nil {
		return append(units, first)
	}
	stating := first.head.Class == text.Item || first.head.Class == text.Proof // "**Method 1.**" in an example is a part of it
	if first.head.Class == text.Item {
		if at, ok := x.proofLine(first); ok {
			statement, rest := u, u
			statement.span, statement.body = core.Span{Start: u.span.Start, End: at}, core.Span{Start: u.body.Start, End: at}
			rest.span.Start, rest.body.Start = at, at
			return x.paragraph(rest, append(units, read(statement)))
		}
	}
	cut := u.body.Start
	for k := x.marks(max(first.head.end, cut)); k < len(m) && m[k].Span.Start < end; k++ {
		at := m[k].Span.Start
		if m[k].Kind == core.Verb || at <= cut {
			continue
		}
		w := m[k].Span.Of(t)
		if e := strings.IndexAny(w, " .:(\n~"); e > 0 {
			w = w[:e]
		}
		if h, ok := text.LookupHead(w); !ok || h.Class != text.Item && h.Class != text.Proof {
			continue
		}
		for at > cut && (t[at-1] == '*' || t[at-1] == '_') {
			at--
		}
		if before := t[cut:at]; !strings.HasSuffix(before, " ") && !strings.HasSuffix(before, "\n") || !sentenceEnd(before[max(0, len(before)-80):]) && !endMark(t, core.Span{Start: cut, End: at}) {
			continue
		}
		v := x.view(core.Span{Start: at, End: end})
		h, ok := v.runIn()
		if !ok || h.Class == text.Item && (h.number == "" || !stating && !h.Strong()) || v.face == 0 {
			continue
		}
		p := u
		p.body = core.Span{Start: cut, End: at}
		p.span = core.Span{Start: cut, End: at}
		units = append(units, read(p))
		cut = at
	}
	if cut == u.body.Start {
		return append(units, first)
	}
	u.body.Start, u.span.Start = cut, cut
	return append(units, read(u))
}

// proofLine finds the line of a statement's paragraph that begins its proof: "Proof." behind the end of a sentence.
func (x *index) proofLine(u unit) (at int, ok bool) {
	t := x.doc.Text
	for at = min(u.head.end, u.body.End); ; at++ {
		k := strings.IndexByte(t[at:u.body.End], '\n')
		if k < 0 {
			return 0, false
		}
		at += k
		line := strings.TrimLeft(t[at+1:u.body.End], " \t*_")
		stop := strings.IndexAny(line[:cut(line, maxPart)], ".:")
		if h, ok := text.LookupHead(line[:max(stop, 0)]); !ok || h.Class != text.Proof || !startsUpper(line) || !statementEnd(t[max(u.body.Start, at-80):at]) {
			continue
		}
		v := x.view(core.Span{Start: at + 1, End: u.body.End})
		if h, ok := v.runIn(); ok && h.Class == text.Proof {
			return at + 1, true
		}
	}
}

// statementEnd reports the end of a sentence, or of a formula: many leave out the stop behind one.
func statementEnd(s string) bool {
	r := strings.TrimRight(s, " \n\t*_")
	return sentenceEnd(s) || strings.HasSuffix(r, `\)`) || strings.HasSuffix(r, "$")
}

// opensWithItem reports whether a box for notes holds an item with a head of its own: "> [!NOTE]" around "**Theorem
// 7.** …".
func (x *index) opensWithItem(b []core.Block, box int) bool {
	if b[box].Last <= box {
		return false
	}
	switch c := &b[box+1]; c.Kind {
	case core.Heading:
		h := headingHead(c)
		return h != nil && h.Class == text.Item && h.Role != "step"
	case core.Paragraph:
		v := x.view(c.Body)
		h, ok := v.runIn()
		return ok && h.Class == text.Item && h.Strong()
	}
	return false
}

// silent environments hold no statements of the text.
var silent = wordSet("thebibliography footnote tableofcontents comment filecontents verbatim lstlisting figure table tikzpicture index abstract solutions toc bibliography")

// innerItems appends the items that stand as environments inside another one: a claim within a proof.
func innerItems(b []core.Block, at int, units []unit) []unit {
	for j := at + 1; j <= b[at].Last && j < len(b); {
		if b[j].Kind == core.Environment {
			if h, ok := environmentHead(&b[j]); ok && (h.Class == text.Item || h.Class == text.Proof) {
				units = append(units, unit{block: j, kind: b[j].Kind, span: b[j].Span, body: b[j].Body, parent: at, head: h, env: true, inner: true})
				if h.Class == text.Item {
					j = b[j].Last + 1
					continue
				}
			}
		}
		j++
	}
	return units
}

// listHasItems reports whether entries of a list are items of their own, "- **Theorem 2.1.** …", or hold some.
func listHasItems(x *index, b []core.Block, list int) bool {
	for j := list + 1; j <= b[list].Last && j < len(b); j = max(j, b[j].Last) + 1 {
		for k := j + 1; k <= b[j].Last && k < len(b); k = max(k, b[k].Last) + 1 {
			if b[k].Kind == core.Environment {
				if h, ok := environmentHead(&b[k]); ok && h.Class == text.Item {
					return true
				}
			}
		}
		sp := b[j].Body
		if b[j].Last > j && b[j+1].Kind == core.Paragraph {
			sp = b[j+1].Body
		}
		v := x.view(sp)
		if v.face == 0 {
			continue
		}
		if h, ok := v.runIn(); ok && h.Class == text.Item && h.Strong() {
			return true
		}
	}
	return false
}

// sectionEnds sets for each heading the unit at which its section ends: the next heading of the same or a higher
// level. One pass with a stack.
func sectionEnds(doc *core.Document, units []unit) {
	var open []int
	for i := range units {
		units[i].last = len(units)
		if units[i].kind != core.Heading {
			continue
		}
		level := doc.Blocks[units[i].block].Level
		for n := len(open); n > 0 && doc.Blocks[units[open[n-1]].block].Level >= level; n-- {
			units[open[n-1]].last = i
			open = open[:n-1]
		}
		open = append(open, i)
	}
}

// endMark reports whether a span ends with the mark that closes a proof, or a statement without one.
func endMark(t string, sp core.Span) bool {
	return text.EndsProof(t[max(sp.Start, sp.End-40):sp.End])
}
