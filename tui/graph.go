package tui

import (
	"context"
	"fmt"
	"math"
	"strings"

	tea "charm.land/bubbletea/v2"

	"lemma/core"
	"lemma/core/engine"
	"lemma/tui/frame"
	"lemma/tui/list"
	"lemma/tui/theme"
	"lemma/tui/wires"
)

// graph is the browser of the dependency graph: the primitive in focus between what it needs and what uses it.
type graph struct {
	*env
	focus    string
	selected string
	hops     int
	all      bool // edges that a longer path implies, too
	order    bool // edges that only say what stands before what, too
	outline  bool
	raw      bool // TeX as it was written
	back     []string
	forward  []string
	pinned   string
	side     side

	ego     *engine.Ego
	drawing *wires.Drawing
	drawn   drawnFor
	top     int // of the drawing
	tree    tree
	detail  int // first line of the details on screen
	reading readFor
	body    []string // of what is read
	warm    slot[[]int]
	paths   slot[[][]string]
	path    int // which of the paths to its ground
	between slot[[]string]
	why     slot[*engine.Explanation]
	source  slot[excerpt]
	rects   [3]frame.Rect
	width   int // of the drawing
}

// drawnFor is what a drawing was made for.
type drawnFor struct {
	ego      *engine.Ego
	selected string
	w        int
	all      bool
}

// readFor is what the texts of a primitive were set for.
type readFor struct {
	of  *core.Primitive
	th  *theme.Theme
	w   int
	raw bool
}

// side is what the pane beside the details shows.
type side int

const (
	sideEdges side = iota
	sidePaths
	sideBetween
	sideWhy
	sideSource
)

var sideNames = [...]string{"Needs and uses", "To its ground", "Between the two", "Why", "Source"}

// Bounds of what is taken around the focus.
const (
	mostHops  = 4
	mostAHop  = 24
	mostPaths = 9
)

func newGraph(e *env) *graph { return &graph{env: e, hops: 2} }

func (s *graph) badge() string { return "" }

func (s *graph) save() map[string]string {
	m := map[string]string{"focus": s.focus, "selected": s.selected, "hops": fmt.Sprint(s.hops)}
	for k, on := range map[string]bool{"all": s.all, "order": s.order, "outline": s.outline, "raw": s.raw} {
		if on {
			m[k] = "yes"
		}
	}
	return m
}

func (s *graph) restore(m map[string]string) {
	s.focus, s.selected = m["focus"], m["selected"]
	if n := 0; m["hops"] != "" {
		if _, err := fmt.Sscan(m["hops"], &n); err == nil && n > 0 && n <= mostHops {
			s.hops = n
		}
	}
	s.all, s.order, s.outline, s.raw = m["all"] != "", m["order"] != "", m["outline"] != "", m["raw"] != ""
}

func (s *graph) open(p place) tea.Cmd {
	if s.snap == nil || s.snap.Len() == 0 {
		return nil
	}
	if p.id != "" && p.id != s.focus {
		return tea.Batch(s.heat(), s.centre(p.id))
	}
	return tea.Batch(s.heat(), s.arrive())
}

// changed goes on with the same focus in the new snapshot.
func (s *graph) changed() tea.Cmd {
	s.ego = nil
	s.warm.forget()
	return nil
}

// heat works out the ranks, which the details show, beside the interface.
func (s *graph) heat() tea.Cmd {
	if s.warm.loaded || s.warm.busy {
		return nil
	}
	snap := s.snap
	return s.warm.load(s.env, lift(snap.Depths), nil)
}

// arrive makes sure that there is a focus, and takes what is around it from the snapshot.
func (s *graph) arrive() tea.Cmd {
	s.settle()
	return s.ask()
}

// settle chooses another focus when there is none, or when it was taken back while this screen was shown.
func (s *graph) settle() {
	if s.snap.Primitive(s.focus) == nil {
		s.focus, s.selected = s.snap.Hub(), ""
	}
	if s.snap.Primitive(s.selected) == nil {
		s.selected = s.focus
	}
	s.look()
}

// look takes the graph around the focus.
func (s *graph) look() {
	ego, err := s.snap.Ego(s.focus, engine.EgoOptions{Hops: s.hops, Needs: true, Enables: true, Motivates: s.order, Most: mostAHop})
	if err != nil {
		s.fail("look at "+s.focus, err)
		return
	}
	s.ego = ego
	if s.outline {
		s.tree.grow(s.env, s.focus, s.hops, s.order)
		s.tree.choose(s.selected)
	}
}

