package pdfium

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lemma/core/acquire/reader"
)

// local is the one engine of these tests. Its compiled code is kept where the program keeps it.
var local = &Local{Cache: cacheDir()}

// as is the variable that makes this test binary another program: a worker, or something that behaves badly in its
// place.
const as = "LEMMA_TEST_PDF_AS"

// runs is the variable with the path of a file that a silent worker writes once it runs.
const runs = "LEMMA_TEST_PDF_RUNS"

func TestMain(m *testing.M) {
	switch os.Getenv(as) {
	case "worker", "slow worker":
		if os.Getenv(as) == "slow worker" {
			_ = writeFrame(os.Stdout, frameStart, nil)
			_ = writeFrame(os.Stdout, frameStart, nil)
		}
		if err := Serve(context.Background(), os.Stdin, os.Stdout, func() { os.Exit(1) }); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	case "silent", "silent behind its start":
		if os.Getenv(as) != "silent" {
			_ = writeFrame(os.Stdout, frameReady, nil)
		}
		_ = os.WriteFile(os.Getenv(runs), nil, 0o600)
		time.Sleep(time.Minute)
		os.Exit(0)
	case "liar":
		_ = writeFrame(os.Stdout, frameReady, nil)
		_ = writeFrame(os.Stdout, frameVolume, []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0x01})
		time.Sleep(time.Minute)
		os.Exit(0)
	case "hasty":
		r := bufio.NewReader(os.Stdin)
		if n, err := binary.ReadUvarint(r); err == nil {
			_, _ = io.CopyN(io.Discard, r, int64(n))
		}
		_ = os.Stdin.Close()
		_ = writeFrame(os.Stdout, frameReady, nil)
		_ = writeFrame(os.Stdout, frameError, []byte("no document"))
		os.Exit(0)
	case "ended":
		fmt.Fprintln(os.Stderr, "out of luck")
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func workers(role string) *Workers {
	return &Workers{Most: 2, Command: func(ctx context.Context) *exec.Cmd {
		cmd := exec.CommandContext(ctx, os.Args[0])
		cmd.Env = append(os.Environ(), as+"="+role)
		return cmd
	}}
}

// TestModule fails when the module that go-pdfium embeds is another one than the one that was looked at: a new version
// moves functions and changes what they return.
func TestModule(t *testing.T) {
	sum := sha256.Sum256(pdfiumWasm)
	if got, want := hex.EncodeToString(sum[:]), "a9da632fc69e963f94c68dda017eec3e512284c9113d6e3be21f35086de3c0c3"; got != want {
		t.Errorf("the embedded module has the digest %s, want %s", got, want)
	}
}

// pages reads all of a document.
func pages(t *testing.T, pdf reader.PDF, raw []byte) ([]*reader.Page, *reader.Volume, error) {
	t.Helper()
	var out []*reader.Page
	v, err := pdf.Pages(context.Background(), raw, func(p *reader.Page) { out = append(out, p) }, func(int, int) {})
	return out, v, err
}

// textOf is what the glyphs with and without a flag say.
func textOf(p *reader.Page, with, without reader.GlyphFlags) string {
	var b strings.Builder
	for _, g := range p.Glyphs {
		if g.Flags&with == with && g.Flags&without == 0 {
			b.WriteRune(g.Rune)
		}
	}
	return b.String()
}

// sample has what a document can say of itself.
func sample() []byte {
	return book("/PageLabels<</Nums[0<</S/r/St 17>>]>>/Outlines<</First 20 0 R>>/Dests<</theorem.1[5 0 R/XYZ 50 560 0]>>",
		"/Annots[<</Type/Annot/Subtype/Link/Rect[50 490 150 512]/Dest/theorem.1>><</Type/Annot/Subtype/Link/Rect[50 390 150 412]/A<</S/URI/URI(https://example.com/)>>>>]",
		show("F1", 12, 50, 540, "Theorem 1")+show("F2", 10, 50, 500, "see above")+"3 Tr "+show("F1", 9, 50, 300, "unseen")+"0 Tr 1 g "+show("F1", 9, 50, 200, "white")+
			"0 g 40 90 200 40 re f 1 g "+show("F1", 9, 50, 100, "banner")+"0 g BT /F1 9 Tf 0 1 -1 0 20 50 Tm (up) Tj ET\n",
		show("F1", 12, 50, 540, "Second"))
}

// TestPage reads fonts, places, faces and links of a page.
func TestPage(t *testing.T) {
	got, v, err := pages(t, local, sample())
	if err != nil || len(got) != 2 {
		t.Fatalf("%d pages, %v", len(got), err)
	}
	p := got[0]
	if p.Width != 400 || p.Height != 600 || p.Folio != "xvii" || got[1].Folio != "xviii" {
		t.Errorf("page of %v × %v, %q, then %q", p.Width, p.Height, p.Folio, got[1].Folio)
	}
	for _, c := range []struct {
		with, without reader.GlyphFlags
		want          string
	}{
		{0, reader.Invisible | reader.White | reader.Turned | reader.Generated, "Theorem 1see abovebanner"},
		{reader.Invisible, reader.Generated, "unseen"}, {reader.White, reader.Generated, "white"}, {reader.Turned, reader.Generated, "up"},
	} {
		if s := textOf(p, c.with, c.without); s != c.want {
			t.Errorf("glyphs with %b without %b say %q, want %q", c.with, c.without, s, c.want)
		}
	}
	if g := p.Glyphs[0]; g.X != 50 || g.Y != 540 || g.Size != 12 || p.Fonts[g.Font].Name != "Helvetica" {
		t.Errorf("the first glyph is %+v in %q", g, p.Fonts[g.Font].Name)
	}
	to := reader.Position{Page: 0, X: 50, Y: 560, HasY: true}
	if len(p.Links) != 2 || p.Links[0].To != to || p.Links[0].Left != 50 || p.Links[0].Top != 512 || p.Links[1].URI != "https://example.com/" {
		t.Errorf("links %+v", p.Links)
	}
	if len(v.Names) != 1 || v.Names[0] != (reader.Destination{Name: "theorem.1", At: to}) {
		t.Errorf("names %+v", v.Names)
	}
}

// TestOutline reads an outline, and one that is tied into a loop.
func TestOutline(t *testing.T) {
	raw := file("/Info 8 0 R", "<</Type/Catalog/Pages 2 0 R/Outlines 4 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 600]>>",
		"<</First 5 0 R>>", "<</Title(One)/Dest[3 0 R/XYZ 0 500 0]/First 6 0 R/Next 7 0 R>>", "<</Title(Below)>>", "<</Title(Two)/Next 5 0 R>>", "<</Subject(About foxes)>>")
	_, v, err := pages(t, local, raw)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range v.Outline {
		got = append(got, fmt.Sprint(b.Level, b.Title, b.At.Page))
	}
	if want := "1One0 2Below-1 1Two-1"; strings.Join(got, " ") != want {
		t.Errorf("outline %v, want %v", got, want)
	}
	if len(v.About) != 1 || v.About[0] != "About foxes" {
		t.Errorf("it says of itself %q", v.About)
	}
}

// TestErrors names what is wrong with a document.
func TestErrors(t *testing.T) {
	key := strings.Repeat("00", 32)
	locked := file("/Encrypt<</Filter/Standard/V 1/R 2/P -1/O<"+key+">/U<"+key+">>>/ID[<00><00>]", "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[]/Count 0>>")
	for _, c := range []struct {
		raw  []byte
		want error
	}{{[]byte("%PDF-1.7 and nothing else"), errDamaged}, {locked, errPassword}, {nil, errDamaged}} {
		if _, _, err := pages(t, local, c.raw); !errors.Is(err, c.want) {
			t.Errorf("%.20q: error %v, want %v", c.raw, err, c.want)
		}
	}
}

// hostile is a document whose second page of three ends the engine.
func hostile() []byte {
	res := "/MediaBox[0 0 400 600]/Resources<</Font<</F1 3 0 R>>>>"
	return file("", "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[4 0 R 5 0 R 4 0 R]/Count 3>>", "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
		"<</Type/Page/Parent 2 0 R"+res+"/Contents 6 0 R>>", "<</Type/Page/Parent 2 0 R"+res+"/Contents 7 0 R>>", stream("", show("F1", 12, 50, 540, "fine")), bomb(100<<20))
}

// TestWorkers reads what Local reads, and loses of a hostile document the page that ends the worker, not those around.
func TestWorkers(t *testing.T) {
	if testing.Short() {
		t.Skip("starts several processes")
	}
	want, wantVolume, err := pages(t, local, sample())
	if err != nil {
		t.Fatal(err)
	}
	got, v, err := pages(t, workers("worker"), sample())
	if err != nil || !reflect.DeepEqual(got, want) || !reflect.DeepEqual(v, wantVolume) {
		t.Errorf("workers read %+v, %+v, %v; want %+v, %+v", got, v, err, want, wantVolume)
	}
	if got, _, err = pages(t, workers("slow worker"), sample()); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("workers that are long at their start read %+v, %v", got, err)
	}
	got, v, err = pages(t, workers("worker"), hostile())
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[0].Index != 0 || got[1].Index != 2 || len(v.Lost) != 1 || v.Lost[0].First != 1 || v.Lost[0].Last != 1 {
		t.Errorf("%d pages, lost %+v", len(got), v.Lost)
	}
	if _, _, err := pages(t, workers("worker"), []byte("%PDF-1.7")); err == nil || err.Error() != errDamaged.Error() {
		t.Errorf("a damaged document: %v", err)
	}
}

