package core

import "time"

// Category groups hygiene rules.
type Category string

// The six categories of the sanitizer.
const (
	PromptInjection     Category = "prompt-injection"
	HiddenCharacters    Category = "hidden-characters"
	EmbeddedCode        Category = "embedded-code"
	ExternalResources   Category = "external-resources"
	PathTraversal       Category = "path-traversal"
	ContentTypeMismatch Category = "content-type-mismatch"
)

// Severity orders findings.
type Severity string

// The severities, the worst first.
const (
	Critical Severity = "critical"
	Warning  Severity = "warning"
	Info     Severity = "info"
)

// Rank is 2 for critical, 1 for warning, 0 for the rest.
func (s Severity) Rank() int {
	switch s {
	case Critical:
		return 2
	case Warning:
		return 1
	}
	return 0
}

// Finding is one hit of a hygiene rule.
type Finding struct {
	Rule     string   `json:"rule" cbor:"1,keyasint"`
	Category Category `json:"category" cbor:"2,keyasint"`
	Severity Severity `json:"severity" cbor:"3,keyasint"`
	Document string   `json:"document,omitempty" cbor:"4,keyasint"`
	Start    int      `json:"start" cbor:"5,keyasint"` // byte offsets in the original, of Document's part
	End      int      `json:"end" cbor:"6,keyasint"`
	Line     int      `json:"line" cbor:"7,keyasint"`   // from 1
	Column   int      `json:"column" cbor:"8,keyasint"` // from 1, in characters
	Excerpt  string   `json:"excerpt" cbor:"9,keyasint"`
	Why      string   `json:"why" cbor:"10,keyasint"`
	Count    int      `json:"count,omitempty" cbor:"11,keyasint,omitempty"` // hits that this finding stands for, when more than one
	Page     int      `json:"page,omitempty" cbor:"13,keyasint,omitempty"`  // from 1; 0 when the format has none
	Decoded  string   `json:"decoded,omitempty" cbor:"12,keyasint,omitempty"`
}

// DocumentHygiene is what the sanitizer says of one document.
type DocumentHygiene struct {
	Name        string      `json:"name"`
	Digest      Digest      `json:"digest"`
	Familiarity Familiarity `json:"familiarity"`
	Unread      string      `json:"unread,omitempty"` // why no reader took it; it was scanned as bytes
	Findings    []Finding   `json:"findings"`
}

// HygieneReport is the sanitizer's answer for a session.
type HygieneReport struct {
	Documents    []DocumentHygiene `json:"documents"`
	Passed       bool              `json:"passed"`       // no critical finding
	AutoApproved bool              `json:"autoApproved"` // all HOME and nothing above info
}

// Count returns the number of findings of a severity, grouped ones counted as often as they fired.
func (r *HygieneReport) Count(s Severity) int {
	n := 0
	for _, d := range r.Documents {
		for _, f := range d.Findings {
			if f.Severity == s {
				n += max(1, f.Count)
			}
		}
	}
	return n
}

// Verdict is the answer of the gate.
type Verdict string

// The verdicts. Everything that is not an approval is a rejection.
const (
	Approved             Verdict = "approve"
	ApprovedWithWarnings Verdict = "approve-with-warnings"
	Rejected             Verdict = "reject"
)

// Approves reports whether the run goes on.
func (v Verdict) Approves() bool { return v == Approved || v == ApprovedWithWarnings }

// Decision is the gate's record.
type Decision struct {
	Verdict   Verdict   `json:"verdict" cbor:"1,keyasint"`
	Rationale string    `json:"rationale" cbor:"2,keyasint"`
	By        string    `json:"by" cbor:"3,keyasint"` // "automatic", "flag", "prompt", or who else answered
	At        time.Time `json:"at" cbor:"4,keyasint"`
	Digest    Digest    `json:"digest,omitempty" cbor:"5,keyasint,omitempty"`    // what was decided on: sorted names and digests of the documents, and the findings
	Open      []Finding `json:"open,omitempty" cbor:"6,keyasint,omitempty"`      // findings that were open when it was decided
	Dropped   []string  `json:"dropped,omitempty" cbor:"7,keyasint,omitempty"`   // documents left out by the user
	Documents int       `json:"documents,omitempty" cbor:"8,keyasint,omitempty"` // that were let through
	Reviews   []Review  `json:"reviews,omitempty" cbor:"9,keyasint,omitempty"`   // what the reviewer said of single findings
}

// Review is a reviewer's word on one finding.
type Review struct {
	Finding int    `json:"finding" cbor:"1,keyasint"` // index in the decision's Open
	Flagged bool   `json:"flagged" cbor:"2,keyasint"` // false: judged harmless
	Note    string `json:"note,omitempty" cbor:"3,keyasint,omitempty"`
}
