package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"

	"lemma/core/engine"
	"lemma/store"
)

// access is what a command does with the registry.
type access int

const (
	reads   access = iota // one that is there, also while another process holds it
	writes                // one that is there
	creates               // one that may have to be made
)

// openEngine opens the registry.
func (a *app) openEngine(ctx context.Context, to access) (e *engine.Engine, closeFn func() error, err error) {
	dir, err := a.registry(to == creates)
	if err != nil {
		return nil, nil, err
	}
	s, err := store.Open(ctx, dir, store.Options{Now: time.Now, Command: a.command, Read: to == reads})
	if err != nil {
		return nil, nil, err
	}
	e, err = engine.Open(ctx, s, a.engineOptions())
	if err != nil {
		return nil, nil, errors.Join(err, s.Close())
	}
	return e, s.Close, nil
}

func (a *app) engineOptions() engine.Options {
	s := a.settings
	return engine.Options{
		Now: time.Now, Domains: s.Domains, Lenient: s.Home == "lenient", Limits: s.limits(), PDF: a.pdf,
		Dedup:    engine.DedupOptions{Similarity: s.Dedup.Similarity, MaxDistance: s.Dedup.MaxDistance, MinShared: s.Dedup.MinShared},
		Generate: engine.GenerateOptions{Skill: s.Generate.Skill, Agent: s.Generate.Agent, Team: s.Generate.Team},
	}
}

// withEngine opens the registry, calls f and closes it.
func (a *app) withEngine(ctx context.Context, to access, f func(*engine.Engine) error) (err error) {
	e, closeFn, err := a.openEngine(ctx, to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeFn()) }()
	return f(e)
}

// registry is the folder of the registry, which has to be there unless it may be created.
func (a *app) registry(create bool) (string, error) {
	dir, _, err := a.registryDir()
	if err != nil {
		return "", err
	}
	switch st, err := os.Stat(dir); {
	case errors.Is(err, fs.ErrNotExist) && !create:
		return "", errors.New("there is no registry at " + dir + " yet\nlearn something first (`lemma learn FILE`), or name another with --registry")
	case err == nil && !st.IsDir():
		return "", errors.New("the registry " + dir + " is no folder\nname another with --registry")
	}
	return dir, nil
}
