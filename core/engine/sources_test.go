package engine

import (
	"archive/zip"
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lemma/core"
)

// site serves what is in it, by path, and counts what it was asked for.
type site struct {
	pages map[string]string
	asked int
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.asked++
	page, ok := s.pages[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/markdown")
	_, _ = w.Write([]byte(page))
}

// TestRemote wants what the web gave to be a stranger's, its origin to be on record, what did not change to be left
// alone without a question, and what changed to be named.
func TestRemote(t *testing.T) {
	web := &site{pages: map[string]string{"/a.md": groups, "/b.md": rings}}
	server := httptest.NewServer(web)
	defer server.Close()
	e, m := open(t)
	e.opt.Now = func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }
	opt := LearnOptions{Network: Network{AllowPrivate: true}}
	sources := []string{server.URL + "/a.md", server.URL + "/b.md"}

	if _, err := learn(t, e, LearnOptions{}, nil, sources...); err == nil || !strings.Contains(err.Error(), "--allow-private") {
		t.Fatalf("the guard let a fetch from this machine pass: %v", err)
	}
	d := &answers{verdict: core.Approved}
	res, err := learn(t, e, opt, d, sources...)
	if err != nil || d.asked != 1 || res.Counts.Documents != 2 {
		t.Fatalf("asked %d times, %+v, %v", d.asked, res, err)
	}
	s := m.commits[len(m.commits)-1].Session
	if len(s.Origins) != 2 || s.Origins[0].URL != sources[0] || s.Origins[0].Digest != core.DigestOf([]byte(groups)) || s.Origins[0].Fetched.IsZero() || s.Documents[0].Familiarity != core.Stranger {
		t.Errorf("on record: %+v, %+v", s.Origins, s.Documents)
	}
	if res, err = learn(t, e, opt, d, sources...); err != nil || res.Unchanged != s.ID || d.asked != 1 || res.Since != nil {
		t.Errorf("again: unchanged %q, asked %d times, %v", res.Unchanged, d.asked, err)
	}
	web.pages["/b.md"] += "\n**Definition 2.3** (Field). A *field* is a commutative ring whose nonzero elements have inverses.\n"
	slices.Reverse(sources)
	res, err = learn(t, e, opt, d, sources...)
	if err != nil || res.Since == nil || res.Since.Session != s.ID || res.Since.Same != 1 || !slices.Equal(res.Since.Changed, []string{server.URL + "/b.md"}) || len(res.Since.New)+len(res.Since.Gone) != 0 {
		t.Errorf("after a change: %+v, %v", res.Since, err)
	}
	delete(web.pages, "/b.md")
	if _, err := learn(t, e, opt, d, sources...); err == nil || !strings.Contains(err.Error(), "404") {
		t.Errorf("a page that is gone: %v", err)
	}
}

// TestApprovalIsOfWhatWasSeen wants an approval to take the bytes that the dry run showed and not to ask again, since
// the page may say something else by then; and nothing of them to be kept once it was decided.
func TestApprovalIsOfWhatWasSeen(t *testing.T) {
	web := &site{pages: map[string]string{"/a.md": groups}}
	server := httptest.NewServer(web)
	defer server.Close()
	e, m := open(t)
	opt, dry := LearnOptions{Network: Network{AllowPrivate: true}}, LearnOptions{Network: Network{AllowPrivate: true}, DryRun: true}
	seen, err := learn(t, e, dry, nil, server.URL+"/a.md")
	if err != nil || len(m.pending) != 1 {
		t.Fatalf("%d dry runs are kept, %v", len(m.pending), err)
	}
	web.pages["/a.md"], web.asked = rings, 0
	res, err := learn(t, e, opt, FlagDecider{Verdict: string(core.Approved), ApproveDigest: string(seen.Digest)}, server.URL+"/a.md")
	if err != nil || web.asked != 0 || res.Counts.Added != 3 || res.Report.Documents[0].Digest != core.DigestOf([]byte(groups)) {
		t.Errorf("the page was asked for %d times, %+v, %v", web.asked, res.Counts, err)
	}
	if len(m.pending) != 0 {
		t.Error("what was decided is still kept")
	}
	// The page now says something else than what was approved.
	if _, err = learn(t, e, opt, FlagDecider{Verdict: string(core.Approved), ApproveDigest: string(seen.Digest)}, server.URL+"/a.md"); err == nil || web.asked == 0 {
		t.Errorf("an approval was taken for other content: %v", err)
	}
	seen, err = learn(t, e, dry, nil, server.URL+"/a.md")
	if err != nil {
		t.Fatal(err)
	}
	m.pending[seen.Digest] = []byte("damaged")
	if _, err = learn(t, e, opt, FlagDecider{Verdict: string(core.Approved), ApproveDigest: string(seen.Digest)}, server.URL+"/a.md"); err == nil || !strings.Contains(err.Error(), "repeat it") {
		t.Errorf("of damaged bytes: %v", err)
	}
}

// TestSince wants files that came and went to be named.
func TestSince(t *testing.T) {
	e, _ := open(t)
	a := write(t, "a.md", groups)
	dir := filepath.Dir(a)
	b := filepath.Join(dir, "b.md")
	if _, err := learn(t, e, LearnOptions{}, nil, dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(a, filepath.Join(dir, "z.md")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(b, []byte(rings), 0o644); err != nil {
		t.Fatal(err)
	}
	res, err := learn(t, e, LearnOptions{}, nil, dir)
	if err != nil || res.Since == nil || len(res.Since.New) != 2 || len(res.Since.Gone) != 1 || !strings.HasSuffix(res.Since.Gone[0], "a.md") {
		t.Fatalf("%+v, %v", res.Since, err)
	}
	var report bytes.Buffer
	if err := res.Report.Markdown(&report); err != nil || !strings.Contains(report.String(), "## Since s0001") || !strings.Contains(report.String(), "stays") {
		t.Errorf("the report says %s", report.String())
	}
}

// TestArchiveAtTheGate wants a clean archive to pass as a folder does, and one with a name that leads out of it to be
// shown to a human.
func TestArchiveAtTheGate(t *testing.T) {
	pack := func(kv ...string) string {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for i := 0; i < len(kv); i += 2 {
			w, err := z.Create(kv[i])
			if err != nil {
				t.Fatal(err)
			}
			_, _ = w.Write([]byte(kv[i+1]))
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return write(t, "x.zip", b.String())
	}
	e, _ := open(t)
	d := &answers{verdict: core.Approved}
	if res, err := learn(t, e, LearnOptions{}, d, pack("book/g.md", groups)); err != nil || d.asked != 0 || res.Counts.Added == 0 {
		t.Errorf("a clean archive: asked %d times, %+v, %v", d.asked, res, err)
	}
	dropped := LearnOptions{LearnOptions: core.LearnOptions{Drop: []string{"g.md", "a.md"}}}
	if res, err := learn(t, e, dropped, d, pack("book/g.md", groups, "a.md", rings, "r.md", "# Nothing")); err != nil || res.Counts.Documents != 1 {
		t.Errorf("without two members: %+v, %v", res, err)
	}
	res, err := learn(t, e, LearnOptions{}, d, pack("book/r.md", rings, "../../evil.md", "# Evil"))
	if err != nil || d.asked != 1 || res.Counts.Documents != 1 || len(res.Losses) != 1 {
		t.Errorf("an archive with a hostile name: asked %d times, %+v, %v", d.asked, res, err)
	}
	if len(res.Gate.Open) == 0 {
		t.Error("the name is no finding")
	}
}
