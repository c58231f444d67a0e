package reader

import (
	"slices"
	"strings"
	"unicode/utf8"

	"lemma/core/text"
)

// runInTitles parts the headings of sections that run into their first line, with a number and in a face of their own
// ("2.2.1. Preliminary definitions. In this section …", as the classes of the AMS set small sections), from the text
// behind them.
func (l *layout) runInTitles(titles map[*row]*title) map[*row]*title {
	for _, s := range l.sheets {
		for i := 0; i < len(s.lines); i++ {
			a := &s.lines[i]
			n, number, name := runInTitle(a)
			if n == 0 || a.kind != proseLine || titles[a] != nil || !l.opens(s, i, titles) {
				continue
			}
			l.parted = append(l.parted, partedLine{sheet: s, line: i, pieces: n, title: &title{level: 1 + strings.Count(number, "."), number: number, text: name, rows: 1}})
		}
	}
	if len(l.parted) == 0 {
		return titles
	}
	return l.part(titles)
}

// opens reports whether a line can begin a paragraph: what stands before it is a heading, a display, the end of a
// sentence or room.
func (l *layout) opens(s *sheet, i int, titles map[*row]*title) bool {
	if i == 0 {
		return true
	}
	before := &s.lines[i-1]
	above, _ := l.room(s, i)
	return before.kind != proseLine || before.column != s.lines[i].column || before.ended() || titles[before] != nil || above > titleGap
}

// partedLine is a line that begins with a heading.
type partedLine struct {
	sheet  *sheet
	line   int
	pieces int // of the heading
	title  *title
}

// part makes two lines of each line that begins with a heading.
func (l *layout) part(titles map[*row]*title) map[*row]*title {
	out := make(map[*row]*title, len(titles)+len(l.parted))
	next := 0
	for _, s := range l.sheets {
		old := s.lines
		if next == len(l.parted) || l.parted[next].sheet != s {
			for i := range old {
				if t := titles[&old[i]]; t != nil {
					out[&old[i]] = t
				}
			}
			continue
		}
		lines := make([]row, 0, len(old)+4)
		found := map[int]*title{}
		for i := range old {
			a := old[i]
			if t := titles[&old[i]]; t != nil {
				found[len(lines)] = t
			}
			if next < len(l.parted) && l.parted[next].sheet == s && l.parted[next].line == i {
				p := l.parted[next]
				next++
				head := a
				head.pieces = slices.Clone(a.pieces[:p.pieces])
				head.x1 = head.pieces[p.pieces-1].x1
				found[len(lines)] = p.title
				lines = append(lines, head)
				a.pieces = slices.Clone(a.pieces[p.pieces:])
				a.pieces[0].text = strings.TrimLeft(a.pieces[0].text, " ")
				a.x0 = a.pieces[0].x0
			}
			lines = append(lines, a)
		}
		s.lines = lines
		for i, t := range found {
			out[&lines[i]] = t
		}
	}
	return out
}

// runInTitle returns how many pieces of a line are a heading, with its number and its name; 0 when it begins otherwise.
func runInTitle(a *row) (pieces int, number, name string) {
	if len(a.pieces) < 2 {
		return 0, "", ""
	}
	t := a.pieces[0].text
	at := len(t) - len(strings.TrimLeft(t, "0123456789."))
	number = strings.TrimRight(t[:at], ".")
	if strings.Count(number, ".") == 0 || number[0] == '.' {
		return 0, "", ""
	}
	var b strings.Builder
	b.WriteString(t[at:])
	n := 1
	face := a.pieces[0].face
	if b.Len() == 0 || strings.TrimSpace(t[at:]) == "" { // the number may stand in a face of its own
		face = a.pieces[1].face
	}
	if face&(bold|italic) == 0 {
		return 0, "", ""
	}
	for n < len(a.pieces) && (a.pieces[n].face == face || a.pieces[n].letter == 0) && !strings.HasSuffix(strings.TrimSpace(b.String()), ".") {
		b.WriteString(a.pieces[n].text)
		n++
	}
	name = strings.TrimSpace(b.String())
	stem, ok := strings.CutSuffix(name, ".")
	if !ok || n >= len(a.pieces) || a.pieces[n].face&face != 0 || utf8.RuneCountInString(stem) < 4 || len(stem) > longTitle {
		return 0, "", ""
	}
	for _, w := range strings.Fields(stem) { // "2.3 Main Theorem." is the head of a statement
		if h, ok := text.LookupHead(strings.Trim(w, ".,:()")); ok && h.Class != text.NoHead {
			return 0, "", ""
		}
	}
	return n, number, stem
}
