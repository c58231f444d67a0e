package acquire

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"lemma/core"
	"lemma/core/acquire/web"
	"lemma/core/acquire/web/webtest"
)

const commit = "0123456789abcdef0123456789abcdef01234567"

// served gives a handler that always answers the same.
func served(mediaType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", mediaType)
		fmt.Fprint(w, body)
	}
}

// codeload speaks like GitHub's: a tarball a reference, whose files lie in one folder, and whose header says the
// commit.
func codeload(t testing.TB, tarballs map[string]string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, ok := tarballs[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		served("application/x-gzip", body)(w, r)
	}
}

// repo makes a tarball of names and contents.
func repo(t testing.TB, kv ...string) string {
	entries := []any{&tar.Header{Typeflag: tar.TypeXGlobalHeader, Name: "pax_global_header", PAXRecords: map[string]string{"comment": commit}}, "", &tar.Header{Name: "r-0123456/", Typeflag: tar.TypeDir}, ""}
	for i := 0; i < len(kv); i += 2 {
		entries = append(entries, &tar.Header{Name: "r-0123456/" + kv[i]}, kv[i+1])
	}
	return tarOf(t, true, entries...)
}

func online(t testing.TB, hosts map[string]http.HandlerFunc, opt Options) Options {
	w := webtest.New(t, hosts)
	opt.Web = web.Options{Dial: w.Dial, Lookup: w.Lookup, TLS: w.TLS()}
	opt.Now = func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }
	return opt
}

func TestGitHub(t *testing.T) {
	main := repo(t, "README.md", "# R", "docs/a.md", "# A", "docs/book/main.tex", `\documentclass{book}\begin{document}\input{ch}\end{document}`, "docs/book/ch.tex", "Chapter.", "docs/.hidden.md", "# H", "docs/pic.png", "PNG",
		"src/x.md", "# X", "src/sub/y.md", "# Y", "notes.md", "# N")
	opt := func(scope ...string) Options {
		return online(t, map[string]http.HandlerFunc{
			"codeload.github.com": codeload(t, map[string]string{"/o/r/tar.gz/HEAD": main, "/o/r/tar.gz/v1.0": main, "/o/r/tar.gz/feature/x": main}),
			"raw.githubusercontent.com": func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/o/r/feature/x/docs/a.md" {
					http.NotFound(w, r)
					return
				}
				served("text/plain; charset=utf-8", "# A")(w, r)
			},
			"github.com": served("text/plain", "an issue"),
		}, Options{Scope: scope})
	}
	for _, c := range []struct{ source, scope, want string }{
		{"https://github.com/o/r", "", "https://github.com/o/r!README.md https://github.com/o/r!docs/a.md https://github.com/o/r!docs/book/main.tex"},
		{"github.com/o/r.git", "src/sub/", "https://github.com/o/r!src/sub/y.md"},
		{"http://www.github.com/o/r/", "notes.md,src/x.md", "https://github.com/o/r!notes.md https://github.com/o/r!src/x.md"},
		{"https://github.com/o/r/tree/v1.0", "", "https://github.com/o/r/tree/v1.0!README.md https://github.com/o/r/tree/v1.0!docs/a.md https://github.com/o/r/tree/v1.0!docs/book/main.tex"},
		{"https://github.com/o/r/tree/feature/x/src", "", "https://github.com/o/r/tree/feature/x/src!src/sub/y.md https://github.com/o/r/tree/feature/x/src!src/x.md"},
		{"https://github.com/o/r/tree/feature/x/src", "sub/", "https://github.com/o/r/tree/feature/x/src!src/sub/y.md"},
		{"https://github.com/o/r/tree/v1.0/notes.md", "", "https://github.com/o/r/tree/v1.0/notes.md!notes.md"},
		{"https://github.com/o/r/blob/feature/x/docs/a.md", "", "https://github.com/o/r/blob/feature/x/docs/a.md"},
		{"https://github.com/o/r/blob/feature/x/docs/book/main.tex", "", "https://github.com/o/r/blob/feature/x/docs/book/main.tex"},
		{"https://github.com/o/r/issues/1", "", "https://github.com/o/r/issues/1"},
	} {
		var scope []string
		if c.scope != "" {
			scope = strings.Split(c.scope, ",")
		}
		r, err := Acquire(t.Context(), []string{c.source}, opt(scope...))
		if err != nil {
			t.Errorf("%s: %v", c.source, err)
			continue
		}
		if got := names(r); got != c.want || r.Familiarity != core.Stranger {
			t.Errorf("%s (%s): %q (%s), want %q of a stranger", c.source, c.scope, got, r.Familiarity, c.want)
		}
		if len(r.Origins) != 1 || r.Origins[0].Source != c.source || !r.Origins[0].Digest.Valid() || r.Origins[0].Fetched.IsZero() || r.Origins[0].Size == 0 {
			t.Errorf("%s: origins %+v", c.source, r.Origins)
		} else if codeloaded := strings.Contains(r.Origins[0].URL, "codeload"); codeloaded && r.Origins[0].Commit != commit {
			t.Errorf("%s: the commit is %q", c.source, r.Origins[0].Commit)
		}
		for _, d := range r.Documents {
			if strings.HasSuffix(d.Name, "main.tex") && (len(d.Parts) != 2 || !strings.Contains(d.Text, "Chapter.")) {
				t.Errorf("%s: the book has %d parts", c.source, len(d.Parts))
			}
		}
	}
}

