package acquire

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io/fs"
	"runtime"
	"strings"
	"testing"
)

func zipOf(t *testing.T, kv ...string) string {
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

func unreadNames(r *Result) string {
	var out []string
	for _, u := range r.Unread {
		out = append(out, u.Name)
	}
	return strings.Join(out, " ")
}

// TestArchiveIsScannedInMemory wants members under the names that the archive gives them, hostile ones too, and a learn
// to refuse what only a scan can read.
func TestArchiveIsScannedInMemory(t *testing.T) {
	var tgz bytes.Buffer
	z := gzip.NewWriter(&tgz)
	w := tar.NewWriter(z)
	for _, h := range []*tar.Header{{Name: "a.md", Typeflag: tar.TypeReg, Size: 3}, {Name: "link", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}} {
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if h.Size > 0 {
			if _, err := w.Write([]byte("# A")); err != nil {
				t.Fatal(err)
			}
		}
	}
	if w.Close() != nil || z.Close() != nil {
		t.Fatal("cannot write the tarball")
	}
	d := files("d/x.zip", zipOf(t, "../../evil.md", "# Evil", "pic.png", "PNG"), "d/y.tar.gz", tgz.String(), "d/broken.zip", "PK\x03\x04 no")
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
	if _, err := Acquire(t.Context(), []string{"d/x.zip"}, Options{Files: d}); err == nil || !strings.Contains(err.Error(), "supported") {
		t.Errorf("learning an archive: %v", err)
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
