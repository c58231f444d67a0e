package reader

import (
	"bytes"
	"context"
	"fmt"
	"sort"
	"strings"

	"lemma/core"
	"lemma/core/text"
)

func init() {
	Register(Format{
		Name: "latex", MediaType: "text/x-tex", Extensions: []string{".tex", ".latex", ".ltx"},
		Sniff: sniffTeX, Read: readTeX,
	})
}

// sniffTeX looks for the commands that only TeX files begin with.
func sniffTeX(head []byte) int {
	switch {
	case bytes.Contains(head, []byte(`\documentclass`)), bytes.Contains(head, []byte(`\documentstyle`)):
		return 95
	case bytes.Contains(head, []byte(`\begin{document}`)), bytes.Contains(head, []byte(`\usepackage`)):
		return 80
	case bytes.Contains(head, []byte(`\section{`)), bytes.Contains(head, []byte(`\chapter{`)), bytes.Contains(head, []byte(`\begin{theorem}`)):
		return 40
	}
	return 0
}

// tex reads one document. It works as TeX does: a lexer and macros give a stream of tokens, and what the tokens do
// depends on the mode: text builds blocks, mathematics is copied, the preamble only defines.
type tex struct {
	ctx context.Context
	in  Input
	doc core.Document

	// The stream of tokens.
	stack    []texSource
	symbols  map[string]*texSymbol
	arena    []texToken
	scratch  []texToken
	one      [1]texToken
	lastArg  texToken // the last token of the argument that was read last
	made     int      // tokens that macros made
	maxMade  int
	expanded int // of them, since the last token of a file
	wasted   int // arguments that were not closed
	deep     int // texts within texts
	steps    int

	// Definitions.
	saved        []texSaved
	envs         map[string]*texEnv
	theorems     map[string]*texTheorem
	pairs        map[*texSymbol]texPair
	restated     map[string]*texRestated
	counters     map[string]*texCounter
	bools        map[string]bool
	packages     map[string]bool
	names        map[string]texNames // of cleveref
	class        string
	chapters     bool // the class has chapters
	atBegin      []texToken
	atBeginQuiet []texToken // of packages
	conds        int
	unless       bool
	long         bool   // \long stands before a definition
	envName      string // the environment whose arguments are being read

	// The files.
	parts    []texPart
	partOf   map[string]int
	included int // bytes of files that were read a second time
	files    int
	missing  int
	only     map[string]bool // of \includeonly

	// The page.
	muted        bool // the preamble: nothing is printed
	done         bool
	root         bool // the document has a preamble
	buf          []byte
	runs         []core.Run
	hidden       []core.Hidden
	frames       []texFrame
	openEnvs     map[string]int
	marks        []texMark
	unstarted    int
	parent       int
	par          int
	inline       int
	sepEnd       int // where a separator ended
	sep          int
	space        bool
	spaceAt      texToken
	headEnd      int
	notes        []texNote
	lists        []*texList
	titles       []texTitle
	frameTitle   []texToken // of \mdfsetup, for the frame that opens next
	heading      int        // the last heading's block, or -1
	inMath       bool
	quotes       int
	hashes       int      // number signs in lists of tokens that end code
	absent       []string // packages that were not found
	title        []texToken
	author       []texToken
	german       bool
	swapped      bool // heads print the number first
	noNumber     bool // front matter
	appendix     bool
	verbNone     map[string]bool
	floor        int // frames below it belong to the text around the one that is fed
	tables       int
	tooDeep      int // braces that were not opened
	terms        int // commands for a defined term that are being read
	mathUsers    []texMathUser
	maxText      int
	rootSrc      string
	resume       map[string]int
	customThe    map[string]bool
	listDefaults []texListDefault

	// Labels and references.
	label       texLabel
	labels      map[string]texLabel
	patches     []texPatch
	itemCounter string
	bibCount    int
	bibs        map[string]string
	subKeys     []string    // labels of subequations, before their first display
	cited       []core.Span // printed citations
	linked      bool        // within the text of a link
	proves      []texProves
	capital     bool // \cref prints capitals
	noAbbrev    bool

	unknown map[string]int
	losses  map[string]*core.Loss
}

// texTitle is a title that stands in the text; it becomes a string when the references in it are known.
type texTitle struct {
	block int
	span  core.Span
}

