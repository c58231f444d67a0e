package reader

import (
	"slices"
	"strings"
)

// cursor walks along one line. Tabs go to the next multiple of four columns.
type cursor struct {
	src      string
	pos, end int
	col      int
	virtual  int // columns of a tab that were not taken
}

// rest is what is left of the line.
func (c *cursor) rest() string { return c.src[min(c.pos, c.end):c.end] }

// blank reports whether nothing but blanks is left.
func (c *cursor) blank() bool {
	for i := c.pos; i < c.end; i++ {
		if b := c.src[i]; b != ' ' && b != '\t' {
			return false
		}
	}
	return true
}

// indent counts the columns of blanks from here.
func (c *cursor) indent() int {
	col := c.col
	for i := c.pos; i < c.end; i++ {
		if b := c.src[i]; b == '\t' {
			col += 4 - col%4
		} else if b == ' ' {
			col++
		} else {
			break
		}
	}
	return col - c.col + c.virtual
}

// take consumes up to n columns of blanks.
func (c *cursor) take(n int) {
	if v := min(n, c.virtual); v > 0 {
		c.virtual -= v
		n -= v
	}
	for n > 0 && c.pos < c.end {
		switch c.src[c.pos] {
		case ' ':
			n--
			c.col++
		case '\t':
			w := 4 - c.col%4
			c.col += w
			if w > n {
				c.virtual = w - n
			}
			n -= w
		default:
			return
		}
		c.pos++
	}
}

// skip consumes blanks and returns the byte there, 0 at the end.
func (c *cursor) skip() byte {
	for c.pos < c.end && (c.src[c.pos] == ' ' || c.src[c.pos] == '\t') {
		c.take(1)
	}
	if c.pos < c.end {
		return c.src[c.pos]
	}
	return 0
}

// offset is how far a place on the line is indented within its container: at most three columns.
func (c *cursor) offset(at int) int {
	n := 0
	for n < 3 && at-n > 0 && c.src[at-n-1] == ' ' {
		n++
	}
	if at-n == 0 || c.src[at-n-1] == '\n' {
		return n
	}
	return 0
}

// fence returns the length of the run of fence characters here and what follows it.
func (c *cursor) fence() (n int, info string) {
	s := c.rest()
	for n < len(s) && s[n] == s[0] {
		n++
	}
	return n, strings.TrimSpace(s[n:])
}

