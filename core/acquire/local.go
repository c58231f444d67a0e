package acquire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	"lemma/core"
	"lemma/core/acquire/reader"
	"lemma/core/acquire/web"
)

// The default limits.
const (
	defaultMaxFile  = 50 << 20
	defaultMaxTotal = 200 << 20
	defaultMaxFiles = 10000
	defaultMaxRatio = 100
)

// machine is the file system of the machine.
type machine struct{}

func (machine) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }
func (machine) Open(name string) (fs.File, error)     { return os.Open(name) }
func (machine) Root(dir string) (Root, error) {
	r, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return osRoot{r.FS(), r}, nil
}

type osRoot struct {
	fs.FS
	root *os.Root
}

func (r osRoot) Close() error { return r.root.Close() }

// job is one file to read.
type job struct {
	name     string // as the document will be called
	root     Root   // nil for standard input and for what is in raw
	prefix   string // of the names of the files below root
	rel      string // below root
	disk     string // path on the machine, for the mark of a download; empty in memory
	raw      []byte // the file itself, when it lies nowhere
	media    string // its type, as the server says
	unread   *Unread
	stranger bool
}

// outcome is what became of a job.
type outcome struct {
	doc    *core.Document
	unread *Unread
	err    error
}

type acquirer struct {
	opt      Options
	total    atomic.Int64 // bytes read
	unpacked int64        // bytes that came out of archives
	jobs     []job
	roots    []Root
	origins  []core.Origin
	client   *web.Client // nil before the first use
	fetched  []Fetched
	losses   []core.Loss
	skipped  map[string]int // files that no reader takes, by extension

	mu   sync.Mutex // over Progress and done
	done int        // files
}

// take counts bytes towards the limit of all archives together, and says how many are left.
func (a *acquirer) take(n int64) int64 {
	a.unpacked += n
	return a.opt.MaxTotal - a.unpacked
}

func acquire(ctx context.Context, sources []string, opt Options) (res *Result, err error) {
	if opt.Files == nil {
		opt.Files = machine{}
	}
	for _, l := range []struct {
		field *int64
		value int64
	}{{&opt.MaxFile, defaultMaxFile}, {&opt.MaxTotal, defaultMaxTotal}} {
		if *l.field <= 0 {
			*l.field = l.value
		}
	}
	if opt.MaxFiles <= 0 {
		opt.MaxFiles = defaultMaxFiles
	}
	if opt.MaxRatio <= 0 {
		opt.MaxRatio = defaultMaxRatio
	}
	a := &acquirer{opt: opt, skipped: map[string]int{}}
	defer func() {
		for _, r := range a.roots {
			err = errors.Join(err, r.Close())
		}
	}()
	seen := map[string]bool{}
	named := map[string]bool{} // files that the user named: an error in one ends the run
	for _, s := range sources {
		if key := sourceKey(s); seen[key] {
			continue
		} else {
			seen[key] = true
		}
		before := len(a.jobs)
		if err := a.source(ctx, s); err != nil {
			return nil, err
		}
		if len(a.jobs) == before+1 && (s == "-" || a.jobs[before].media != "" || a.jobs[before].name == documentName(s)) {
			named[a.jobs[before].name] = true
		}
	}
	a.dedupe()
	if err := a.unpackAll(ctx); err != nil {
		return nil, err
	}
	out := a.readAll(ctx)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return a.result(out, named, sources)
}

// sourceKey tells sources apart that are spelled differently.
func sourceKey(s string) string {
	switch kind(s) {
	case "url", "github", "git", "stdin":
		return s
	}
	if abs, err := filepath.Abs(s); err == nil {
		return abs
	}
	return filepath.Clean(s)
}

// documentName is what the document of a file is called. It does not depend on how the path was spelled, since an
// approval covers names.
func documentName(file string) string { return filepath.ToSlash(filepath.Clean(file)) }

var (
	githubHost = regexp.MustCompile(`^(https?://(www\.)?)?github\.com/`)
	address    = regexp.MustCompile(`^[a-z][a-z0-9+.-]+://`) // one letter is a drive
	webLike    = regexp.MustCompile(`^(https?:/*|www\.)[A-Za-z0-9]`)
	scheme     = regexp.MustCompile(`^https?:/*`)
)

// kind says what a source is: "file", "archive", "stdin", "github", "git", "url".
func kind(source string) string {
	low := strings.ToLower(source)
	switch {
	case source == "-":
		return "stdin"
	case githubHost.MatchString(low):
		return "github"
	case gitSource(low):
		return "git"
	case address.MatchString(low):
		return "url"
	case archived(source):
		return "archive"
	}
	return "file"
}