// TestBadWorkers says what happened when the other side is no worker as it should be, or ends before it is asked.
func TestBadWorkers(t *testing.T) {
	for _, c := range []struct{ role, want string }{{"liar", "not understood"}, {"hasty", "no document"}, {"ended", "out of luck"}} {
		if _, _, err := pages(t, workers(c.role), sample()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want it to say %q", c.role, err, c.want)
		}
	}
	none := &Workers{Command: func(ctx context.Context) *exec.Cmd {
		return exec.CommandContext(ctx, filepath.Join(t.TempDir(), "nobody"))
	}}
	if _, _, err := pages(t, none, sample()); err == nil {
		t.Error("a worker that is not there reads")
	}
}

// TestCancel ends the work of a worker that does not answer, before it runs and at every later step, and says that it
// was cancelled rather than what became of the worker.
func TestCancel(t *testing.T) {
	for _, role := range []string{"silent", "silent behind its start"} {
		for _, once := range []string{"asked", "runs"} {
			file := filepath.Join(t.TempDir(), "runs")
			t.Setenv(runs, file)
			ctx, cancel := context.WithCancel(context.Background())
			cancelled := make(chan error, 1)
			go func() {
				_, err := workers(role).Pages(ctx, sample(), func(*reader.Page) {}, func(int, int) {})
				cancelled <- err
			}()
			for once == "runs" && len(cancelled) == 0 {
				if _, err := os.Stat(file); err == nil {
					break
				}
				time.Sleep(time.Millisecond)
			}
			cancel()
			if err := <-cancelled; !errors.Is(err, context.Canceled) {
				t.Errorf("%s, cancelled once it %s: %v", role, once, err)
			}
		}
	}
}

