package tui

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lemma/core"
	"lemma/core/engine"
	"lemma/store"
)

// driver is a user at a terminal without one: it hands keys to the root, runs what the root asks for, and reads the
// lines. Nothing sleeps; what is awaited is a sight.
type driver struct {
	t       testing.TB
	r       *root
	msgs    chan tea.Msg
	now     time.Time    // five seconds later at each key
	busy    atomic.Int32 // commands that have not answered
	drawn   []string     // the frame after the last message
	quitted bool
}

// patience is how long a sight may take before the test gives up on it: far longer than on any machine, since a sight
// that comes late is not what a test is about.
const patience = 2 * time.Minute

// noon is the time of every test.
var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

// drive opens the interface on a registry in a temporary folder.
func drive(t testing.TB, dir string, w, h int, change func(*Options)) *driver {
	t.Helper()
	d := &driver{t: t, msgs: make(chan tea.Msg, 1024), now: noon}
	opt := Options{
		Open: func(ctx context.Context) (*engine.Engine, func() error, error) {
			s, err := store.Open(ctx, dir, store.Options{Now: func() time.Time { return noon }})
			if err != nil {
				return nil, nil, err
			}
			e, err := engine.Open(ctx, s, engine.Options{Now: func() time.Time { return noon }})
			return e, s.Close, err
		},
		Registry: "registry", Theme: "dark", after: func(time.Duration) tea.Cmd { return nil }, Mouse: true, Now: func() time.Time { return d.now }, Dir: "out",
		Output: func(string) engine.Output { return memoryOutput{} },
	}
	if change != nil {
		change(&opt)
	}
	ctx, cancel := context.WithCancel(t.Context())
	d.r = newRoot(ctx, opt)
	t.Cleanup(func() {
		cancel()
		if err := d.r.close(nil); err != nil && d.r.openErr == nil {
			t.Error(err)
		}
	})
	d.do(d.r.Init())
	d.send(tea.WindowSizeMsg{Width: w, Height: h})
	return d
}

// memoryOutput is a folder in which nothing is, and into which everything may be written.
type memoryOutput map[string][]byte

func (m memoryOutput) ReadFile(path string) ([]byte, error) {
	if b, ok := m[path]; ok {
		return b, nil
	}
	return nil, os.ErrNotExist
}

func (m memoryOutput) WriteFile(path string, body []byte) error { m[path] = body; return nil }

// do runs a command beside the test; its message comes back by the channel.
func (d *driver) do(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	d.busy.Add(1)
	go func() {
		d.msgs <- cmd()
		d.busy.Add(-1)
	}()
}

func (d *driver) send(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			d.do(c)
		}
	case tea.QuitMsg:
		d.quitted = true
	default:
		if reflect.TypeOf(msg).String() == "tea.setClipboardMsg" {
			return
		}
		_, cmd := d.r.Update(msg)
		d.drawn = d.r.lines() // as the program draws after every message: a pane knows its width once it was drawn
		d.do(cmd)
	}
}

// key makes a key press of a name, "enter", "ctrl+p", or of a character.
func key(name string) tea.KeyPressMsg {
	codes := map[string]rune{"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "backspace": tea.KeyBackspace, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight}
	if c, ok := codes[name]; ok {
		return tea.KeyPressMsg{Code: c}
	}
	if name == "space" {
		return tea.KeyPressMsg{Code: ' ', Text: " "}
	}
	if rest, ok := strings.CutPrefix(name, "ctrl+"); ok {
		return tea.KeyPressMsg{Code: rune(rest[0]), Mod: tea.ModCtrl}
	}
	r := []rune(name)[0]
	return tea.KeyPressMsg{Code: r, Text: name}
}

// keys presses keys, one after the other.
func (d *driver) keys(names ...string) *driver {
	d.t.Helper()
	for _, n := range names {
		d.now = d.now.Add(5 * time.Second)
		d.send(key(n))
		d.drain()
	}
	return d
}

// types types a text.
func (d *driver) types(s string) *driver {
	for _, r := range s {
		if r == ' ' {
			d.keys("space")
			continue
		}
		d.keys(string(r))
	}
	return d
}

// drain takes what has come meanwhile.
func (d *driver) drain() {
	for {
		select {
		case m := <-d.msgs:
			d.send(m)
		default:
			return
		}
	}
}

func (d *driver) screen() string { return ansi.Strip(strings.Join(d.r.lines(), "\n")) }

// sees waits until the screen holds every text.
func (d *driver) sees(texts ...string) *driver {
	d.t.Helper()
	for _, text := range texts {
		d.until(fmt.Sprintf("%q", text), func() bool { return strings.Contains(d.screen(), text) })
	}
	return d
}

// lacks waits until the screen does not hold a text.
func (d *driver) lacks(text string) *driver {
	d.t.Helper()
	d.until(fmt.Sprintf("no %q", text), func() bool { return !strings.Contains(d.screen(), text) })
	return d
}

// holds waits until the registry holds so many primitives.
func (d *driver) holds(n int) *driver {
	d.t.Helper()
	d.until(fmt.Sprintf("%d primitives", n), func() bool { return d.r.snap != nil && d.r.snap.Len() == n })
	return d
}

func (d *driver) until(what string, seen func() bool) {
	d.t.Helper()
	late := time.After(patience)
	for !seen() {
		select {
		case m := <-d.msgs:
			d.send(m)
		case <-late:
			d.t.Fatalf("%s did not come; the screen is\n%s", what, d.screen())
		}
	}
}

// settle takes what comes until nothing is under way any more but the watch of a run that waits at the gate.
func (d *driver) settle() {
	d.t.Helper()
	late := time.After(patience)
	for {
		waits := int32(0)
		if d.r.learner.asked != nil {
			waits = 1
		}
		told := d.r.learner.asked == nil || d.r.learner.board.Current().State == engine.Asking
		if told && d.busy.Load() <= waits && len(d.msgs) == 0 {
			return
		}
		select {
		case m := <-d.msgs:
			d.send(m)
		case <-time.After(time.Millisecond): // a command is between its message and its end
		case <-late:
			d.t.Fatalf("something goes on; the screen is\n%s", d.screen())
		}
	}
}

// source writes a file for a test to learn.
func source(t *testing.T, name, body string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// learned makes a registry in which texts were learned, and returns its folder.
func learned(t testing.TB, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	s, err := store.Open(t.Context(), dir, store.Options{Now: func() time.Time { return noon }})
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.Open(t.Context(), s, engine.Options{Now: func() time.Time { return noon }})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		opt := engine.LearnOptions{LearnOptions: core.LearnOptions{Domain: "linear-algebra"}}
		if _, err := e.Learn(t.Context(), []string{f}, opt, engine.FlagDecider{Verdict: "approve"}).Wait(); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}
