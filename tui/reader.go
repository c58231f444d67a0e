package tui

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/glamour/v2"

	"lemma/core/text"
	"lemma/tui/frame"
	"lemma/tui/theme"
)

// reader shows a text that is longer than its pane: a report, a skill, a file.
type reader struct {
	*env
	lines  slot[[]string]
	top    int
	height int // of the pane when it was last drawn
	width  int // of the pane when it was last drawn
	made   int // the width and the theme that the lines were made for
	look   *theme.Theme
	make   func(ctx context.Context, width int, th *theme.Theme) ([]string, error)
}

func newReader(e *env) *reader { return &reader{env: e} }

// markdown loads a text in a Cmd and renders it.
func (r *reader) markdown(get func(context.Context) (string, error)) tea.Cmd {
	r.make = func(ctx context.Context, width int, th *theme.Theme) ([]string, error) {
		s, err := get(ctx)
		if err != nil {
			return nil, err
		}
		return renderMarkdown(s, width, th)
	}
	return r.begin()
}

// plain takes lines that need no reading, made for a width.
func (r *reader) plain(lines func(width int, th *theme.Theme) []string) tea.Cmd {
	r.make = func(_ context.Context, width int, th *theme.Theme) ([]string, error) { return lines(width, th), nil }
	return r.begin()
}

// begin renders, at once where the width of the pane is known, else after it was drawn.
func (r *reader) begin() tea.Cmd {
	r.made = 0
	if r.width > 0 {
		return r.fit()
	}
	return func() tea.Msg { return applied(r.fit) }
}

// render makes the lines for the width of the pane, and again when that has changed meanwhile.
func (r *reader) render() tea.Cmd {
	width, th, lines := r.width, r.th, r.make
	r.made, r.look = width, th
	return r.lines.load(r.env, func(ctx context.Context) ([]string, error) { return lines(ctx, width, th) }, func() tea.Cmd {
		r.fail("read it", r.lines.err)
		return r.fit()
	})
}

// fit renders when the pane is not as wide as the lines were made for, or the theme another. The root asks after every
// message.
func (r *reader) fit() tea.Cmd {
	if r.make == nil || r.width == 0 || r.lines.busy || r.made == r.width && r.look == r.th {
		return nil
	}
	return r.render()
}

// mostMarkdown bounds what is rendered, in bytes: the report of a long book is for a pager, or for the file.
const mostMarkdown = 256 << 10

// renderMarkdown makes Markdown of ours, whose quoted text may be anybody's, into lines.
func renderMarkdown(s string, width int, th *theme.Theme) ([]string, error) {
	g, err := glamour.NewTermRenderer(glamour.WithStyles(th.Markdown()), glamour.WithWordWrap(width))
	if err != nil {
		return nil, err
	}
	cut := len(s) > mostMarkdown
	if cut {
		s = s[:mostMarkdown]
		s = s[:strings.LastIndexByte(s, '\n')+1]
	}
	var lines []string
	parts, table := splitTables(text.Escape(s).String())
	for i, part := range parts {
		if table[i] {
			lines = append(lines, drawTable(th, part, width)...)
			continue
		}
		out, err := g.Render(part)
		if err != nil {
			return nil, err
		}
		for _, l := range strings.Split(strings.Trim(out, "\n"), "\n") {
			lines = append(lines, onlyStyles(l))
		}
		lines = append(lines, "")
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	if cut {
		lines = append(lines, "", th.Faint.Render("It goes on; the command line has all of it."))
	}
	return lines, nil
}

// onlyStyles makes a rendered line safe to draw again: an entity such as &#27; became a character while it was
// rendered. Sequences that set colours and the like stay; one that ends a style only for the same to begin again goes,
// since the renderer styles every word by itself.
func onlyStyles(l string) string {
	var b strings.Builder
	open, ended := "", false
	text := func(s string) {
		if s == "" {
			return
		}
		if ended {
			b.WriteString(reset)
			open, ended = "", false
		}
		b.WriteString(line(s))
	}
	for len(l) > 0 {
		i := strings.Index(l, "\x1b[")
		if i < 0 {
			break
		}
		n := i + 2
		for n < len(l) && strings.IndexByte("0123456789;:", l[n]) >= 0 {
			n++
		}
		if n == len(l) || l[n] != 'm' {
			text(l[:n])
			l = l[n:]
			continue
		}
		text(l[:i])
		switch seq := l[i : n+1]; {
		case seq == reset || seq == "\x1b[0m":
			ended = open != ""
		case ended && seq == open:
			ended = false
		default:
			if ended {
				b.WriteString(reset)
				open, ended = "", false
			}
			b.WriteString(seq)
			open += seq
		}
		l = l[n+1:]
	}
	text(l)
	if open != "" {
		b.WriteString(reset)
	}
	return b.String()
}

// reset ends all styles.
const reset = "\x1b[m"

// draw shows the part of the text that fits.
func (r *reader) draw(th *theme.Theme, opt frame.Options, w, h int) []string {
	r.height = h - 2
	r.width = w - 4
	if !r.lines.loaded {
		return frame.Box(th, opt, []string{th.Faint.Render("reading …")}, w, h)
	}
	r.scroll(0)
	if n := len(r.lines.value); n > r.height && opt.Right == "" {
		opt.Right = percent(r.top, n-r.height)
	}
	end := min(r.top+r.height, len(r.lines.value))
	return frame.Box(th, opt, r.lines.value[r.top:end], w, h)
}

func percent(at, of int) string {
	if of <= 0 {
		return ""
	}
	return number(100*at/of) + "%"
}

// scroll moves by lines, within the text.
func (r *reader) scroll(n int) {
	r.top = max(0, min(r.top+n, len(r.lines.value)-r.height))
}

// moves are the keys of the text.
func (r *reader) moves() []action {
	off := when(len(r.lines.value) > r.height, "all of it is on screen")
	move := func(n int) func() tea.Cmd { return func() tea.Cmd { r.scroll(n); return nil } }
	all := len(r.lines.value)
	return []action{
		{id: "text.down", keys: []string{"j", "down"}, help: "down", off: off, do: move(1)},
		{id: "text.up", keys: []string{"k", "up"}, help: "up", off: off, do: move(-1)},
		{id: "text.half-down", keys: []string{"ctrl+d", "pgdown", "space"}, help: "half a page down", off: off, do: move(max(1, r.height/2))},
		{id: "text.half-up", keys: []string{"ctrl+u", "pgup"}, help: "half a page up", off: off, do: move(-max(1, r.height/2))},
		{id: "text.top", keys: []string{"g", "home"}, help: "beginning", off: off, do: move(-all)},
		{id: "text.end", keys: []string{"G", "end"}, help: "end", off: off, do: move(all)},
	}
}