// centre goes to another focus, and remembers where it came from.
func (s *graph) centre(id string) tea.Cmd {
	if s.snap.Primitive(id) == nil {
		return s.say(line(id) + " is not in the registry")
	}
	if s.focus != "" && s.focus != id {
		s.back = append(s.back, s.focus)
		s.forward = nil
	}
	return s.move(id)
}

// move goes to another focus.
func (s *graph) move(id string) tea.Cmd {
	s.focus, s.selected, s.detail, s.path = id, id, 0, 0
	s.look()
	return s.ask()
}

// choose selects a node.
func (s *graph) choose(id string) tea.Cmd {
	s.selected, s.detail, s.path = id, 0, 0
	return s.ask()
}

// ask loads what the side pane shows of the chosen primitive.
func (s *graph) ask() tea.Cmd {
	snap, eng, id := s.snap, s.eng, s.selected
	p := snap.Primitive(id)
	if p == nil {
		return nil
	}
	switch s.side {
	case sidePaths:
		return s.paths.replace(s.env, lift(func() [][]string { return snap.Roots(id, mostPaths) }), nil)
	case sideBetween:
		pinned := s.pinned
		return s.between.replace(s.env, func(context.Context) ([]string, error) {
			if path, err := snap.Path(id, pinned); err == nil && len(path) > 0 {
				return path, nil
			}
			path, err := snap.Path(pinned, id)
			if err != nil {
				return nil, nil //nolint:nilerr // that there is no path is the answer
			}
			return path, nil
		}, nil)
	case sideWhy:
		return s.why.replace(s.env, func(context.Context) (*engine.Explanation, error) { return eng.Explain(id) }, func() tea.Cmd { s.fail("explain "+id, s.why.err); return nil })
	case sideSource:
		src := p.Source
		return s.source.replace(s.env, func(context.Context) (excerpt, error) {
			raw, err := eng.Original(src.Digest)
			if err != nil {
				return excerpt{}, nil //nolint:nilerr // imported, or no longer kept: the pane says so
			}
			return cutOut(raw, core.Span{Start: src.Start, End: src.End}), nil
		}, nil)
	}
	return nil
}

// draws returns the drawing, made anew only when something changed.
func (s *graph) draws() *wires.Drawing {
	if s.ego == nil {
		s.settle()
	}
	w := max(20, s.width)
	key := drawnFor{s.ego, s.selected, w, s.all}
	if s.drawing != nil && key == s.drawn {
		return s.drawing
	}
	g := wires.Graph{}
	at := map[string]int{}
	for i, n := range s.ego.Nodes {
		glyph, _ := s.th.Kind(n.Kind)
		at[n.ID] = i
		g.Nodes = append(g.Nodes, wires.Node{ID: n.ID, Mark: glyph, Label: maths(n.Name), Needs: n.Needs, Uses: n.Uses})
		if n.ID == s.ego.Center {
			g.Focus = i
		}
	}
	for _, e := range s.ego.Edges {
		k, letter := edgeStyle(e)
		g.Edges = append(g.Edges, wires.Edge{From: at[e.From], To: at[e.To], Weight: e.Strength, Style: k, Letter: letter})
	}
	opt := wires.Options{Width: w, Transitive: s.all, ASCII: s.opt.ASCII}
	opt.Selected = at[s.selected]
	s.drawing, s.drawn = wires.Layout(g, opt), key
	return s.drawing
}

// edgeStyle is dashed for what the proof alone needs, dotted for the order of the text, and double for the other types
// than requires, which carry a letter.
func edgeStyle(e engine.EgoEdge) (k wires.Style, letter string) {
	switch e.Type {
	case core.Motivates:
		return wires.Dotted, ""
	case core.Applies:
		return wires.Double, "a"
	case core.Generalizes:
		return wires.Double, "g"
	case core.Specializes:
		return wires.Double, "s"
	case core.Equivalent:
		return wires.Double, "="
	}
	if onlyProof(e.Seen) {
		return wires.Dashed, ""
	}
	return wires.Solid, ""
}

func onlyProof(seen []string) bool {
	for _, s := range seen {
		if s == core.SeenStatement {
			return false
		}
	}
	for _, s := range seen {
		if s == core.SeenProof {
			return true
		}
	}
	return false
}

