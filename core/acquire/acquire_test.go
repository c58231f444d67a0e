package acquire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"lemma/core"
)

// disk is a file system in memory.
type disk struct{ fstest.MapFS }

func (d disk) Stat(name string) (fs.FileInfo, error) { return d.MapFS.Stat(filepath.ToSlash(name)) }
func (d disk) Open(name string) (fs.File, error)     { return d.MapFS.Open(filepath.ToSlash(name)) }
func (d disk) Root(dir string) (Root, error) {
	sub, err := fs.Sub(d.MapFS, filepath.ToSlash(dir))
	return closer{sub}, err
}

type closer struct{ fs.FS }

func (closer) Close() error { return nil }

func files(kv ...string) disk {
	m := fstest.MapFS{}
	for i := 0; i < len(kv); i += 2 {
		m[kv[i]] = &fstest.MapFile{Data: []byte(kv[i+1])}
	}
	return disk{m}
}

func names(r *Result) string {
	var out []string
	for _, d := range r.Documents {
		out = append(out, d.Name)
	}
	return strings.Join(out, " ")
}

func TestFolder(t *testing.T) {
	d := files("book/main.tex", `\documentclass{book}\begin{document}\input{ch1}\include{sub/ch2}\end{document}`, "book/ch1.tex", "One.", "book/sub/ch2.tex", "Two.",
		"book/b.md", "# B", "book/a.txt", "A", "book/cover.png", "x", "book/.git/config.md", "# no", "book/.draft.md", "# no")
	r, err := Acquire(t.Context(), []string{"book", "book/b.md"}, Options{Files: d})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := names(r), "book/a.txt book/b.md book/main.tex"; got != want {
		t.Errorf("documents %q, want %q: an included file belongs to its root, hidden files are left out, nothing comes twice", got, want)
	}
	main := r.Documents[2]
	if len(main.Parts) != 3 || main.Parts[1].Name != "book/ch1.tex" || !strings.Contains(main.Text, "Two.") {
		t.Errorf("the book's parts are %d, its text %q", len(main.Parts), main.Text)
	}
	if len(r.Losses) != 1 || r.Losses[0].Kind != "unsupported" || r.Losses[0].Count != 1 {
		t.Errorf("losses %+v, want the one picture", r.Losses)
	}
	r, err = Acquire(t.Context(), []string{"book"}, Options{Files: d, All: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Documents)+len(r.Unread) != 7 || len(r.Unread) != 1 || r.Unread[0].Name != "book/cover.png" || r.Unread[0].Reason == "" {
		t.Errorf("with All: %q and %d unread", names(r), len(r.Unread))
	}
}

// TestFolderOfXML finds the book among the files of XML in a folder by its root; what it includes belongs to it.
func TestFolderOfXML(t *testing.T) {
	d := files("p/src/main.xml", `<pretext><book><title>B</title><xi:include href="one.xml"/></book></pretext>`, "p/src/one.xml", `<chapter><title>One</title><p>Text.</p></chapter>`, "p/pom.xml", "<project/>")
	r, err := Acquire(t.Context(), []string{"p"}, Options{Files: d})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Documents) != 1 || r.Documents[0].Name != "p/src/main.xml" || !strings.Contains(r.Documents[0].Text, "1 One\n\nText.") {
		t.Errorf("documents %q", names(r))
	}
}

// TestPartsThatIncludeEachOther has a chapter that can be set alone by including the book's preamble.
func TestPartsThatIncludeEachOther(t *testing.T) {
	d := files("b/book.tex", `\documentclass{book}\begin{document}\input{pre}\input{ch}\end{document}`, "b/pre.tex", "P", "b/ch.tex", `\input{pre} C`)
	r, err := Acquire(t.Context(), []string{"b"}, Options{Files: d})
	if err != nil || names(r) != "b/book.tex" {
		t.Errorf("documents %q, %v", names(r), err)
	}
}

func TestRefused(t *testing.T) {
	d := files("notes.md", "# N", "dir/x.png", "x", "bin.md", "a\x00b\x00c", "big.txt", strings.Repeat("word ", 100), "paper.ps", "%!PS", "x.odt", "PK\x03\x04", "x.xyz", "x", "pic.md", "\x89PNG\r\n\x1a\n\x00", "pdf.txt", "%PDF-1.7\n\x00\x01", "pdf.docx", "%PDF-1.7\n",
		"half.docx", "PK\x03\x04half", "half.epub", "PK\x03\x04half", "void.docx", "", "packs/a.zip", "", "packs/b.tar.gz", "")
	d.MapFS["gone.md"] = &fstest.MapFile{Data: []byte("away.md"), Mode: fs.ModeSymlink}
	for source, want := range map[string]string{
		"note.md":      "did you mean notes.md",
		"nowhere/x.md": "no file or folder",
		"gone.md":      "is a link that leads to no file or folder",
		"dir":          "1 .png",
		"bin.md":       "binary",
		"big.txt":      "limits.file",
		"paper.ps":     "a PostScript document cannot be read; convert it to PDF",
		"x.odt":        "an OpenDocument text cannot be read; save it as .docx",
		"x.xyz":        "unknown type cannot be read; supported: ",
		"pic.md":       "it is a PNG image",
		"pdf.txt":      "its content is pdf, not plain text; let its name end in .pdf",
		"pdf.docx":     "its content is pdf, not Word document; let its name end in .pdf",
		"half.docx":    "download it again",
		"half.epub":    "download it again",
		"void.docx":    "empty",
		"packs":        "2 archives were not opened: packs/a.zip, packs/b.tar.gz; name an archive to have it read",
		"www.x.y/b":    "write https://www.x.y/b",
		"http:/x.y/b":  "write https://x.y/b",
	} {
		_, err := Acquire(t.Context(), []string{source}, Options{Files: d, MaxFile: 200})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "zip: ") || len(err.Error()) > 300 {
			t.Errorf("%s: %v, want it to say %q, shortly and in its own words", source, err, want)
		}
	}
	_, err := Acquire(t.Context(), []string{"notes.md", "big.txt"}, Options{Files: d, MaxTotal: 100})
	if err == nil || !strings.Contains(err.Error(), "limits.total") {
		t.Errorf("total limit: %v", err)
	}
	_, err = Acquire(t.Context(), []string{"."}, Options{Files: d, MaxFiles: 1})
	if err == nil || !strings.Contains(err.Error(), "more than 1 files") {
		t.Errorf("file limit: %v", err)
	}
}

