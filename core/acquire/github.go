package acquire

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"

	"lemma/core"
	"lemma/core/acquire/reader"
	"lemma/core/acquire/web"
)

// defaultScope is what is read of a repository when nobody says what.
var defaultScope = []string{"docs/", "README.md"}

// Bounds of what is tried and told.
const (
	maxRefParts = 6  // parts of the name of a branch, which may hold slashes
	maxListed   = 12 // folders and files that a repository is said to have
)

// repository is what a URL of GitHub names.
type repository struct {
	owner, name string
	view        string   // "", "tree", "blob"
	rest        []string // behind the view: the name of a branch, tag or commit, and a path
}

// parseRepository reports false for pages of GitHub that are no repository, tree or file.
func parseRepository(source string) (r repository, ok bool) {
	if !strings.Contains(source, "://") {
		source = "https://" + source
	}
	u, err := url.Parse(source)
	if err != nil || u.User != nil || u.Port() != "" || strings.TrimPrefix(strings.ToLower(u.Host), "www.") != "github.com" {
		return repository{}, false
	}
	parts := strings.Split(strings.Trim(u.Path, "/"), "/")
	if len(parts) < 2 || slices.ContainsFunc(parts, func(p string) bool { return p == "" || p == "." || p == ".." }) {
		return repository{}, false
	}
	r = repository{owner: parts[0], name: strings.TrimSuffix(parts[1], ".git")}
	switch {
	case r.name == "":
		return repository{}, false
	case len(parts) == 2:
		return r, true
	case len(parts) > 3 && (parts[2] == "tree" || parts[2] == "blob"):
		r.view, r.rest = parts[2], parts[3:]
		return r, true
	}
	return repository{}, false
}

// String is the URL of the repository, tree or file.
func (r repository) String() string {
	u := &url.URL{Scheme: "https", Host: "github.com", Path: "/" + r.owner + "/" + r.name}
	if r.view != "" {
		u.Path += "/" + r.view + "/" + strings.Join(r.rest, "/")
	}
	return web.Canonical(u)
}

// github queues the files of a repository that are in scope, or one file.
func (a *acquirer) github(ctx context.Context, source string) error {
	r, ok := parseRepository(source)
	if !ok {
		if !strings.Contains(source, "://") {
			source = "https://" + source
		}
		return a.page(ctx, source, source, "")
	}
	if r.view == "blob" && !slices.Contains(texFiles[:3], strings.ToLower(path.Ext(r.rest[len(r.rest)-1]))) { // the server knows where the name of the branch ends
		u := &url.URL{Scheme: "https", Host: "raw.githubusercontent.com", Path: "/" + r.owner + "/" + r.name + "/" + strings.Join(r.rest, "/")}
		return a.page(ctx, source, u.String(), r.String())
	}
	f, below, err := a.tarball(ctx, r)
	if err != nil {
		return err
	}
	defer func() { _ = f.Body.Close() }() // it was only read
	scope := a.scope(below)
	wanted := func(name string) bool { return inScope(scope, name) }
	if r.view == "blob" {
		folder := path.Dir(below) + "/"
		wanted = func(name string) bool {
			return name == below || slices.Contains(texFiles, strings.ToLower(path.Ext(name))) && (folder == "./" || strings.HasPrefix(name, folder))
		}
	}
	ar, err := a.inScope(ctx, f, wanted, true)
	if err != nil {
		return about(r.String(), err)
	}
	a.origin(source, f, ar.commit)
	if r.view == "blob" {
		return a.texFile(ar, r, below)
	}
	return a.repository(ctx, ar, scope, r.String())
}

// texFiles are the files that a document in TeX consists of, those first that may be its root. The root is not read
// alone: what it includes lies beside it.
var texFiles = []string{".tex", ".ltx", ".latex", ".sty", ".cls", ".bbl", ".def", ".cfg", ".inc"}

// texFile queues one file of a repository, with what it includes within reach.
func (a *acquirer) texFile(ar *archive, r repository, file string) error {
	if info, err := fs.Stat(ar.tree, file); err != nil || info.IsDir() {
		return fmt.Errorf("%s leads nowhere: there is no file %s in the repository", r, file)
	}
	folder := r
	folder.rest = r.rest[:len(r.rest)-strings.Count(file, "/")-1]
	a.jobs = append(a.jobs, job{name: r.String(), root: ar.tree, prefix: folder.String() + "/", rel: file, stranger: true})
	return nil
}