// TestGitHubRefused wants a scope that matches nothing to say what there is, and what is not there to say so.
func TestGitHubRefused(t *testing.T) {
	broken := repo(t, "docs/a.md", strings.Repeat("# A\n\nSome words that do not compress well: 1234567890.\n\n", 500))
	opt := func(scope ...string) Options {
		return online(t, map[string]http.HandlerFunc{"codeload.github.com": func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/o/broken/tar.gz/HEAD" {
				w.Header().Set("Content-Length", fmt.Sprint(len(broken)))
				fmt.Fprint(w, broken[:len(broken)/2])
				return
			}
			codeload(t, map[string]string{
				"/o/bare/tar.gz/HEAD": repo(t, "src/a.md", "# A", "src/b.go", "x", "data.bin", "R"), "/o/empty/tar.gz/HEAD": repo(t), "/o/pics/tar.gz/HEAD": repo(t, "docs/a.png", "x"),
				"/o/bomb/tar.gz/HEAD": repo(t, "src/zeros", strings.Repeat("0", 8<<20), "docs/a.md", "# A"), "/o/page/tar.gz/HEAD": "<!DOCTYPE html><p>We are down",
			})(w, r)
		}}, Options{Scope: scope})
	}
	for _, c := range []struct{ source, scope, want string }{
		{"https://github.com/o/bare", "", "https://github.com/o/bare has nothing at docs/ or README.md; it has src/ (1 of 2 files can be read), data.bin; say with --scope"},
		{"https://github.com/o/bare", "lib/", "has nothing at lib/; it has src/"},
		{"https://github.com/o/empty", "", "it is empty"},
		{"https://github.com/o/pics", "", "https://github.com/o/pics holds no file that can be read: 1 .png"},
		{"https://github.com/o/none", "", "https://github.com/o/none is no public repository"},
		{"https://github.com/o/bare/blob/HEAD/src/no.tex", "", "there is no file src/no.tex in the repository"},
		{"https://github.com/o/bare/tree/nope/docs", "", "no such branch, tag or commit"},
		{"https://github.com/o/bomb", "", "bomb"},
		{"https://github.com/o/page", "", "no archive that can be opened"},
		{"https://github.com/o/broken", "", "broke off after"},
	} {
		var scope []string
		if c.scope != "" {
			scope = strings.Split(c.scope, ",")
		}
		_, err := Acquire(t.Context(), []string{c.source}, opt(scope...))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want it to say %q", c.source, err, c.want)
		}
	}
	r, err := Acquire(t.Context(), []string{"https://github.com/o/bare"}, opt("src/", "lib/"))
	if err != nil || len(r.Losses) == 0 || r.Losses[0].Kind != "scope" || !strings.Contains(r.Losses[0].Text, "lib/") {
		t.Errorf("of a scope that matches in part: %+v, %v", r, err)
	}
}

