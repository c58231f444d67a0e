package tui

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	tea "charm.land/bubbletea/v2"

	"lemma/core/engine"
)

// The budgets, as medians on one core of a server: a frame 1 ms at 100×30 and 4 ms at 200×60, 10 ms with an overlay; a
// key 16 ms and a search 50 ms at 100,000 primitives. LEMMA_BENCH_REGISTRY names a registry to measure on, of any size;
// else one is learned from generated text.

func benchRegistry(b *testing.B) string {
	b.Helper()
	if dir := os.Getenv("LEMMA_BENCH_REGISTRY"); dir != "" {
		return dir
	}
	path := filepath.Join(b.TempDir(), "book.tex")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	if err := engine.WriteSample(f, 4<<20, 1); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	return learned(b, path)
}

func BenchmarkFrame(b *testing.B) {
	d := drive(b, benchRegistry(b), 100, 30, nil)
	d.until("the registry", func() bool { return d.r.snap != nil })
	for i := range screens {
		d.keys(string(rune('1' + i)))
		d.settle()
		for _, size := range [][2]int{{100, 30}, {200, 60}} {
			for _, overlay := range []string{"", "?"} {
				b.Run(fmt.Sprintf("%s/%dx%d%s", screenNames[i], size[0], size[1], map[string]string{"": "", "?": "+help"}[overlay]), func(b *testing.B) {
					d.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
					d.settle()
					if overlay != "" {
						d.keys(overlay)
						defer d.keys("esc")
					}
					for b.Loop() {
						d.r.lines()
					}
				})
			}
		}
	}
}

// BenchmarkKey presses a key and draws what it leads to.
func BenchmarkKey(b *testing.B) {
	d := drive(b, benchRegistry(b), 100, 30, nil)
	d.until("the registry", func() bool { return d.r.snap != nil })
	for _, c := range []struct{ name, screen, key, back string }{
		{"graph centre and back", "4", "enter", "backspace"}, {"graph hops", "4", "]", "["}, {"graph outline", "4", "o", "o"}, {"ranking end", "5", "G", "g"}, {"ranking down", "5", "j", "k"},
		{"sessions down", "7", "j", "k"}, {"help", "5", "?", "esc"},
	} {
		b.Run(c.name, func(b *testing.B) {
			d.keys(c.screen)
			d.settle()
			d.keys("l")
			for b.Loop() {
				d.keys(c.key)
				d.r.lines()
				d.keys(c.back)
				d.r.lines()
			}
			d.settle()
		})
	}
}

// BenchmarkSearch types a word and waits for the hits, each time with the index there.
func BenchmarkSearch(b *testing.B) {
	d := drive(b, benchRegistry(b), 100, 30, nil)
	d.until("the registry", func() bool { return d.r.snap != nil })
	d.r.snap.Search(engine.Query{Text: "warm"})
	for b.Loop() {
		for _, q := range []string{"c", "co", "com", "comp", "compact sp"} {
			d.r.snap.Search(engine.Query{Text: q, Limit: mostHits, Typing: true})
		}
	}
}
