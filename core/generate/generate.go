// Package generate writes skill, agent and team files from the primitives of a domain.
//
// A file holds what the sources say, never what they ask for: names are cut to one line without markup, statements
// stand in fences that they cannot close and hold nothing that a client would expand, and the front matter is made of
// lemma's own words and escaped keywords. The front matter has
// the fields of the SKILL.md standard (agentskills.io): name, description, license, compatibility, metadata (strings)
// and allowed-tools. Each file carries the digest of its own text, so that one that was edited by hand can be told
// from one that may be written anew.
package generate

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"lemma/core"
)

// Options are thresholds: how many primitives of a domain the registry must hold. Zero means the default.
type Options struct {
	Skill int // 30
	Agent int // 30
	Team  int // 50
}

func (o Options) withDefaults() Options {
	return Options{Skill: cmp.Or(o.Skill, 30), Agent: cmp.Or(o.Agent, 30), Team: cmp.Or(o.Team, 50)}
}

// Domain is a domain with all its primitives in the registry.
type Domain struct {
	core.Domain
	Primitives []Primitive
}

// Primitive is a record with its importance: |enables| + |composition rules|.
type Primitive struct {
	core.Record
	Importance int
}

// File is a generated file.
type File struct {
	Artifact core.Artifact
	Body     []byte
	Passages []Passage // in order of their lines
}

// Passage is a line of a file with the primitives that it, and what follows up to the next passage, is made of.
type Passage struct {
	Line int // from 1
	IDs  []string
}

// Origin returns the primitives that a line of the file is made of. What says nothing of any, such as the front matter,
// has none.
func (f *File) Origin(line int) []string {
	var ids []string
	for _, p := range f.Passages {
		if p.Line > line {
			break
		}
		ids = p.IDs
	}
	return ids
}

// Generate makes the files of the domains that reach the thresholds, in order of domain and kind. Artifacts lists them
// and, with a note, what is missing to the others.
func Generate(ctx context.Context, domains []Domain, opt Options) (files []File, artifacts []core.Artifact, err error) {
	opt = opt.withDefaults()
	domains = slices.Clone(domains)
	slices.SortFunc(domains, func(a, b Domain) int { return strings.Compare(a.ID, b.ID) })
	kinds := []struct {
		kind, file string
		need       int
		write      func(*printer, *subject)
	}{
		{"skill", "SKILL.md", opt.Skill, skill},
		{"agent", "AGENT.md", opt.Agent, agent},
		{"team", "TEAM.md", opt.Team, team},
	}
	for _, d := range domains {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		var s *subject
		for _, k := range kinds {
			a := core.Artifact{Kind: k.kind, Domain: d.ID}
			if n := len(d.Primitives); n < k.need {
				a.Note = fmt.Sprintf("%d of %d primitives; %d more needed", n, k.need, k.need-n)
				artifacts = append(artifacts, a)
				continue
			}
			if s == nil {
				s = newSubject(d)
			}
			a.Path = "skills/learn/" + s.slug + "/" + k.file
			p := &printer{}
			k.write(p, s)
			body := seal(p.b.Bytes())
			a.Digest = core.DigestOf(body)
			artifacts = append(artifacts, a)
			files = append(files, File{a, body, p.passages})
		}
	}
	return files, artifacts, nil
}

// Edited reports whether a file is not as Generate wrote it: changed by hand, or not lemma's at all.
func Edited(body []byte) bool {
	i := bytes.Index(body, []byte(digestLine))
	if i < 0 {
		return true
	}
	i += len(digestLine)
	n := bytes.IndexByte(body[i:], '"')
	if n < 0 {
		return true
	}
	blank := append(append([]byte(nil), body[:i]...), body[i+n:]...)
	return string(core.DigestOf(blank)) != string(body[i:i+n])
}

// digestLine is the line of the front matter that holds the digest of the file with this line empty.
const digestLine = "  lemma-digest: \""

// seal fills in the digest of a file that has an empty one.
func seal(body []byte) []byte {
	return bytes.Replace(body, []byte(digestLine+"\""), []byte(digestLine+string(core.DigestOf(body))+"\""), 1)
}