// archived reports the name of an archive that can be unpacked, or of a compressed file.
func archived(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".zip", ".tgz", ".tar", ".gz":
		return true
	}
	return false
}

func (a *acquirer) source(ctx context.Context, s string) error {
	switch kind(s) {
	case "stdin":
		a.jobs = append(a.jobs, job{name: "-"})
		return nil
	case "url":
		return a.remote(ctx, s)
	case "github":
		return a.github(ctx, s)
	case "git":
		return a.git(ctx, s)
	}
	info, err := a.opt.Files.Stat(s)
	if err != nil {
		return a.missing(s, err)
	}
	if info.IsDir() {
		root, err := a.root(s)
		if err != nil {
			return err
		}
		return a.folder(ctx, place{root: root, name: filepath.ToSlash(s), prefix: below(s), disk: s})
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is neither a file nor a folder (%s)", s, info.Mode().Type())
	}
	root, err := a.root(filepath.Dir(s))
	if err != nil {
		return err
	}
	name, rel := documentName(s), filepath.Base(s)
	a.jobs = append(a.jobs, job{name: name, root: root, prefix: strings.TrimSuffix(name, rel), rel: rel, disk: s})
	return nil
}

// below is what the names of the files below a folder begin with.
func below(dir string) string {
	dir = path.Clean(filepath.ToSlash(dir))
	if dir == "." {
		return ""
	}
	return strings.TrimSuffix(dir, "/") + "/"
}

func (a *acquirer) root(dir string) (Root, error) {
	r, err := a.opt.Files.Root(dir)
	if err != nil {
		return nil, fmt.Errorf("cannot open the folder %s: %w", dir, plain(err))
	}
	a.roots = append(a.roots, r)
	return r, nil
}

// plain drops the path that an error of the file system repeats.
func plain(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// missing words the error of a source that cannot be looked at, with files that may have been meant.
func (a *acquirer) missing(s string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot read %s: %w", s, plain(err))
	}
	msg := fmt.Sprintf("there is no file or folder %s", s)
	if webLike.MatchString(s) {
		return absent(msg + "\nif it is a web address, write https://" + scheme.ReplaceAllString(s, ""))
	}
	root, rerr := a.opt.Files.Root(filepath.Dir(s))
	if rerr != nil {
		return absent(msg + "; its folder is not there either")
	}
	defer root.Close()
	entries, _ := fs.ReadDir(root, ".") // only for a proposal
	stem := strings.ToLower(strings.TrimSuffix(filepath.Base(s), filepath.Ext(s)))
	var near []string
	for _, e := range entries {
		if e.Name() == filepath.Base(s) && e.Type()&fs.ModeSymlink != 0 {
			return absent(fmt.Sprintf("%s is a link that leads to no file or folder; name what it should lead to", s))
		}
		low := strings.ToLower(e.Name())
		if stem != "" && !strings.HasPrefix(low, ".") && (strings.HasPrefix(low, stem) || strings.HasPrefix(stem, strings.TrimSuffix(low, path.Ext(low)))) {
			near = append(near, filepath.Join(filepath.Dir(s), e.Name()))
		}
	}
	if len(near) > 0 {
		msg += "\ndid you mean " + strings.Join(near[:min(3, len(near))], " or ") + "?"
	}
	return absent(msg)
}

// absent is an fs.ErrNotExist in words of its own, which a question may end.
type absent string

func (a absent) Error() string        { return string(a) }
func (a absent) Is(target error) bool { return target == fs.ErrNotExist }

// place is a folder to walk: of the machine, or of an archive or repository in memory.
type place struct {
	root     Root
	name     string // for errors and losses
	prefix   string // of the names of its files
	disk     string // where it lies on the machine; empty in memory
	stranger bool
	lost     []core.Loss // what of an archive is no file there
}

