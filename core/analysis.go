package core

import "sort"

// ContentType decides which heuristics extract items from a document.
type ContentType string

// The content types.
const (
	Textbook     ContentType = "textbook"
	Tutorial     ContentType = "tutorial"
	Spec         ContentType = "spec"
	Paper        ContentType = "paper"
	ReferenceDoc ContentType = "reference"
	Unknown      ContentType = "unknown"
)

// Section is a node of the section tree, kept flat in document order.
type Section struct {
	Title  string
	Number string
	Level  int  // from 1; 0 for the root
	Parent int  // index, -1 for the root
	Span   Span // in Text, from its heading to the next section that is not inside it
	Block  int  // index of its heading in Document.Blocks, -1 for the root
}

// DomainScore is how strongly a domain is activated.
type DomainScore struct {
	Domain  string   `json:"domain"`
	Score   float64  `json:"score"`
	Matched []string `json:"matched,omitempty"` // activation patterns found
}

// Chapter is a stretch of a document with a domain of its own.
type Chapter struct {
	Span     Span
	Type     ContentType   // where the chapter plainly is of another type than the document; else empty
	Domains  []DomainScore // above the threshold, the strongest first; empty: the chapter abstains
	Position Position
}

// Analysis is what is known of a document before extraction.
type Analysis struct {
	Sections []Section // Sections[0] is the root
	Type     ContentType
	Types    map[ContentType]float64 // the weighted counts behind Type
	Domains  []DomainScore           // of the whole document
	Position Position
	Chapters []Chapter // in order; they cover the text
	Language string    // of the text, by ISO 639-1; empty when nobody asked
}

// GeneralDomain is the domain of what no other claims.
const GeneralDomain = "general"

// Domain is one entry of the taxonomy.
type Domain struct {
	ID       string   `yaml:"id" json:"id"`
	Name     string   `yaml:"name" json:"name"`
	Field    string   `yaml:"field" json:"field"`       // mathematics, computing, physics, engineering, …
	Patterns []string `yaml:"patterns" json:"patterns"` // for texts in English, and in languages that have none of their own
	Center   Position `yaml:"center" json:"center"`
	Radius   float64  `yaml:"radius" json:"radius"`

	In map[string][]string `yaml:"in" json:"in,omitempty"` // the patterns in other languages, by ISO 639-1
}

// PatternsIn are the patterns for texts in a language.
func (d *Domain) PatternsIn(language string) []string {
	if own := d.In[language]; len(own) > 0 {
		return own
	}
	return d.Patterns
}

// SectionAt returns the innermost section that holds the offset.
func (a *Analysis) SectionAt(at int) int {
	lo, hi := 0, len(a.Sections)
	for hi-lo > 1 { // sections are in order of their starts
		if m := (lo + hi) / 2; a.Sections[m].Span.Start <= at {
			lo = m
		} else {
			hi = m
		}
	}
	return lo
}

// Path returns the titles from the root's child down to section i.
func (a *Analysis) Path(i int) []string {
	var p []string
	for ; i > 0; i = a.Sections[i].Parent {
		p = append([]string{a.Sections[i].Title}, p...)
	}
	return p
}

// TypeAt returns the content type of the text at the offset: its chapter's, where that has one of its own, or the
// document's.
func (a *Analysis) TypeAt(at int) ContentType {
	if c := a.ChapterAt(at); c != nil && c.Type != "" {
		return c.Type
	}
	return a.Type
}

// ChapterAt returns the chapter that holds the offset.
func (a *Analysis) ChapterAt(at int) *Chapter {
	if len(a.Chapters) == 0 {
		return nil
	}
	n := sort.Search(len(a.Chapters), func(i int) bool { return a.Chapters[i].Span.Start > at })
	return &a.Chapters[max(0, n-1)]
}
