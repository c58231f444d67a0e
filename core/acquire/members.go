package acquire

import (
	"context"
	"fmt"
	"path"
	"strings"

	"lemma/core"
)

// unpackAll replaces the archives among the jobs by what is in them: those that the user named, and for a scan all.
func (a *acquirer) unpackAll(ctx context.Context) error {
	queued := a.jobs
	a.jobs = nil
	for _, j := range queued {
		if _, inside := j.root.(*tree); inside || j.root == nil || !archived(j.name) {
			a.jobs = append(a.jobs, j)
			continue
		}
		if err := a.unpack(ctx, j); err != nil {
			if !a.opt.All || ctx.Err() != nil {
				return err
			}
			raw, _ := a.packed(j) // of one that is too large there is nothing to look at
			reason := strings.TrimPrefix(err.Error(), j.name+" ")
			a.jobs = append(a.jobs, job{name: j.name, unread: &Unread{Name: j.name, Reason: reason, Raw: raw, Size: int64(len(raw)), Partial: true, Familiarity: a.familiarity(j)}})
		}
	}
	return nil
}

// unpack queues what a local archive holds.
func (a *acquirer) unpack(ctx context.Context, j job) error {
	raw, err := a.packed(j)
	u := a.unpacking(ctx)
	if err == nil {
		err = u.open(raw, single(j.rel))
	}
	if err != nil {
		return fmt.Errorf("%s %w", j.name, err)
	}
	stranger := a.familiarity(j) == core.Stranger
	if a.opt.All && len(u.members) == 0 {
		a.jobs = append(a.jobs, job{name: j.name, unread: &Unread{Name: j.name, Reason: "an empty archive", Raw: raw, Size: int64(len(raw)), Familiarity: a.familiarity(j)}})
	}
	return a.members(ctx, u.archive, place{root: u.tree, name: j.name, prefix: j.name + "!", stranger: stranger})
}

func (a *acquirer) unpacking(ctx context.Context) *unpacking {
	return &unpacking{ctx: ctx, all: a.opt.All, maxFile: a.opt.MaxFile, maxFiles: a.opt.MaxFiles, ratio: int64(a.opt.MaxRatio), total: a}
}

func (a *acquirer) familiarity(j job) core.Familiarity {
	if a.opt.Stranger || j.stranger || j.disk != "" && downloaded(j.disk) {
		return core.Stranger
	}
	return core.Home
}

// packed returns the bytes of an archive. They do not count towards the limits, what they unpack to does.
func (a *acquirer) packed(j job) ([]byte, error) {
	return a.limited(j, a.opt.MaxTotal, "limits.total")
}

// single names the file in a file that is compressed without being an archive: "a.md" of "a.md.gz", nothing of "a.tgz".
func single(name string) string {
	low := strings.ToLower(path.Base(name))
	if strings.HasSuffix(low, ".gz") && !strings.HasSuffix(low, ".tar.gz") {
		return path.Base(name)[:len(low)-len(".gz")]
	}
	return ""
}

// members queues the files of an archive: for a learn those that a reader takes, for a scan all, under the names that
// the archive gives them. What is no file there goes to Unread, whose names and links the sanitizer looks at, and is
// a loss.
func (a *acquirer) members(ctx context.Context, ar *archive, p place) error {
	familiarity := core.Home
	if p.stranger {
		familiarity = core.Stranger
	}
	lost := map[string]*core.Loss{}
	var kinds []string
	for _, m := range ar.members {
		name := p.prefix + m.name
		switch {
		case m.path != "" && a.opt.All:
			a.jobs = append(a.jobs, job{name: name, root: p.root, prefix: p.prefix, rel: m.path, stranger: p.stranger})
			continue
		case m.path != "", m.loss == "" && plainName(m.name): // a folder
			continue
		case a.opt.All && m.raw != nil && !m.partial:
			a.jobs = append(a.jobs, job{name: name, raw: m.raw, stranger: p.stranger})
			continue
		}
		u := &Unread{Name: name, Reason: m.why, Raw: m.raw, Size: int64(len(m.raw)), Partial: m.partial && a.opt.All, Link: m.link, Familiarity: familiarity}
		if a.opt.All || m.loss == "unsafe-name" || m.loss == "link" {
			a.jobs = append(a.jobs, job{name: name, unread: u})
		}
		if m.loss == "" || a.opt.All {
			continue
		}
		if l := lost[m.loss]; l != nil {
			l.Count++
			continue
		}
		lost[m.loss] = &core.Loss{Document: name, Kind: m.loss, Count: 1, Text: m.why}
		kinds = append(kinds, m.loss)
	}
	for _, k := range kinds {
		l := lost[k]
		if l.Count > 1 {
			l.Text = fmt.Sprintf("%s, as %d members of %s", l.Text, l.Count, p.name)
		}
		a.losses = append(a.losses, *l)
		p.lost = append(p.lost, *l)
	}
	if a.opt.All {
		return nil
	}
	return a.folder(ctx, p)
}

// plainName reports the name of a folder that there is nothing to say of.
func plainName(name string) bool {
	_, why := memberPath(name, false)
	return why == "" || strings.Trim(name, "./") == ""
}
