package tui

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"lemma/core"
	"lemma/core/text"
	"lemma/tui/frame"
)

// style is how something is shown.
type style = lipgloss.Style

// line makes text safe to draw, on one line.
func line(s string) string { return text.EscapeLine(s).String() }

// maths makes text safe to draw on one line, with its mathematics as Unicode.
func maths(s string) string { return text.EscapeLine(text.Readable(s)).String() }

// escaped makes text safe to draw, on its lines.
func escaped(s string) string { return text.Escape(s).String() }

// readable is escaped with its mathematics as Unicode, and with the lines of each paragraph joined: where a source
// breaks its lines says nothing. The rows of a displayed formula stay rows.
func readable(s string) string {
	r := text.Readable(s)
	if r == s { // nothing in it was markup, and its lines are the source's
		r = reflow(s)
	}
	return text.Escape(r).String()
}

// reflow joins the lines of a paragraph. A line that is empty, indented or begins a list item stays a line.
func reflow(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	var b strings.Builder
	for i, l := range lines {
		if i > 0 {
			if own(l) || apart(lines[i-1]) {
				b.WriteByte('\n')
			} else {
				b.WriteByte(' ')
			}
		}
		b.WriteString(strings.TrimRight(l, " "))
	}
	return b.String()
}

// apart reports a line that is empty or indented.
func apart(l string) bool {
	return strings.TrimSpace(l) == "" || strings.HasPrefix(l, "  ") || strings.HasPrefix(l, "\t")
}

// own reports a line that begins anew: one that stands apart, or an item of a list.
func own(l string) bool {
	if apart(l) {
		return true
	}
	t := strings.TrimSpace(l)
	first, _, _ := strings.Cut(t, " ")
	return strings.Contains("- * • + |", first) || len(first) <= 4 && strings.ContainsAny(first[len(first)-1:], ".)") && strings.ContainsAny(first, "0123456789(")
}

// plural counts things.
func plural(n int, what string) string {
	switch {
	case n == 1:
		return "1 " + what
	case strings.HasSuffix(what, "s"):
		what += "e"
	}
	return number(n) + " " + what + "s"
}