func (s *graph) draw(w, h int) []string {
	if s.snap == nil || s.snap.Len() == 0 {
		return frame.Box(s.th, frame.Options{Title: "Graph", Focus: true}, []string{"", "  Nothing was learned yet.", "",
			s.th.Faint.Render("  Here every primitive stands between what it needs and what uses it."), "", "  " + s.th.Key.Render("i") + "  learns a first source"}, w, h)
	}
	upper := max(7, h*11/20)
	s.width = w - 4
	if d := s.draws(); !s.outline && d.Height+3 < upper { // a low drawing leaves its room to the details
		upper = max(7, d.Height+3)
	}
	lower := h - upper
	s.rects[0] = frame.Rect{W: w, H: upper}
	left := w
	var sidePane []string
	if w >= 76 {
		left = w * 11 / 20
		s.rects[2] = frame.Rect{X: left, Y: upper, W: w - left, H: lower}
		sidePane = s.drawSide(w-left, lower)
	}
	s.rects[1] = frame.Rect{Y: upper, W: left, H: lower}
	var top []string
	if s.outline {
		top = s.drawTree(w, upper)
	} else {
		top = s.drawWires(w, upper)
	}
	return append(top, frame.Beside(s.drawDetail(left, lower), sidePane)...)
}

// crumbs are the last primitives in focus.
func (s *graph) crumbs(w int) string {
	var words []string
	for _, id := range s.back[max(0, len(s.back)-3):] {
		words = append(words, s.nameOf(id))
	}
	words = append(words, s.nameOf(s.focus))
	return frame.TruncateLeft(strings.Join(words, " "+s.th.Glyphs.Crumb+" "), w)
}

func (s *graph) drawWires(w, h int) []string {
	d := s.draws()
	room := h - 3
	selected := s.index(s.selected)
	row := 0
	if d.Shown(selected) {
		row = d.Row(selected)
	}
	if row < s.top+1 {
		s.top = row - 1
	}
	if row > s.top+room-2 {
		s.top = row - room + 2
	}
	s.top = max(0, min(s.top, d.Height-room))
	lines := d.Lines(s.top, min(room, d.Height), s.styles())
	if pad := (room - len(lines)) / 2; pad > 0 {
		lines = append(make([]string, pad), lines...)
	}
	head := s.th.Faint.Render(frame.Spread("needs", "used by", w-4))
	right := of(len(s.ego.Nodes)-d.Hidden, s.snap.Len())
	opt := frame.Options{Title: s.crumbs(w - frame.Width(right) - 12), Right: right, Focus: true, Footer: s.wordsOnWires(d, room)}
	return frame.Box(s.th, opt, append([]string{head}, lines...), w, h)
}

// wordsOnWires says what the counts mean, and what is above and below.
func (s *graph) wordsOnWires(d *wires.Drawing, room int) string {
	words := []string{s.hopWords(d)}
	if s.all {
		words = append(words, "all edges")
	}
	if s.order {
		words = append(words, "order too")
	}
	if n := s.top; n > 0 {
		words = append(words, fmt.Sprintf("%s%d rows", s.th.Glyphs.Up, n))
	}
	if n := d.Height - s.top - room; n > 0 {
		words = append(words, fmt.Sprintf("%s%d rows", s.th.Glyphs.Down, n))
	}
	words = append(words, s.th.Glyphs.Less+"n or n"+s.th.Glyphs.More+": so many needs or uses are not drawn")
	return strings.Join(words, " · ")
}

// hopWords is how far the drawing goes, and how far it should where that did not fit.
func (s *graph) hopWords(d *wires.Drawing) string {
	drawn, all := 0, 0
	for i, n := range s.ego.Nodes {
		far := max(n.Hops, -n.Hops)
		all = max(all, far)
		if d.Shown(i) {
			drawn = max(drawn, far)
		}
	}
	if drawn < all {
		return fmt.Sprintf("%d of %s fit", drawn, plural(s.hops, "hop"))
	}
	return plural(s.hops, "hop")
}

// index is the node of an id in the ego.
func (s *graph) index(id string) int {
	for i, n := range s.ego.Nodes {
		if n.ID == id {
			return i
		}
	}
	return -1
}

