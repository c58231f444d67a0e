// Package dedup compares candidates with the primitives of a registry and says what each of them is to the nearest one:
// an exact duplicate, a generalization, a specialization, the same thing said differently, or new.
//
// # What is compared
//
// A pair is looked at when the two lie within 0.2 on the plane and share two keywords, as a nested loop over all pairs
// would find; an index finds the same pairs at a cost that does not grow with unrelated material. Word for word the
// same texts are found by a hash, wherever they lie. The words of a name count as keywords, by their stems, and an
// equal name counts once more, so that two one-word names that agree are enough.
//
// Similarities are Jaccard coefficients over content words in which every word weighs ln(1 + N/df): N texts of
// registry and session, df of them with the word, both as the session found them. Shared "let V be a vector space"
// weighs little, shared "nilpotent" much. The weights are integers, so that a sum does not depend on its order.
//
// # What is asked
//
// Measured on two books on one subject, statements that share 0.15 of their weight are mostly neighbours on that
// subject, and the same thing said differently is known by its name: the author's own keyword. Names are therefore
// compared like statements, and a fourth guard stands before every class but the exact duplicate: the names must agree
// by half, or the statements by nearly half, and one must not define what the other claims. What only shares its
// subject is new; a human is asked about the rest. A name that is only how the statement begins is none.
//
// Since a position follows from detection, which can err, and a name is the author's, names that agree by half are
// also looked up across the plane. When the statements share 0.15 as well, or the names are the same and the keywords
// agree, such a pair is asked about, never updated.
//
// A document that prints half of its numbered items word for word as another document of another format does, under the
// same numbers, is another form of it. What converters made of the rest is no news: it is matched by its number.
//
// Options set all of it. With Similarity "plain" words weigh the same, keywords are compared as given, names are not
// looked at and the fourth guard is off.
//
// The package only decides; core/merge acts. It reads no registry beyond its Index and keeps no state.
package dedup

import "lemma/core"

// Options are the thresholds of the comparison. The zero value gives the defaults, by DESIGN 3.7 and the table of
// classes in the first seed; a negative value switches a threshold off.
type Options struct {
	Similarity  string  // "weighted" (default) or "plain"
	MaxDistance float64 // on the plane; 0 is 0.2
	MinShared   int     // keywords; 0 is 2

	ExactStatement   float64 // an exact duplicate's statement; 0 is 0.85
	ExactForm        float64 // and its computational form; 0 is 0.85
	ExactOrder       float64 // guard: longest common subsequence over the longer text; 0 is 0.85
	BroaderKeywords  float64 // keywords that make the one with more of them the broader; 0 is 0.60
	GeneralStatement float64 // guard: a generalization's statement, unless the names are the same; 0 is 0.15
	OverlapStatement float64 // 0 is 0.15
	OverlapKeywords  float64 // 0 is 0.20
	SameName         float64 // guard: agreement of names that makes a subject the same; 0 is 0.50
	SameStatement    float64 // guard: and of statements; 0 is 0.45
}

// Input is what a session brings.
type Input struct {
	Candidates []core.Candidate
	Edges      [][]core.Edge    // of each candidate, for the number of its prerequisites; may be nil
	Waiting    []*core.Conflict // the open conflicts of the registry

	// Documents are those of the session, by the number that a candidate names; Document says in which document of the
	// registry a source stands, and its media type. Without Document no other forms of a text are looked for.
	Documents []core.DocumentRef
	Document  func(*core.Source) (document, media string)
}

// Values of Options.Similarity.
const (
	Weighted = "weighted"
	Plain    = "plain"
)

// Guards, as Match.Guard names them.
const (
	GuardOrder        = "order"         // the same words in another order: asked, not skipped
	GuardNegation     = "negation"      // the same words, negated differently: asked, not skipped
	GuardKind         = "kind"          // the same words as another kind of item: asked, not skipped
	GuardGeneral      = "generality"    // broader, but about something else: the next class was tried
	GuardSubject      = "subject"       // shared words, but another name and another statement: new
	GuardSecondUpdate = "second-update" // another candidate of the session updates it already: asked
	GuardWaiting      = "waiting"       // the text waits for a human already: not asked twice
	GuardForm         = "form"          // another form of the text prints it under the same number: skipped, not asked
)

func (o Options) withDefaults() Options {
	for _, d := range []struct {
		at    *float64
		value float64
	}{
		{&o.MaxDistance, 0.2}, {&o.ExactStatement, 0.85}, {&o.ExactForm, 0.85}, {&o.ExactOrder, 0.85}, {&o.BroaderKeywords, 0.60},
		{&o.GeneralStatement, 0.15}, {&o.OverlapStatement, 0.15}, {&o.OverlapKeywords, 0.20}, {&o.SameName, 0.50}, {&o.SameStatement, 0.45},
	} {
		if *d.at == 0 {
			*d.at = d.value
		}
	}
	if o.MinShared == 0 {
		o.MinShared = 2
	}
	return o
}