// TestWire sends pages over the protocol and gets the same pages.
func TestWire(t *testing.T) {
	number := rapid.Float32Range(-1e5, 1e5)
	position := rapid.Custom(func(t *rapid.T) reader.Position {
		return reader.Position{Page: rapid.IntRange(-1, maxPages-1).Draw(t, "page"), X: number.Draw(t, "x"), Y: number.Draw(t, "y"), HasY: rapid.Bool().Draw(t, "has")}
	})
	rapid.Check(t, func(t *rapid.T) {
		p := &reader.Page{Index: rapid.IntRange(0, maxPages-1).Draw(t, "index"), Folio: rapid.String().Draw(t, "folio"), Width: number.Draw(t, "width"), Fonts: []reader.Font{{Name: "A", Slanted: true}, {Name: "B", Names: map[uint16]string{7: "x"}}}}
		p.Glyphs = rapid.SliceOf(rapid.Custom(func(t *rapid.T) reader.Glyph {
			return reader.Glyph{Rune: rapid.Rune().Draw(t, "rune"), Flags: reader.GlyphFlags(rapid.Byte().Draw(t, "flags")), Font: uint16(rapid.IntRange(0, 1).Draw(t, "font")), X: number.Draw(t, "x"), Y: 3, Size: 10}
		})).Draw(t, "glyphs")
		for range rapid.IntRange(0, 3).Draw(t, "links") {
			p.Links = append(p.Links, reader.Link{Left: number.Draw(t, "left"), To: position.Draw(t, "to"), URI: rapid.String().Draw(t, "uri")})
		}
		var e encoder
		e.page(p)
		d := decoder{b: e.b}
		got := d.page()
		if len(got.Glyphs) == 0 {
			got.Glyphs = p.Glyphs
		}
		if d.bad || len(d.b) > 0 || !reflect.DeepEqual(got, p) {
			t.Fatalf("sent %+v, got %+v, %d bytes left", p, got, len(d.b))
		}
		v := &reader.Volume{Pages: 3, Outline: []reader.Bookmark{{Level: 2, Title: "T", At: position.Draw(t, "at")}}, Names: []reader.Destination{{Name: "n", At: position.Draw(t, "at")}}, Lost: []reader.LostPages{{First: 1, Last: 2, Why: "w"}}, About: []string{"a", "b"}}
		e.b = nil
		e.volume(v)
		d = decoder{b: e.b}
		if got := d.volume(); d.bad || !reflect.DeepEqual(got, v) {
			t.Fatalf("sent %+v, got %+v", v, got)
		}
	})
}