func readTeX(ctx context.Context, in Input) (*core.Document, error) {
	src, encoding, runs, losses, err := Decode(in.Raw)
	if err != nil {
		return nil, err
	}
	r := newTeX(ctx, in, src, runs, hasDocument(src))
	r.run()
	if r.muted && len(r.buf) == 0 && ctx.Err() == nil { // a preamble without a document: its text is all there is
		r = newTeX(ctx, in, src, runs, false)
		r.run()
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	doc := r.finish()
	doc.Encoding = encoding
	doc.Losses = append(losses, doc.Losses...)
	return doc, nil
}

// hasDocument reports whether the text of a file begins with a preamble.
func hasDocument(src string) bool {
	for at := 0; ; {
		i := strings.Index(src[at:], `\document`)
		if i < 0 {
			break
		}
		at += i
		if rest := src[at:]; strings.HasPrefix(rest, `\documentclass`) || strings.HasPrefix(rest, `\documentstyle`) {
			if line := src[strings.LastIndexByte(src[:at], '\n')+1 : at]; strings.IndexByte(line, '%') < 0 {
				return true
			}
		}
		at++
	}
	i := strings.Index(src, `\begin{document}`)
	return i >= 0 && strings.IndexByte(src[strings.LastIndexByte(src[:i], '\n')+1:i], '%') < 0
}

func newTeX(ctx context.Context, in Input, src string, runs []core.Run, root bool) *tex {
	r := &tex{
		ctx: ctx, in: in, symbols: map[string]*texSymbol{}, envs: map[string]*texEnv{}, theorems: map[string]*texTheorem{},
		pairs: map[*texSymbol]texPair{}, restated: map[string]*texRestated{}, counters: map[string]*texCounter{}, bools: map[string]bool{},
		packages: map[string]bool{}, names: map[string]texNames{}, partOf: map[string]int{}, openEnvs: map[string]int{}, labels: map[string]texLabel{},
		bibs: map[string]string{}, unknown: map[string]int{}, losses: map[string]*core.Loss{}, verbNone: map[string]bool{},
		customThe: map[string]bool{}, rootSrc: src, maxText: texGrowth*len(src) + texGrowthBase, muted: root, root: root, par: -1, parent: -1, heading: -1, maxMade: texGrowth*len(src) + texGrowthBase,
	}
	r.label.block = -1
	r.frames = make([]texFrame, 0, texMaxDepth) // never moves, so that a frame can be held while text is read
	r.buf = make([]byte, 0, len(src)+len(src)/8)
	r.parts = []texPart{{name: in.Name, raw: in.Raw, runs: runs}}
	r.partOf[in.Name] = 0
	r.stack = append(r.stack, texSource{file: true, src: src})
	r.setUpCounters()
	if !root {
		r.setClass("")
	}
	return r
}

// run reads the whole document.
func (r *tex) run() {
	r.text()
	r.popTo(0)
	r.endPar(2)
	if len(r.notes) > 0 {
		r.parent = -1
		r.footnotes()
	}
	if f := r.file(); r.done && f != nil {
		r.hideRest(f)
	}
}

// hideRest keeps what stands after the end of the document apart.
func (r *tex) hideRest(f *texSource) {
	if strings.TrimSpace(f.src[f.pos:]) != "" {
		r.hide(f, f.pos, len(f.src), "after the end of the document")
	}
	f.pos = len(f.src)
}

// lose counts what the reader could not carry over; the text is of the first case.
func (r *tex) lose(kind, text string) {
	if l := r.losses[kind]; l != nil {
		l.Count++
		return
	}
	r.losses[kind] = &core.Loss{Kind: kind, Count: 1, Text: text}
}

// limited counts expansions that were cut off.
func (r *tex) limited(what string) {
	r.lose("expansion-limit", "a macro "+strings.TrimPrefix(what, "a macro ")+"; it was left out")
}

// finish prints the references, turns titles into strings and maps the text back to the bytes.
func (r *tex) finish() *core.Document {
	d := &r.doc
	r.resolve()
	for i := range d.Blocks {
		b := &d.Blocks[i]
		if b.Span.End < b.Span.Start {
			b.Span.End = len(r.buf)
		}
		if b.Body.End < b.Body.Start {
			b.Body.End = b.Body.Start
		}
	}
	d.Text = string(r.buf)
	r.buf = nil
	for _, t := range r.titles {
		if t.span.Start < t.span.End {
			d.Blocks[t.block].Title = r.uncited(d.Text, t.span)
		}
	}
	levels := [10]bool{}
	for i := range d.Blocks {
		if b := &d.Blocks[i]; b.Kind == core.Heading {
			levels[b.Level] = true
		}
	}
	rank, n := [10]int{}, 0
	for l, used := range levels {
		if used {
			n++
			rank[l] = n
		}
	}
	for i := range d.Blocks {
		if b := &d.Blocks[i]; b.Kind == core.Heading {
			b.Level = rank[b.Level]
		}
	}
	sort.SliceStable(d.Marks, func(i, j int) bool { return d.Marks[i].Span.Start < d.Marks[j].Span.Start })
	sort.SliceStable(d.Refs, func(i, j int) bool { return d.Refs[i].Span.Start < d.Refs[j].Span.Start })
	for _, p := range r.parts {
		d.Parts = append(d.Parts, core.Part{Name: p.name, Raw: p.raw})
	}
	d.Hidden = r.hidden
	d.Runs = r.runs
	r.toOriginal(d)
	r.reportLosses(d)
	return d
}

// uncited is a title without the citations in it: "Prime ideal, [3, p. 5]" is entitled "Prime ideal".
func (r *tex) uncited(s string, sp core.Span) string {
	var b strings.Builder
	at, left := sp.Start, false
	for i := sort.Search(len(r.cited), func(i int) bool { return r.cited[i].Start >= sp.Start }); i < len(r.cited) && r.cited[i].End <= sp.End; i++ {
		b.WriteString(s[at:r.cited[i].Start])
		at, left = r.cited[i].End, true
	}
	b.WriteString(s[at:sp.End])
	title := strings.Join(strings.Fields(b.String()), " ")
	for n := -1; left && n != len(title); { // what led to the citation
		n = len(title)
		title = strings.Trim(title, " ,;:")
		rest := strings.TrimSuffix(title, "()")
		k := strings.LastIndexByte(rest, ' ')
		if text.Citing.Has(text.Fold(rest[k+1:])) {
			rest = rest[:k+1]
		}
		title = rest
	}
	return title
}

// maxAbsent is how many packages a loss names.
const maxAbsent = 40

// reportLosses turns the counts into losses, in a fixed order.
func (r *tex) reportLosses(d *core.Document) {
	if len(r.unknown) > 0 {
		names, n := make([]string, 0, len(r.unknown)), 0
		for name, c := range r.unknown {
			names = append(names, name)
			n += c
		}
		sort.Slice(names, func(i, j int) bool {
			if a, b := r.unknown[names[i]], r.unknown[names[j]]; a != b {
				return a > b
			}
			return names[i] < names[j]
		})
		var b strings.Builder
		for i, name := range names[:min(5, len(names))] {
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, `\%s (%d)`, name, r.unknown[name])
		}
		r.losses["unknown-command"] = &core.Loss{Kind: "unknown-command", Count: n, Text: "commands without a known meaning; their arguments are kept as text: " + b.String()}
		if len(r.absent) > 0 {
			r.losses["unknown-command"].Text += "; packages that may define them and are not there: " + strings.Join(r.absent[:min(maxAbsent, len(r.absent))], ", ")
		}
	}
	kinds := make([]string, 0, len(r.losses))
	for k := range r.losses {
		kinds = append(kinds, k)
	}
	sort.Strings(kinds)
	for _, k := range kinds {
		d.Losses = append(d.Losses, *r.losses[k])
	}
	sort.SliceStable(d.Losses, func(i, j int) bool { return d.Losses[i].Kind < d.Losses[j].Kind })
	for i := range d.Losses {
		d.Losses[i].Kind, _, _ = strings.Cut(d.Losses[i].Kind, " ") // "missing-file ch1.tex" is one a file
	}
}

