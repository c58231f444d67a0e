package reader

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"lemma/core"
)

// formula reads an element that is a formula, in any of the forms that generators and scripts leave; false when it is
// none. Of a formula and its picture one is read.
func (w *pageWalker) formula(n int32) bool {
	e := w.node(n)
	switch e.tag {
	case "math":
		tex, display := w.mathML(n)
		w.formulaText(tex, display || w.displayed(n), int(e.start), int(e.end))
		return true
	case "script":
		typ := e.value("type")
		if !strings.HasPrefix(typ, "math/tex") && !strings.HasPrefix(typ, "math/latex") {
			return false
		}
		if e.child >= 0 {
			c := w.node(e.child)
			w.formulaText(pageTeX(string(w.src[c.start:c.end])), strings.Contains(typ, "display"), int(c.start), int(c.end))
		}
		return true
	case "mjx-container":
		w.rendered(n, e.value("display") == "true" || e.value("display") == "block")
		return true
	}
	class := e.value("class")
	if class == "" {
		return false
	}
	switch {
	case e.classed("MathJax_Preview", "MathJax", "MathJax_Display", "MathJax_SVG", "MathJax_SVG_Display", "MathJax_CHTML", "MathJax_MathML", "mjx-chtml", "MathJax_CommonHTML"):
		if !w.page.scripts {
			w.rendered(n, strings.Contains(class, "isplay"))
		}
		return true
	case e.classed("katex", "mwe-math-element"):
		m := w.find(n, "math")
		if m < 0 {
			return false
		}
		f := w.node(m)
		tex, display := w.mathML(m)
		w.formulaText(tex, display || w.displayed(n) || e.classed("mwe-math-element-block"), int(f.start), int(f.end))
		return true
	case e.blocks && !e.classed("ltx_equation", "ltx_equationgroup"):
		return false
	case e.classed("ltx_equation", "ltx_equationgroup", "ltx_eqn_table") && (e.tag == "table" || e.tag == "div"):
		w.equations(n)
		return true
	case e.classed("math", "arithmatex", "texmath", "tex-math"):
		return w.mathText(n, e)
	}
	return false
}

// displayed reports whether something right around a formula says that it stands on lines of its own.
func (w *pageWalker) displayed(n int32) bool {
	for p, k := w.node(n).parent, 0; p >= 0 && k < 3; p, k = w.node(p).parent, k+1 {
		e := w.node(p)
		if e.classed("katex-display", "MathJax_Display", "mwe-math-element-block", "displaymath", "display-math", "math-display") || e.classed("math") && e.classed("display") {
			return true
		}
	}
	return false
}

// rendered reads a formula that a script has drawn: its source, or its MathML.
func (w *pageWalker) rendered(n int32, display bool) {
	e := w.node(n)
	end := e.end
	for c := n; c < int32(len(w.tree.nodes)) && c < n+400 && w.node(c).start < end; c++ {
		f := w.node(c)
		if f.tag == "math" {
			tex, d := w.mathML(c)
			w.formulaText(tex, display || d, int(e.start), int(e.end))
			return
		}
		if tex := f.value("data-latex"); tex != "" {
			w.formulaText(tex, display, int(e.start), int(e.end))
			return
		}
		if ml := f.value("data-mathml"); ml != "" {
			if t, err := newHTMLTree(w.ctx, ml, true); err == nil {
				inner := &pageWalker{pageWriter: newPageWriter([]byte(ml)), ctx: w.ctx, tree: t}
				if m := inner.find(0, "math"); m >= 0 {
					tex, d := inner.mathML(m)
					w.formulaText(tex, display || d, int(e.start), int(e.end))
					return
				}
			}
		}
	}
	w.lost++
}

