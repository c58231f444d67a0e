package reader

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

// spacing is the room between the paragraphs of a document, in leadings. Most styles of LaTeX and many of other
// programs set theorems apart by more room than the paragraphs within them and around them.
type spacing struct {
	close float32 // up to here
	apart float32 // from here on; 0: theorems do not stand apart
	below bool    // they do below, too
}

const (
	fewGaps   = 3    // that tell nothing
	clearGap  = 0.25 // leadings that theorems stand further apart than paragraphs
	usualGap  = 1    // between paragraphs, where hardly any follow each other
	widestGap = 6    // beyond that something stands between
	deepest   = 3    // sizes that running text is indented; displays mostly stand further in

	wordLetters = 3 // of words that are no names of variables or functions

	// TeX stretches and shrinks room to fill pages; these shares of what theorems stand further apart still tell.
	closeShare, apartShare = 0.25, 0.4
)

// gap is the space between two paragraphs that follow each other in a column, both running text at the edges; ok is
// false when it cannot be measured.
func (l *layout) gap(p, q *paragraph) (d float32, ok bool) {
	if p.kind == headingParagraph || q.kind != proseParagraph {
		return 0, false
	}
	a, b := p.rows[len(p.rows)-1], q.rows[0]
	if a.page != b.page || a.column != b.column || a.kind != proseLine || b.kind != proseLine {
		return 0, false
	}
	left := a.x0 // of the lines before
	for _, r := range p.rows {
		left = min(left, r.x0)
	}
	if edge := l.margin(a).left + deepest*l.size; a.x0 > left+deepest*l.size || left > edge || b.x0 > edge {
		return 0, false // a formula with words in it
	}
	d = (a.y - b.y) / l.leading
	return d, d > 0.5 && d < widestGap
}

// spacing measures the document.
func (l *layout) spacing(paragraphs []paragraph) spacing {
	var plain, above, below []float32
	var before *paragraph
	stated := false // before is a statement
	for i := range paragraphs {
		p := &paragraphs[i]
		if p.kind == noteParagraph || p.kind == figureParagraph {
			continue
		}
		h, head := p.rows[0].head()
		if before != nil {
			d, ok := l.gap(before, p)
			switch {
			case !ok || before.kind != proseParagraph:
			case head && h.Class == text.Proof:
				below = append(below, d)
			case head:
				above = append(above, d)
			case !stated && !before.rows[len(before.rows)-1].proved():
				plain = append(plain, d)
			}
		}
		before, stated = p, head && h.Class == text.Item
	}
	s := spacing{}
	usual := float32(usualGap)
	if len(plain) >= fewGaps {
		slices.Sort(plain)
		usual = plain[len(plain)/4] // some of them end statements of several paragraphs
	}
	if len(above) < fewGaps || middle(above) < usual+clearGap {
		return s
	}
	more := middle(above) - usual
	s.close, s.apart = usual+closeShare*more, usual+apartShare*more
	s.below = len(below) >= fewGaps && middle(below) >= s.apart
	return s
}

// tall reports a line with a fraction or the like in it, which pushes its neighbours away.
func (a *row) tall() bool {
	return slices.ContainsFunc(a.pieces, func(p piece) bool { return p.built > 0 })
}

// worded reports a paragraph with words in it. One without is a formula, however far it stands out, and formulas that
// are displayed have room of their own.
func (p *paragraph) worded() bool {
	return slices.ContainsFunc(p.rows, func(a *row) bool {
		return slices.ContainsFunc(strings.FieldsFunc(a.text(), func(r rune) bool { return !unicode.IsLetter(r) }), func(w string) bool {
			r, _ := utf8.DecodeRuneInString(w)
			return utf8.RuneCountInString(w) >= wordLetters || text.Unblanked(r)
		})
	})
}

// proved reports a line that ends with the sign that ends proofs.
func (a *row) proved() bool {
	last, _ := utf8.DecodeLastRuneInString(a.text())
	return text.ProofSign(last)
}

// middle is the median.
func middle(v []float32) float32 {
	slices.Sort(v)
	return v[len(v)/2]
}

// between says how a paragraph stands to the one before it.
func (l *layout) between(s spacing, p, q *paragraph) core.Space {
	a, b := p.rows[len(p.rows)-1], q.rows[0]
	switch {
	case a.box != 0 && a.box != b.box:
		return core.Outside
	case a.box != 0:
		return core.Close
	}
	d, ok := l.gap(p, q)
	switch {
	case s.apart == 0 || !ok:
	case d < s.close && s.below:
		return core.Close
	case d >= s.apart && p.kind == proseParagraph && !a.tall() && !b.tall() && p.worded() && q.worded():
		return core.Apart
	}
	return core.AnySpace
}
