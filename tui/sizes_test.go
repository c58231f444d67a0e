package tui

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"lemma/core"
	"lemma/core/engine"
	"lemma/store"
	"lemma/tui/frame"
	"lemma/tui/theme"
)

// hostiles are texts that would do harm on a terminal, or that are hard to measure.
var hostiles = []string{
	"\x1b[2Jgone\x1b]0;title\x07", "\u009b31mred", "turn\u202eback", "zero\u200bwidth\u2066\u2069", "a" + strings.Repeat("\u0301", 300), "線型空間の基底", "👩‍👩‍👧‍👦 family", "🏳️‍🌈",
	strings.Repeat("long ", 2000), "line\nfeed\r\nand\ttab", "\xff\xfe bytes", "ﷺ wide", "$\\frac{\\alpha}{" + strings.Repeat("{", 200), strings.Repeat("\\sqrt{", 300), "", "e\u20dd enclosing", "\U000e0041tag", "A\x00B",
	"# heading\n```\nfence", "&#27;[2J &#x9b;31m &#x202e;&#8203; &lt;b&gt;", "[31mx", "\u202e\u202d\u2066", "क्षि देवनागरी", "ｆｕｌｌ　ｗｉｄｔｈ",
}

// hostileRegistry holds a chain of primitives whose every text is hostile, and conflicts between such.
func hostileRegistry(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	s, err := store.Open(t.Context(), dir, store.Options{Now: func() time.Time { return noon }})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}()
	e, err := engine.Open(t.Context(), s, engine.Options{Now: func() time.Time { return noon }})
	if err != nil {
		t.Fatal(err)
	}
	for session, suffix := range []string{"", " other"} {
		var b strings.Builder
		for i, h := range hostiles {
			p := core.Primitive{ID: fmt.Sprintf("hostile-%d", i), Name: h, Kind: core.Definition, Role: h, Label: h, Anchor: h, Domain: "linear-algebra", Section: []string{h, h}, FormalStatement: h + " statement" + suffix, ComputationalForm: h, Proof: h,
				ApplicabilityPatterns: []string{h}, Keywords: []string{h, "key"}, Tags: []string{h}, Confidence: 0.9, Source: core.Source{Document: h + ".md", Start: 0, End: 5}, Rule: h}
			for j := max(0, i-3); j < i; j++ {
				p.Dependencies = append(p.Dependencies, core.Edge{Target: fmt.Sprintf("hostile-%d", j), Type: core.Requires, Strength: 0.5, Seen: []string{core.SeenStatement}, Why: h})
			}
			slices.SortFunc(p.Dependencies, func(a, b core.Edge) int { return strings.Compare(a.Target, b.Target) })
			line, err := json.Marshal(core.Record{Primitive: p, Prerequisites: []string{}, Enables: []string{}, CompositionRules: []core.Composition{}})
			if err != nil {
				t.Fatal(err)
			}
			b.Write(append(line, '\n'))
		}
		if _, err := e.Import(t.Context(), fmt.Sprintf("%s %d.jsonl", hostiles[2], session), []byte(b.String()), core.Home, engine.FlagDecider{Verdict: "approve"}); err != nil {
			t.Fatal(err)
		}
	}
	if n, c := e.Snapshot().Len(), len(e.Snapshot().Conflicts()); n < len(hostiles)-1 || c == 0 {
		t.Fatalf("%d hostile primitives and %d conflicts are there", n, c)
	}
	return dir
}

// sgr are the only escape sequences that a line may hold: colours and the like.
var sgr = regexp.MustCompile("\x1b\\[[0-9;:]*m")

// checkFrame holds a frame to its size, and to harmless characters.
func checkFrame(t interface{ Fatalf(string, ...any) }, what string, lines []string, w, h int) {
	if len(lines) != h {
		t.Fatalf("%s: %d lines at %d×%d", what, len(lines), w, h)
	}
	for i, l := range lines {
		if n := frame.Width(l); n > w {
			t.Fatalf("%s: line %d has %d cells at %d×%d: %q", what, i, n, w, h, l)
		}
		for _, r := range sgr.ReplaceAllString(l, "") {
			if r < ' ' || r >= 0x7f && r < 0xa0 || r == 0x202e || r == 0x200b || r == 0x2066 {
				t.Fatalf("%s: line %d draws %U: %q", what, i, r, l)
			}
		}
	}
}

var sizes = [][2]int{{60, 16}, {72, 20}, {80, 24}, {90, 24}, {100, 30}, {110, 25}, {120, 40}, {132, 43}, {160, 50}, {200, 60}, {220, 70}, {61, 60}}

// TestSizes draws every screen of an empty, a learned and a hostile registry at twelve sizes and in two themes.
func TestSizes(t *testing.T) {
	for name, dir := range map[string]string{"empty": t.TempDir(), "learned": learned(t, book(t), testFile(t, "again.md")), "hostile": hostileRegistry(t)} {
		for _, th := range []string{"dark", "none"} {
			t.Run(name+" "+th, func(t *testing.T) {
				d := drive(t, dir, 100, 30, func(o *Options) { o.Theme, o.ASCII = th, th == "none" })
				d.until("the registry", func() bool { return d.r.snap != nil })
				for i := range screens {
					d.keys(string(rune('1' + i)))
					for first := true; first || d.busy.Load() > 0 || len(d.msgs) > 0; first = false { // what is loaded beside is drawn in both states
						checkFrame(t, screenNames[i], d.drawn, d.r.w, d.r.h)
						select {
						case m := <-d.msgs:
							d.send(m)
						case <-time.After(time.Millisecond):
						}
					}
					for _, s := range sizes {
						d.send(tea.WindowSizeMsg{Width: s[0], Height: s[1]})
						checkFrame(t, screenNames[i], d.drawn, s[0], s[1])
						for _, open := range []string{"?", "ctrl+p", "/"} {
							d.keys(open)
							checkFrame(t, screenNames[i]+" "+open, d.drawn, s[0], s[1])
							d.keys("esc")
						}
					}
				}
			})
		}
	}
}