// number writes thousands with a thin gap: 12 345.
func number(n int) string {
	s := fmt.Sprint(n)
	if n < 10000 {
		return s
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}

// of is a place in a list.
func of(i, n int) string { return number(i) + " of " + number(n) }

// took writes a duration as people read it.
func took(d time.Duration) string {
	switch {
	case d < 10*time.Millisecond:
		return "0.0s"
	case d < time.Minute:
		return fmt.Sprintf("%.1fs", d.Seconds())
	}
	return d.Round(time.Second).String()
}

// ago writes when something was, the nearer the more exact.
func ago(t, now time.Time) string {
	if t.IsZero() {
		return ""
	}
	t = t.In(now.Location())
	switch days := int(now.Truncate(24*time.Hour).Sub(t.Truncate(24*time.Hour)).Hours() / 24); {
	case days == 0:
		return "today " + t.Format("15:04")
	case days == 1:
		return "yesterday"
	case t.Year() == now.Year():
		return t.Format("2 Jan")
	}
	return t.Format("2006-01-02")
}

// name is a primitive's mark and name.
func (e *env) name(k core.Kind, name string) string {
	glyph, st := e.th.Kind(k)
	return st.Render(glyph) + " " + maths(name)
}

// itemLine is one line of a run's record.
func (e *env) itemLine(it core.Item, w int) string {
	th := e.th
	switch {
	case it.Document != nil:
		d := it.Document
		who := th.Faint.Render(strings.ToUpper(string(d.Familiarity)))
		return frame.Spread(line(d.Name), th.Faint.Render(size(d.Size))+"  "+who, w)
	case it.Loss != nil:
		return th.Warn.Render("lost ") + line(it.Loss.Text) + "  " + th.Faint.Render(line(it.Loss.Document))
	case it.Finding != nil:
		f := it.Finding
		return e.severity(f.Severity) + " " + line(string(f.Category)) + "  " + th.Faint.Render(line(fmt.Sprintf("%s:%d", f.Document, f.Line))) + "  " + line(f.Why)
	case it.Decision != nil:
		return th.Strong.Render(string(it.Decision.Verdict)) + "  " + th.Faint.Render(line(it.Decision.By+": "+it.Decision.Rationale))
	case it.Heading != nil:
		return strings.Repeat("  ", max(0, min(8, it.Heading.Level-1))) + th.Faint.Render(line(it.Heading.Number)) + " " + maths(it.Heading.Title)
	case it.Candidate != nil:
		c := it.Candidate
		return frame.Spread(e.name(c.Kind, c.Name), th.Faint.Render(line(c.Label)+fmt.Sprintf("  %.2f", c.Confidence)), w)
	case it.Edge != nil:
		return e.nameOf(it.Edge.From) + th.Faint.Render(" "+relation(it.Edge.Type)+" ") + e.nameOf(it.Edge.To) + th.Faint.Render(fmt.Sprintf("  %.1f", it.Edge.Strength))
	case it.Refused != nil:
		r := it.Refused
		return th.Bad.Render(th.Glyphs.Cross) + " " + e.nameOf(r.From) + th.Faint.Render(" "+relation(r.Edge.Type)+" ") + e.nameOf(r.Edge.Target) + th.Faint.Render(": refused, it would close a cycle of "+fmt.Sprint(r.Length()))
	case it.Match != nil:
		m := it.Match
		return e.action(m.Action) + " " + e.nameOf(m.Candidate) + th.Faint.Render("  "+line(m.Rationale))
	case it.Artifact != nil:
		a := it.Artifact
		where := a.Path
		if where == "" {
			where = a.Domain
		}
		return th.Strong.Render(line(a.Kind)) + " " + line(where) + th.Faint.Render("  "+line(a.Note))
	}
	return th.Faint.Render(line(it.Note))
}

// relation words an edge from its dependent to what it depends on.
func relation(t core.EdgeType) string {
	switch t {
	case core.Motivates:
		return "is motivated by"
	case core.Equivalent:
		return "is equivalent to"
	}
	return string(t)
}

// nameOf is the name of a primitive, or of a candidate that waits; the id while it is neither.
func (e *env) nameOf(id string) string {
	if e.snap == nil {
		return line(id)
	}
	if p := e.snap.Primitive(id); p != nil {
		return maths(p.Name)
	}
	for _, c := range e.snap.Conflicts() {
		if c.Candidate.ID == id {
			return maths(c.Candidate.Name)
		}
	}
	return line(id)
}

// action marks what merge did: + added, ~ updated, = known, ⚑ waits.
func (e *env) action(a core.Action) string {
	switch a {
	case core.Add:
		return e.th.Good.Render("+")
	case core.Update:
		return e.th.Info.Render("~")
	case core.Queue:
		return e.th.Warn.Render(e.th.Glyphs.Flag)
	}
	return e.th.Faint.Render("=")
}

// severity is a mark of two cells.
func (e *env) severity(s core.Severity) string {
	mark, st := e.th.Severity(s)
	return st.Render(frame.Pad(mark, 2))
}

func size(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 1000_000:
		return fmt.Sprintf("%.1f kB", float64(n)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1000_000)
}

// statement is a primitive's statement, wrapped: code as it was written, other texts with their mathematics as
// Unicode.
func (e *env) statement(p *core.Primitive, w int) []string {
	if p.Coded() {
		return wrapLines(escaped(p.FormalStatement), w)
	}
	return wrapLines(readable(p.FormalStatement), w)
}

// copy puts a text on the clipboard of the terminal.
func (e *env) copy(s string) tea.Cmd {
	return tea.Batch(tea.SetClipboard(s), e.say("copied "+s))
}
