package acquire

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io/fs"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"lemma/core"
)

func zipOf(t testing.TB, kv ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(kv); i += 2 {
		w, err := z.Create(kv[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(kv[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// tarOf writes headers, each followed by its content.
func tarOf(t testing.TB, compressed bool, entries ...any) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	if !compressed {
		w = tar.NewWriter(&b)
	}
	for i := 0; i < len(entries); i += 2 {
		h, body := entries[i].(*tar.Header), entries[i+1].(string)
		h.Size = int64(len(body))
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(body)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if compressed && z.Close() != nil {
		t.Fatal("cannot compress")
	}
	return b.String()
}

func unreadNames(r *Result) string {
	var out []string
	for _, u := range r.Unread {
		out = append(out, u.Name)
	}
	return strings.Join(out, " ")
}

// TestArchiveIsScannedInMemory wants members under the names that the archive gives them, hostile ones too.
func TestArchiveIsScannedInMemory(t *testing.T) {
	tgz := tarOf(t, true, &tar.Header{Name: "a.md"}, "# A", &tar.Header{Name: "link", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}, "")
	d := files("d/x.zip", zipOf(t, "../../evil.md", "# Evil", "pic.png", "PNG"), "d/y.tar.gz", tgz, "d/broken.zip", "PK\x03\x04 no")
	r, err := Acquire(t.Context(), []string{"d"}, Options{Files: d, All: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := names(r); got != "d/x.zip!../../evil.md d/y.tar.gz!a.md" {
		t.Errorf("documents %q", got)
	}
	if got := unreadNames(r); got != "d/broken.zip d/x.zip!pic.png d/y.tar.gz!link" {
		t.Errorf("unread %q", got)
	}
}

// TestLongNames wants members that lie too deep, or whose names are too long, to be no files: a few hundred bytes of an
// archive can name half a million folders.
func TestLongNames(t *testing.T) {
	deep, long, link := strings.Repeat("a/", 100000)+"x.md", strings.Repeat("a", 5000)+".md", strings.Repeat("b", 9000)
	tgz := tarOf(t, true, &tar.Header{Name: "a.md"}, "# A", &tar.Header{Name: deep}, "# Deep", &tar.Header{Name: long}, "# Long", &tar.Header{Name: "link", Typeflag: tar.TypeSymlink, Linkname: link}, "")
	for _, all := range []bool{false, true} {
		r, err := Acquire(t.Context(), []string{"x.tar.gz"}, Options{Files: files("x.tar.gz", tgz), All: all})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range r.Documents {
			if len(d.Name) > maxName+100 {
				t.Errorf("a document has a name of %d bytes", len(d.Name))
			}
		}
		for _, u := range r.Unread {
			if len(u.Name) > maxName+100 || len(u.Link) > maxLink+10 {
				t.Errorf("%.20s has a name of %d bytes, and a link of %d", u.Name, len(u.Name), len(u.Link))
			}
		}
		if lost := slices.IndexFunc(r.Losses, func(l core.Loss) bool { return l.Kind == "unsafe-name" && l.Count == 2 }); !all && (names(r) != "x.tar.gz!a.md" || lost < 0) {
			t.Errorf("documents %.100s, losses %.300v", names(r), r.Losses)
		}
	}
}

// TestBomb wants an archive to unpack to a bounded multiple of itself.
func TestBomb(t *testing.T) {
	d := files("b.zip", zipOf(t, "a.txt", strings.Repeat("0", 30<<20), "b.txt", strings.Repeat("0", 30<<20), "evil.md", "# Evil"))
	r, err := Acquire(t.Context(), []string{"b.zip"}, Options{Files: d, All: true})
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, u := range r.Unread {
		total += len(u.Raw)
	}
	for _, doc := range r.Documents {
		total += len(doc.Text)
	}
	if last := r.Unread[len(r.Unread)-1]; !last.Partial || !strings.Contains(last.Reason, "beyond the limits") {
		t.Errorf("the member behind the limit is %+v", last)
	}
	if total > 8<<20 {
		t.Errorf("%d MB were unpacked from %d kB", total>>20, len(d.MapFS["b.zip"].Data)>>10)
	}
}

// TestWhatWasNotScanned wants everything that nobody looked at to be marked: what lies behind the limits, what is
// damaged, archives within archives; and links with where they lead. Unmarked, it would pass a scan.
func TestWhatWasNotScanned(t *testing.T) {
	var linked bytes.Buffer
	z := zip.NewWriter(&linked)
	h := &zip.FileHeader{Name: "a/link"}
	h.SetMode(fs.ModeSymlink | 0o777)
	if w, err := z.CreateHeader(h); err != nil {
		t.Fatal(err)
	} else if _, err := w.Write([]byte("../../etc/passwd")); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	d := files("d/broken.zip", "PK\x03\x04 no", "d/folder.zip", zipOf(t, "f/", ""), "d/large.md", strings.Repeat("x", 2<<20),
		"d/link.zip", linked.String(), "d/nest.zip", zipOf(t, "in.zip", zipOf(t, "a.md", "# A")), "d/pic.png", "PNG")
	r, err := Acquire(t.Context(), []string{"d"}, Options{Files: d, All: true, MaxFile: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	var partial []string
	for _, u := range r.Unread {
		if u.Partial {
			partial = append(partial, u.Name)
		}
		if u.Name == "d/link.zip!a/link" && u.Link != "../../etc/passwd" {
			t.Errorf("the link leads to %q", u.Link)
		}
	}
	if got, want := strings.Join(partial, " "), "d/broken.zip d/large.md d/nest.zip!in.zip"; got != want {
		t.Errorf("marked are %q, want %q", got, want)
	}
}

// TestBombsTogether wants archives to share the limit of what is unpacked.
func TestBombsTogether(t *testing.T) {
	one := zipOf(t, "a.txt", strings.Repeat("0", 1<<20))
	d := files("d/1.zip", one, "d/2.zip", one, "d/3.zip", one, "d/4.zip", one, "d/5.zip", one, "d/6.zip", one, "d/7.zip", one, "d/8.zip", one)
	r, err := Acquire(t.Context(), []string{"d"}, Options{Files: d, All: true, MaxTotal: 2 << 20})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(r.Documents); n == 0 || n > 2+runtime.GOMAXPROCS(0) || len(r.Unread)+n != 8 {
		t.Errorf("%d of 8 archives of 1 MB were unpacked under a limit of 2 MB, %d were not", n, len(r.Unread))
	}
}

// TestLearnArchives wants a project in an archive to be what it is in a folder: one document with its parts, under the
// names of the archive's members; and a compressed file to be that file.
func TestLearnArchives(t *testing.T) {
	project := []string{"p/main.tex", `\documentclass{book}\begin{document}\input{ch/one}\end{document}`, "p/ch/one.tex", "One.", "p/fig.png", "PNG", "./notes.md", "# N"}
	var entries []any
	for i := 0; i < len(project); i += 2 {
		entries = append(entries, &tar.Header{Name: project[i]}, project[i+1])
	}
	var gz bytes.Buffer
	z := gzip.NewWriter(&gz)
	z.Write([]byte("# A"))
	z.Close()
	d := files("x.zip", zipOf(t, project...), "x.tgz", tarOf(t, true, entries...), "x.tar.gz", tarOf(t, true, entries...), "x.tar", tarOf(t, false, entries...), "a.md.gz", gz.String())
	for _, archive := range []string{"x.zip", "x.tgz", "x.tar.gz", "x.tar"} {
		r, err := Acquire(t.Context(), []string{archive}, Options{Files: d})
		if err != nil {
			t.Errorf("%s: %v", archive, err)
			continue
		}
		if got, want := names(r), archive+"!notes.md "+archive+"!p/main.tex"; got != want || r.Familiarity != core.Home {
			t.Errorf("documents %q (%s), want %q from home", got, r.Familiarity, want)
			continue
		}
		if book := r.Documents[1]; len(book.Parts) != 2 || book.Parts[1].Name != archive+"!p/ch/one.tex" || !strings.Contains(book.Text, "One.") {
			t.Errorf("%s: the book has %d parts and the text %q", archive, len(book.Parts), book.Text)
		}
		if len(r.Losses) != 1 || r.Losses[0].Kind != "unsupported" || len(r.Unread) != 0 {
			t.Errorf("%s: losses %+v, unread %+v: want the one picture", archive, r.Losses, r.Unread)
		}
	}
	r, err := Acquire(t.Context(), []string{"a.md.gz"}, Options{Files: d})
	if err != nil || names(r) != "a.md.gz!a.md" || r.Documents[0].MediaType != "text/markdown" {
		t.Errorf("a compressed file: %q, %v", names(r), err)
	}
}

// TestUnsafeMembers wants names that lead elsewhere, links and devices to be no files: nothing includes them, nothing
// is learned from them, and each is a loss; names and links go to the sanitizer.
func TestUnsafeMembers(t *testing.T) {
	reg := func(name string) *tar.Header { return &tar.Header{Name: name} }
	archive := tarOf(t, true, reg("ok.tex"), `\begin{document}\input{../evil}\input{/abs}\input{link}Fine.\end{document}`,
		reg("../evil.tex"), "EVIL", reg("/abs.tex"), "EVIL", reg(`a\b.md`), "EVIL", reg("C:x.md"), "EVIL", reg("caf\x82.md"), "# Coffee",
		&tar.Header{Name: "link.tex", Typeflag: tar.TypeSymlink, Linkname: "../../secret.tex"}, "", &tar.Header{Name: "hard.md", Typeflag: tar.TypeLink, Linkname: "ok.tex"}, "",
		&tar.Header{Name: "dev.md", Typeflag: tar.TypeChar}, "", reg("ok.tex"), "EVIL", reg("ok.tex/below.md"), "EVIL")
	r, err := Acquire(t.Context(), []string{"x.tgz"}, Options{Files: files("x.tgz", archive, "secret.tex", "EVIL")})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := names(r), "x.tgz!caf‹82›.md x.tgz!ok.tex"; got != want {
		t.Errorf("documents %q, want %q", got, want)
	}
	for _, d := range r.Documents {
		if strings.Contains(d.Text, "EVIL") {
			t.Errorf("%s holds what no file is", d.Name)
		}
	}
	if got, want := unreadNames(r), `x.tgz!../evil.tex x.tgz!/abs.tex x.tgz!a\b.md x.tgz!C:x.md x.tgz!link.tex x.tgz!hard.md`; got != want {
		t.Errorf("for the sanitizer %q, want %q", got, want)
	}
	lost := map[string]int{}
	for _, l := range r.Losses {
		lost[l.Kind] = l.Count
	}
	if lost["unsafe-name"] != 4 || lost["link"] != 2 || lost["device"] != 1 || lost["duplicate"] != 2 {
		t.Errorf("losses %+v", r.Losses)
	}
}

// TestRefusedArchives wants what cannot be unpacked, or only in part, to end a learn with a sentence that says so.
func TestRefusedArchives(t *testing.T) {
	long := strings.Repeat("word ", 1000)
	half := tarOf(t, true, &tar.Header{Name: "a.md"}, "# A")
	half = half[:len(half)/2]
	d := files("no.zip", "no archive", "no.tgz", "\x1f\x8bno", "x.7z", "7z", "disguised.zip", "Rar!\x1a\x07\x00", "bomb.zip", zipOf(t, "a.md", strings.Repeat("0", 8<<20)),
		"bomb.tgz", tarOf(t, true, &tar.Header{Name: "pic.png"}, strings.Repeat("0", 8<<20), &tar.Header{Name: "a.md"}, "# A"),
		"many.zip", zipOf(t, "1.md", "# 1", "2.md", "# 2", "3.md", "# 3", "4.md", "# 4"), "big.zip", zipOf(t, "1.txt", long, "2.txt", long, "3.txt", long), "empty.zip", zipOf(t), "none.zip", zipOf(t, "a.png", "x"),
		"secret.zip", encrypted(zipOf(t, "s.md", "# S")), "half.tgz", half, "nest.zip", zipOf(t, "in.zip", zipOf(t, "a.md", "# A")))
	for source, want := range map[string]string{
		"no.zip": "no.zip is no archive", "no.tgz": "no.tgz is no archive", "x.7z": "7z archive, which is not opened", "disguised.zip": "RAR archive", "bomb.zip": "bomb", "bomb.tgz": "bomb",
		"many.zip": "limits.files", "big.zip": "limits.total", "empty.zip": "empty", "none.zip": "1 .png",
		"secret.zip": "s.md is encrypted", "half.tgz": "breaks off", "nest.zip": "an archive was not opened: in.zip",
	} {
		_, err := Acquire(t.Context(), []string{source}, Options{Files: d, MaxFiles: 3, MaxTotal: 10000})
		if source == "bomb.zip" || source == "bomb.tgz" {
			_, err = Acquire(t.Context(), []string{source}, Options{Files: d})
		}
		if err == nil || !strings.Contains(err.Error(), want) || strings.Count(err.Error(), source) != 1 {
			t.Errorf("%s: %v, want it to say %q, and the name once", source, err, want)
		}
	}
}

// TestRatio wants the ratio to be what it is set to.
func TestRatio(t *testing.T) {
	d := files("b.zip", zipOf(t, "a.txt", strings.Repeat("word\n", 1<<20)), "b.tgz", tarOf(t, true, &tar.Header{Name: "a.txt"}, strings.Repeat("word\n", 1<<20)))
	for _, source := range []string{"b.zip", "b.tgz"} {
		if _, err := Acquire(t.Context(), []string{source}, Options{Files: d}); err == nil || !strings.Contains(err.Error(), "limits.ratio") {
			t.Errorf("%s at a ratio of 100: %v", source, err)
		}
		if r, err := Acquire(t.Context(), []string{source}, Options{Files: d, MaxRatio: 1100}); err != nil || len(r.Documents) != 1 {
			t.Errorf("%s at a ratio of 1100: %v", source, err)
		}
	}
}

// TestBadMembersOfArchives wants a damaged, an encrypted and a large member to be losses, and the rest to be learned.
func TestBadMembersOfArchives(t *testing.T) {
	whole := tarOf(t, false, &tar.Header{Name: "a.md"}, "# A", &tar.Header{Name: "b.md"}, strings.Repeat("# B\n", 1000))
	secret := encrypted(zipOf(t, "a.md", "# A", "s.md", "# S"))
	d := files("cut.tar", whole[:3000], "large.zip", zipOf(t, "a.md", "# A", "b.md", strings.Repeat("x", 1001)), "secret.zip", secret)
	for source, want := range map[string]string{"cut.tar": "damaged", "large.zip": "damaged", "secret.zip": "encrypted"} {
		r, err := Acquire(t.Context(), []string{source}, Options{Files: d, MaxFile: 1000})
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		if names(r) != source+"!a.md" || len(r.Losses) == 0 || r.Losses[0].Kind != want {
			t.Errorf("%s: documents %q, losses %+v", source, names(r), r.Losses)
		}
	}
}

// encrypted marks the last member of a zip archive as encrypted.
func encrypted(archive string) string {
	at := strings.LastIndex(archive, "PK\x01\x02") + 8 // the flags in the index
	return archive[:at] + "\x09" + archive[at+1:]
}

// TestFoldersOfArchives wants a scan to speak of the folders of an archive only where their names lead elsewhere.
func TestFoldersOfArchives(t *testing.T) {
	dir := func(name string) *tar.Header { return &tar.Header{Name: name, Typeflag: tar.TypeDir} }
	d := files("x.tar", tarOf(t, false, dir("./"), "", dir("./ch/"), "", &tar.Header{Name: "./ch/a.md"}, "# A", &tar.Header{Name: "a.bib"}, "x", dir("../up/"), ""))
	r, err := Acquire(t.Context(), []string{"x.tar"}, Options{Files: d, All: true})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := unreadNames(r), "x.tar!a.bib x.tar!../up/"; got != want {
		t.Errorf("unread are %q, want %q", got, want)
	}
	for _, u := range r.Unread {
		if u.Name == "x.tar!a.bib" && u.Reason != "a BibTeX bibliography, which no reader takes" {
			t.Errorf("the reason is %q", u.Reason)
		}
	}
}

// TestDisguised wants what other programs would read otherwise to be marked: what stands behind the end of an archive,
// a member with two names, one that lies behind a link, a device.
func TestDisguised(t *testing.T) {
	one, two := tarOf(t, true, &tar.Header{Name: "a.md"}, "# A"), tarOf(t, true, &tar.Header{Name: "../evil.md"}, "# Evil")
	both := zipOf(t, "a.md", "# A", "b.md", "# B")
	at := strings.Index(both, "b.md")
	chain := tarOf(t, false, &tar.Header{Name: "a.md"}, "# A", &tar.Header{Name: "a", Typeflag: tar.TypeSymlink, Linkname: "."}, "", &tar.Header{Name: "a/b", Typeflag: tar.TypeSymlink, Linkname: ".."}, "", &tar.Header{Name: "a/b/evil.md"}, "# Evil",
		&tar.Header{Name: "dev", Typeflag: tar.TypeFifo}, "")
	d := files("twice.tgz", one+two, "bomb.tgz", compressed(t, strings.Repeat("\x00", 8<<20)), "padded.tgz", compressed(t, tarOf(t, false, &tar.Header{Name: "a.md"}, "# A")+strings.Repeat("\x00", 10240)),
		"names.zip", both[:at]+"../e"+both[at+4:], "chain.tar", chain)
	for source, want := range map[string]string{
		"twice.tgz": "twice.tgz!(end)*", "bomb.tgz": "bomb.tgz*", "padded.tgz": "", "names.zip": "names.zip!../e", "chain.tar": "chain.tar!a chain.tar!a/b chain.tar!a/b/evil.md* chain.tar!dev*",
	} {
		r, err := Acquire(t.Context(), []string{source}, Options{Files: d, All: true})
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		var got []string
		for _, u := range r.Unread {
			name := u.Name
			if u.Partial {
				name += "*"
			}
			got = append(got, name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", source, got, want)
		}
		if r, err = Acquire(t.Context(), []string{source}, Options{Files: d}); source == "bomb.tgz" {
			if err == nil || !strings.Contains(err.Error(), "bomb") {
				t.Errorf("%s is learned: %v", source, err)
			}
		} else if err != nil || !strings.HasPrefix(names(r), source+"!a.md") || strings.Contains(names(r), "evil") || (len(r.Losses) > 0) != (want != "") {
			t.Errorf("%s: %q, losses %+v, %v", source, names(r), r.Losses, err)
		}
	}
}

// TestSealed wants a scan to mark archives that it cannot open: unmarked, they would pass.
func TestSealed(t *testing.T) {
	r, err := Acquire(t.Context(), []string{"d"}, Options{Files: files("d/x.7z", "7z\xbc\xaf\x27\x1c", "d/y.bin", "\xfd7zXZ\x00", "d/z.tbz2", "BZh91AY"), All: true})
	if err != nil || len(r.Unread) != 3 {
		t.Fatalf("%+v, %v", r, err)
	}
	for _, u := range r.Unread {
		if !u.Partial {
			t.Errorf("%s is not marked", u.Name)
		}
	}
}

// TestTree holds the folder in memory to what package io/fs promises.
func TestTree(t *testing.T) {
	tr := newTree()
	for _, name := range []string{"b/c/d.md", "a.md", "b/e.md"} {
		if !tr.add(name, []byte(name)) {
			t.Fatal(name)
		}
	}
	for _, name := range []string{"a.md", "a.md/x", "b", "../x", "/x", "x/", ""} {
		if tr.add(name, nil) {
			t.Errorf("%q was put where it cannot be", name)
		}
	}
	if err := fstest.TestFS(tr, "a.md", "b/c/d.md", "b/e.md"); err != nil {
		t.Error(err)
	}
}

// FuzzArchive wants no archive to panic, to unpack beyond its limits, or to put a file where none can be.
func FuzzArchive(f *testing.F) {
	f.Add([]byte(zipOf(f, "a.md", "# A", "../b.md", "# B")))
	f.Add([]byte(tarOf(f, true, &tar.Header{Name: "a.md"}, "# A", &tar.Header{Name: "l", Typeflag: tar.TypeSymlink, Linkname: "/x"}, "")))
	f.Add([]byte(tarOf(f, false, &tar.Header{Name: "d/a.md"}, "# A")))
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, all := range []bool{false, true} {
			a := &acquirer{opt: Options{All: all, MaxFile: 1 << 16, MaxTotal: 1 << 17, MaxFiles: 100, MaxRatio: 100}, skipped: map[string]int{}}
			u := a.unpacking(t.Context())
			if u.open(raw, "") != nil {
				continue
			}
			var size int64
			for name, n := range u.tree.nodes {
				if size += n.Size(); !fs.ValidPath(name) {
					t.Errorf("a file lies at %q", name)
				}
			}
			if size > 1<<17 || len(u.members) > 101 {
				t.Errorf("%d bytes in %d members", size, len(u.members))
			}
		}
	})
}
