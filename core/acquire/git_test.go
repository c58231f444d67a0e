package acquire

import (
	"archive/tar"
	"context"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"lemma/core"
)

// TestGitSource tells what git clones from what is fetched and from files.
func TestGitSource(t *testing.T) {
	for source, want := range map[string]string{
		"https://host.example/o/r.git": "git", "https://host.example/o/r.git/": "git", "git://host.example/r": "git", "ssh://git@host.example/r": "git", "git@host.example:o/r.git": "git", "git+https://host.example/r": "git",
		"git@github.com:o/r": "git", "https://github.com/o/r.git": "github", "https://host.example/o/r": "url", "https://host.example/r.git?x": "git", "https://host.example/x?r.git": "url",
		"notes.git": "file", "a@b": "file", `C:\book.tex`: "file", "me@home:": "file", "x.tar": "archive", "x.md.gz": "archive", "-": "stdin", "ftp://x/y": "url", "C://x": "file",
	} {
		if got := kind(source); got != want {
			t.Errorf("%s is %s, want %s", source, got, want)
		}
	}
	for source, want := range map[string]string{"https://host.example:8443/r.git": "8443", "https://host.example/r.git": "443", "ssh://git@host.example/r": "22", "git@host.example:r": "22"} {
		if _, host, port, _, err := gitAddress(source); err != nil || host != "host.example" || port != want {
			t.Errorf("%s: host %s, port %s, %v; want port %s", source, host, port, err, want)
		}
	}
	for _, source := range []string{"https://u:p@host.example/r.git", "https://u@host.example/r.git", "http://host.example/r.git", "git://-oProxyCommand=x/r", "ssh://-x@host.example/r", "ssh:///r"} {
		if _, _, _, _, err := gitAddress(source); err == nil || strings.Contains(err.Error(), ":p@") {
			t.Errorf("%s: %v", source, err)
		}
	}
}

// recorded puts a git on the path that writes down how it was called, and answers with an archive.
func recorded(t *testing.T, archive string) (calls func() []string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in for git is a shell script")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"out.tar": archive,
		"git": "#!/bin/sh\n{ echo \"call $GIT_ALLOW_PROTOCOL prompt=$GIT_TERMINAL_PROMPT global=$GIT_CONFIG_GLOBAL evil=$GIT_EVIL proxy=$https_proxy\"; printf '%s\\n' \"$@\"; } >> '" + dir + "/log'\ncase \"$*\" in *--format=tar*) cat '" + dir + "/out.tar';; *refused.example*) echo 'fatal: repository not found' >&2; exit 128;; esac\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("GIT_EVIL", "1")
	t.Setenv("https_proxy", "http://proxy.example")
	return func() []string {
		raw, err := os.ReadFile(filepath.Join(dir, "log"))
		if err != nil {
			t.Fatal(err)
		}
		return strings.Split(string(raw), "\n")
	}
}

// hostsOf gives hosts that are there, and answer nothing.
func hostsOf(names ...string) map[string]http.HandlerFunc {
	hosts := map[string]http.HandlerFunc{}
	for _, n := range names {
		hosts[n] = http.NotFound
	}
	return hosts
}