func (s *graph) styles() wires.Styles {
	selected := s.th.Selected.Inherit(s.th.Strong)
	if s.th.Plain() {
		selected = s.th.Mark
	}
	return wires.Styles{
		Wire: s.th.Border, Lit: s.th.Accent, Label: s.th.Text, Focus: s.th.Strong, Selected: selected, Count: s.th.Faint,
		Mark:    func(n int) style { _, st := s.th.Kind(s.ego.Nodes[n].Kind); return st },
		Special: s.edgeColour,
	}
}

func (s *graph) edgeColour(k wires.Style) style {
	switch k {
	case wires.Dashed:
		return s.th.Info
	case wires.Double:
		return s.th.Warn
	}
	return s.th.Border
}

func (s *graph) drawTree(w, h int) []string {
	rows := s.tree.list.View(s.th, list.Rows{Len: len(s.tree.rows), Focus: true, Render: func(i, w int, _ bool) string { return s.tree.row(s.env, i, w) }}, w-4, h-2)
	return frame.Box(s.th, frame.Options{Title: s.crumbs(w - 30), Right: of(s.tree.list.Index()+1, len(s.tree.rows)), Focus: true, Footer: plural(s.hops, "hop")}, rows, w, h)
}

// drawDetail shows the chosen primitive: its statement, proof, standing and source.
func (s *graph) drawDetail(w, h int) []string {
	p := s.snap.Primitive(s.selected)
	if p == nil {
		return frame.Box(s.th, frame.Options{Title: "–"}, nil, w, h)
	}
	facts := []string{strings.TrimSpace(string(p.Kind) + " " + roleOf(p)), fmt.Sprintf("confidence %.2f", p.Confidence)}
	if s.warm.loaded {
		if r, ok := s.snap.Standing(p.ID); ok {
			facts = append(facts, fmt.Sprintf("importance %d", r.Importance), fmt.Sprintf("depth %d", r.Depth))
		}
	}
	facts = append(facts, line(p.Domain))
	body := []string{s.th.Faint.Render(frame.Truncate(strings.Join(facts, " · "), w-4)), ""}
	body = append(body, s.read(p, w-4)...)
	where := base(p.Source.Document)
	if len(p.Section) > 0 {
		where += " · " + strings.Join(p.Section, " › ")
	}
	body = append(body, "")
	for _, l := range frame.Wrap(line(where)+" · "+p.Source.Session, w-4) {
		body = append(body, s.th.Faint.Render(l))
	}
	if n := len(p.Sources); n > 0 {
		body = append(body, s.th.Faint.Render("also in "+plural(n, "other place")))
	}
	if len(p.Keywords) > 0 {
		for _, l := range frame.Wrap(line(strings.Join(p.Keywords, " · ")), w-4) {
			body = append(body, s.th.Faint.Render(l))
		}
	}
	s.detail = max(0, min(s.detail, len(body)-(h-2)))
	right := line(p.Label)
	if n := len(body) - (h - 2); n > 0 {
		right = strings.TrimSpace(right + " " + percent(s.detail, n))
	}
	return frame.Box(s.th, frame.Options{Title: s.name(p.Kind, p.Name), Right: right}, body[s.detail:], w, h)
}

// roleOf is the role where it says more than the kind.
func roleOf(p *core.Primitive) string {
	if p.Role == string(p.Kind) {
		return ""
	}
	return line(p.Role)
}

// read is what a primitive says, proves and shows, in lines that are kept: a chapter of exercises is not to be set anew
// with every frame.
func (s *graph) read(p *core.Primitive, w int) []string {
	as := readFor{p, s.th, w, s.raw}
	if s.reading == as {
		return s.body
	}
	body := s.statement(p, w)
	if list := engine.Completion(p); list != "" {
		body = append(body, "")
		body = append(body, s.texts(list, w)...)
	}
	if p.Proof != "" {
		body = append(body, "", s.th.Faint.Render("Proof"))
		body = append(body, s.texts(p.Proof, w)...)
	}
	for _, i := range p.Illustrations() {
		body = append(body, "", s.th.Faint.Render(frame.Truncate(line(i.Heading()), w)))
		body = append(body, s.texts(i.Text, w)...)
	}
	s.reading, s.body = as, body
	return body
}

// statement is the statement of a primitive as it is looked at.
func (s *graph) statement(p *core.Primitive, w int) []string {
	if s.raw {
		return s.texts(p.FormalStatement, w)
	}
	return s.env.statement(p, w)
}

