package acquire

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"lemma/core/acquire/web"
)

// scpLike is git's short form of an ssh address: git@host:path.
var scpLike = regexp.MustCompile(`^[a-z0-9._-]+@([a-z0-9.-]+):[^:/\\][^:]*$`)

// gitSource reports an address that git clones and a browser does not open, in lower case.
func gitSource(low string) bool {
	u, err := url.Parse(low)
	if err != nil {
		return scpLike.MatchString(low)
	}
	switch u.Scheme {
	case "git", "ssh", "git+ssh", "git+https":
		return true
	case "http", "https":
		return strings.HasSuffix(strings.TrimSuffix(u.Path, "/"), ".git")
	}
	return u.Scheme == "" && scpLike.MatchString(low)
}

// gitAddress returns the address for git, its host, its port and its protocol. It is only ever an argument behind "--",
// of a known protocol, and holds no password.
func gitAddress(source string) (address, host, port, protocol string, err error) {
	if m := scpLike.FindStringSubmatch(strings.ToLower(source)); m != nil {
		return source, m[1], "22", "ssh", nil
	}
	u, err := url.Parse(source)
	if err != nil {
		return "", "", "", "", fmt.Errorf("%s is no address: %w", source, err)
	}
	u.Scheme = strings.TrimPrefix(strings.ToLower(u.Scheme), "git+")
	_, secret := u.User.Password()
	switch {
	case u.Hostname() == "" || strings.HasPrefix(u.Hostname(), "-") || strings.HasPrefix(u.User.Username(), "-"):
		return "", "", "", "", fmt.Errorf("%s names no host", u.Redacted())
	case secret || u.User != nil && u.Scheme != "ssh":
		return "", "", "", "", fmt.Errorf("%s holds a user name or password, which would be kept with the session; leave it out", u.Redacted())
	case u.Scheme == "http":
		return "", "", "", "", fmt.Errorf("%s: over http anybody on the way can change a repository; use https", source)
	}
	port = u.Port()
	if port == "" {
		port = map[string]string{"https": "443", "ssh": "22", "git": "9418"}[u.Scheme]
	}
	return u.String(), u.Hostname(), port, u.Scheme, nil
}

// git queues the files of a repository that only git can fetch. The machine's git clones its last commit into a bare
// folder that is forgotten at once: nothing is checked out, so that no hook, filter, link or submodule of it acts; what
// git then writes is an archive, which is unpacked in memory like any other.
func (a *acquirer) git(ctx context.Context, source string) error {
	address, host, port, protocol, err := gitAddress(source)
	if err != nil {
		return err
	}
	if f, err := a.again(source); f != nil || err != nil {
		return a.clone(ctx, f, source, func() error { return nil })
	}
	program, err := exec.LookPath("git")
	if err != nil {
		return fmt.Errorf("%s needs git, which is not on this machine; install it, or download an archive of the repository and name that", source)
	}
	addresses, err := a.guard().Resolve(ctx, host)
	if err != nil {
		var known *web.Error
		if errors.As(err, &known) {
			return fmt.Errorf("%s%w", source, known)
		}
		return fmt.Errorf("%s: there is no host %s; check the address and your connection", source, host)
	}
	dir, err := os.MkdirTemp("", "lemma-git-")
	if err != nil {
		return fmt.Errorf("%s: there is no room for a clone: %w", source, err)
	}
	defer func() { _ = os.RemoveAll(dir) }() // what is left is in a folder for what may be left
	g := &git{program: program, dir: dir, limit: a.opt.MaxTotal, protocol: protocol}
	if protocol == "https" && len(addresses) > 0 { // the address that was checked, whatever the name server says next
		g.pin = net.JoinHostPort(host, port) + ":" + addresses[0].String()
	}
	if a.opt.Progress != nil {
		a.opt.Progress(0, 0, "git clones "+source)
	}
	if err := g.clone(ctx, address); err != nil {
		return g.explain(ctx, source, err)
	}
	return a.cloned(ctx, g, source)
}

// cloned queues what is in scope of a clone.
func (a *acquirer) cloned(ctx context.Context, g *git, source string) error {
	cmd := g.command(ctx, "--git-dir="+g.dir, "archive", "--format=tar", "HEAD")
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return g.explain(ctx, source, err)
	}
	defer func() {
		if cmd.ProcessState == nil { // after an error it may wait for somebody to read
			_ = cmd.Cancel()
			_ = cmd.Wait()
		}
	}()
	f := a.reading(source, &web.Response{URL: source, ContentType: "application/x-tar", Body: out})
	f.most = 2 * a.opt.MaxTotal // what is not in scope is read, too
	return a.clone(ctx, f, source, func() error {
		if err := cmd.Wait(); err != nil {
			return g.explain(ctx, source, err)
		}
		return nil
	})
}

