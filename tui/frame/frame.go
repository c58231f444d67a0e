// Package frame cuts and joins drawn lines: boxes, columns, wrapping, overlays. A line may hold styles; widths are
// cells of a terminal, so that wide and combining characters count as they are shown. Every function is pure.
package frame

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"lemma/tui/theme"
)

// Rect is a place on the screen, in cells.
type Rect struct{ X, Y, W, H int }

// Contains reports whether a cell lies in the rectangle.
func (r Rect) Contains(x, y int) bool { return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H }

// Width is how many cells a line takes.
func Width(s string) int {
	if n, ok := simple(s); ok {
		return n
	}
	return ansi.StringWidth(s)
}

// simple measures a line of nothing but ASCII, lines of boxes and styles, as most are: each sign takes one cell and
// joins no other, so that no clusters of characters have to be looked for. ok is false of any other line.
func simple(s string) (n int, ok bool) {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= ' ' && c <= '~':
			n++
		case c == 0xe2 && i+2 < len(s) && (s[i+1] == 0x94 || s[i+1] == 0x95) && s[i+2]&0xc0 == 0x80: // U+2500 to U+257F
			n++
			i += 2
		case c == '\x1b' && i+1 < len(s) && s[i+1] == '[':
			for i += 2; i < len(s) && (s[i] >= '0' && s[i] <= '9' || s[i] == ';' || s[i] == ':'); i++ {
			}
			if i == len(s) || s[i] != 'm' {
				return 0, false
			}
		default:
			return 0, false
		}
	}
	return n, true
}

// Truncate cuts a line at w cells, with an ellipsis in the last one.
func Truncate(s string, w int) string {
	if w <= 0 {
		return ""
	}
	if short(s, w) {
		return s
	}
	return ansi.Truncate(s, w, "…")
}

// short reports without a full measurement that a line surely fits.
func short(s string, w int) bool { return len(s) <= w || Width(s) <= w }

// TruncateLeft keeps the last w cells of a line, with an ellipsis before them.
func TruncateLeft(s string, w int) string {
	n := Width(s)
	switch {
	case n <= w:
		return s
	case w <= 0:
		return ""
	}
	return ansi.TruncateLeft(s, n-w+1, "…")
}

// Pad fills a line with blanks up to w cells.
func Pad(s string, w int) string {
	if n := Width(s); n < w {
		return s + blanks(w-n)
	}
	return s
}

const space = "                                                                                                                                "

func blanks(n int) string {
	if n <= len(space) {
		return space[:max(0, n)]
	}
	return strings.Repeat(" ", n)
}

// Fit makes exactly h lines of exactly w cells.
func Fit(lines []string, w, h int) []string {
	out := make([]string, max(0, h))
	for i := range out {
		if i < len(lines) {
			out[i] = fit(oneLine(lines[i]), w)
		} else {
			out[i] = blanks(w)
		}
	}
	return out
}

// fit makes a line of exactly w cells, measured once where it is not too long.
func fit(s string, w int) string {
	if n := Width(s); n <= w {
		return s + blanks(w-n)
	}
	return Pad(Truncate(s, w), w)
}

// oneLine drops what would break a line in two.
func oneLine(s string) string {
	if strings.ContainsAny(s, "\n\r\t") {
		return strings.NewReplacer("\n", " ", "\r", " ", "\t", " ").Replace(s)
	}
	return s
}

// Spread writes left and right on one line of w cells; the right side stays whole, the left is cut.
func Spread(left, right string, w int) string {
	n := Width(right)
	if n == 0 {
		return Truncate(left, w)
	}
	if n > w/2 {
		right = Truncate(right, w/2)
		n = Width(right)
	}
	return Pad(Truncate(left, w-n-1), w-n) + right
}

// Wrap breaks words over lines of at most w cells; a word that is longer is cut. A style that is open where a line ends
// goes on in the next, so that each line can stand in a box by itself.
func Wrap(s string, w int) []string {
	if w <= 0 {
		return nil
	}
	if len(s) <= w && !strings.Contains(s, "\n") {
		return []string{s}
	}
	var out []string
	flags := strings.Contains(s, "--") && !strings.Contains(s, firm)
	if flags {
		s = strings.ReplaceAll(s, "--", firm+firm)
	}
	s = ansi.Wrap(s, w, "")
	if flags {
		s = strings.ReplaceAll(s, firm, "-")
	}
	for _, l := range strings.Split(s, "\n") {
		if short(l, w) {
			out = append(out, l)
			continue
		}
		out = append(out, strings.Split(ansi.Hardwrap(l, w, true), "\n")...) // blanks at its beginning were not counted
	}
	if len(out) > 1 && strings.Contains(s, "\x1b[") {
		carry(out)
	}
	return out
}

