package tui

import (
	"encoding/xml"
	"flag"
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
)

var keepPictures = flag.Bool("pictures", false, "draw the pictures of the README anew, from a registry that is learned for them")

// sample is the text that comes with lemma.
const sample = "linear-algebra.md"

// scenes are the pictures: what is learned before, and the keys that lead there.
var scenes = []struct {
	name, theme string
	w, h        int
	learn       []string // files that were learned before
	start       Start
	keys        []string // one that begins with "see " waits for that
	sees        string   // is there before the keys are pressed
	then        string   // is there before the picture is taken
}{
	{name: "graph", theme: "dark", w: 120, h: 34, learn: []string{sample}, start: Start{Graph: "linear-algebra-rank-nullity"}, sees: "depth ", keys: []string{"p"}, then: "path 1 of"},
	{name: "ingest", theme: "dark", w: 120, h: 34, start: Start{Sources: []string{sample}}, sees: "session s0001", keys: []string{"k", "k", "k"}, then: "Extract"},
	{name: "findings", theme: "dark", w: 120, h: 34, start: Start{Sources: []string{"hostile.md"}}, sees: "waits for you", keys: []string{"j", "j", "j", "j"}, then: "invisible"},
	{name: "conflicts", theme: "dark", w: 120, h: 34, learn: []string{"spaces.md", "again.md"}, start: Start{Review: true}, sees: "keep both", keys: []string{"j"}, then: "adds"},
	{name: "ranking", theme: "light", w: 120, h: 34, learn: []string{sample}, sees: "primitives", keys: []string{"5", "see importance ▾", "see ▌     1", "j", "j", "p"}, then: "Plane"},
	{name: "skills", theme: "light", w: 120, h: 34, learn: []string{sample}, sees: "primitives", keys: []string{"6", "see Key primitives"}, then: "The most important ones: how many others depend on each, and what it"},
	{name: "sessions", theme: "light", w: 120, h: 34, learn: []string{"spaces.md", "again.md"}, sees: "primitives", keys: []string{"7", "j", "see 1 of 11 changes"}, then: "R takes back what rests"},
}

