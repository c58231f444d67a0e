package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"lemma/core"
	"lemma/core/generate"
	"lemma/core/sanitize"
)

// Output is where generated files go. Paths are slash-separated and relative.
type Output interface {
	ReadFile(path string) ([]byte, error) // fs.ErrNotExist when there is none
	WriteFile(path string, body []byte) error
}

// Foldered is an Output that knows its folder, so that people can be told where a file is.
type Foldered interface {
	Output
	Folder() string // slash-separated; empty: where lemma ran
}

// Generate makes the files of domains, of all when none is named, and writes them to out. A file that was edited by
// hand is left alone. One that would carry an instruction to its reader is not written, nor is an agent or a team whose
// skill is not; the artifact is then marked as refused, and its note says which primitive is why.
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

// Draft is an artifact before it is written.
type Draft struct {
	core.Artifact        // Note says what becomes of it; Written that it would be
	Body          []byte // empty when something is missing to it
	Old           []byte // the file that is there now, if there is one
}

// Draft makes the artifacts of domains, of all when none is named, and writes none.
func (e *Engine) Draft(ctx context.Context, domains []string, out Output) ([]Draft, error) {
	snap := e.Snapshot()
	if len(domains) == 0 {
		domains = snap.populated()
	}
	return e.drafts(ctx, snap, domains, out)
}

// artifacts generates files and returns those that may be written.
func (e *Engine) artifacts(ctx context.Context, snap *Snapshot, domains []string, out Output) ([]Draft, []core.Artifact, error) {
	drafts, err := e.drafts(ctx, snap, domains, out)
	if err != nil {
		return nil, nil, err
	}
	var write []Draft
	artifacts := make([]core.Artifact, len(drafts))
	for i, d := range drafts {
		artifacts[i] = d.Artifact
		if d.Written {
			write = append(write, d)
		}
	}
	return write, artifacts, nil
}

// drafts generates files and decides which of them may be written.
func (e *Engine) drafts(ctx context.Context, snap *Snapshot, domains []string, out Output) ([]Draft, error) {
	in := make([]generate.Domain, len(domains))
	index := map[string]int{}
	for i, id := range domains {
		in[i].Domain = core.Domain{ID: id, Name: id}
		for _, d := range e.domains {
			if d.ID == id {
				in[i].Domain = d
			}
		}
		index[id] = i
	}
	for _, id := range snap.ids {
		if i, ok := index[snap.prims[id].Domain]; ok {
			rec, _ := snap.Record(id)
			enables, rules := snap.Importance(id)
			in[i].Primitives = append(in[i].Primitives, generate.Primitive{Record: rec, Importance: enables + rules})
		}
	}
	files, artifacts, err := generate.Generate(ctx, in, e.opt.Generate)
	if err != nil {
		return nil, err
	}
	drafts := make([]Draft, len(artifacts))
	at := map[string]int{} // by path
	folder := ""
	if f, ok := out.(Foldered); ok {
		folder = f.Folder()
	}
	for i, a := range artifacts {
		a.Folder = folder
		drafts[i].Artifact = a
		if a.Path != "" {
			at[a.Path] = i
		}
	}
	for _, f := range files {
		d := &drafts[at[f.Artifact.Path]]
		d.Body = f.Body
		if err := e.decide(ctx, d, &f, out); err != nil {
			return nil, err
		}
	}
	withoutSkill := map[string]bool{}
	for i := range drafts { // the skill of a domain stands before its agent and team
		switch d := &drafts[i]; {
		case d.Kind == "skill":
			withoutSkill[d.Domain] = d.Refused
		case d.Written && withoutSkill[d.Domain]:
			d.Written, d.Refused, d.Note = false, true, "not written, since the skill that it goes with is not"
		}
	}
	return drafts, nil
}

const noteWritten = "written"

// decide says what becomes of a file.
func (e *Engine) decide(ctx context.Context, d *Draft, file *generate.File, out Output) error {
	rep, err := sanitize.Scan(ctx, []sanitize.Input{{Name: d.Path, Raw: d.Body, Familiarity: core.Stranger, Digest: d.Digest}}, sanitize.Options{})
	if err != nil {
		return err
	}
	d.Old, err = out.ReadFile(d.Path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	missing := err != nil
	if d.Note = refusal(rep.Documents[0].Findings, file); d.Note != "" {
		d.Refused = true
		return nil
	}
	switch {
	case !missing && string(d.Old) == string(d.Body):
		d.Note = "unchanged"
	case !missing && generate.Edited(d.Old):
		d.Note = "edited by hand, not overwritten; move it away to have it written anew"
	default:
		d.Note, d.Written = noteWritten, true
	}
	return nil
}

// mostBlamed is how many primitives a refusal names.
const mostBlamed = 3

// refusal says why a file must not be written, and which primitives would have to go first; it is empty when nothing
// speaks against it.
func refusal(findings []core.Finding, file *generate.File) string {
	var first *core.Finding
	var ids []string
	for i := range findings {
		if f := &findings[i]; f.Severity == core.Critical {
			if first == nil {
				first = f
			}
			for _, id := range file.Origin(f.Line) {
				if !slices.Contains(ids, id) {
					ids = append(ids, id)
				}
			}
		}
	}
	if first == nil {
		return ""
	}
	who := strings.Join(ids[:min(mostBlamed, len(ids))], ", ")
	switch n := len(ids) - mostBlamed; {
	case len(ids) == 0:
		who = "a keyword of the domain"
	case n > 0:
		who += fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("not written: %s would carry %s (%s) into it", who, first.Category, first.Rule)
}

// writeAll writes drafts, but none over a file that is no longer the one that was looked at.
func writeAll(out Output, drafts []Draft) error {
	for _, d := range drafts {
		old, err := out.ReadFile(d.Path)
		switch {
		case err != nil && !errors.Is(err, fs.ErrNotExist):
		case !bytes.Equal(old, d.Old):
			err = errors.New("somebody changed it meanwhile; look at it, and generate again")
		default:
			err = out.WriteFile(d.Path, d.Body)
		}
		if err != nil {
			return fmt.Errorf("cannot write %s: %w", d.Path, err)
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
					paths = append(paths, a.Place())
				}
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}