// firm is a hyphen that no line ends at: the dashes of a flag stay with its name.
const firm = "\u2011"

// carry ends the styles that are open at the end of a line, and begins them anew in the next.
func carry(lines []string) {
	open := ""
	for i, l := range lines {
		line := open + l
		for rest := l; ; {
			at := strings.Index(rest, "\x1b[")
			if at < 0 {
				break
			}
			rest = rest[at:]
			end := strings.IndexByte(rest, 'm')
			if end < 0 {
				break
			}
			if seq := rest[:end+1]; seq == "\x1b[m" || seq == "\x1b[0m" {
				open = ""
			} else {
				open += seq
			}
			rest = rest[end+1:]
		}
		if open != "" {
			line += "\x1b[m"
		}
		lines[i] = line
	}
}

// Beside joins blocks of lines from left to right. Each block's lines have one width.
func Beside(blocks ...[]string) []string {
	n := 0
	for _, b := range blocks {
		n = max(n, len(b))
	}
	out := make([]string, n)
	for i := range out {
		var b strings.Builder
		for _, block := range blocks {
			switch {
			case i < len(block):
				b.WriteString(block[i])
			case len(block) > 0:
				b.WriteString(blanks(Width(block[0])))
			}
		}
		out[i] = b.String()
	}
	return out
}

// Overlay draws a block of lines over others, with its first cell at (x, y).
func Overlay(base, top []string, x, y int) []string {
	out := append([]string(nil), base...)
	for i, t := range top {
		if y+i < 0 || y+i >= len(out) {
			continue
		}
		line := out[y+i]
		w := Width(t)
		left := ansi.Cut(line, 0, x)
		out[y+i] = Pad(left, x) + t + ansi.Cut(line, x+w, max(x+w, Width(line)))
	}
	return out
}

// Paint gives a drawn line a background and fills it up to w cells. The line's own styles end with a reset, after which
// the background would stop, so it is begun anew each time.
func Paint(st lipgloss.Style, s string, w int) string {
	on, off := opening(st)
	if on == "" {
		return s
	}
	s = Pad(s, w)
	return on + strings.ReplaceAll(strings.ReplaceAll(s, "\x1b[m", "\x1b[m"+on), "\x1b[0m", "\x1b[0m"+on) + off
}

// opening is the sequence that a style begins and ends with.
func opening(st lipgloss.Style) (on, off string) {
	on, off, _ = strings.Cut(st.Render("x"), "x")
	return on, off
}

// Key is an entry of a footer.
type Key struct {
	Key, Help string
	Off       bool // it does nothing now
	Keep      bool // the others give way to it
}

// KeyLine writes the keys that fit into w cells, each whole, those to keep before the others.
func KeyLine(th *theme.Theme, keys []Key, w int) string {
	var b strings.Builder
	used, kept, full := 0, 0, false
	width := func(k Key) int { return Width(k.Key) + 1 + Width(k.Help) + 2 }
	for _, k := range keys {
		if k.Keep {
			kept += width(k)
		}
	}
	for _, k := range keys {
		n := width(k)
		if k.Keep {
			kept -= n
		}
		if used+n+kept > w || full && !k.Keep {
			full = true
			continue
		}
		b.WriteString(" ")
		if k.Off {
			b.WriteString(th.KeyOff.Render(k.Key + " " + k.Help))
		} else {
			b.WriteString(th.Key.Render(k.Key) + th.Faint.Render(" "+k.Help))
		}
		b.WriteString(" ")
		used += n
	}
	return b.String()
}

// Bar is a bar of w cells, filled to a fraction by half cells; the rest is left out.
func Bar(th *theme.Theme, f float64, w int) string {
	halves := int(max(0, min(1, f))*float64(2*w) + 0.5)
	s := strings.Repeat(th.Glyphs.Full, halves/2)
	if halves%2 == 1 {
		s += th.Glyphs.Half
	}
	return s
}

// Spark is a chart of one line: a cell for each value.
func Spark(th *theme.Theme, values []int) string {
	most := 1
	for _, v := range values {
		most = max(most, v)
	}
	var b strings.Builder
	steps := th.Glyphs.Steps
	for _, v := range values {
		switch {
		case v <= 0:
			b.WriteByte(' ')
		default:
			b.WriteString(steps[min(len(steps)-1, v*len(steps)/(most+1))])
		}
	}
	return b.String()
}
