package tui

import (
	"cmp"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"lemma/core/text"
	"lemma/tui/frame"
)

// The lines around a screen.
const (
	tabLines    = 1
	statusLines = 1
	footLines   = 1
)

// The least size that a screen is drawn at.
const (
	leastWidth  = 60
	leastHeight = 16
)

// View implements tea.Model.
func (r *root) View() tea.View {
	v := tea.View{AltScreen: true, WindowTitle: "lemma"}
	if *r.state.Mouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	if r.w > 0 && r.h > 0 {
		v.Content = strings.Join(r.lines(), "\n")
	}
	return v
}

// lines draws the whole terminal: exactly h lines of at most w cells.
func (r *root) lines() []string {
	if r.w < leastWidth || r.h < leastHeight {
		return frame.Fit([]string{fmt.Sprintf("lemma needs %d×%d cells,", leastWidth, leastHeight), fmt.Sprintf("this is %d×%d.", r.w, r.h), "Make the window larger, or q."}, r.w, r.h)
	}
	h := r.h - tabLines - statusLines - footLines
	lines := make([]string, 0, r.h)
	lines = append(lines, r.tabLine())
	if r.openErr != nil {
		lines = append(lines, r.refused(r.w, h)...)
	} else {
		lines = append(lines, frame.Fit(r.screens[r.current].draw(r.w, h), r.w, h)...)
	}
	lines = append(lines, r.statusLine(), frame.KeyLine(r.th, r.footer(), r.w))
	if box := r.errorBox(r.w); len(box) > 0 {
		lines = frame.Overlay(lines, box, 0, r.h-footLines-statusLines-len(box))
	}
	for _, o := range r.overlays {
		top := o.draw(r.w-4, r.h-4)
		rect := placed(top, r.w, r.h)
		lines = frame.Overlay(lines, top, rect.X, rect.Y)
	}
	return frame.Fit(lines, r.w, r.h)
}

// overlayRect is where an overlay stands.
func (r *root) overlayRect(o overlay) frame.Rect { return placed(o.draw(r.w-4, r.h-4), r.w, r.h) }

// placed centres an overlay, a little above the middle.
func placed(lines []string, w, h int) frame.Rect {
	width := 0
	for _, l := range lines {
		width = max(width, frame.Width(l))
	}
	return frame.Rect{X: max(0, (w-width)/2), Y: max(0, (h-len(lines))/3), W: width, H: len(lines)}
}

// refused is shown when the registry cannot be opened.
func (r *root) refused(w, h int) []string {
	body := []string{""}
	for _, line := range strings.Split(text.Escape(r.openErr.Error()).String(), "\n") {
		body = append(body, frame.Wrap(line, w-6)...)
	}
	return frame.Box(r.th, frame.Options{Title: "The registry cannot be opened", Focus: true, Footer: "r tries again · q leaves"}, body, w, h)
}

// tab is where a screen's name stands on the first line.
type tab struct {
	text     string
	from, to int // cells
}

func (r *root) tabs() []tab {
	for _, full := range []int{4, 3, 2, 1, 0} {
		list, x := r.tabsAs(full)
		if x <= r.w || full == 0 {
			return list
		}
	}
	return nil
}

// tabsAs writes the tabs with the program's name (4), with names apart (3) or close (2), with short names (1), or with
// the current name only (0).
func (r *root) tabsAs(full int) (list []tab, width int) {
	x := 0
	if full == 4 {
		x = len(" lemma ")
	}
	for i, s := range r.screens {
		name := fmt.Sprintf("%d", i+1)
		if full > 0 || screenID(i) == r.current {
			word := screenNames[i]
			if full == 1 {
				word = shortNames[i]
			}
			name += " " + word
		}
		if b := s.badge(); b != "" {
			name += " " + r.th.Glyphs.Badge + b
		}
		t := tab{text: " " + name, from: x}
		if full > 2 {
			t.text += " "
		}
		if screenID(i) == r.current {
			t.text = "[" + name + "]"
		}
		t.to = x + frame.Width(t.text)
		x = t.to
		list = append(list, t)
	}
	return list, x
}