// TestWireCut reads a string that is one byte shorter than it says.
func TestWireCut(t *testing.T) {
	d := decoder{b: []byte{2, 'u'}}
	if s := d.string(); s != "" || !d.bad {
		t.Errorf("got %q, bad %v", s, d.bad)
	}
}

// FuzzWire reads frames of a worker that cannot be trusted.
func FuzzWire(f *testing.F) {
	var e encoder
	e.page(&reader.Page{Fonts: []reader.Font{{Name: "A", Names: map[uint16]string{1: "a"}}}, Glyphs: []reader.Glyph{{Rune: 'x', X: 1, Y: 2, Size: 3}}, Links: []reader.Link{{URI: "u"}}, Rules: []reader.Rule{{Left: 1, Right: 2, Y: 3}}, Boxes: []reader.Box{{Left: 1, Bottom: 2, Right: 3, Top: 4}}})
	var b bytes.Buffer
	_ = writeFrame(&b, framePage, e.b)
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, b []byte) {
		r := bufio.NewReader(bytes.NewReader(b))
		for {
			_, content, err := readFrame(r)
			if err != nil {
				return
			}
			d := decoder{b: content}
			p := d.page()
			for _, g := range p.Glyphs {
				if int(g.Font) >= max(1, len(p.Fonts)) || g.X != g.X || g.Size != g.Size {
					t.Fatalf("glyph %+v of %d fonts", g, len(p.Fonts))
				}
			}
			d = decoder{b: content}
			d.volume()
			d = decoder{b: content}
			d.lost()
		}
	})
}

// TestEncoding reads the glyph names of font programs.
func TestEncoding(t *testing.T) {
	type1 := "%!PS-AdobeFont-1.0: CMSY10\n/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\ndup 50 /element put\ndup 51/owner put\nreadonly def\ncurrentfile eexec dup 52 /no put"
	if got := encoding([]byte(type1)); !reflect.DeepEqual(got, map[uint16]string{50: "element", 51: "owner"}) {
		t.Errorf("Type 1: %v", got)
	}
	if got := encoding(compactFont()); !reflect.DeepEqual(got, map[uint16]string{80: "summationdisplay"}) {
		t.Errorf("CFF: %v", got)
	}
}