// inScope unpacks what is wanted of a repository. top says that all of it lies in one folder.
func (a *acquirer) inScope(ctx context.Context, f *fetched, wanted func(string) bool, top bool) (*archive, error) {
	u := a.unpacking(ctx)
	u.top = top
	u.scope = wanted
	err := u.stream(f, "")
	if err == nil {
		err = rest(f)
	}
	return u.archive, err
}

// tarball asks for all of a repository at the branch, tag or commit that the URL names; below is what is left of the
// URL's path. Since the names of branches hold slashes, longer ones are tried when shorter ones are none.
func (a *acquirer) tarball(ctx context.Context, r repository) (f *fetched, below string, err error) {
	refs := [][2]string{{"HEAD", ""}}
	if r.view != "" {
		refs = nil
		for i := 1; i <= min(len(r.rest), maxRefParts); i++ {
			refs = append(refs, [2]string{strings.Join(r.rest[:i], "/"), strings.Join(r.rest[i:], "/")})
		}
	}
	for _, ref := range refs {
		u := &url.URL{Scheme: "https", Host: "codeload.github.com", Path: "/" + r.owner + "/" + r.name + "/tar.gz/" + ref[0]}
		f, err = a.fetch(ctx, u.String())
		var answer *web.Error
		if errors.As(err, &answer) && answer.Status == http.StatusNotFound {
			continue
		}
		return f, ref[1], err
	}
	if r.view == "" {
		return nil, "", fmt.Errorf("%s is no public repository; check the address", r)
	}
	return nil, "", fmt.Errorf("%s leads nowhere: there is no such public repository, or it has no such branch, tag or commit; check the address", r)
}

// scope is what to read of a repository: what the user said, below the path of the URL if there is one.
func (a *acquirer) scope(below string) []string {
	var out []string
	for _, s := range a.opt.Scope {
		clean := path.Join(below, s)
		if strings.HasSuffix(s, "/") && clean != "" {
			clean += "/"
		}
		out = append(out, clean)
	}
	switch {
	case len(out) > 0:
		return out
	case below != "":
		return []string{below, below + "/"}
	}
	return defaultScope
}

// repository queues the files of a repository that came in memory.
func (a *acquirer) repository(ctx context.Context, ar *archive, scope []string, name string) error {
	for _, s := range scope {
		if len(a.opt.Scope) > 0 && !slices.ContainsFunc(ar.members, func(m member) bool { return inScope([]string{s}, m.path) }) {
			a.losses = append(a.losses, core.Loss{Document: name, Kind: "scope", Count: 1, Text: "there is no " + s + " in the repository"})
		}
	}
	if len(ar.members) == 0 {
		return fmt.Errorf("%s has nothing at %s; %s", name, strings.Join(scope, " or "), has(ar.outside))
	}
	return a.members(ctx, ar, place{root: ar.tree, name: name, prefix: name + "!", stranger: true})
}

// has lists what a repository has at its top, what can be read first.
func has(files []string) string {
	if len(files) == 0 {
		return "it is empty"
	}
	readable, all := map[string]int{}, map[string]int{}
	for _, f := range files {
		top, _, folder := strings.Cut(f, "/")
		if folder {
			top += "/"
		}
		all[top]++
		if _, _, err := reader.For(f, nil); err == nil {
			readable[top]++
		}
	}
	tops := slices.Sorted(maps.Keys(all))
	slices.SortStableFunc(tops, func(x, y string) int { return readable[y] - readable[x] })
	more := ""
	if len(tops) > maxListed {
		tops, more = tops[:maxListed], fmt.Sprintf(" and %d more", len(tops)-maxListed)
	}
	for i, t := range tops {
		if strings.HasSuffix(t, "/") {
			tops[i] = fmt.Sprintf("%s (%d of %d files can be read)", t, readable[t], all[t])
		}
	}
	return "it has " + strings.Join(tops, ", ") + more + "; say with --scope what to read"
}
