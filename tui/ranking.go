package tui

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"lemma/core"
	"lemma/core/engine"
	"lemma/tui/frame"
	"lemma/tui/list"
)

// ranking orders the primitives by how much rests on them, and shows where they lie on the plane.
type ranking struct {
	*env
	opt     engine.RankOptions
	rows    slot[[]engine.Rank]
	list    list.List
	best    float64 // score, which the bars are measured by
	plane   bool    // the plane is shown instead of the details
	wanted  string
	rects   [2]frame.Rect
	domains []engine.DomainCount // that hold primitives
	taxa    []engine.DomainCount // all there are
	spread  []core.Position      // where primitives lie, each place once
}

func newRanking(e *env) *ranking {
	return &ranking{env: e, opt: engine.RankOptions{By: engine.RankOrders[0]}}
}

func (s *ranking) badge() string { return "" }

func (s *ranking) save() map[string]string {
	m := map[string]string{"by": s.opt.By, "kind": string(s.opt.Kind), "domain": s.opt.Domain}
	if r := s.at(); r != nil {
		m["id"] = r.ID
	}
	if s.plane {
		m["plane"] = "yes"
	}
	return m
}

func (s *ranking) restore(m map[string]string) {
	if slices.Contains(engine.RankOrders, m["by"]) {
		s.opt.By = m["by"]
	}
	s.opt.Kind, s.opt.Domain, s.wanted, s.plane = core.Kind(m["kind"]), m["domain"], m["id"], m["plane"] != ""
}

func (s *ranking) open(p place) tea.Cmd {
	if p.id != "" {
		s.wanted = p.id
	}
	if !s.rows.loaded && !s.rows.busy {
		return s.load()
	}
	s.choose()
	return nil
}

func (s *ranking) changed() tea.Cmd {
	if !s.rows.loaded && !s.rows.busy {
		return nil // nobody looked yet
	}
	return s.load()
}

func (s *ranking) load() tea.Cmd {
	if s.snap == nil {
		return nil
	}
	if r := s.at(); r != nil && s.wanted == "" {
		s.wanted = r.ID
	}
	snap, opt, eng := s.snap, s.opt, s.eng
	return s.rows.load(s.env, func(context.Context) ([]engine.Rank, error) { return snap.Rank(opt) }, func() tea.Cmd {
		s.taxa = eng.DomainCounts(true)
		s.domains = slices.DeleteFunc(slices.Clone(s.taxa), func(d engine.DomainCount) bool { return d.Primitives == 0 })
		s.spread = places(snap, s.rows.value)
		s.list.Unmark()
		s.list.SetLen(len(s.rows.value))
		s.best = 1
		for _, r := range s.rows.value {
			s.best = max(s.best, s.score(r))
		}
		s.choose()
		return nil
	})
}

// choose goes to the row that was wanted.
func (s *ranking) choose() {
	if i := slices.IndexFunc(s.rows.value, func(r engine.Rank) bool { return r.ID == s.wanted }); i >= 0 {
		s.list.Select(i)
	}
	s.wanted = ""
}

func (s *ranking) at() *engine.Rank {
	if i := s.list.Index(); i < len(s.rows.value) {
		return &s.rows.value[i]
	}
	return nil
}

func (s *ranking) draw(w, h int) []string {
	switch {
	case s.snap != nil && s.snap.Len() == 0:
		return frame.Box(s.th, frame.Options{Title: "Ranking", Focus: true}, []string{"", "  Nothing was learned yet.", "", s.th.Faint.Render("  Here stands what matters most: what other things rest on."), "", "  " + s.th.Key.Render("i") + "  learns a first source"}, w, h)
	case !s.rows.loaded:
		return frame.Box(s.th, frame.Options{Title: "Ranking", Focus: true}, []string{s.th.Faint.Render("ranking …")}, w, h)
	}
	left := w
	var side []string
	if w >= 76 {
		right := min(46, w*2/5)
		left = w - right
		if s.plane {
			side = s.drawPlane(right, h)
		} else {
			side = s.detail(right, h)
		}
	}
	s.rects = [2]frame.Rect{{W: left, H: h}, {X: left, W: w - left, H: h}}
	return frame.Beside(s.table(left, h), side)
}

