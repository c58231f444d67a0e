package tui

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

var updateFrames = flag.Bool("update", false, "write the frames that the screens draw now into testdata/frames")

// sights are the frames that are kept: a start, keys, and what has to be there.
var sights = []struct {
	name  string
	learn []string
	start Start
	keys  []string // one that begins with "see " waits for that
}{
	{"welcome", nil, Start{}, []string{"see This registry is empty"}},
	{"ingest", nil, Start{Sources: []string{"spaces.md"}}, []string{"see session s0001"}},
	{"record", nil, Start{Sources: []string{"spaces.md"}}, []string{"see session s0001", "k", "k", "k", "see Vector space"}},
	{"report", nil, Start{Sources: []string{"spaces.md"}}, []string{"see session s0001", "r", "see Session s0001"}},
	{"gate", nil, Start{Sources: []string{"hostile.md"}}, []string{"see waits for you", "see Notes from elsewhere", "o"}},
	{"gate-asks", nil, Start{Sources: []string{"hostile.md"}}, []string{"see waits for you", "see Notes from elsewhere", "A", "see Approve all the same?"}},
	{"conflicts", []string{"spaces.md", "again.md"}, Start{Review: true}, []string{"see keeps linear"}},
	{"graph", []string{"spaces.md"}, Start{Graph: "linear-algebra-subspace"}, []string{"see depth"}},
	{"outline", []string{"spaces.md"}, Start{Graph: "linear-algebra-subspace"}, []string{"see depth", "o", "p", "see path 1 of"}},
	{"ranking", []string{"spaces.md"}, Start{}, []string{"see 11 primitives", "5", "see rank 1"}},
	{"plane", []string{"spaces.md"}, Start{}, []string{"see 11 primitives", "5", "see 1 of 11", "p"}},
	{"skills", []string{"spaces.md"}, Start{}, []string{"see 11 primitives", "6", "see 19 more needed"}},
	{"sessions", []string{"spaces.md", "again.md"}, Start{}, []string{"see 12 primitives", "7", "see remove 1"}},
	{"help", []string{"spaces.md"}, Start{}, []string{"see 11 primitives", "?"}},
	{"palette", []string{"spaces.md"}, Start{}, []string{"see 11 primitives", "ctrl+p", "q", "u"}},
	{"finder", []string{"spaces.md"}, Start{}, []string{"see 11 primitives", "/", "b", "a", "s", "see Basis"}},
}

// TestFrames compares every sight with the frames that are kept of it, at three sizes and in three themes.
func TestFrames(t *testing.T) {
	golden, err := filepath.Abs(filepath.Join("testdata", "frames"))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sights {
		t.Run(s.name, func(t *testing.T) {
			desk(t)
			d := drive(t, learned(t, s.learn...), 100, 30, func(o *Options) { o.Start, o.Registry = s.start, "~/mathematics" })
			for _, k := range s.keys {
				if sight, ok := strings.CutPrefix(k, "see "); ok {
					d.sees(sight)
					d.settle()
				} else {
					d.keys(k)
				}
			}
			for _, size := range [][2]int{{80, 24}, {100, 30}, {200, 60}} {
				for _, th := range []string{"none", "dark", "light"} {
					d.r.state.Theme = th
					d.r.setTheme()
					d.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
					d.settle()
					compareFrame(t, filepath.Join(golden, fmt.Sprintf("%s-%dx%d-%s.txt", s.name, size[0], size[1], th)), strings.Join(d.r.lines(), "\n")+"\n")
				}
			}
		})
	}
}

// compareFrame holds a frame to the one that is kept, or keeps it.
func compareFrame(t *testing.T, path, got string) {
	t.Helper()
	if *updateFrames {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is not what is drawn now (go test ./tui -run Frames -update writes it):\n%s\nwant\n%s", filepath.Base(path), got, want)
	}
}