// TestGit wants the machine's git to be called so that nothing of the repository, of the user's settings or of the
// address acts, and its archive to be read like any other.
func TestGit(t *testing.T) {
	calls := recorded(t, tarOf(t, false, &tar.Header{Typeflag: tar.TypeXGlobalHeader, Name: "pax_global_header", PAXRecords: map[string]string{"comment": commit}}, "", &tar.Header{Name: "docs/a.md"}, "# A",
		&tar.Header{Name: "docs/link.md", Typeflag: tar.TypeSymlink, Linkname: "../../../etc/passwd"}, "", &tar.Header{Name: "src/b.md"}, "# B"))
	r, err := Acquire(t.Context(), []string{"https://code.example/o/r.git"}, online(t, hostsOf("code.example"), Options{}))
	if err != nil {
		t.Fatal(err)
	}
	if names(r) != "https://code.example/o/r.git!docs/a.md" || r.Familiarity != core.Stranger || len(r.Origins) != 1 || r.Origins[0].Commit != commit {
		t.Errorf("%q (%s), %+v", names(r), r.Familiarity, r.Origins)
	}
	log := calls()
	for _, want := range []string{"call https prompt=0 global=" + os.DevNull + " evil= proxy=", "core.hooksPath=" + os.DevNull, "protocol.file.allow=never", "protocol.allow=never", "http.followRedirects=false", "http.curloptResolve=code.example:443:93.184.216.34", "--no-tags", "--depth=1", "--single-branch", "--bare", "--template="} {
		if !slices.Contains(log, want) {
			t.Errorf("git was not told %s", want)
		}
	}
	if i := slices.Index(log, "https://code.example/o/r.git"); i < 1 || log[i-1] != "--" {
		t.Error("the address does not stand behind --")
	}
	for source, want := range map[string]string{
		"https://refused.example/r.git":    "could not be cloned: repository not found",
		"git@inside.example:r":             "git@inside.example:r leads to 10.0.0.1, a private address",
		"https://nowhere.example/r.git":    "there is no host nowhere.example",
		"https://u:pw@code.example/r.git":  "user name or password",
		"git://code.example/r":             "",
		"ssh://git@code.example/o/r":       "",
		"https://code.example/empty.git#x": "",
	} {
		hosts := hostsOf("refused.example", "code.example")
		opt := online(t, hosts, Options{})
		lookup := opt.Web.Lookup
		opt.Web.Lookup = func(ctx context.Context, host string) ([]netip.Addr, error) {
			if host == "inside.example" {
				return []netip.Addr{netip.MustParseAddr("10.0.0.1")}, nil
			}
			return lookup(ctx, host)
		}
		_, err := Acquire(t.Context(), []string{source}, opt)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", source, err, want)
		}
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := Acquire(t.Context(), []string{"https://code.example/o/r.git"}, online(t, hostsOf("code.example"), Options{})); err == nil || !strings.Contains(err.Error(), "needs git") {
		t.Errorf("without git: %v", err)
	}
}

// TestRealGit clones a repository of this machine with a hook, a filter and a link, none of which may act.
func TestRealGit(t *testing.T) {
	program, err := exec.LookPath("git")
	if err != nil {
		t.Skip("there is no git here")
	}
	dir := t.TempDir()
	canary := filepath.Join(dir, "canary")
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	run := func(args ...string) {
		t.Helper()
		cmd := exec.Command(program, append([]string{"-C", filepath.Join(dir, "r"), "-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "r", "docs"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"docs/a.md": "# A", "README.md": "# R", ".gitattributes": "*.md filter=evil\n", "src.md": "# S"} {
		if err := os.WriteFile(filepath.Join(dir, "r", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run("init", "-q")
	run("add", ".")
	run("commit", "-q", "-m", "one")
	if err := os.WriteFile(filepath.Join(dir, "r", ".git", "hooks", "post-checkout"), []byte("#!/bin/sh\ntouch '"+canary+"'\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	clone := t.TempDir()
	g := &git{program: program, dir: clone, limit: 1 << 20, protocol: "file"}
	if err := g.clone(t.Context(), "file://"+filepath.ToSlash(filepath.Join(dir, "r"))); err != nil {
		t.Fatalf("%v: %s", err, g.talk.String())
	}
	a := &acquirer{opt: Options{MaxFile: 1 << 20, MaxTotal: 1 << 20, MaxFiles: 100, MaxRatio: 100}, skipped: map[string]int{}}
	if err := a.cloned(t.Context(), g, "file"); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, j := range a.jobs {
		got = append(got, j.name)
	}
	if strings.Join(got, " ") != "file!README.md file!docs/a.md" || len(a.origins) != 1 || len(a.origins[0].Commit) != 40 {
		t.Errorf("%q, %+v", got, a.origins)
	}
	if _, err := os.Stat(canary); err == nil {
		t.Error("a hook has run")
	}
	small := &git{program: program, dir: t.TempDir(), limit: 10, protocol: "file"}
	if err := small.clone(t.Context(), "file://"+filepath.ToSlash(filepath.Join(dir, "r"))); err == nil || !strings.Contains(small.explain(t.Context(), "x", err).Error(), "limits.total") {
		t.Errorf("a clone beyond its limit: %v", err)
	}
	other := &git{program: program, dir: t.TempDir(), limit: 1 << 20, protocol: "https"}
	if err := other.clone(t.Context(), "file://"+filepath.ToSlash(filepath.Join(dir, "r"))); err == nil {
		t.Error("git took another protocol than the one that was asked for")
	}
}