// mathText reads an element whose text is a formula in TeX, or one that is set with letters and scripts alone.
func (w *pageWalker) mathText(n int32, e *htmlNode) bool {
	if w.find(n, "math") >= 0 || w.find(n, "script") >= 0 || w.find(n, "img") >= 0 {
		return false
	}
	display := e.classed("display") || e.tag == "div"
	only, number, ids := e.child, "", []string(nil)
	if only >= 0 && w.node(only).classed("eqno") && w.node(only).next >= 0 { // Sphinx sets the number, with its link, before the formula
		if c := w.node(only).child; c >= 0 && w.node(c).tag == "" {
			number = strings.TrimSpace(string(w.src[w.node(c).start:w.node(c).end]))
		}
		only = w.node(only).next
		if id := e.value("id"); id != "" {
			ids = []string{id}
		}
	}
	for only >= 0 && w.node(only).next < 0 && w.node(only).tag != "" && w.node(only).tag != "!" {
		only = w.node(only).child
	}
	if only < 0 {
		return true
	}
	if c := w.node(only); c.tag == "" && c.next < 0 {
		from, to := trimBlank(w.src, int(c.start), int(c.end))
		s := string(w.src[from:to])
		open, shut := `\(`, `\)`
		if display {
			open, shut = `\[`, `\]`
		}
		for _, d := range [...]struct{ open, shut string }{{`\(`, `\)`}, {`\[`, `\]`}, {"$$", "$$"}, {"$", "$"}} {
			if strings.HasPrefix(s, d.open) && strings.HasSuffix(s, d.shut) && len(s) >= len(d.open)+len(d.shut) {
				display = display || d.open == `\[` || d.open == "$$"
				open, shut = "", ""
				break
			}
		}
		w.display(display, ids, number, func() {
			w.made(open, from, from)
			w.words(from, to)
			if shut != "" {
				w.blank = false
				w.made(shut, to, to)
			}
		})
		return true
	}
	tex := w.markupMath(n)
	w.formulaText(tex, display, int(e.start), int(e.end))
	return true
}

func trimBlank(src []byte, from, to int) (int, int) {
	for from < to && strings.IndexByte(" \n\t\r\f", src[from]) >= 0 {
		from++
	}
	for to > from && strings.IndexByte(" \n\t\r\f", src[to-1]) >= 0 {
		to--
	}
	return from, to
}

