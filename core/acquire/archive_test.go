package acquire

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
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
	d := files("b.zip", zipOf(t, "a.txt", strings.Repeat("0", 30<<20), "b.txt", strings.Repeat("0", 30<<20)))
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
	if total > 8<<20 {
		t.Errorf("%d MB were unpacked from %d kB", total>>20, len(d.MapFS["b.zip"].Data)>>10)
	}
}
