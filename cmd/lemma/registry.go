package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"lemma/core/engine"
	"lemma/store"
)

// openEngine opens the registry. With create unset, one that is not there yet is an error rather than made.
func (a *app) openEngine(ctx context.Context, create bool) (e *engine.Engine, closeFn func() error, err error) {
	dir, _, err := a.registryDir()
	if err != nil {
		return nil, nil, err
	}
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) && !create {
		return nil, nil, errors.New("there is no registry at " + dir + " yet\nlearn something first (`lemma learn FILE`), or name another with --registry")
	}
	s, err := store.Open(ctx, dir, store.Options{Now: time.Now})
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
		Now: time.Now, Domains: s.Domains, Lenient: s.Home == "lenient", Limits: s.limits(),
		Dedup:    engine.DedupOptions{Similarity: s.Dedup.Similarity, MaxDistance: s.Dedup.MaxDistance, MinShared: s.Dedup.MinShared},
		Generate: engine.GenerateOptions{Skill: s.Generate.Skill, Agent: s.Generate.Agent, Team: s.Generate.Team},
	}
}

// withEngine opens the registry, calls f and closes it.
func (a *app) withEngine(ctx context.Context, create bool, f func(*engine.Engine) error) (err error) {
	e, closeFn, err := a.openEngine(ctx, create)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeFn()) }()
	return f(e)
}

// folder is an engine.Output below a directory of the machine.
type folder string

func (f folder) ReadFile(path string) ([]byte, error) {
	return os.ReadFile(filepath.Join(string(f), filepath.FromSlash(path)))
}

// WriteFile writes aside and renames, so that a kill never leaves half a file.
func (f folder) WriteFile(path string, body []byte) error {
	name := filepath.Join(string(f), filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), ".lemma-*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(body)
	err = errors.Join(err, tmp.Chmod(0o644), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return nil
}