// texts is a proof or another text, its mathematics as Unicode or as it was written.
func (s *graph) texts(t string, w int) []string {
	if s.raw {
		return wrapLines(escaped(t), w)
	}
	return wrapLines(readable(t), w)
}

// drawSide shows what was asked of the chosen primitive.
func (s *graph) drawSide(w, h int) []string {
	opt := frame.Options{Title: sideNames[s.side]}
	var body []string
	switch s.side {
	case sideEdges:
		body = s.edgeLines(w - 4)
	case sidePaths:
		opt.Right = "p next"
		body = s.pathLines(w - 4)
	case sideBetween:
		body = s.betweenLines(w - 4)
	case sideWhy:
		body = s.whyLines(w - 4)
	case sideSource:
		body = []string{s.th.Faint.Render("reading …")}
		if s.source.loaded {
			body = []string{s.th.Faint.Render("the original is not kept any more")}
			if s.source.value.whole {
				p := s.snap.Primitive(s.selected)
				body = frame.Wrap(line(base(p.Source.Document)+", "+s.snap.Place(p.Source)), w-4)
				for i := range body {
					body[i] = s.th.Faint.Render(body[i])
				}
				body = append(body, s.source.value.drawSpan(s.th, w-4, max(1, h-2-len(body)))...)
			}
		}
	}
	if s.warm.loaded && len(body)+2 < h-2 && s.side != sideSource {
		body = append(frame.Fit(body, w-4, h-4), s.minimap(w-4)...)
	}
	return frame.Box(s.th, opt, body, w, h)
}

// minimap is how many primitives lie at each depth, with the chosen one's.
func (s *graph) minimap(w int) []string {
	depths := s.warm.value
	r, _ := s.snap.Standing(s.selected)
	scale := 1
	for len(depths) > w-8 && len(depths) > 1 {
		scale *= 2
		var half []int
		for i := 0; i < len(depths); i += 2 {
			n := depths[i]
			if i+1 < len(depths) {
				n += depths[i+1]
			}
			half = append(half, n)
		}
		depths = half
	}
	logs := make([]int, len(depths))
	for i, n := range depths {
		logs[i] = int(100 * math.Log2(float64(n)+1))
	}
	at := 6 + r.Depth/scale
	return []string{s.th.Faint.Render("depth ") + s.th.Info.Render(frame.Spark(s.th, logs)), strings.Repeat(" ", at) + s.th.Accent.Render(s.th.Glyphs.Up) + s.th.Faint.Render(fmt.Sprintf(" %d, here", r.Depth))}
}

// edgeLines lists what the chosen primitive needs and what uses it, with type and ground.
func (s *graph) edgeLines(w int) []string {
	p := s.snap.Primitive(s.selected)
	var out []string
	for _, a := range s.snap.Needs(p.ID, s.order) {
		e := p.Edge(a.ID)
		ground := strings.Join(e.Seen, ", ")
		if e.Why != "" {
			ground = "“" + maths(e.Why) + "”"
		}
		out = append(out, frame.Spread(s.th.Glyphs.Less+" "+s.kindName(a.ID), s.th.Faint.Render(string(a.Type)+" "+ground), w))
	}
	switch {
	case len(out) > 0:
	case len(s.snap.Needs(p.ID, true)) > 0: // what lemma show lists
		out = append(out, s.th.Faint.Render("needs nothing but the order of the text"))
	default:
		out = append(out, s.th.Faint.Render("needs nothing: it is ground"))
	}
	uses := s.snap.Enables(p.ID, s.order)
	for i, a := range uses {
		if i == 100 {
			out = append(out, s.th.Faint.Render(plural(len(uses)-100, "more use")))
			break
		}
		out = append(out, frame.Spread(s.th.Glyphs.More+" "+s.kindName(a.ID), s.th.Faint.Render(s.use(a)), w))
	}
	return out
}

func (s *graph) kindName(id string) string {
	if p := s.snap.Primitive(id); p != nil {
		return s.name(p.Kind, p.Name)
	}
	return line(id)
}

// use is what the source prints before a primitive that uses the chosen one, which tells those apart whose names begin
// alike; and how it does, where it does not just require it.
func (s *graph) use(a engine.Arrow) string {
	p := s.snap.Primitive(a.ID)
	switch {
	case p == nil || p.Label == "":
		return string(a.Type)
	case a.Type == core.Requires:
		return line(p.Label)
	}
	return string(a.Type) + " " + line(p.Label)
}

