package tui

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lemma/core"
	"lemma/core/engine"
)

// CheckKeys says what is wrong with keys that a user configured: an action that there is not, or a key that means two
// things at one place.
func CheckKeys(keys map[string][]string) error {
	if len(keys) == 0 {
		return nil
	}
	tables := actionTables(keys)
	var ids []string
	for _, t := range tables {
		for _, a := range t {
			ids = append(ids, a.id)
		}
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	var bound []string
	for id := range keys {
		bound = append(bound, id)
	}
	slices.Sort(bound)
	for _, id := range bound {
		if _, ok := slices.BinarySearch(ids, id); !ok {
			hint := ""
			if near := engine.Nearest(id, ids, 3); len(near) > 0 {
				hint = "; did you mean " + strings.Join(near, ", ") + "?"
			}
			return fmt.Errorf("%q is no action%s", id, hint)
		}
		for _, t := range tables {
			if err := clash(t, id, keys); err != nil {
				return err
			}
		}
	}
	return nil
}

// clash reports a key of an action that another action of the same table has.
func clash(table []action, id string, keys map[string][]string) error {
	if !slices.ContainsFunc(table, func(a action) bool { return a.id == id }) {
		return nil
	}
	for _, a := range table {
		for _, k := range keys[id] {
			if a.id != id && slices.Contains(a.keys, k) {
				return fmt.Errorf("%s cannot have the key %q, which is %s (%s); choose another, or give that one other keys", id, k, a.id, a.help)
			}
		}
	}
	return nil
}

// actionTables are the actions of every place where keys go, each with the global ones where these are there, too. A
// registry is not needed for that: what could not be done is in the tables all the same.
func actionTables(keys map[string][]string) [][]action {
	r := newRoot(context.Background(), Options{Sample: []Sample{{}}, Keys: keys})
	var tables [][]action
	take := func(id screenID) {
		r.current = id
		tables = append(tables, r.actions())
	}
	for i := range screens {
		take(i)
	}
	in, gr, sk, se := r.screens[onIngest].(*ingest), r.screens[onGraph].(*graph), r.screens[onSkills].(*skills), r.screens[onSessions].(*sessions)
	in.focus, gr.outline, sk.focus, se.focus = 1, true, 1, 1
	take(onIngest)
	take(onGraph)
	gr.side = sidePaths
	take(onSessions)
	in.report, sk.text, se.report = newReader(r.env), newReader(r.env), newReader(r.env)
	for _, id := range []screenID{onIngest, onGraph, onSkills, onSessions} {
		take(id)
	}
	r.snap = &engine.Snapshot{}
	for _, o := range []overlay{newHelp(r), newPalette(r), newFinder(r.env), newSourcePrompt(r.env, ""), &menu{env: r.env}, newComparison(r.env, core.Change{}),
		&question{env: r.env, answers: []answer{{key: "y"}}}} {
		tables = append(tables, remap(o.actions(), keys))
	}
	return append(tables, remap(r.shut(), keys))
}
