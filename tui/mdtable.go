package tui

import (
	"strings"

	"lemma/core/text"
	"lemma/tui/frame"
	"lemma/tui/theme"
)

// splitTables cuts Markdown into parts of lines, those of a table apart from the rest: a renderer of pages gives every
// column the same share and breaks numbers in two.
func splitTables(s string) (parts []string, table []bool) {
	var part []string
	in, fence := false, ""
	flush := func(next bool) {
		if len(part) > 0 {
			parts, table = append(parts, strings.Join(part, "\n")+"\n"), append(table, in)
		}
		part, in = nil, next
	}
	lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
	for i, l := range lines {
		t := strings.TrimSpace(l)
		ticks := t[:len(t)-len(strings.TrimLeft(t, "`"))]
		switch {
		case fence != "":
			if len(ticks) >= len(fence) && ticks == t {
				fence = ""
			}
		case len(ticks) >= 3:
			fence = ticks
			if in {
				flush(false)
			}
		case in && !strings.HasPrefix(t, "|"):
			flush(false)
		case !in && strings.HasPrefix(t, "|") && i+1 < len(lines) && strings.HasPrefix(lines[i+1], "|-"):
			flush(true)
		}
		part = append(part, l)
	}
	flush(false)
	return parts, table
}

// drawTable draws a table of ours: columns as wide as they must be, the widest give way first, words stay whole, and
// what is longer than a line, as a digest, is cut.
func drawTable(th *theme.Theme, s string, w int) []string {
	var rows [][]string
	for i, l := range strings.Split(strings.TrimSuffix(s, "\n"), "\n") {
		if i != 1 { // the line of dashes
			rows = append(rows, cells(l))
		}
	}
	n := len(rows[0])
	widths, words, numbers := make([]int, n), make([]int, n), make([]bool, n)
	for c := range n {
		numbers[c] = len(rows) > 1
		for r := range rows {
			rows[r] = append(rows[r], make([]string, max(0, n-len(rows[r])))...)
			cell := rows[r][c]
			widths[c] = max(widths[c], frame.Width(cell))
			for _, word := range strings.Fields(cell) {
				words[c] = max(words[c], min(mostCell, frame.Width(word)))
			}
			numbers[c] = numbers[c] && (r == 0 || strings.Trim(cell, "0123456789.") == "")
		}
	}
	narrow(widths, words, w-2*(n-1))
	var out []string
	for r, row := range rows {
		if r == 0 && strings.Join(row, "") == "" {
			continue
		}
		out = append(out, drawRow(th, row, widths, numbers, r == 0)...)
		if r == 0 {
			total := 2 * (n - 1)
			for _, c := range widths {
				total += c
			}
			out = append(out, th.Border.Render(strings.Repeat(th.Glyphs.Horizontal, max(0, min(total, w)))))
		}
	}
	return append(out, "")
}

// mostCell is the width that a column keeps for its longest word, in cells.
const mostCell = 16

// narrow takes from the widest column until all fit, and from what its words need only when nothing else is left.
func narrow(widths, words []int, room int) {
	sum := 0
	for _, w := range widths {
		sum += w
	}
	for ; sum > room; sum-- {
		at, spare := -1, false
		for c, w := range widths {
			free := w > words[c]
			if w > 1 && (at < 0 || free && !spare || free == spare && w > widths[at]) {
				at, spare = c, free
			}
		}
		if at < 0 {
			return
		}
		widths[at]--
	}
}

// drawRow draws one row on as many lines as its longest cell takes.
func drawRow(th *theme.Theme, row []string, widths []int, numbers []bool, head bool) []string {
	columns, height := make([][]string, len(widths)), 1
	for c, w := range widths {
		var fitting []string
		for _, word := range strings.Fields(row[c]) {
			fitting = append(fitting, frame.Truncate(word, w))
		}
		columns[c] = frame.Wrap(strings.Join(fitting, " "), w)
		height = max(height, len(columns[c]))
	}
	st := th.Text
	if head {
		st = th.Strong
	}
	out := make([]string, height)
	for i := range out {
		var b strings.Builder
		for c, w := range widths {
			cell := ""
			if i < len(columns[c]) {
				cell = columns[c][i]
			}
			if numbers[c] {
				cell = strings.Repeat(" ", max(0, w-frame.Width(cell))) + cell
			}
			if c > 0 {
				b.WriteString("  ")
			}
			b.WriteString(st.Render(frame.Pad(cell, w)))
		}
		out[i] = b.String()
	}
	return out
}

// cells are the texts of a row as they are shown. The cells of our tables hold plain text with its signs escaped, and
// code.
func cells(l string) []string {
	l = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(l), "|"), "|")
	out := []string{""}
	for i := 0; i < len(l); i++ {
		last := &out[len(out)-1]
		switch {
		case l[i] == '\\' && i+1 < len(l):
			i++
			*last += l[i : i+1]
		case l[i] == '|':
			out = append(out, "")
		case l[i] != '`':
			*last += l[i : i+1]
		}
	}
	for i := range out {
		out[i] = text.EscapeLine(strings.TrimSpace(out[i])).String()
	}
	return out
}