// compactFont is a CFF font of two glyphs, the second with a name of its own at code 80.
func compactFont() []byte {
	name := "summationdisplay"
	head := []byte{1, 0, 4, 1, 0, 1, 1, 1, 2, 'F'} // header, Name INDEX
	strings := append([]byte{0, 1, 1, 1, byte(1 + len(name))}, name...)
	top := func(charset, enc, glyphs int) []byte {
		var d []byte
		for _, e := range []struct {
			v  int
			op byte
		}{{charset, 15}, {enc, 16}, {glyphs, 17}} {
			d = append(d, 28, byte(e.v>>8), byte(e.v), e.op)
		}
		return append([]byte{0, 1, 1, 1, byte(1 + len(d))}, d...)
	}
	at := len(head) + len(top(0, 0, 0)) + len(strings) + 2 // and an empty Global Subr INDEX
	b := append(append(append([]byte{}, head...), top(at, at+3, at+6)...), strings...)
	b = append(b, 0, 0)
	b = append(b, 0, 1, 135)                   // charset: format 0, string 391
	b = append(b, 0, 1, 80)                    // encoding: format 0, code 80
	return append(b, 0, 2, 1, 1, 2, 3, 14, 14) // CharStrings INDEX
}

// FuzzEncoding reads font programs that are damaged or made to harm.
func FuzzEncoding(f *testing.F) {
	f.Add(compactFont())
	f.Add([]byte("%!PS\n/Encoding dup 1 /a put"))
	f.Fuzz(func(_ *testing.T, b []byte) { encoding(b) })
}

// TestGone fails when a worker that is busy does not hear that nobody waits for it any more.
func TestGone(t *testing.T) {
	q := make(requests, mostRequests)
	gone := make(chan bool)
	go q.take(bytes.NewReader([]byte{1, 2, 3}), func() { gone <- true })
	<-gone // though nothing was taken out
	for want := byte(1); want <= 3; want++ {
		if b, err := q.ReadByte(); b != want || err != nil {
			t.Errorf("got %d, %v, want %d", b, err, want)
		}
	}
	if _, err := q.ReadByte(); !errors.Is(err, io.EOF) {
		t.Errorf("after the last request: %v", err)
	}
}

// TestImprint reads the destinations of a browser's print, which leave out that it was shrunk and set within margins;
// those of a print that has none in its margins are taken as they are.
func TestImprint(t *testing.T) {
	for _, c := range []struct {
		creator string
		dests   string
		want    reader.Position
	}{
		{"HeadlessChrome/150", "/one[5 0 R/XYZ 40 500 0]/top[5 0 R/XYZ 40 600 0]", reader.Position{Page: 1, X: 50, Y: 510, HasY: true}},
		{"HeadlessChrome/120", "/one[5 0 R/XYZ 40 500 0]/top[5 0 R/XYZ 40 560 0]", reader.Position{Page: 1, X: 40, Y: 500, HasY: true}},
		{"a drawing program", "/one[5 0 R/XYZ 40 500 0]/top[5 0 R/XYZ 40 600 0]", reader.Position{Page: 1, X: 40, Y: 500, HasY: true}},
	} {
		raw := file("/Info 6 0 R", "<</Type/Catalog/Pages 2 0 R/Dests<<"+c.dests+">>>>", "<</Type/Pages/Kids[3 0 R 5 0 R]/Count 2>>",
			"<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 600]/Contents 4 0 R>>", stream("", "q .6 0 0 -.6 18 590 cm 0 0 600 900 re f Q"),
			"<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 600]>>", "<</Producer(Skia/PDF m150)/Creator("+c.creator+")>>")
		_, v, err := pages(t, local, raw)
		if err != nil || len(v.Names) != 2 {
			t.Fatalf("%+v, %v", v, err)
		}
		if at := v.Names[0].At; math.Abs(float64(at.X-c.want.X)) > 0.01 || math.Abs(float64(at.Y-c.want.Y)) > 0.01 {
			t.Errorf("%s with %s: %+v, want %+v", c.creator, c.dests, at, c.want)
		}
	}
}
