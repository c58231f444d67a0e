package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"lemma/core"
	"lemma/core/generate"
	"lemma/core/sanitize"
)

// File is a generated file.
type File = generate.File

// Output is where generated files go. Paths are slash-separated and relative.
type Output interface {
	ReadFile(path string) ([]byte, error) // fs.ErrNotExist when there is none
	WriteFile(path string, body []byte) error
}

// Generate makes the files of domains, of all when none is named, and writes them to out. A file that was edited by
// hand is left alone, and one that would carry an instruction to its reader is not written; the artifact's note says so.
func (e *Engine) Generate(ctx context.Context, domains []string, out Output) ([]core.Artifact, error) {
	snap := e.Snapshot()
	if len(domains) == 0 {
		domains = snap.populated()
	}
	for _, d := range domains {
		if !slices.Contains(snap.populated(), d) {
			return nil, &NotFoundError{"domain", d, Nearest(d, snap.populated(), 3)}
		}
	}
	files, artifacts, err := e.artifacts(ctx, snap, domains, out)
	if err != nil {
		return nil, err
	}
	return artifacts, writeAll(out, files)
}

// populated lists the domains that primitives are in, sorted.
func (s *Snapshot) populated() []string {
	var all []string
	for _, p := range s.prims {
		all = append(all, p.Domain)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// artifacts generates files and decides which of them may be written.
func (e *Engine) artifacts(ctx context.Context, snap *Snapshot, domains []string, out Output) ([]File, []core.Artifact, error) {
	in := make([]generate.Domain, len(domains))
	at := map[string]int{}
	for i, id := range domains {
		in[i].Domain = core.Domain{ID: id, Name: id}
		for _, d := range e.domains {
			if d.ID == id {
				in[i].Domain = d
			}
		}
		at[id] = i
	}
	for _, id := range snap.ids {
		if i, ok := at[snap.prims[id].Domain]; ok {
			rec, _ := snap.Record(id)
			enables, rules := snap.Importance(id)
			in[i].Primitives = append(in[i].Primitives, generate.Primitive{Record: rec, Importance: enables + rules})
		}
	}
	files, artifacts, err := generate.Generate(ctx, in, e.opt.Generate)
	if err != nil {
		return nil, nil, err
	}
	var write []File
	for _, f := range files {
		i := slices.IndexFunc(artifacts, func(a core.Artifact) bool { return a.Path == f.Artifact.Path })
		note, err := e.mayWrite(ctx, f, out)
		if err != nil {
			return nil, nil, err
		}
		artifacts[i].Note, artifacts[i].Written = note, note == noteWritten
		if artifacts[i].Written {
			write = append(write, f)
		}
	}
	return write, artifacts, nil
}

const noteWritten = "written"

// mayWrite says what becomes of a file.
func (e *Engine) mayWrite(ctx context.Context, f File, out Output) (note string, err error) {
	rep, err := sanitize.Scan(ctx, []sanitize.Input{{Name: f.Artifact.Path, Raw: f.Body, Familiarity: core.Stranger, Digest: f.Artifact.Digest}}, sanitize.Options{})
	if err != nil {
		return "", err
	}
	if !rep.Passed {
		for _, fi := range rep.Documents[0].Findings {
			if fi.Severity == core.Critical {
				return fmt.Sprintf("not written: line %d would carry %s (%s)", fi.Line, fi.Category, fi.Rule), nil
			}
		}
	}
	old, err := out.ReadFile(f.Artifact.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return noteWritten, nil
	case err != nil:
		return "", err
	case string(old) == string(f.Body):
		return "unchanged", nil
	case generate.Edited(old):
		return "edited by hand, not overwritten; move it away to have it written anew", nil
	}
	return noteWritten, nil
}

func writeAll(out Output, files []File) error {
	for _, f := range files {
		if err := out.WriteFile(f.Artifact.Path, f.Body); err != nil {
			return fmt.Errorf("cannot write %s: %w", f.Artifact.Path, err)
		}
	}
	return nil
}

// generate prepares the files of the domains that the session changed; they are written after the commit.
func (l *learning) generate(ctx context.Context) (int, error) {
	next, err := l.base.apply(&core.Commit{Session: l.session, Changeset: l.merged.Changeset})
	if err != nil {
		return 0, fmt.Errorf("the session would damage the registry: %w", err)
	}
	l.next = next
	if l.opt.Output == nil {
		return 0, nil
	}
	var changed []string
	for _, ch := range l.merged.Changeset.Changes {
		if ch.After != nil {
			changed = append(changed, ch.After.Domain)
		}
	}
	slices.Sort(changed)
	files, artifacts, err := l.artifacts(ctx, next, slices.Compact(changed), l.opt.Output)
	if err != nil {
		return 0, err
	}
	l.files, l.session.Artifacts = files, artifacts
	items := make([]core.Item, len(artifacts))
	for i := range artifacts {
		items[i].Artifact = &artifacts[i]
	}
	l.record(core.StageGenerate, items...)
	return len(files), nil
}

// Stale lists the generated files that rest on sessions which were taken back.
func (s *Snapshot) Stale() []string {
	active := s.Active()
	var paths []string
	for _, x := range s.sessions {
		if !active[x.ID] {
			for _, a := range x.Artifacts {
				if a.Written {
					paths = append(paths, a.Path)
				}
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}