// TestTooSmall says what is missing.
func TestTooSmall(t *testing.T) {
	d := drive(t, t.TempDir(), 40, 10, nil)
	d.sees("lemma needs 60×16")
	checkFrame(t, "too small", d.r.lines(), 40, 10)
}

// anyKeys are what a cat on a keyboard presses; what leaves the program, writes or edits is left out.
var anyKeys = []string{"1", "2", "3", "4", "5", "6", "7", "j", "k", "h", "l", "g", "G", "enter", "esc", "tab", "backspace", "space", "ctrl+d", "ctrl+u", "?", "ctrl+p", "/", "n", "N", "f", "s", "p", "o", "x", "t", "m", "v", "[", "]", "*", "X", "u", "ctrl+r",
	"L", "E", "w", "r", "R", "F", "J", "K", "i", "b", ".", "y", "a", "e", "T", "M", "A", "W", "D", "up", "down", "left", "right"}

// TestAnyKeys presses keys at random on a hostile registry: never a panic, always a frame of the right size.
func TestAnyKeys(t *testing.T) {
	dirs := []string{hostileRegistry(t), learned(t, book(t), testFile(t, "again.md"))}
	rapid.Check(t, func(rt *rapid.T) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		dir := rapid.SampledFrom(dirs).Draw(rt, "registry")
		s, err := store.Open(ctx, dir, store.Options{})
		if err != nil {
			rt.Fatal(err)
		}
		defer func() {
			if err := s.Close(); err != nil {
				rt.Fatal(err)
			}
		}()
		now := noon
		d := &driver{t: t, msgs: make(chan tea.Msg, 4096), now: now}
		d.r = newRoot(ctx, Options{
			Open: func(ctx context.Context) (*engine.Engine, func() error, error) {
				e, err := engine.Open(ctx, s, engine.Options{Now: func() time.Time { return noon }})
				return e, func() error { return nil }, err
			},
			Now: func() time.Time { return d.now }, after: func(time.Duration) tea.Cmd { return nil }, Dir: "out", Output: func(string) engine.Output { return memoryOutput{} },
		})
		d.do(d.r.Init())
		d.until("the registry", func() bool { return d.r.snap != nil })
		for range rapid.IntRange(1, 60).Draw(rt, "keys") {
			if rapid.IntRange(0, 9).Draw(rt, "resize") == 0 {
				size := rapid.SampledFrom(sizes).Draw(rt, "size")
				d.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			}
			if d.r.w == 0 {
				d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
			}
			k := rapid.SampledFrom(anyKeys).Draw(rt, "key")
			d.keys(k)
			checkFrame(rt, "after "+k, d.drawn, d.r.w, d.r.h)
			if rapid.IntRange(0, 4).Draw(rt, "click") == 0 {
				d.send(tea.MouseClickMsg{X: rapid.IntRange(0, d.r.w-1).Draw(rt, "x"), Y: rapid.IntRange(0, d.r.h-1).Draw(rt, "y"), Button: tea.MouseLeft})
				d.send(wheel{x: rapid.IntRange(0, d.r.w-1).Draw(rt, "wx"), y: rapid.IntRange(0, d.r.h-1).Draw(rt, "wy"), lines: rapid.SampledFrom([]int{-3, 3}).Draw(rt, "turn")})
				checkFrame(rt, "after a click", d.drawn, d.r.w, d.r.h)
			}
		}
		cancel()
		d.r.learner.cancel()
		if d.r.learner.run != nil {
			<-d.r.learner.run.Done()
		}
	})
}

// TestKeysDoNotClash looks at the actions of every screen in several states: an id and a key that can be pressed mean
// one thing.
func TestKeysDoNotClash(t *testing.T) {
	for name, dir := range map[string]string{"empty": t.TempDir(), "learned": learned(t, book(t), testFile(t, "again.md"))} {
		d := drive(t, dir, 100, 30, nil)
		d.until("the registry", func() bool { return d.r.snap != nil })
		for i := range screens {
			d.keys(string(rune('1' + i)))
			own, ids := map[string]string{}, map[string]bool{}
			for _, a := range d.r.screens[i].actions() {
				if ids[a.id] {
					t.Errorf("%s, %s: the id %s is there twice", name, screenNames[i], a.id)
				}
				ids[a.id] = true
				if a.help == "" || len(a.keys) == 0 {
					t.Errorf("%s, %s: %s has no words or no key", name, screenNames[i], a.id)
				}
				for _, k := range a.keys {
					if o, ok := own[k]; ok && a.off == "" {
						t.Errorf("%s, %s: %s means %s and %s", name, screenNames[i], k, o, a.id)
					}
					if a.off == "" {
						own[k] = a.id
					}
					if slices.Contains([]string{"ctrl+i", "ctrl+m", "ctrl+j", "ctrl+[", "shift+enter"}, k) || strings.HasPrefix(k, "alt+") {
						t.Errorf("%s: not every terminal sends %s", a.id, k)
					}
				}
			}
		}
	}
}

func TestRenderedMarkdownIsSafe(t *testing.T) {
	for _, h := range hostiles {
		lines, err := renderMarkdown("# "+h+"\n\n"+h+"\n\n```\n"+h+"\n```\n", 60, theme.New(theme.Options{Name: theme.Dark}))
		if err != nil {
			t.Fatal(err)
		}
		checkFrame(t, "rendered", frame.Fit(lines, 60, len(lines)), 60, len(lines))
	}
}