// folder queues the files below a folder, in order of their names. Links are not followed out of it.
func (a *acquirer) folder(ctx context.Context, p place) error {
	before := len(a.jobs)
	links := 0
	skipped := map[string]int{}
	var archives []string
	err := fs.WalkDir(p.root, ".", func(rel string, d fs.DirEntry, err error) error {
		if err != nil {
			a.losses = append(a.losses, core.Loss{Document: p.prefix + rel, Kind: "unreadable", Count: 1, Text: "cannot be read: " + plain(err).Error()})
			return nil
		}
		if cerr := ctx.Err(); cerr != nil {
			return cerr
		}
		hidden := strings.HasPrefix(d.Name(), ".") && rel != "."
		if d.IsDir() {
			if hidden && (!a.opt.All || d.Name() == ".git" || d.Name() == ".lemma") {
				return fs.SkipDir
			}
			return nil
		}
		if d.Type()&fs.ModeSymlink != 0 {
			info, serr := fs.Stat(p.root, rel)
			if serr != nil || !info.Mode().IsRegular() {
				links++
				return nil
			}
		} else if !d.Type().IsRegular() {
			return nil
		}
		if !a.opt.All {
			if hidden {
				return nil
			}
			var head []byte
			if strings.EqualFold(path.Ext(rel), ".xml") { // whose name does not say what it is
				head = firstBytes(p.root, rel)
			}
			if _, _, err := reader.For(rel, head); err != nil {
				if archived(rel) && p.disk == "" {
					archives = append(archives, rel)
				} else if archived(rel) {
					archives = append(archives, p.prefix+rel)
				} else {
					skipped[path.Ext(rel)]++
				}
				return nil
			}
		}
		if len(a.jobs) >= a.opt.MaxFiles {
			return fmt.Errorf("%s holds more than %d files; name the folders or files that you mean, or raise limits.files", p.name, a.opt.MaxFiles)
		}
		j := job{name: p.prefix + rel, root: p.root, prefix: p.prefix, rel: rel, stranger: p.stranger}
		if p.disk != "" {
			j.disk = filepath.Join(p.disk, filepath.FromSlash(rel))
		}
		a.jobs = append(a.jobs, j)
		return nil
	})
	if err != nil {
		return err
	}
	if links > 0 {
		a.losses = append(a.losses, core.Loss{Document: p.name, Kind: "link", Count: links, Text: fmt.Sprintf("%d links that lead out of the folder or nowhere were not followed", links)})
	}
	for ext, n := range skipped {
		a.skipped[ext] += n
	}
	unopened := ""
	if len(archives) > 0 {
		unopened = p.unopened(archives)
		a.losses = append(a.losses, core.Loss{Document: p.name, Kind: "archive", Count: len(archives), Text: unopened})
	}
	if len(a.jobs) == before && !a.opt.All {
		return p.nothing(skipped, unopened)
	}
	return nil
}

// unopened says that archives were not opened, and what to do to have them read.
func (p place) unopened(archives []string) string {
	words := fmt.Sprintf("%d archives were", len(archives))
	if len(archives) == 1 {
		words = "an archive was"
	}
	words += " not opened: " + strings.Join(archives[:min(3, len(archives))], ", ")
	if len(archives) > 3 {
		words += " …"
	}
	if p.disk == "" {
		return words + "; unpack what is within, and learn that"
	}
	return words + "; name an archive to have it read"
}

// nothing says why there is nothing to read in a folder or an archive.
func (p place) nothing(skipped map[string]int, unopened string) error {
	msg := fmt.Sprintf("%s holds no file that can be read", p.name)
	if len(p.lost) > 0 {
		last := p.lost[len(p.lost)-1]
		if what := strings.TrimPrefix(last.Document, p.prefix); what != end {
			return fmt.Errorf("%s: %s %s", msg, what, last.Text)
		}
		return fmt.Errorf("%s, since it %s", msg, last.Text)
	}
	if len(skipped) > 0 {
		msg += found(skipped)
	}
	switch {
	case unopened != "":
		return errors.New(msg + ": " + unopened)
	case len(skipped) == 0:
		return errors.New(msg + ": it is empty")
	}
	return fmt.Errorf("%s\nsupported: %s", msg, strings.Join(reader.Names(), ", "))
}

// found lists what was passed over, by extension.
func found(skipped map[string]int) string {
	var parts []string
	for ext, n := range skipped {
		if ext == "" {
			ext = "without extension"
		}
		parts = append(parts, fmt.Sprintf("%d %s", n, ext))
	}
	sort.Strings(parts)
	return ": " + strings.Join(parts, ", ")
}

// dedupe drops files that were named twice, say by themselves and by their folder.
func (a *acquirer) dedupe() {
	seen := map[string]bool{}
	a.jobs = slices.DeleteFunc(a.jobs, func(j job) bool {
		if j.disk == "" {
			return false
		}
		key := sourceKey(j.disk)
		dup := seen[key]
		seen[key] = true
		return dup
	})
}