// TestBadMember wants one bad file of a folder to be a loss, and the rest to be read.
func TestBadMember(t *testing.T) {
	r, err := Acquire(t.Context(), []string{"d"}, Options{Files: files("d/good.md", "# G", "d/bad.md", "a\x00b")})
	if err != nil || names(r) != "d/good.md" || len(r.Losses) != 1 || r.Losses[0].Document != "d/bad.md" {
		t.Errorf("%q, losses %+v, %v", names(r), r.Losses, err)
	}
}

func TestStandardInput(t *testing.T) {
	r, err := Acquire(t.Context(), []string{"-"}, Options{Stdin: strings.NewReader("# Title\n\n**Bold** [x](y).\n")})
	if err != nil || names(r) != "-" || r.Documents[0].MediaType != "text/markdown" {
		t.Errorf("%q, %v", names(r), err)
	}
	if _, err := Acquire(t.Context(), []string{"-"}, Options{}); err == nil {
		t.Error("read from nothing")
	}
	r, err = Acquire(t.Context(), []string{"-"}, Options{Stdin: strings.NewReader(`\documentclass{article}\begin{document}x\end{document}`), Stranger: true})
	if err != nil || r.Documents[0].MediaType != "text/x-tex" || r.Familiarity != core.Stranger {
		t.Errorf("TeX on standard input: %v", err)
	}
}

// TestIncludesStayInside wants \input to read nothing outside the folder of the document.
func TestIncludesStayInside(t *testing.T) {
	dir := t.TempDir()
	write := func(name, body string) {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(body), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("secret.tex", "SECRET")
	abs := filepath.ToSlash(filepath.Join(dir, "secret.tex"))
	write("book/main.tex", `\begin{document}\input{../secret}\input{link}\input{`+abs+`}\end{document}`)
	if err := os.Symlink("../secret.tex", filepath.Join(dir, "book", "link.tex")); err != nil {
		t.Skip("this machine makes no symbolic links: ", err)
	}
	for _, source := range []string{filepath.Join(dir, "book"), filepath.Join(dir, "book", "main.tex")} {
		r, err := Acquire(t.Context(), []string{source}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range r.Documents {
			if strings.Contains(d.Text, "SECRET") {
				t.Errorf("%s holds what stands outside its folder", d.Name)
			}
		}
	}
}

// endless is input without an end; it counts what was read.
type endless struct{ read int }

func (e *endless) Read(b []byte) (int, error) {
	if e.read > 64<<20 {
		return 0, io.EOF
	}
	e.read += len(b)
	return len(b), nil
}

// TestEndlessInput wants the limit to end the reading, not only the learning.
func TestEndlessInput(t *testing.T) {
	in := &endless{}
	if _, err := Acquire(t.Context(), []string{"-"}, Options{Stdin: in, MaxFile: 1 << 20}); err == nil || in.read > 4<<20 {
		t.Errorf("%d bytes of endless input were read: %v", in.read, err)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Acquire(ctx, []string{"d"}, Options{Files: files("d/a.md", "# A")}); !errors.Is(err, context.Canceled) {
		t.Errorf("after a cancel: %v", err)
	}
}

// TestOrder wants the same documents in the same order, however many are read at once.
func TestOrder(t *testing.T) {
	var kv []string
	for i := range 100 {
		kv = append(kv, fmt.Sprintf("d/%03d.md", i), strings.Repeat("# T\n\ntext\n\n", 1+i%7))
	}
	d := files(kv...)
	want := ""
	for range 5 {
		r, err := Acquire(t.Context(), []string{"d"}, Options{Files: d})
		if err != nil {
			t.Fatal(err)
		}
		if want == "" {
			want = names(r)
		}
		if names(r) != want || len(r.Documents) != 100 {
			t.Fatal("the order of documents changes from run to run")
		}
	}
}

// TestProgressOfOneDocument wants the words before the name: where the line is cut, they must stay.
func TestProgressOfOneDocument(t *testing.T) {
	var told []string
	a := &acquirer{jobs: []job{{}}, opt: Options{Progress: func(_, _ int, name string) { told = append(told, name) }}}
	a.progress(job{name: "/far/away/book.pdf"}, 0, 0)
	a.progress(job{name: "/far/away/book.pdf"}, 3, 10)
	a.jobs = append(a.jobs, job{})
	a.progress(job{name: "/far/away/book.pdf"}, 3, 10)
	for i, words := range []string{"starting the reader", "pages of ", "page 3 of 10 of "} {
		if !strings.HasPrefix(told[i], words) || !strings.HasSuffix(told[i], "/far/away/book.pdf") {
			t.Errorf("it says %q, want %q first", told[i], words)
		}
	}
}