func compressed(t testing.TB, body string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(body))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestPages wants the type of a page to come from what the server says, where that says something, then from the end of
// the address, then from the content.
func TestPages(t *testing.T) {
	tex := `\documentclass{article}\begin{document}x\end{document}`
	hosts := map[string]http.HandlerFunc{
		"md.example":     served("text/markdown; charset=utf-8", "# M"),
		"old.example":    served("text/x-markdown", "# M"),
		"plain.example":  served("text/plain", "# M\n\n[a](b) and **c**\n"),
		"tex.example":    served("application/x-tex", tex),
		"octets.example": served("application/octet-stream", tex),
		"zip.example":    served("application/zip", zipOf(t, "p/a.md", "# A")),
		"tgz.example":    served("text/html", tarOf(t, true, &tar.Header{Name: "a.md"}, "# A")),
		"tar.example":    served("application/octet-stream", tarOf(t, false, &tar.Header{Name: "a.md"}, "# A")),
		"gz.example":     served("application/gzip", compressed(t, "# A")),
		"redirect.example": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://md.example/there#x", http.StatusSeeOther)
		},
		"arxiv.org": func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/e-print/2401.00001":
				http.Redirect(w, r, "/src/2401.00001v2", http.StatusFound)
			case "/src/2401.00001v2":
				served("application/gzip", tarOf(t, true, &tar.Header{Name: "main.tex"}, `\documentclass{article}\begin{document}\input{one}\end{document}`, &tar.Header{Name: "one.tex"}, "One."))(w, r)
			case "/e-print/math/0001001":
				served("application/gzip", compressed(t, tex))(w, r)
			case "/pdf/2401.00002":
				served("text/plain", "instead")(w, r)
			default:
				http.NotFound(w, r)
			}
		},
	}
	for source, want := range map[string]string{
		"https://md.example/x":                   "https://md.example/x text/markdown",
		"https://md.example":                     "https://md.example/ text/markdown",
		"https://md.example/yahoo!.txt":          "https://md.example/yahoo%21.txt text/markdown",
		"https://old.example/x":                  "https://old.example/x text/markdown",
		"https://plain.example/x.md?raw=1":       "https://plain.example/x.md?raw=1 text/markdown",
		"https://plain.example/x.txt":            "https://plain.example/x.txt text/plain",
		"https://plain.example/x.0001":           "https://plain.example/x.0001 text/markdown",
		"https://tex.example/":                   "https://tex.example/ text/x-tex",
		"https://octets.example/":                "https://octets.example/ text/x-tex",
		"https://zip.example/x":                  "https://zip.example/x!p/a.md text/markdown",
		"https://tgz.example/x":                  "https://tgz.example/x!a.md text/markdown",
		"https://tar.example/x":                  "https://tar.example/x!a.md text/markdown",
		"https://gz.example/x.md.gz":             "https://gz.example/x.md.gz!x.md text/markdown",
		"https://redirect.example/":              "https://md.example/there text/markdown",
		"https://arxiv.org/abs/2401.00001":       "https://arxiv.org/abs/2401.00001!main.tex text/x-tex",
		"https://www.arxiv.org/abs/math/0001001": "https://arxiv.org/abs/math/0001001!source text/x-tex",
		"http://arxiv.org/abs/2401.00002":        "https://arxiv.org/abs/2401.00002 text/plain",
	} {
		r, err := Acquire(t.Context(), []string{source}, online(t, hosts, Options{}))
		if err != nil || len(r.Documents) != 1 {
			t.Errorf("%s: %v, %v", source, r, err)
			continue
		}
		if d := r.Documents[0]; d.Name+" "+d.MediaType != want || d.Familiarity != core.Stranger {
			t.Errorf("%s: %s %s %s, want %s", source, d.Name, d.MediaType, d.Familiarity, want)
		}
	}
	for source, want := range map[string]string{
		"https://film.example/":      "a page of the type video/mp4 cannot be read; supported: ",
		"https://binary.example/":    "binary content",
		"https://lie.example/":       "binary content",
		"https://sealed.example/x":   "https://sealed.example/x is a RAR archive",
		"https://empty.example/":     "is empty",
		"https://big.example/":       "larger than 0 MB; raise limits.file",
		"https://missing.example/":   "404 Not Found",
		"https://pictures.example/":  "https://pictures.example/ holds no file that can be read: 1 .png",
		"https://user:pw@a.example/": "user name or password",
		"file:///home/me/a.md":       "name the path itself, /home/me/a.md",
		"ftp://a.example/b":          "only http and https",
	} {
		_, err := Acquire(t.Context(), []string{source}, online(t, map[string]http.HandlerFunc{
			"film.example": served("video/mp4", "film"), "binary.example": served("application/octet-stream", "a\x00b"), "lie.example": served("text/markdown", "a\x00b"), "sealed.example": served("application/octet-stream", "Rar!\x1a\x07\x00"),
			"empty.example": served("text/plain", ""), "big.example": served("text/plain", strings.Repeat("x", 2000)), "missing.example": http.NotFound, "pictures.example": served("application/zip", zipOf(t, "a.png", "x")),
		}, Options{MaxFile: 1000}))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want it to say %q", source, err, want)
		}
	}
}