func (s *ranking) table(w, h int) []string {
	n := len(s.rows.value)
	opt := frame.Options{Title: "Ranking", Right: of(min(s.list.Index()+1, n), n), Focus: true}
	var only []string
	for _, o := range []string{string(s.opt.Kind), line(s.opt.Domain)} {
		if o != "" {
			only = append(only, o)
		}
	}
	if len(only) > 0 {
		opt.Footer = "only " + strings.Join(only, ", ") + " · " + s.keyOf("ranking.filter", "f") + " changes it"
	}
	if m := len(s.list.Marked()); m > 0 {
		opt.Footer = number(m) + " marked · " + s.keyOf("ranking.compare", "c") + " compares"
	}
	score := map[string]string{"importance": "importance", "reach": "reach", "depth": "depth", "pagerank": "page rank", "name": "importance"}[s.opt.By]
	bars := min(10, max(0, (w-50)/2)) // the names need the room more
	right := score + " " + s.th.Glyphs.Sorted + strings.Repeat(" ", bars+1)
	head := s.th.Faint.Render(frame.Pad(fmt.Sprintf("  %5s   %s", "#", "name"), w-4-frame.Width(right)) + right)
	rows := s.list.View(s.th, list.Rows{Len: n, Focus: true, Render: func(i, w int, _ bool) string {
		r := s.rows.value[i]
		value := number(int(s.score(r)))
		if s.opt.By == "pagerank" {
			value = fmt.Sprintf("%.4f", r.PageRank)
		}
		f := s.score(r) / s.best
		bar := ""
		if bars > 0 {
			bar = s.th.Accent.Render(frame.Pad(frame.Bar(s.th, f, bars), bars))
		}
		domain := ""
		if w > 70 {
			domain = s.th.Faint.Render(frame.Pad(frame.Truncate(line(r.Domain), 20), 20)) + " "
		}
		return frame.Spread(s.th.Faint.Render(fmt.Sprintf("%6d ", i+1))+s.name(r.Kind, r.Name), domain+fmt.Sprintf("%7s ", value)+bar, w)
	}}, w-4, h-3)
	return frame.Box(s.th, opt, append([]string{head}, rows...), w, h)
}

// score is what orders, as a number that a bar can show.
func (s *ranking) score(r engine.Rank) float64 {
	switch s.opt.By {
	case "reach":
		return float64(r.Reach)
	case "depth":
		return float64(r.Depth)
	case "pagerank":
		return r.PageRank
	}
	return float64(r.Importance)
}

// detail are all standings of the chosen primitive.
func (s *ranking) detail(w, h int) []string {
	r := s.at()
	if r == nil {
		return frame.Box(s.th, frame.Options{Title: "–"}, []string{s.th.Faint.Render("nothing passes the filter")}, w, h)
	}
	p := s.snap.Primitive(r.ID)
	if p == nil {
		return frame.Box(s.th, frame.Options{Title: "–"}, nil, w, h)
	}
	all := max(1, s.snap.Len())
	body := []string{s.name(r.Kind, r.Name), s.th.Faint.Render(line(strings.TrimSpace(p.Label + "  " + r.Domain))), ""}
	row := func(k, v, note string) {
		l := s.th.Faint.Render(frame.Pad(k, 11)) + fmt.Sprintf("%8s  ", v)
		if frame.Width(l)+frame.Width(note) > w-4 { // below it, whole
			body = append(body, l)
			l = "  "
		}
		body = append(body, l+s.th.Faint.Render(note))
	}
	row("importance", number(r.Importance), number(r.Enables)+" uses + "+number(r.Rules)+" rules")
	row("reach", number(r.Reach), fmt.Sprintf("%d%% of all", 100*r.Reach/all))
	row("depth", number(r.Depth), "steps to its ground")
	row("page rank", fmt.Sprintf("%.4f", r.PageRank), fmt.Sprintf("%.1f × the mean", r.PageRank*float64(all)))
	row("at", fmt.Sprintf("%.2f", p.Position.Re), fmt.Sprintf("%+.2fi on the plane", p.Position.Im))
	body = append(body, "")
	body = append(body, s.statement(p, w-4)...)
	return frame.Box(s.th, frame.Options{Title: "rank " + number(s.list.Index()+1)}, body, w, h)
}

// orderWords say what the orders mean.
var orderWords = map[string]string{
	"importance": "direct uses and composition rules", "reach": "all that rests on it", "depth": "the longest chain below it", "pagerank": "PageRank of the graph", "name": "by name",
}