// lineEnd returns the index of the line feed that ends the line at a place, or the end of the text.
func lineEnd(s string, at int) int {
	if i := strings.IndexByte(s[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(s)
}

// isATX reports whether a line is a heading with number signs.
func isATX(s string) bool {
	n := 0
	for n < len(s) && s[n] == '#' {
		n++
	}
	return n > 0 && n <= 6 && (n == len(s) || s[n] == ' ' || s[n] == '\t')
}

// isRule reports whether a line is a thematic break.
func isRule(s string) bool {
	n := 0
	for i := range len(s) {
		switch s[i] {
		case ' ', '\t':
		case '-', '*', '_':
			if s[i] != s[0] {
				return false
			}
			n++
		default:
			return false
		}
	}
	return n >= 3
}

// setext returns the level that a line of = or - gives the paragraph before it.
func setext(s string) int {
	s = strings.TrimRight(s, " \t")
	switch {
	case s == "" || len(s) == 1:
		return 0
	case strings.Trim(s, "=") == "":
		return 1
	case strings.Trim(s, "-") == "":
		return 2
	}
	return 0
}

// indexFold is strings.Index for an ASCII needle in any case.
func indexFold(s, needle string) int {
	for i := 0; ; {
		j := strings.IndexByte(s[i:], needle[0])
		if j < 0 || i+j+len(needle) > len(s) {
			return -1
		}
		i += j
		if strings.EqualFold(s[i:i+len(needle)], needle) {
			return i
		}
		i++
	}
}

// mathScan follows the formulas of a paragraph from line to line, so that a line inside one is not taken for a list
// item, heading or quote.
type mathScan struct {
	until  string // what closes the open display
	opener string // how it was opened
	dollar bool   // an inline formula is open
}

// displays are the environments that stand for a display.
var displays = map[string]bool{
	"align": true, "aligned": true, "alignat": true, "equation": true, "eqnarray": true, "gather": true, "multline": true, "flalign": true, "displaymath": true, "math": true, "split": true,
	"array": true, "matrix": true, "bmatrix": true, "pmatrix": true, "cases": true, "tikzcd": true, "CD": true, "dmath": true, "gathered": true, "subequations": true,
}

// line takes in one line. It returns where a comment begins that does not end on the line, or -1.
func (m *mathScan) line(s string) int {
	for i := 0; i < len(s); {
		if m.until != "" {
			j := strings.Index(s[i:], m.until)
			if j < 0 {
				return -1
			}
			i += j + len(m.until)
			m.until = ""
			continue
		}
		switch s[i] {
		case '\\':
			if env, n := beginEnv(s[i:]); n > 0 && !m.dollar {
				m.until, m.opener = `\end{`+env+"}", s[i:i+n]
				i += n
				continue
			}
			if opensBracket(s, i) {
				m.until, m.opener = `\]`, `\[`
			}
			i += 2
		case '`':
			n := 1
			for i+n < len(s) && s[i+n] == '`' {
				n++
			}
			i += n
			if j := strings.Index(s[i:], strings.Repeat("`", min(n, 8))); j >= 0 {
				i += j + n
			}
		case '$':
			if strings.HasPrefix(s[i:], "$$") && !m.dollar {
				m.until, m.opener = "$$", "$$"
				i += 2
				continue
			}
			if m.dollar {
				m.dollar = !closesDollar(s, i)
			} else {
				m.dollar = i+1 < len(s) && s[i+1] != ' ' && s[i+1] != '\t'
			}
			i++
		case '<':
			if strings.HasPrefix(s[i:], "<!--") && !m.dollar {
				j := strings.Index(s[i+4:], "-->")
				if j < 0 {
					return i
				}
				i += j + 7
				continue
			}
			i++
		default:
			i++
		}
	}
	return -1
}

// closes reports whether the line closes the open inline formula.
func (m *mathScan) closes(s string) bool {
	for i := range len(s) {
		if s[i] == '$' && closesDollar(s, i) && (i == 0 || s[i-1] != '\\') {
			return true
		}
	}
	return false
}

// closesDollar is Pandoc's rule: no blank before, no digit after.
func closesDollar(s string, i int) bool {
	return i > 0 && s[i-1] != ' ' && s[i-1] != '\t' && s[i-1] != '\n' && (i+1 == len(s) || !isDigit(s[i+1]))
}

// beginEnv returns the name of the display environment that s begins, with its star, and the length of the opening.
func beginEnv(s string) (name string, n int) {
	const begin = `\begin{`
	if !strings.HasPrefix(s, begin) {
		return "", 0
	}
	i := strings.IndexByte(s[:min(len(s), 40)], '}')
	if i < 0 {
		return "", 0
	}
	name = s[len(begin):i]
	if !displays[strings.TrimSuffix(name, "*")] {
		return "", 0
	}
	return name, i + 1
}

// opensBracket reports whether s[i:] opens a display with \[. Pandoc escapes brackets of running text in the same way,
// so it counts only at the start of a line, with nothing but the display on the line or after it.
func opensBracket(s string, i int) bool {
	if !strings.HasPrefix(s[i:], `\[`) {
		return false
	}
	j := i
	for j > 0 && (s[j-1] == ' ' || s[j-1] == '\t') {
		j--
	}
	if j > 0 && s[j-1] != '\n' {
		return false
	}
	line := strings.TrimRight(s[i+2:lineEnd(s, i)], " \t")
	if j := strings.Index(line, `\]`); j >= 0 {
		return strings.Trim(line[j+2:], " \t.,;:") == "" && strings.ContainsAny(line[:j], `\=^_<>+`) && !strings.Contains(line[:j], "@")
	}
	return line == "" || strings.ContainsAny(line, `\=^_`) && !strings.HasPrefix(line, "@")
}

// lookahead answers in constant or amortised time what comes later in the text.
type lookahead struct {
	text       string
	fences     []fenceLine  // lines that look like a fence
	lonely     map[int]bool // starts of ::: lines that nothing closes
	comments   int          // from here on no comment ends; -1 not known
	noLater    map[string]int
	endTags    map[string]int // where the last tag with these words stands; nil: not looked for yet
	noDisplays map[string]int
}

type fenceLine struct {
	at   int // of the first fence character
	char byte
	n    int
	info bool
}

func newLookahead(src string) lookahead {
	l := lookahead{text: src, comments: len(src) + 1, lonely: map[int]bool{}, noLater: map[string]int{}, noDisplays: map[string]int{}}
	var divs []int
	for at := 0; at < len(src); {
		end := lineEnd(src, at)
		i := at
		for i < end && (src[i] == ' ' || src[i] == '>' || src[i] == '\t') {
			i++
		}
		if i+2 < end && src[i] == src[i+1] && src[i] == src[i+2] {
			c := cursor{src: src, pos: i, end: end}
			switch src[i] {
			case '`', '~':
				n, info := c.fence()
				l.fences = append(l.fences, fenceLine{i, src[i], n, info != ""})
			case ':':
				if n, info := c.fence(); n > 0 && strings.Trim(info, ": \t") != "" {
					divs = append(divs, i)
				} else if len(divs) > 0 {
					divs = divs[:len(divs)-1]
				}
			}
		}
		at = end + 1
	}
	for _, d := range divs {
		l.lonely[d] = true
	}
	return l
}

// unclosedDiv reports whether nothing closes the div that begins at a place.
func (l *lookahead) unclosedDiv(at int) bool { return l.lonely[at] }

// unclosedFence reports whether the fence that begins at a place seems not to be closed: another one opens first, or
// there is none.
func (l *lookahead) unclosedFence(at int, char byte, n int) bool {
	i, _ := slices.BinarySearchFunc(l.fences, at, func(f fenceLine, at int) int { return f.at - at })
	for i++; i < len(l.fences); i++ {
		if f := l.fences[i]; f.char == char && f.n >= n {
			return f.info
		}
	}
	return true
}

// commentEnd returns where the comment that begins at a place ends, or -1.
func (l *lookahead) commentEnd(at int) int {
	if at >= l.comments {
		return -1
	}
	if i := strings.Index(l.text[at+len("<!--"):], "-->"); i >= 0 {
		return at + len("<!--") + i + len("-->")
	}
	l.comments = at
	return -1
}

// laterFold reports whether an end tag comes after a place.
func (l *lookahead) laterFold(at int, needle string) bool {
	if from, ok := l.noLater[needle]; ok && at >= from {
		return false
	}
	if indexFold(l.text[at:], needle) >= 0 {
		return true
	}
	l.noLater[needle] = at
	return false
}

// laterTag reports whether a tag of Liquid, Hugo or their like with nothing in it but these words, which end another,
// comes after a place.
func (l *lookahead) laterTag(at int, words string) bool {
	if l.endTags == nil {
		l.endTags = map[string]int{}
		for i := 0; i < len(l.text); {
			j := strings.IndexByte(l.text[i:], '{')
			if j < 0 {
				break
			}
			i += j
			w, size := shortcode(l.text[i:])
			if w = strings.ReplaceAll(w, " ", ""); strings.HasPrefix(w, "/") || strings.HasPrefix(w, "end") {
				l.endTags[w] = i
			}
			i += max(size, 1)
		}
	}
	last, ok := l.endTags[words]
	return ok && last >= at
}

// maxDisplay is how many lines a display with blank lines in it may have.
const maxDisplay = 100

// displayEnd returns the end of a display that stands alone on its lines, or 0: a line with the closing mark must
// come before any heading.
func (l *lookahead) displayEnd(at int, until string) int {
	if at < l.noDisplays[until] { // within lines that were looked at in vain
		return 0
	}
	blank := false
	from := at
	for n := 0; n < maxDisplay && at < len(l.text); n++ {
		end := lineEnd(l.text, at)
		line := strings.Trim(l.text[at:end], " \t>")
		if strings.Contains(line, until) {
			if strings.HasPrefix(line, until) || strings.HasSuffix(strings.TrimRight(line, ".,; "), until) {
				return end
			}
			break
		}
		if blank && isATX(line) || strings.HasPrefix(line, "```") {
			break
		}
		blank = line == ""
		at = end + 1
	}
	l.noDisplays[until] = max(from, at)
	return 0
}