// toOriginal replaces offsets in the decoded text of parts that are no plain UTF-8 by offsets in their bytes.
func (r *tex) toOriginal(d *core.Document) {
	decoded := false
	for _, p := range r.parts {
		decoded = decoded || len(p.runs) > 0
	}
	if !decoded {
		return
	}
	maps := make([]*core.Document, len(r.parts))
	for i, p := range r.parts {
		if len(p.runs) > 0 {
			maps[i] = &core.Document{Runs: p.runs}
		}
	}
	var out []core.Run
	for _, run := range d.Runs {
		m := maps[run.Part]
		if m == nil {
			out = append(out, run)
			continue
		}
		if run.Fixed {
			_, o := m.Original(core.Span{Start: run.Orig, End: run.Orig + run.Width})
			run.Orig, run.Width = o.Start, o.Len()
			out = append(out, run)
			continue
		}
		i := sort.Search(len(m.Runs), func(i int) bool { return m.Runs[i].Text+m.Runs[i].N > run.Orig })
		for ; run.N > 0 && i < len(m.Runs); i++ {
			p := m.Runs[i]
			n := min(run.N, p.Text+p.N-run.Orig)
			if n <= 0 {
				break
			}
			q := core.Run{Text: run.Text, N: n, Part: run.Part, Orig: p.Orig + run.Orig - p.Text}
			if p.Fixed {
				q.Orig, q.Fixed, q.Width = p.Orig, true, p.Width
			}
			out = append(out, q)
			run.Text, run.N, run.Orig = run.Text+n, run.N-n, run.Orig+n
		}
	}
	d.Runs = out
	for i := range d.Hidden {
		if h := &d.Hidden[i]; maps[h.Part] != nil {
			_, h.Span = maps[h.Part].Original(h.Span)
		}
	}
}