// pathLines is one path from the chosen primitive to its ground, the ground first.
func (s *graph) pathLines(w int) []string {
	if !s.paths.loaded {
		return []string{s.th.Faint.Render("looking for its ground …")}
	}
	if len(s.paths.value) == 0 {
		return []string{s.th.Faint.Render("it needs nothing: it is ground itself")}
	}
	path := s.paths.value[s.path%len(s.paths.value)]
	out := s.chain(path, w)
	return append(out, "", s.th.Faint.Render(fmt.Sprintf("%d deep · path %d of %d", len(path)-1, s.path%len(s.paths.value)+1, len(s.paths.value))))
}

// chain draws a path as a staircase, its last node on top.
func (s *graph) chain(path []string, w int) []string {
	var out []string
	for i := len(path) - 1; i >= 0; i-- {
		depth := len(path) - 1 - i
		indent := strings.Repeat("  ", max(0, min(depth-1, w/4)))
		if depth > 0 {
			indent += s.th.Border.Render(s.th.Glyphs.BottomLeft) + " "
		}
		out = append(out, frame.Truncate(indent+s.kindName(path[i]), w))
	}
	return out
}

func (s *graph) betweenLines(w int) []string {
	switch {
	case !s.between.loaded:
		return []string{s.th.Faint.Render("looking for a path …")}
	case len(s.between.value) == 0:
		return []string{s.kindName(s.pinned), s.kindName(s.selected), "", s.th.Faint.Render("neither rests on the other")}
	}
	return append(s.chain(s.between.value, w), "", s.th.Faint.Render(plural(len(s.between.value)-1, "step")))
}

// whyLines say which rule made the primitive, and what each edge rests on.
func (s *graph) whyLines(w int) []string {
	if !s.why.loaded {
		return []string{s.th.Faint.Render("reading the record …")}
	}
	x := s.why.value
	out := frame.Wrap("confidence "+x.Confidence+": "+line(x.Rule), w)
	place := line(x.Place)
	if x.FirstLine > 0 {
		place = fmt.Sprintf("lines %d–%d", x.FirstLine, x.LastLine)
	}
	for _, l := range frame.Wrap(place+" of "+line(base(x.Document)), w) {
		out = append(out, s.th.Faint.Render(l))
	}
	if x.Decision != "" {
		for _, l := range frame.Wrap(line(x.Decision), w) {
			out = append(out, s.th.Faint.Render(l))
		}
	}
	for _, e := range x.Edges {
		for i, l := range frame.Wrap(s.nameOf(e.Target)+": "+maths(e.Why), w-2) {
			if i == 0 {
				out = append(out, s.th.Glyphs.Less+" "+l)
			} else {
				out = append(out, "  "+l)
			}
		}
	}
	for _, r := range x.Refused {
		for i, l := range frame.Wrap(fmt.Sprintf("%s: %s, refused: a cycle of %d", s.nameOf(r.Edge.Target), maths(r.Why), r.Length()), w-2) {
			if i == 0 {
				out = append(out, s.th.Bad.Render(s.th.Glyphs.Cross)+" "+l)
			} else {
				out = append(out, "  "+l)
			}
		}
	}
	return out
}

func (s *graph) mouse(m mouse) tea.Cmd {
	switch {
	case s.snap == nil || s.ego == nil:
		return nil
	case m.wheel != 0 && s.rects[1].Contains(m.x, m.y):
		s.detail += m.wheel
	case s.outline && s.rects[0].Contains(m.x, m.y):
		if m.wheel != 0 {
			s.tree.list.Move(m.wheel)
		} else if !s.tree.list.Click(m.y - 1) {
			return nil
		}
		return s.choose(s.tree.at())
	case m.wheel != 0:
		s.top += m.wheel
	case s.rects[0].Contains(m.x, m.y):
		d := s.draws()
		pad := max(0, (s.rects[0].H-3-min(s.rects[0].H-3, d.Height))/2)
		if n, ok := d.Find(m.x-2, m.y-2-pad+s.top); ok {
			id := s.ego.Nodes[n].ID
			if m.double || id == s.selected {
				return s.centre(id)
			}
			return s.choose(id)
		}
	}
	return nil
}