// readAll reads the files, several at once; the outcomes are in the order of the jobs.
func (a *acquirer) readAll(ctx context.Context) []outcome {
	out := make([]outcome, len(a.jobs))
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for i := range a.jobs {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			if out[i].err = ctx.Err(); out[i].err == nil {
				out[i] = a.read(ctx, a.jobs[i])
			}
			a.mu.Lock()
			defer a.mu.Unlock()
			a.done++
			if a.opt.Progress != nil {
				a.opt.Progress(a.done, len(a.jobs), a.jobs[i].name)
			}
		})
	}
	wg.Wait()
	return out
}

// progress tells how far the reader of a file is: as the progress of all when there is no other file, else beside its
// name.
func (a *acquirer) progress(j job, done, total int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case len(a.jobs) == 1 && total == 0:
		a.opt.Progress(0, 0, "starting the reader, some seconds the first time: "+j.name)
	case len(a.jobs) == 1:
		a.opt.Progress(done, total, "pages of "+j.name)
	case total == 0:
		a.opt.Progress(a.done, len(a.jobs), "starting the reader, some seconds the first time: "+j.name)
	default:
		a.opt.Progress(a.done, len(a.jobs), fmt.Sprintf("page %d of %d of %s", done, total, j.name))
	}
}

func (a *acquirer) read(ctx context.Context, j job) outcome {
	if j.unread != nil {
		return outcome{unread: j.unread}
	}
	familiarity := a.familiarity(j)
	raw, err := a.bytes(j)
	if err != nil {
		if a.opt.All && !errors.Is(err, errTotal) {
			return outcome{unread: &Unread{Name: j.name, Reason: err.Error(), Partial: true, Familiarity: familiarity}}
		}
		return outcome{err: fmt.Errorf("%s: %w", j.name, err)}
	}
	if what := sealed(j.name, raw); what != "" {
		if a.opt.All {
			return outcome{unread: &Unread{Name: j.name, Reason: what, Raw: raw, Size: int64(len(raw)), Partial: true, Familiarity: familiarity}}
		}
		return outcome{err: fmt.Errorf("%s %s", j.name, what)}
	}
	if a.opt.All && archived(j.name) {
		return outcome{unread: &Unread{Name: j.name, Reason: "an archive within an archive, which is not unpacked", Raw: raw, Size: int64(len(raw)), Partial: true, Familiarity: familiarity}}
	}
	in := reader.Input{Name: j.name, Raw: raw, ContentType: j.media, PDF: a.opt.PDF}
	if a.opt.Progress != nil {
		in.Progress = func(done, total int) { a.progress(j, done, total) }
	}
	if j.root != nil {
		open := a.opener(j)
		in.Open = func(rel string) (string, []byte, error) {
			name, disk, raw, err := open(rel)
			if err == nil && disk != "" && downloaded(disk) {
				familiarity = core.Stranger // one stranger's part makes the document a stranger's
			}
			return name, raw, err
		}
	}
	doc, err := reader.Read(ctx, in)
	if err != nil {
		if a.opt.All && ctx.Err() == nil {
			reason := strings.TrimPrefix(err.Error(), j.name+": ")
			if u := (*reader.UnsupportedError)(nil); errors.As(err, &u) {
				reason = u.Unread()
			}
			return outcome{unread: &Unread{Name: j.name, Reason: reason, Raw: raw, Size: int64(len(raw)), Familiarity: familiarity}}
		}
		return outcome{err: err}
	}
	doc.Familiarity = familiarity
	if _, looks, _ := reader.Choose(in); looks != "" {
		doc.Losses = append(doc.Losses, core.Loss{Document: j.name, Kind: "type", Count: 1, Text: "its content looks like " + looks + ", not like what it says it is"})
	}
	return outcome{doc: doc}
}

// errTotal is the limit of all files together, which nothing can go on after.
var errTotal = errors.New("the sources together are larger than the limit")

func (a *acquirer) bytes(j job) ([]byte, error) {
	if t, ok := j.root.(*tree); ok { // counted when it was unpacked
		return fs.ReadFile(t, j.rel)
	}
	if j.raw != nil {
		return j.raw, nil
	}
	raw, err := a.limited(j, a.opt.MaxFile, "limits.file")
	if err == nil && a.total.Add(int64(len(raw))) > a.opt.MaxTotal {
		err = fmt.Errorf("%w of %d MB; learn them in several sessions, or raise limits.total", errTotal, a.opt.MaxTotal>>20)
	}
	return raw, err
}

