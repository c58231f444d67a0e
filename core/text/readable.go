package text

import "strings"

// Readable writes the TeX and Markdown of a text as Unicode where a terminal can show it, as Plain does, but over
// lines: paragraphs, displays, items, rows and code keep theirs, matrices stand as [a b; c d], and commands that are
// not known stay as they were written. What it returns is as untrusted as what it took: Escape it before drawing.
func Readable(s string) string {
	if harmless(s) && !strings.ContainsAny(s, "\\$`*_^~#>{<&") {
		return s
	}
	f := folders.Get().(*folder)
	defer folders.Put(f)
	return string(f.run(s, overLines))
}

// layout is how the rows of an environment are told apart.
type layout struct {
	rows byte // '\n' on lines of their own, ';' by semicolons, '|' a table
	shut string
}

// fences are the signs around the environments that stand within a line.
var fences = map[string][2]string{
	"matrix": {"[", "]"}, "pmatrix": {"(", ")"}, "bmatrix": {"[", "]"}, "vmatrix": {"|", "|"}, "Vmatrix": {"‖", "‖"}, "Bmatrix": {"{", "}"},
	"smallmatrix": {"[", "]"}, "array": {"[", "]"}, "cases": {"{", "}"}, "dcases": {"{", "}"}, "rcases": {"{", "}"}, "subarray": {"", ""},
}

// enter begins an environment.
func (f *folder) enter(name string) {
	l := layout{rows: '\n'}
	if signs, ok := fences[name]; ok {
		l = layout{';', signs[1]}
		open := signs[0]
		if n := len(f.out); open == "[" && name != "bmatrix" && n > 0 && strings.IndexByte("([{|", f.out[n-1]) >= 0 {
			open, l.shut = "", "" // \left( and its like are the signs
		}
		if open != "" {
			f.fill(true)
			f.out = append(f.out, open...)
		}
		f.gap = none
	} else {
		if strings.HasPrefix(name, "tabular") || name == "longtable" {
			l.rows = '|'
		}
		f.breakLine(1)
	}
	if len(f.rows) < deepest {
		f.rows = append(f.rows, l)
	}
}

// leave ends the innermost environment.
func (f *folder) leave(name string) {
	l := layout{rows: '\n'}
	if n := len(f.rows); n > 0 {
		l, f.rows = f.rows[n-1], f.rows[:n-1]
	}
	if l.rows != ';' {
		f.breakLine(1)
		return
	}
	f.gap = none
	if n := len(f.out); n > 0 && f.out[n-1] == ';' {
		f.out = f.out[:n-1]
	}
	f.out = append(f.out, l.shut...)
	f.gap = soft
}

// endRow reads \\: the end of a line, or of a row of a matrix.
func (f *folder) endRow() {
	if n := len(f.rows); f.lines && n > 0 && f.rows[n-1].rows == ';' {
		switch k := len(f.out) - 1; {
		case k < 0 || f.out[k] == ';':
		case f.out[k] == ',':
			f.out[k] = ';'
		default:
			f.out = append(f.out, ';')
		}
		f.gap = hard
		return
	}
	if f.math && len(f.rows) == 0 {
		f.gap = hard
		return
	}
	f.breakLine(1)
}

// columns reports whether the & here stands between two columns of a table, and writes their border.
func (f *folder) columns() bool {
	n := len(f.rows)
	if n == 0 || f.rows[n-1].rows != '|' {
		return false
	}
	f.gap = hard
	f.put('|')
	return true
}

// breakLine makes the next word begin a line after n line ends; on one line and in arguments it is a blank.
func (f *folder) breakLine(n int) {
	f.gap = hard
	if f.lines && f.args == 0 && len(f.out) > 0 {
		f.due = max(f.due, n)
	}
}

// endLines writes the line ends that are due.
func (f *folder) endLines() {
	for len(f.out) > 0 && f.out[len(f.out)-1] == ' ' {
		f.out = f.out[:len(f.out)-1]
	}
	for ; f.due > 0; f.due-- {
		f.out = append(f.out, '\n')
	}
	f.gap = none
}

// unknown keeps a command as it was written, and the braces of its first argument.
func (f *folder) unknown(name string) {
	f.gap = max(f.gap, soft)
	f.fill(true)
	f.out = append(append(f.out, '\\'), name...)
	if f.i < len(f.s) && f.s[f.i] == '{' && len(f.stack) < deepest {
		f.out = append(f.out, '{')
		f.i++
		f.push(tagged, '}')
		f.stack[len(f.stack)-1].open = true
		return
	}
	f.gap = max(f.gap, soft)
}

// blockStart begins a line of the print where a line of the source is one of its own: headings, quotations, rows of
// tables, numbered items. It takes blocks of code as they stand and reports whether there was one.
func (f *folder) blockStart() bool {
	if f.math {
		return false
	}
	rest := f.s[f.i:]
	switch c := rest[0]; {
	case strings.HasPrefix(rest, "```") || strings.HasPrefix(rest, "~~~"):
		return f.code()
	case c == '|' && strings.Trim(f.s[f.i:f.lineEnd(f.i)], "|-: \r") == "":
		f.i = f.lineEnd(f.i)
		return true
	case c == '>' || c == '#' || c == '|' || enumerator(rest) > 0:
		f.breakLine(1)
	}
	return false
}

// code copies a fenced block as it stands, but for the indentation of its fence (CommonMark, 4.5); on one line its words
// keep their signs. What a directive holds ("```{note}") is text, and "```math" is a formula.
func (f *folder) code() bool {
	mark := f.s[f.i]
	if f.i < f.fence {
		return false
	}
	open := f.s[f.i:f.lineEnd(f.i)]
	info := strings.TrimLeft(open, string(mark))
	run := len(open) - len(info)
	if info = strings.TrimSpace(info); strings.IndexByte(info, '`') >= 0 || !f.lines && (info == "math" || strings.HasPrefix(info, "{") && !strings.HasPrefix(info, "{.")) {
		return false
	}
	indent := 0
	for k := f.i; k > 0 && (f.s[k-1] == ' ' || f.s[k-1] == '\t'); k-- {
		indent++
	}
	first := min(len(f.s), f.lineEnd(f.i)+1)
	for at := first; at < len(f.s); {
		end := f.lineEnd(at)
		if l := strings.TrimSpace(f.s[at:end]); len(l) >= run && strings.Trim(l, string(mark)) == "" {
			f.breakLine(1)
			f.listing(f.s[first:at], indent)
			f.i = end
			f.breakLine(1)
			return true
		}
		at = end + 1
	}
	f.fence = len(f.s)
	return false
}

// listing writes the lines of a block of code.
func (f *folder) listing(s string, indent int) {
	if !f.lines {
		f.verbatim(s)
		return
	}
	f.fill(true)
	for l := range strings.Lines(s) {
		for k := 0; k < indent && l != "" && (l[0] == ' ' || l[0] == '\t'); k++ {
			l = l[1:]
		}
		f.out = append(f.out, strings.ReplaceAll(l, "\t", "    ")...)
	}
	if n := len(f.out); n > 0 && f.out[n-1] == '\n' {
		f.out = f.out[:n-1]
	}
}