// TestPictures draws every scene, and with -pictures keeps the drawings in assets/pictures.
func TestPictures(t *testing.T) {
	for _, s := range scenes {
		t.Run(s.name, func(t *testing.T) {
			pictures, err := filepath.Abs(filepath.Join("..", "assets", "pictures"))
			if err != nil {
				t.Fatal(err)
			}
			desk(t)
			d := drive(t, learned(t, s.learn...), s.w, s.h, func(o *Options) { o.Theme, o.Start, o.Registry = s.theme, s.start, "~/mathematics" })
			d.sees(s.sees)
			for _, k := range s.keys {
				if sight, ok := strings.CutPrefix(k, "see "); ok {
					d.sees(sight)
				} else {
					d.keys(k)
				}
			}
			d.sees(s.then)
			svg := drawSVG(d.r.lines(), s.w, s.theme)
			if err := xml.Unmarshal([]byte(svg), new(struct{})); err != nil {
				t.Fatalf("the picture is not well-formed: %v", err)
			}
			if *keepPictures {
				if err := os.WriteFile(filepath.Join(pictures, s.name+".svg"), []byte(svg), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// desk makes a folder with the texts of the scenes the current one, so that a picture shows their names alone.
func desk(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{filepath.Join("..", "assets", "sample", sample), filepath.Join("testdata", "spaces.md"), filepath.Join("testdata", "again.md"), filepath.Join("testdata", "hostile.md")} {
		body, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(path)), body, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
}

// The size of a cell in a picture, in pixels.
const (
	cellWidth  = 8.4
	cellHeight = 18
	margin     = 12
)

// drawSVG draws lines of a terminal. Every run of cells of one style is a text of a fixed length, so that a font of
// another width cannot push the columns apart; lines of boxes are drawn as such.
func drawSVG(lines []string, w int, theme string) string {
	back, front := "#16181d", "#d7dae0"
	if theme == "light" {
		back, front = "#ffffff", "#24292f"
	}
	buf := uv.NewScreenBuffer(w, len(lines))
	uv.NewStyledString(strings.Join(lines, "\n")).Draw(buf, buf.Bounds())
	width, height := float64(w)*cellWidth+2*margin, float64(len(lines))*cellHeight+2*margin
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" font-family="'JetBrains Mono','DejaVu Sans Mono',Menlo,Consolas,monospace" font-size="14">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" rx="8" fill="%s"/>`+"\n", back)
	for y := range lines {
		for x := 0; x < w; {
			c := buf.CellAt(x, y)
			from, run := x, ""
			for x < w {
				n := buf.CellAt(x, y)
				if n == nil || !n.Style.Equal(&c.Style) || run != "" && (box(n.Content) || box(c.Content)) {
					break
				}
				run += n.Content
				x += max(1, n.Width)
			}
			if x == from {
				x++
			}
			fg, bg := hexOf(c.Style.Fg, front), hexOf(c.Style.Bg, "")
			if c.Style.Attrs&uv.AttrReverse != 0 {
				fg, bg = hexOf(c.Style.Bg, back), hexOf(c.Style.Fg, front)
			}
			cell(&b, run, from, y, x-from, fg, bg, c.Style.Attrs)
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func cell(b *strings.Builder, run string, x, y, n int, fg, bg string, attrs uint8) {
	px, py := margin+float64(x)*cellWidth, margin+float64(y)*cellHeight
	length := float64(n) * cellWidth
	if bg != "" {
		fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%d" fill="%s"/>`+"\n", px, py, length, cellHeight, bg)
	}
	if strings.TrimSpace(run) == "" {
		return
	}
	if box(run) {
		fmt.Fprintf(b, `<path d="%s" stroke="%s" fill="none"/>`+"\n", boxPath(run, px, py), fg)
		return
	}
	extra := ""
	if attrs&uv.AttrBold != 0 {
		extra += ` font-weight="bold"`
	}
	if attrs&uv.AttrStrikethrough != 0 {
		extra += ` text-decoration="line-through"`
	}
	var text strings.Builder
	if err := xml.EscapeText(&text, []byte(run)); err != nil {
		panic(err) // a builder takes everything
	}
	fmt.Fprintf(b, `<text xml:space="preserve" x="%.1f" y="%.1f" textLength="%.1f" lengthAdjust="spacingAndGlyphs" fill="%s"%s>%s</text>`+"\n", px, py+13.5, length, fg, extra, text.String())
}

func hexOf(c color.Color, none string) string {
	if c == nil {
		return none
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// arms are the box characters by the sides of the cell that they reach: up, down, left, right.
var arms = map[string]string{
	"─": "lr", "│": "ud", "╭": "dr", "╮": "dl", "╰": "ur", "╯": "ul", "├": "udr", "┤": "udl", "┬": "dlr", "┴": "ulr", "┼": "udlr", "╴": "l", "╶": "r", "╵": "u", "╷": "d", "┄": "lr", "┊": "ud", "━": "lr", "╸": "l",
}

func box(s string) bool { return arms[s] != "" }

// boxPath draws a box character; two arms that turn meet in an arc.
func boxPath(s string, x, y float64) string {
	mx, my := x+cellWidth/2, y+cellHeight/2
	ends := map[byte]string{'u': fmt.Sprintf("%.1f %.1f", mx, y), 'd': fmt.Sprintf("%.1f %.1f", mx, y+cellHeight), 'l': fmt.Sprintf("%.1f %.1f", x, my), 'r': fmt.Sprintf("%.1f %.1f", x+cellWidth, my)}
	a := arms[s]
	if len(a) == 2 && a != "lr" && a != "ud" {
		return fmt.Sprintf("M%s Q%.1f %.1f %s", ends[a[0]], mx, my, ends[a[1]])
	}
	var out string
	for i := range a {
		out += fmt.Sprintf("M%.1f %.1fL%s", mx, my, ends[a[i]])
	}
	return out
}