// limited reads a file up to a limit, which a setting is called by.
func (a *acquirer) limited(j job, limit int64, setting string) ([]byte, error) {
	r := a.opt.Stdin
	if j.root != nil {
		f, err := j.root.Open(j.rel)
		if err != nil {
			return nil, fmt.Errorf("cannot be opened: %w", plain(err))
		}
		defer f.Close()
		r = f
	}
	if r == nil {
		return nil, errors.New("there is no standard input to read")
	}
	raw, err := io.ReadAll(io.LimitReader(r, limit+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("cannot be read: %w", plain(err))
	case int64(len(raw)) > limit:
		return nil, fmt.Errorf("is larger than %d MB; split it, or raise %s", limit>>20, setting)
	}
	return raw, nil
}

// opener gives a reader the files that a document includes: below the document's own folder, and nothing else. disk is
// where the file lies on the machine.
func (a *acquirer) opener(j job) func(string) (name, disk string, raw []byte, err error) {
	return func(rel string) (name, disk string, raw []byte, err error) {
		clean := path.Join(path.Dir(filepath.ToSlash(j.rel)), filepath.ToSlash(rel))
		if path.IsAbs(rel) || !fs.ValidPath(clean) {
			return "", "", nil, fmt.Errorf("%s leads out of the folder: %w", rel, fs.ErrPermission)
		}
		if j.disk != "" {
			disk = filepath.Join(strings.TrimSuffix(j.disk, filepath.FromSlash(j.rel)), filepath.FromSlash(clean))
		}
		name = j.prefix + clean
		info, err := fs.Stat(j.root, clean)
		if err != nil {
			return "", "", nil, err
		}
		if !info.Mode().IsRegular() {
			return "", "", nil, fmt.Errorf("%s is no file: %w", rel, fs.ErrInvalid)
		}
		raw, err = a.bytes(job{root: j.root, rel: clean})
		return name, disk, raw, err
	}
}

// result sorts the outcomes into documents, unread files and losses. What is wrong with a file that the user named
// ends the run; a bad file below a folder is a loss.
func (a *acquirer) result(out []outcome, named map[string]bool, sources []string) (*Result, error) {
	res := &Result{Familiarity: core.Home, Losses: a.losses, Origins: a.origins, Fetched: a.fetched}
	included := includes(out)
	for i, o := range out {
		switch {
		case o.unread != nil:
			res.Unread = append(res.Unread, *o.unread)
		case o.err != nil && (named[a.jobs[i].name] || errors.Is(o.err, errTotal)):
			return nil, o.err
		case o.err != nil:
			res.Losses = append(res.Losses, core.Loss{Document: a.jobs[i].name, Kind: "unreadable", Count: 1, Text: strings.TrimPrefix(o.err.Error(), a.jobs[i].name+": ")})
		case included[o.doc.Name] && !named[o.doc.Name] && !a.opt.All:
			// It belongs to the document that includes it.
		default:
			res.Documents = append(res.Documents, o.doc)
		}
	}
	for _, d := range res.Documents {
		if d.Familiarity != core.Home {
			res.Familiarity = core.Stranger
		}
	}
	if len(a.skipped) > 0 {
		n := 0
		for _, k := range a.skipped {
			n += k
		}
		res.Losses = append(res.Losses, core.Loss{Document: strings.Join(sources, ", "), Kind: "unsupported", Count: n, Text: "files of other types were passed over" + found(a.skipped)})
	}
	if len(res.Documents) == 0 && !a.opt.All {
		return nil, fmt.Errorf("nothing in %s could be read%s", strings.Join(sources, ", "), firstLoss(res.Losses))
	}
	return res, nil
}

// firstBytes reads the beginning of a file, as far as there is one.
func firstBytes(root fs.FS, rel string) []byte {
	f, err := root.Open(rel)
	if err != nil {
		return nil
	}
	head := make([]byte, 4096)
	n, _ := io.ReadFull(f, head) // a short file is all there is
	_ = f.Close()
	return head[:n]
}

// includes lists the files that belong to another document. Of two that include each other, as the parts of a book that
// can also be set alone do, the one that includes more is the book.
func includes(out []outcome) map[string]bool {
	var docs []*core.Document
	for _, o := range out {
		if o.doc != nil && len(o.doc.Parts) > 1 {
			docs = append(docs, o.doc)
		}
	}
	slices.SortStableFunc(docs, func(x, y *core.Document) int { return len(y.Parts) - len(x.Parts) })
	included := map[string]bool{}
	for _, d := range docs {
		if included[d.Name] {
			continue
		}
		for _, p := range d.Parts[1:] {
			if p.Name != d.Name {
				included[p.Name] = true
			}
		}
	}
	return included
}

func firstLoss(losses []core.Loss) string {
	if len(losses) == 0 {
		return ""
	}
	return fmt.Sprintf(": %s: %s", losses[0].Document, losses[0].Text)
}