// markupMath is the TeX of a formula that is set with italics, sub- and superscripts.
func (w *pageWalker) markupMath(n int32) string {
	var b strings.Builder
	for c := w.node(n).child; c >= 0; c = w.node(c).next {
		e := w.node(c)
		switch e.tag {
		case "":
			b.WriteString(html.UnescapeString(string(w.src[e.start:e.end])))
		case "sup", "sub":
			sign := "^{"
			if e.tag == "sub" {
				sign = "_{"
			}
			b.WriteString(sign + w.markupMath(c) + "}")
		case "!", "script", "style":
		default:
			b.WriteString(w.markupMath(c))
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// formulaText writes a formula that stands for src[from:to).
func (w *pageWalker) formulaText(tex string, display bool, from, to int) {
	w.numbered(tex, display, nil, "", from, to)
}

// numbered writes a formula; a display may have a number and ids.
func (w *pageWalker) numbered(tex string, display bool, ids []string, number string, from, to int) {
	if tex = strings.TrimSpace(tex); tex == "" {
		return
	}
	open, shut := `\(`, `\)`
	if display {
		open, shut = `\[`, `\]`
	}
	w.display(display, ids, number, func() { w.made(open+tex+shut, from, to) })
}

// display lets write write a formula: within the line, or on lines of its own. A display within a paragraph is a block
// in the paragraph.
func (w *pageWalker) display(display bool, ids []string, number string, write func()) {
	switch {
	case !display || w.flat > 0:
		write()
	case w.leaf < 0:
		w.kind, w.prepare = core.Math, core.Block{Number: number, Anchors: ids}
		write()
		w.end()
		w.gap = 2
		if w.joined > 0 {
			w.gap = 1
		}
	default:
		w.gap, w.blank = 1, false
		w.space(1)
		b := core.Block{Kind: core.Math, Number: number, Anchors: ids}
		i := w.push(b, w.leaf)
		write()
		at := w.text.Len()
		w.blocks[i].Span.End, w.blocks[i].Body.End = at, at
		w.gap = 1
	}
}

// equations reads the tables that converters of LaTeX set displays in: a row is a formula with its number.
func (w *pageWalker) equations(n int32) {
	type row struct {
		tex, number string
		ids         []string
		from, to    int
	}
	var rows []row
	outer := ""
	if id := w.node(n).value("id"); id != "" {
		outer = w.name(id)
	}
	var read func(n int32, r *row)
	read = func(n int32, r *row) {
		for c := w.node(n).child; c >= 0; c = w.node(c).next {
			e := w.node(c)
			id := e.value("id")
			switch {
			case e.tag == "math":
				tex, _ := w.mathML(c)
				if r.tex != "" {
					r.tex += " "
				}
				r.tex += strings.TrimPrefix(tex, `\displaystyle`)
				if r.to == 0 {
					r.from = int(e.start)
				}
				r.to = int(e.end)
			case e.tag == "tr" || e.classed("ltx_eqn_row"):
				rows = append(rows, row{})
				k := &rows[len(rows)-1]
				if id != "" {
					k.ids = append(k.ids, w.name(id))
				}
				read(c, k)
			case e.classed("ltx_tag_equation"):
				r.number = strings.TrimSpace(w.plain(c, 40))
			case e.tag == "" || e.tag == "!":
			case e.tag == "tbody" && id != "":
				start := len(rows)
				read(c, r)
				if start < len(rows) {
					rows[start].ids = append(rows[start].ids, w.name(id))
				}
			default:
				read(c, r)
			}
		}
	}
	var single row
	read(n, &single)
	if len(rows) == 0 {
		rows = append(rows, single)
	}
	for i := range rows {
		if r := &rows[i]; r.tex != "" {
			if outer != "" {
				r.ids = append(r.ids, outer)
				outer = ""
			}
			w.numbered(r.tex, true, r.ids, r.number, r.from, r.to)
		}
	}
}

// pageTeX frees TeX from what sets it apart in a page.
func pageTeX(s string) string {
	s = strings.TrimSpace(s)
	s = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(s, "% <![CDATA["), "%<![CDATA["), "%]]>"))
	s = strings.TrimSpace(strings.TrimSuffix(s, "% ]]>"))
	for _, d := range [...][2]string{{`\(`, `\)`}, {`\[`, `\]`}, {"$$", "$$"}, {"$", "$"}} {
		if strings.HasPrefix(s, d[0]) && strings.HasSuffix(s, d[1]) && len(s) > len(d[0])+len(d[1]) {
			return strings.TrimSpace(s[len(d[0]) : len(s)-len(d[1])])
		}
	}
	return s
}

// labels reads the labels of displays and the references to them that scripts number when the page is shown.
func labels(doc *core.Document) {
	t := doc.Text
	for _, command := range []string{`\label{`, `\ref{`, `\eqref{`} {
		for at := 0; ; {
			i := strings.Index(t[at:], command)
			if i < 0 {
				break
			}
			at += i
			n := strings.IndexByte(t[at:min(len(t), at+200)], '}')
			if n < 0 {
				at++
				continue
			}
			key := t[at+len(command) : at+n]
			if command != `\label{` {
				doc.Refs = append(doc.Refs, core.Reference{Span: core.Span{Start: at, End: at + n + 1}, Target: key})
			} else if b := innermost(doc.Blocks, at); b >= 0 {
				doc.Blocks[b].Anchors = append(doc.Blocks[b].Anchors, key)
			}
			at += n
		}
	}
	slices.SortStableFunc(doc.Refs, func(a, b core.Reference) int { return a.Span.Start - b.Span.Start })
}

// innermost is the last block that holds an offset, -1 when none does.
func innermost(blocks []core.Block, at int) int {
	i, _ := slices.BinarySearchFunc(blocks, at+1, func(b core.Block, at int) int { return b.Span.Start - at })
	for i--; i >= 0 && blocks[i].Span.End <= at; {
		i = blocks[i].Parent
	}
	return i
}
