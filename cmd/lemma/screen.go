package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"

	"charm.land/lipgloss/v2"
	"golang.org/x/term"

	"lemma/core/text"
)

// screen is an output that knows whether a person looks at it. Whatever it draws is escaped first: names and
// statements of sources never reach a terminal raw.
type screen struct {
	w     io.Writer
	tty   bool
	moves bool // a line can be drawn over
	color bool
	ascii bool // signs of lemma's own are ASCII, and so is what prints of a source can be written with
	width int  // columns
}

// unbounded is the width where nobody looks: what goes into a pipe or a file is whole.
const unbounded = 1 << 20

func newScreen(w io.Writer) *screen {
	s := &screen{w: w, width: unbounded}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		s.tty, s.width = true, 80
		s.moves = os.Getenv("TERM") != "dumb"
		s.color = s.moves && os.Getenv("NO_COLOR") == ""
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
			s.width = max(w, 20)
		}
	}
	return s
}

type styleOf = lipgloss.Style

// The styles use the sixteen colours of the terminal's own theme, so that they are legible on light and dark.
var (
	plain  = lipgloss.NewStyle()
	strong = lipgloss.NewStyle().Bold(true)
	faint  = lipgloss.NewStyle().Faint(true)
	accent = lipgloss.NewStyle().Foreground(lipgloss.Cyan)
	good   = lipgloss.NewStyle().Foreground(lipgloss.Green)
	warn   = lipgloss.NewStyle().Foreground(lipgloss.Yellow)
	bad    = lipgloss.NewStyle().Foreground(lipgloss.Red)
)

// drawn is text that is ready for the terminal: escaped, and perhaps styled.
type drawn string

// in draws v in a style, where there is colour.
func (s *screen) in(style styleOf, v any) drawn {
	d := drawn(fmt.Sprint(ready(v)))
	if !s.color || d == "" {
		return d
	}
	return drawn(style.Render(string(d)))
}

// printf draws its arguments on one line each, unless they are drawn or safe already.
func (s *screen) printf(format string, args ...any) {
	for i, v := range args {
		args[i] = ready(v)
	}
	_, _ = io.WriteString(s.w, s.signs(fmt.Sprintf(format, args...))) // a reader that has enough is no error
}

// signs writes signs for terminals without Unicode, where that is asked for.
func (s *screen) signs(str string) string {
	if s.ascii {
		return asciiSigns.Replace(str)
	}
	return str
}

var asciiSigns = strings.NewReplacer("…", "...", "·", "-", "–", "-", "—", "--", "“", `"`, "”", `"`, "‘", "'", "’", "'", "×", "x", "→", "->", "↑", "^", "›", ">", "‹", "<",
	"├─", "|-", "└─", "`-", "│", "|", "━", "=", "─", "-", "✓", "v", "✗", "x", "▸", ">")

// error draws an error: its first line marked, hints below.
func (s *screen) error(err error) {
	first, rest, _ := strings.Cut(err.Error(), "\n")
	s.printf("%s\n", s.wrap(0, string(s.in(bad, "lemma:"))+" "+safe(first).String()))
	if rest != "" {
		s.printf("%s\n", s.wrap(0, multiline(rest).String()))
	}
}

// wrap breaks text that is ready between words at the screen's edge, and indents all lines but the first. It breaks at
// blanks only, so that an id can be copied.
func (s *screen) wrap(indent int, str string) drawn {
	str = s.signs(str)
	if !s.tty {
		return drawn(str)
	}
	margin := "\n" + strings.Repeat(" ", indent)
	var b strings.Builder
	for n, line := range strings.Split(str, "\n") {
		if n > 0 {
			b.WriteString(margin)
		}
		col := 0
		for i, word := range strings.Split(line, " ") {
			w := lipgloss.Width(word)
			switch {
			case i == 0:
			case col+1+w > s.width-indent:
				b.WriteString(margin)
				col = 0
			default:
				b.WriteByte(' ')
				col++
			}
			b.WriteString(word)
			col += w
		}
	}
	return drawn(b.String())
}

// clip cuts v to n columns, an ellipsis included.
func (s *screen) clip(v any, n int) drawn {
	str, ellipsis := s.signs(fmt.Sprint(ready(v))), "…"
	if s.ascii {
		ellipsis = "~"
	}
	if lipgloss.Width(str) <= n {
		return drawn(str)
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
	return drawn(str[:cut] + ellipsis)
}

// pad fills v with blanks to n columns.
func pad(v any, n int) drawn {
	str := fmt.Sprint(ready(v))
	return drawn(str + strings.Repeat(" ", max(0, n-lipgloss.Width(str))))
}

// ready escapes what may hold text of a source; numbers stay what they are.
func ready(v any) any {
	switch v := v.(type) {
	case drawn:
		return v
	case text.Safe:
		return drawn(v.String())
	case string:
		return drawn(safe(v).String())
	case error:
		return drawn(safe(v.Error()).String())
	}
	if r := reflect.ValueOf(v); r.Kind() == reflect.String { // a kind, a class, a digest
		return drawn(safe(r.String()).String())
	}
	return v
}

// safe makes text of a source drawable on one line.
func safe(s string) text.Safe { return text.EscapeLine(s) }

// readable is safe with the mathematics in Unicode.
func readable(s string) text.Safe { return text.EscapeLine(text.Plain(s)) }

// multiline makes text of a source drawable on as many lines as it has.
func multiline(s string) text.Safe { return text.Escape(s) }

// prose draws a statement or a proof: for a reader with its formulas in Unicode, elsewhere as it was written.
func (s *screen) prose(source string) drawn {
	if s.tty {
		source = text.Readable(source)
	}
	return s.wrap(0, multiline(source).String())
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

// wasOrWere is plural with the verb: "1 file was", "2 files were".
func wasOrWere(n int, word string) string {
	if n == 1 {
		return "1 " + word + " was"
	}
	return plural(n, word) + " were"
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