func (s *ranking) actions() []action {
	r := s.at()
	some := when(r != nil, "the ranking is empty")
	l := moves(&s.list, len(s.rows.value))
	marked := s.list.Marked()
	return append(l,
		action{id: "ranking.graph", keys: []string{"enter", "l", "right"}, help: "open in the graph", foot: true, off: some, do: func() tea.Cmd { return s.goTo(place{screen: onGraph, id: r.ID}) }},
		action{id: "ranking.sort", keys: []string{"s"}, help: "order", foot: true, off: some, do: func() tea.Cmd {
			m := &menu{env: s.env, title: "Order by"}
			for _, by := range engine.RankOrders {
				m.rows = append(m.rows, choice{by, orderWords[by], func() tea.Cmd { s.opt.By = by; return s.load() }})
			}
			s.push(m)
			return nil
		}},
		action{id: "ranking.filter", keys: []string{"f"}, help: "filter", foot: true, off: when(s.rows.loaded, "the ranking is not there yet"), do: func() tea.Cmd { s.push(s.filterMenu()); return nil }},
		action{id: "ranking.mark", keys: []string{"space"}, help: "mark", off: some, do: func() tea.Cmd { s.list.Mark(); return nil }},
		action{id: "ranking.compare", keys: []string{"c"}, help: "compare the marked", foot: len(marked) > 0, off: when(len(marked) > 1, "mark at least two with space"), do: func() tea.Cmd { s.push(s.compare(marked)); return nil }},
		action{id: "ranking.plane", keys: []string{"p"}, help: s.planeWord(), foot: true, off: some, do: func() tea.Cmd { s.plane = !s.plane; return nil }},
		action{id: "ranking.copy", keys: []string{"y"}, help: "copy the id", off: some, do: func() tea.Cmd { return s.copy(r.ID) }},
		action{id: "ranking.export", keys: []string{"E"}, help: "copy the ranking as a table", also: "export", off: some, do: func() tea.Cmd { return s.copyTable() }},
	)
}

func (s *ranking) planeWord() string {
	if s.plane {
		return "details"
	}
	return "plane"
}

// filterMenu offers the kinds, and the domains that hold primitives.
func (s *ranking) filterMenu() *menu {
	m := &menu{env: s.env, title: "Show only"}
	add := func(text, right string, kind core.Kind, domain string) {
		m.rows = append(m.rows, choice{text, right, func() tea.Cmd { s.opt.Kind, s.opt.Domain = kind, domain; return s.load() }})
	}
	add("everything", number(s.snap.Len()), "", "")
	for _, k := range []core.Kind{core.Axiom, core.Definition, core.Theorem, core.Algorithm, core.Technique, core.Identity} {
		glyph, st := s.th.Kind(k)
		add(st.Render(glyph)+" "+string(k), "kind", k, s.opt.Domain)
	}
	for _, d := range s.domains {
		add(line(d.Name), "domain "+number(d.Primitives), s.opt.Kind, d.ID)
	}
	return m
}

// compare lists the standings of the marked side by side.
func (s *ranking) compare(marked []int) *menu {
	m := &menu{env: s.env, title: "uses  reach  depth  page rank"}
	for _, i := range marked {
		r := s.rows.value[i]
		m.rows = append(m.rows, choice{s.name(r.Kind, r.Name), fmt.Sprintf("%5d %6d %6d %10.4f", r.Importance, r.Reach, r.Depth, r.PageRank), func() tea.Cmd { return s.goTo(place{screen: onGraph, id: r.ID}) }})
	}
	return m
}

// copyTable puts the ranking, as tab-separated values, on the clipboard.
func (s *ranking) copyTable() tea.Cmd {
	var b strings.Builder
	b.WriteString("rank\tid\tname\timportance\treach\tdepth\tpagerank\n")
	for i, r := range s.rows.value {
		if i == mostCopied {
			break
		}
		fmt.Fprintf(&b, "%d\t%s\t%s\t%d\t%d\t%d\t%.6f\n", i+1, r.ID, line(r.Name), r.Importance, r.Reach, r.Depth, r.PageRank)
	}
	return tea.Batch(tea.SetClipboard(b.String()), s.say("copied "+plural(min(len(s.rows.value), mostCopied), "row")))
}

// mostCopied bounds what is sent to the terminal's clipboard, which many cut at 100 kB.
const mostCopied = 500

func (s *ranking) mouse(m mouse) tea.Cmd {
	if m.wheel != 0 {
		s.list.Move(m.wheel)
		return nil
	}
	if s.rects[0].Contains(m.x, m.y) && s.list.Click(m.y-2) && m.double {
		return s.goTo(place{screen: onGraph, id: s.at().ID})
	}
	return nil
}
