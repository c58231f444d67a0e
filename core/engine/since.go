package engine

import (
	"slices"

	"lemma/core"
)

// since compares the documents with those of the last session in force that learned the same sources; nil when there
// is none, or nothing differs.
func (l *learning) since() *core.Since {
	active := l.base.Active()
	sources := slices.Sorted(slices.Values(l.session.Sources))
	for _, s := range slices.Backward(l.base.sessions) {
		if s.Kind != core.SessionLearn || s.Status != core.Committed || !active[s.ID] || s.Counts.Candidates == 0 || !slices.Equal(slices.Sorted(slices.Values(s.Sources)), sources) {
			continue
		}
		before := map[string]core.Digest{}
		for _, d := range s.Documents {
			before[d.Name] = d.Digest
		}
		out := &core.Since{Session: s.ID, New: []string{}, Changed: []string{}, Gone: []string{}}
		for _, d := range l.session.Documents {
			switch digest, ok := before[d.Name]; {
			case !ok:
				out.New = append(out.New, d.Name)
			case digest != d.Digest:
				out.Changed = append(out.Changed, d.Name)
			default:
				out.Same++
			}
			delete(before, d.Name)
		}
		for _, d := range s.Documents {
			if _, gone := before[d.Name]; gone {
				out.Gone = append(out.Gone, d.Name)
			}
		}
		if len(out.New)+len(out.Changed)+len(out.Gone) == 0 {
			return nil
		}
		return out
	}
	return nil
}
