package extract

import (
	"slices"
	"strings"

	"lemma/core"
)

// readable joins pieces of Text into the statement or proof that users read: as the reader of the format left them,
// lists and displays as written, paragraphs separated by blank lines.
func (b *builder) readable(spans []core.Span) string {
	var parts []string
	for _, sp := range spans {
		if s := b.piece(sp); s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, "\n\n")
}

// piece makes one span readable.
func (b *builder) piece(sp core.Span) string {
	t := b.doc.Text
	for sp.Start < sp.End && strings.IndexByte(" \n\t", t[sp.Start]) >= 0 {
		sp.Start++
	}
	for sp.End > sp.Start && strings.IndexByte(" \n\t", t[sp.End-1]) >= 0 {
		sp.End--
	}
	if sp.Len() <= 0 {
		return ""
	}
	if !b.x.markdown {
		return tidy(dedent(t, sp))
	}
	return tidy(displays(dedent(t, b.unwrap(sp))))
}

// displays gives formulas that stand in a fence for code, "```{math}" and "```math", the marks that all
// readers of TeX know.
func displays(s string) string {
	if !strings.Contains(s, "math") || !strings.Contains(s, "```") && !strings.Contains(s, "~~~") {
		return s
	}
	lines := strings.Split(s, "\n")
	fence := ""
	for i, l := range lines {
		l = strings.TrimSpace(l)
		run := l[:len(l)-len(strings.TrimLeft(l, "`~"))]
		switch {
		case len(run) < 3:
		case fence == "" && (l == run+"{math}" || l == run+"math"):
			fence, lines[i] = run, "$$"
		case fence != "" && l == fence:
			fence, lines[i] = "", "$$"
		}
	}
	return strings.Join(lines, "\n")
}

// unwrap takes care of a face that is set around the piece: italics from end to end are the face of statements and say
// nothing; a face that begins where the piece begins keeps its opening marks.
func (b *builder) unwrap(sp core.Span) core.Span {
	t, m := b.doc.Text, b.doc.Marks
	a, e := sp.Start, sp.End
	for a < e && (t[a] == '*' || t[a] == '_') {
		a++
	}
	tail := e
	for tail > a && (t[tail-1] == '*' || t[tail-1] == '_') {
		tail--
	}
	for k := b.x.marks(a); k < len(m) && m[k].Span.Start == a; k++ {
		if m[k].Kind == core.Verb {
			continue
		}
		if m[k].Span.End >= tail && m[k].Span.End <= e {
			if strings.Count(t[a:tail], "*")%2 == 0 {
				return core.Span{Start: a, End: tail}
			}
		}
		for a > 0 && (t[a-1] == '*' || t[a-1] == '_') {
			a--
		}
		return core.Span{Start: a, End: e}
	}
	return sp
}

// dedent removes from the lines of a span the indentation that its first line has in the text (the content of a list
// entry).
func dedent(t string, sp core.Span) string {
	s := t[sp.Start:sp.End]
	if !strings.Contains(s, "\n") {
		return s
	}
	col := 0
	for i := sp.Start; i > 0 && t[i-1] != '\n' && col < 64; i-- {
		col++
	}
	if col == 0 {
		return s
	}
	lines := strings.Split(s, "\n")
	for i := 1; i < len(lines); i++ {
		n := 0
		for n < len(lines[i]) && n < col && lines[i][n] == ' ' {
			n++
		}
		lines[i] = lines[i][n:]
	}
	return strings.Join(lines, "\n")
}

// tidy drops blanks at line ends and keeps at most one blank line in a row.
func tidy(s string) string {
	if !strings.Contains(s, " \n") && !strings.Contains(s, "\n\n\n") && !strings.Contains(s, "\t\n") {
		return strings.TrimSpace(s)
	}
	lines := strings.Split(s, "\n")
	out := lines[:0]
	blank := false
	for _, l := range lines {
		l = strings.TrimRight(l, " \t")
		if l == "" {
			if blank {
				continue
			}
			blank = true
		} else {
			blank = false
		}
		out = append(out, l)
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}

// cellBars put a bar between cells, and hide one that is written in a cell.
var cellBars = strings.NewReplacer(`\|`, "\x00", "\t", "|")

// cellsOf are the cells of a row as readers write it, between bars or tabs.
func cellsOf(row string) []string {
	row = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(row), "|"), "|")
	row = cellBars.Replace(row)
	cells := strings.Split(row, "|")
	for k, c := range cells {
		cells[k] = strings.ReplaceAll(strings.TrimSpace(c), "\x00", "|")
	}
	return cells
}

// filled are the cells that say something: not empty, and no part of the rule below the heads.
func filled(cells []string) []string {
	return slices.DeleteFunc(cells, func(s string) bool { return strings.Trim(s, "-: ") == "" })
}
