// Package core is the vocabulary of lemma: the nouns that every stage, the store and the front ends share.
//
// A source becomes Documents; a Document is scanned into Findings and let through, or not, by a Decision; it is
// analysed into Sections and Domains, from which Candidates are extracted and wired with Edges; each Candidate is
// matched against the registry (Match) and becomes a Change, a further Source of a Primitive, or a Conflict that waits
// for a human. A Session is one commit of such changes, and the unit in which they are taken back.
//
// The package holds data and the rules that follow from the data alone. It does no input or output, reads no clock
// and imports nothing of lemma.
package core

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Stage names a part of a run, as users and JSON see it.
type Stage string

// The stages of a run, in order. Wiring belongs to extract, merging to dedup.
const (
	StageAcquire  Stage = "acquire"
	StageSanitize Stage = "sanitize"
	StageGate     Stage = "hitl"
	StageAnalyze  Stage = "analyze"
	StageExtract  Stage = "extract"
	StageDedup    Stage = "dedup"
	StageGenerate Stage = "generate"
	StageReport   Stage = "report"
)

// Stages lists all stages in the order in which a run passes them.
var Stages = []Stage{StageAcquire, StageSanitize, StageGate, StageAnalyze, StageExtract, StageDedup, StageGenerate, StageReport}

// Word is what people read: the record and JSON keep the name that the stage has in the field.
func (s Stage) Word() string {
	if s == StageGate {
		return "gate"
	}
	return string(s)
}

// Digest is a SHA-256 in the form "sha256:" and 64 lower-case hexadecimal digits.
type Digest string

// DigestOf returns the digest of b.
func DigestOf(b []byte) Digest {
	s := sha256.Sum256(b)
	return Digest("sha256:" + hex.EncodeToString(s[:]))
}

// Valid reports whether d has the form of a digest.
func (d Digest) Valid() bool {
	digits, ok := strings.CutPrefix(string(d), "sha256:")
	return ok && len(digits) == 2*sha256.Size && !strings.ContainsFunc(digits, func(r rune) bool { return (r < '0' || r > '9') && (r < 'a' || r > 'f') })
}

// Span is a half-open range [Start, End) of byte offsets.
type Span struct {
	Start int `json:"start" cbor:"1,keyasint"`
	End   int `json:"end" cbor:"2,keyasint"`
}

// Len is the number of bytes in the span.
func (s Span) Len() int { return s.End - s.Start }

// Contains reports whether t lies within s.
func (s Span) Contains(t Span) bool { return s.Start <= t.Start && t.End <= s.End }

// Of returns the part of text that the span covers.
func (s Span) Of(text string) string { return text[s.Start:s.End] }

// Position is a point of the complex plane: real axis from logic (-1) to creativity (+1), imaginary axis from
// embodied (-1) to abstract (+1).
type Position struct {
	Re float64 `json:"re" cbor:"1,keyasint"`
	Im float64 `json:"im" cbor:"2,keyasint"`
}