// TestCharset wants a page to be read in the encoding that its server said, when the page does not say one.
func TestCharset(t *testing.T) {
	opt := online(t, map[string]http.HandlerFunc{"page.example": served("text/html; charset=windows-1251", "<p>\xd2\xe5\xee\xf0\xe5\xec\xe0")}, Options{})
	r, err := Acquire(t.Context(), []string{"https://page.example/"}, opt)
	if err != nil || !strings.Contains(r.Documents[0].Text, "Теорема") || r.Documents[0].Encoding != "windows-1251" {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestRemoteScan wants a scan to look at all that was fetched, also at what no reader takes and at hostile names.
func TestRemoteScan(t *testing.T) {
	opt := online(t, map[string]http.HandlerFunc{
		"codeload.github.com": codeload(t, map[string]string{"/o/r/tar.gz/HEAD": repo(t, "docs/a.md", "# A", "docs/.x", "hidden", "docs/../../evil.md", "# E")}),
		"film.example":        served("video/mp4", "film"),
	}, Options{All: true})
	r, err := Acquire(t.Context(), []string{"https://github.com/o/r", "https://film.example/"}, opt)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := names(r)+" | "+unreadNames(r), "https://github.com/o/r!docs/a.md https://github.com/o/r!docs/../../evil.md | https://github.com/o/r!docs/.x https://film.example/"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, u := range r.Unread {
		if u.Familiarity != core.Stranger || len(u.Raw) == 0 {
			t.Errorf("%+v", u)
		}
	}
}

// TestAgain wants what was kept to give the same documents without a network, also where other addresses were tried
// in vain before.
func TestAgain(t *testing.T) {
	opt := online(t, map[string]http.HandlerFunc{
		"codeload.github.com": codeload(t, map[string]string{"/o/r/tar.gz/feature/x": repo(t, "docs/a.md", "# A", "src/b.md", "# B")}),
		"page.example":        served("text/markdown", "# P"),
	}, Options{Keep: true})
	sources := []string{"https://github.com/o/r/tree/feature/x", "https://page.example/x"}
	first, err := Acquire(t.Context(), sources, opt)
	if err != nil || len(first.Fetched) != 3 {
		t.Fatalf("%d answers were kept, %v", len(first.Fetched), err)
	}
	second, err := Acquire(t.Context(), sources, Options{Fetched: first.Fetched, Now: opt.Now, Web: web.Options{Dial: func(context.Context, string, string, func(netip.AddrPort) error) (net.Conn, error) {
		t.Error("the network was asked again")
		return nil, io.EOF
	}}})
	if err != nil || names(second) != names(first) || !slices.Equal(second.Origins, first.Origins) {
		t.Errorf("%q and then %q, %+v and then %+v, %v", names(first), names(second), first.Origins, second.Origins, err)
	}
}

// FuzzRepository wants no source to be taken for a repository whose URL is another one.
func FuzzRepository(f *testing.F) {
	for _, s := range []string{"https://github.com/o/r", "github.com/o/r/tree/a/b", "https://github.com/o/r/blob/x/../y", "https://github.com/../r", "https://github.com/o/r%2fx", "https://github.com/o/r!x?y#z"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, ok := parseRepository(s)
		if !ok {
			return
		}
		again, ok := parseRepository(r.String())
		if !ok || again.String() != r.String() {
			t.Errorf("%q is %+v with the URL %s, which is %+v", s, r, r, again)
		}
		if !strings.HasPrefix(r.String(), "https://github.com/") || strings.ContainsAny(r.String(), "!?#\x00 ") || strings.Contains(r.String(), "/../") {
			t.Errorf("%q has the URL %s", s, r)
		}
	})
}