func (r *root) tabLine() string {
	list := r.tabs()
	var b strings.Builder
	if list[0].from > 0 {
		b.WriteString(r.th.Title.Render(" lemma "))
	}
	for i, t := range list {
		st := r.th.Faint
		switch {
		case screenID(i) == r.current:
			st = r.th.Accent
		case r.screens[i].badge() != "":
			st = r.th.Text
		}
		b.WriteString(st.Render(t.text))
	}
	return frame.Truncate(b.String(), r.w)
}

// mostErrorLines is how much of an error is shown.
const mostErrorLines = 6

// errorBox shows the latest error that was not dismissed, whole, above the status line.
func (r *root) errorBox(w int) []string {
	if len(r.errs) == 0 {
		return nil
	}
	f := r.errs[len(r.errs)-1]
	var body []string
	for _, l := range strings.Split(text.Escape(f.err.Error()).String(), "\n") {
		body = append(body, frame.Wrap(l, w-4)...)
	}
	if len(body) > mostErrorLines {
		body = append(body[:mostErrorLines-1], r.th.Glyphs.Ellipsis)
	}
	footer := "esc dismisses"
	if n := len(r.errs) - 1; n > 0 {
		footer += fmt.Sprintf(" · %d more", n)
	}
	title := r.th.Bad.Render(r.th.Glyphs.Cross) + " " + r.th.Strong.Render(frame.Truncate(line("could not "+f.what), w-12))
	return frame.Box(r.th, frame.Options{Title: title, Footer: footer}, body, w, len(body)+2)
}

// statusLine says what was just done, or what is under way.
func (r *root) statusLine() string {
	switch {
	case r.toast.text != "" && r.now.Before(r.toast.until):
		return r.th.Good.Render(frame.Truncate(" "+r.toast.text, r.w))
	}
	return r.th.Faint.Render(frame.Truncate(" "+r.status(), r.w))
}

func (r *root) status() string {
	where := text.EscapeLine(r.opt.Registry).String()
	switch {
	case r.openErr != nil:
		return where
	case r.snap == nil:
		return "opening " + where + " …"
	case r.learner.working():
		st := r.learner.board.Current()
		s := fmt.Sprintf("%s · %s", text.EscapeLine(r.learner.job.String()), st.Stage.Word())
		switch {
		case r.learner.asked != nil:
			s = text.EscapeLine(r.learner.job.String()).String() + " · the gate waits for you"
		case st.Total > 0:
			s += " " + number(st.Done) + "/" + number(st.Total)
		}
		if n := len(r.learner.queue); n > 0 {
			s += fmt.Sprintf(" · %d queued", n)
		}
		return s
	}
	return strings.Join([]string{where, plural(r.snap.Len(), "primitive"), plural(len(r.snap.Sessions()), "session")}, " · ")
}

// footer are the keys worth showing: of the overlay on top, or of the screen.
func (r *root) footer() []frame.Key {
	if n := len(r.overlays); n > 0 {
		return footKeys(remap(r.overlays[n-1].actions(), r.opt.Keys))
	}
	list := r.actions()
	return append(moveKeys(list), footKeys(list)...)
}

// moveKeys are the keys along the wires of the graph, as one entry.
func moveKeys(list []action) []frame.Key {
	keys := map[string]string{}
	for _, a := range list {
		if a.moves() {
			keys[a.id] = a.key()
		}
	}
	if keys["graph.left"] == "" {
		return nil
	}
	return []frame.Key{{Key: keys["graph.left"] + cmp.Or(keys["graph.down"], keys["list.down"]) + cmp.Or(keys["graph.up"], keys["list.up"]) + keys["graph.right"], Help: "move", Keep: true}}
}