// clone queues what is in scope of the archive of a clone. wait says, when all was read, whether it was all there is.
func (a *acquirer) clone(ctx context.Context, f *fetched, source string, wait func() error) error {
	scope := a.scope("")
	ar, err := a.inScope(ctx, f, func(name string) bool { return inScope(scope, name) }, false)
	if err != nil {
		return about(source, err)
	}
	if err := wait(); err != nil {
		return err
	}
	a.origin(source, f, ar.commit)
	return a.repository(ctx, ar, scope, source)
}

// git is the machine's git under the rules for strangers' repositories.
type git struct {
	program  string
	dir      string // of the clone
	limit    int64  // bytes of it
	protocol string
	pin      string // host:port:address
	talk     strings.Builder
	grown    bool
}

// gitTime bounds a clone, and gitLook is how often its size is looked at.
const (
	gitTime = 10 * time.Minute
	gitLook = 100 * time.Millisecond
)

// command is git without the machine's and the user's settings, questions, hooks, helpers and other protocols.
func (g *git) command(ctx context.Context, args ...string) *exec.Cmd {
	set := []string{"core.hooksPath=" + os.DevNull, "core.fsmonitor=false", "core.symlinks=false", "core.attributesFile=" + os.DevNull, "credential.helper=", "protocol.allow=never", "protocol.file.allow=never", "protocol." + g.protocol + ".allow=always",
		"http.followRedirects=false", "transfer.fsckObjects=true", "submodule.recurse=false", "gc.auto=0", "tar.umask=0022"}
	if g.pin != "" {
		set = append(set, "http.curloptResolve="+g.pin)
	}
	var all []string
	for _, s := range set {
		all = append(all, "-c", s)
	}
	cmd := exec.CommandContext(ctx, g.program, append(all, args...)...)
	cmd.Dir = g.dir
	for _, e := range os.Environ() {
		if !strings.HasPrefix(e, "GIT_") && !strings.HasPrefix(strings.ToLower(e), "http_proxy=") && !strings.HasPrefix(strings.ToLower(e), "https_proxy=") && !strings.HasPrefix(strings.ToLower(e), "all_proxy=") {
			cmd.Env = append(cmd.Env, e)
		}
	}
	cmd.Env = append(cmd.Env, "GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=", "SSH_ASKPASS=", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_ALLOW_PROTOCOL="+g.protocol, "GIT_LFS_SKIP_SMUDGE=1", "GIT_ATTR_NOSYSTEM=1",
		"GIT_SSH_COMMAND=ssh -o BatchMode=yes -o StrictHostKeyChecking=yes -o ForwardAgent=no -o PermitLocalCommand=no", "LC_ALL=C")
	group(cmd)
	cmd.Stderr = &bounded{b: &g.talk}
	cmd.WaitDelay = time.Second
	return cmd
}

// clone fetches the last commit, within the limits of size and time.
func (g *git) clone(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, gitTime)
	defer cancel()
	cmd := g.command(ctx, "clone", "--bare", "--depth=1", "--single-branch", "--no-tags", "--template=", "--quiet", "--", address, g.dir)
	if err := cmd.Start(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	look := time.NewTicker(gitLook)
	defer look.Stop()
	for {
		select {
		case err := <-done:
			g.grown = g.grown || g.size() > g.limit
			if g.grown {
				return errUnpacked
			}
			return err
		case <-look.C:
			if g.size() > g.limit {
				g.grown = true
				cancel()
			}
		}
	}
}

func (g *git) size() int64 {
	var n int64
	_ = filepath.WalkDir(g.dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, ierr := d.Info(); ierr == nil {
				n += info.Size()
			}
		}
		return nil // what goes while it is looked at does not count
	})
	return n
}

// explain words what git complained of.
func (g *git) explain(ctx context.Context, source string, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case g.grown:
		return fmt.Errorf("%s is larger than %d MB; raise limits.total", source, g.limit>>20)
	}
	last := err.Error()
	for lines := bufio.NewScanner(strings.NewReader(g.talk.String())); lines.Scan(); {
		if l, ok := strings.CutPrefix(lines.Text(), "fatal: "); ok {
			last = l
		}
	}
	return fmt.Errorf("%s could not be cloned: %s", source, last)
}

// bounded keeps the beginning of what a program says.
type bounded struct{ b *strings.Builder }

func (w *bounded) Write(p []byte) (int, error) {
	if room := 4096 - w.b.Len(); room > 0 {
		w.b.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}
