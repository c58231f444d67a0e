package core

import (
	"bytes"
	"encoding/json"
)

// MarshalJSON writes the fields in the order that exports promise.
func (r Record) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // mathematics is full of < and &
	err := enc.Encode(struct {
		ID                    string        `json:"id"`
		Name                  string        `json:"name"`
		Kind                  Kind          `json:"kind"`
		Role                  string        `json:"role"`
		Label                 string        `json:"label"`
		Anchor                string        `json:"anchor"`
		Domain                string        `json:"domain"`
		Position              Position      `json:"position"`
		Section               []string      `json:"section"`
		FormalStatement       string        `json:"formalStatement"`
		ComputationalForm     string        `json:"computationalForm"`
		Proof                 string        `json:"proof"`
		Prerequisites         []string      `json:"prerequisites"`
		Dependencies          []Edge        `json:"dependencies"`
		Enables               []string      `json:"enables"`
		CompositionRules      []Composition `json:"compositionRules"`
		ApplicabilityPatterns []string      `json:"applicabilityPatterns"`
		Keywords              []string      `json:"keywords"`
		Tags                  []string      `json:"tags"`
		Confidence            float64       `json:"confidence"`
		Source                Source        `json:"source"`
		Sources               []Source      `json:"sources"`
		Rule                  string        `json:"rule,omitempty"`
	}{
		r.ID, r.Name, r.Kind, r.Role, r.Label, r.Anchor, r.Domain, r.Position, r.Section, r.FormalStatement, r.ComputationalForm, r.Proof,
		r.Prerequisites, r.Dependencies, r.Enables, r.CompositionRules, r.ApplicabilityPatterns, r.Keywords, r.Tags, r.Confidence, r.Source, r.Sources, r.Rule,
	})
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
