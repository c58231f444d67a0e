package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"lemma/core"
	"lemma/core/text"
	"lemma/tui/frame"
)

// comparison shows a primitive before and after a change.
type comparison struct {
	*env
	change core.Change
	top    int
	height int
	lines  int
}

func newComparison(e *env, c core.Change) *comparison { return &comparison{env: e, change: c} }

func (c *comparison) draw(w, h int) []string {
	w = min(w, 110)
	before, after := c.change.Before, c.change.After
	title := "Changed"
	switch {
	case before == nil:
		before, title = &core.Primitive{}, "Added"
	case after == nil:
		after, title = &core.Primitive{}, "Removed"
	}
	body := []string{c.th.Strong.Render(line(c.change.ID)) + c.th.Faint.Render("  "+string(kindOf(before, after)))}
	field := func(name, old, new string) {
		if old == "" && new == "" {
			return
		}
		body = append(body, "", c.th.Faint.Render(name))
		body = append(body, diffUnified(c.th, text.Diff(text.Readable(old), text.Readable(new)), w-4)...)
	}
	field("name", before.Name, after.Name)
	field("statement", before.FormalStatement, after.FormalStatement)
	field("form", before.ComputationalForm, after.ComputationalForm)
	if before.Proof != after.Proof {
		field("proof", before.Proof, after.Proof)
	}
	names := func(p *core.Primitive) []string {
		var out []string
		for _, e := range p.Dependencies {
			out = append(out, fmt.Sprintf("%s %s (%.1f)", e.Type, c.nameOf(e.Target), e.Strength))
		}
		return out
	}
	set := func(name string, old, new []string) {
		if len(old)+len(new) == 0 {
			return
		}
		body = append(body, "", c.th.Faint.Render(name))
		has := map[string]bool{}
		for _, n := range new {
			has[n] = true
		}
		had := map[string]bool{}
		for _, o := range old {
			had[o] = true
			if !has[o] {
				body = append(body, wrapLines(c.th.Del.Render("- ")+diffRun(c.th, text.Old, line(o)), w-4)...)
			}
		}
		same := 0
		for _, n := range new {
			if had[n] {
				same++
				continue
			}
			body = append(body, wrapLines(c.th.Add.Render("+ ")+diffRun(c.th, text.New, line(n)), w-4)...)
		}
		if same > 0 {
			body = append(body, c.th.Faint.Render(plural(same, "more")+" as before"))
		}
	}
	set("needs", names(before), names(after))
	set("keywords", before.Keywords, after.Keywords)
	places := func(p *core.Primitive) []string {
		var out []string
		if p.Source.Document != "" {
			out = append(out, fmt.Sprintf("%s, %d–%d (%s)", p.Source.Document, p.Source.Start, p.Source.End, p.Source.Session))
		}
		for _, s := range p.Sources {
			out = append(out, fmt.Sprintf("%s, %d–%d (%s)", s.Document, s.Start, s.End, s.Session))
		}
		return out
	}
	set("sources", places(before), places(after))
	c.height, c.lines = min(h-2, len(body)), len(body)
	c.top = max(0, min(c.top, len(body)-c.height))
	right := ""
	if c.lines > c.height {
		right = percent(c.top, c.lines-c.height)
	}
	return frame.Box(c.th, frame.Options{Title: title, Right: right, Focus: true, Footer: "esc closes"}, body[c.top:], w, c.height+2)
}

func kindOf(a, b *core.Primitive) core.Kind {
	if b.Kind != "" {
		return b.Kind
	}
	return a.Kind
}

func (c *comparison) actions() []action {
	off := when(c.lines > c.height, "all of it is on screen")
	move := func(n int) func() tea.Cmd { return func() tea.Cmd { c.top += n; return nil } }
	id := c.change.ID
	return []action{
		{id: "text.down", keys: []string{"j", "down"}, help: "down", off: off, do: move(1)},
		{id: "text.up", keys: []string{"k", "up"}, help: "up", off: off, do: move(-1)},
		{id: "text.half-down", keys: []string{"ctrl+d", "pgdown"}, help: "half a page down", off: off, do: move(10)},
		{id: "text.half-up", keys: []string{"ctrl+u", "pgup"}, help: "half a page up", off: off, do: move(-10)},
		{id: "comparison.graph", keys: []string{"enter"}, help: "in the graph", foot: true, off: when(c.snap.Primitive(id) != nil, "it is not in the registry now"), do: func() tea.Cmd {
			c.pop()
			return c.goTo(place{screen: onGraph, id: id})
		}},
		{id: "comparison.close", keys: []string{"esc", "q", "h", "left"}, help: "close", foot: true, do: func() tea.Cmd { c.pop(); return nil }},
	}
}

func (c *comparison) mouse(m mouse) tea.Cmd { c.top += m.wheel; return nil }
