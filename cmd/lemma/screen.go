package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"charm.land/lipgloss/v2"
	"golang.org/x/term"

	"lemma/core/text"
)

// screen is an output that knows whether a person looks at it. Text that comes from a source is drawn through safe.
type screen struct {
	w     io.Writer
	tty   bool
	color bool
	width int // columns; 100 when nobody looks
}

func newScreen(w io.Writer) *screen {
	s := &screen{w: w, width: 100}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		s.tty = true
		s.color = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 20 {
			s.width = w
		}
	}
	return s
}

// The styles use the sixteen colours of the terminal's own theme, so that they are legible on light and dark.
var (
	strong = lipgloss.NewStyle().Bold(true)
	faint  = lipgloss.NewStyle().Faint(true)
	accent = lipgloss.NewStyle().Foreground(lipgloss.Cyan)
	good   = lipgloss.NewStyle().Foreground(lipgloss.Green)
	warn   = lipgloss.NewStyle().Foreground(lipgloss.Yellow)
	bad    = lipgloss.NewStyle().Foreground(lipgloss.Red)
)

// in draws s in a style, where there is colour.
func (s *screen) in(style lipgloss.Style, str string) string {
	if !s.color || str == "" {
		return str
	}
	return style.Render(str)
}

func (s *screen) printf(format string, args ...any) { fmt.Fprintf(s.w, format, args...) }

// error draws an error: its first line marked, hints below.
func (s *screen) error(err error) {
	first, rest, _ := strings.Cut(err.Error(), "\n")
	s.printf("%s %s\n", s.in(bad, "lemma:"), safe(first))
	if rest != "" {
		s.printf("%s\n", text.Escape(rest))
	}
}

// safe draws text of a source on one line.
func safe(s string) text.Safe { return text.EscapeLine(s) }

// readable draws a name or statement of a source on one line, its mathematics in Unicode.
func readable(s string) text.Safe { return text.EscapeLine(text.Plain(s)) }

// clip cuts s to n columns, an ellipsis included.
func clip(s text.Safe, n int) string {
	str := s.String()
	if lipgloss.Width(str) <= n {
		return str
	}
	cut, width := 0, 0
	for i, r := range str {
		w := lipgloss.Width(string(r))
		if width+w > n-1 {
			break
		}
		width += w
		cut = i + len(string(r))
	}
	return str[:cut] + "…"
}

// pad fills s with blanks to n columns.
func pad(s string, n int) string {
	return s + strings.Repeat(" ", max(0, n-lipgloss.Width(s)))
}

// table draws rows in aligned columns; numbers in right are aligned right. Cells are safe already.
func (s *screen) table(rows [][]string, right ...int) {
	var width []int
	for _, r := range rows {
		for i, c := range r {
			if i == len(width) {
				width = append(width, 0)
			}
			width[i] = max(width[i], lipgloss.Width(c))
		}
	}
	isRight := map[int]bool{}
	for _, i := range right {
		isRight[i] = true
	}
	for _, r := range rows {
		var b strings.Builder
		for i, c := range r {
			gap := strings.Repeat(" ", width[i]-lipgloss.Width(c))
			if isRight[i] {
				c, gap = gap+c, ""
			}
			if i > 0 {
				b.WriteString("  ")
			}
			b.WriteString(c)
			if i < len(r)-1 {
				b.WriteString(gap)
			}
		}
		s.printf("%s\n", strings.TrimRight(b.String(), " "))
	}
}

// printJSON prints one object.
func (a *app) printJSON(v any) error {
	a.printed = true
	enc := json.NewEncoder(a.out.w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// result prints v as JSON when asked to, else calls draw.
func (a *app) result(v any, draw func(s *screen)) error {
	if a.json {
		return a.printJSON(v)
	}
	draw(a.out)
	return nil
}

// safeText draws text of a source on as many lines as it has.
func safeText(s string) text.Safe { return text.Escape(s) }
