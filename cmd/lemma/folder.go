package main

import (
	"errors"
	"os"
	"path/filepath"
)

// folder is an engine.Output below a directory of the machine.
type folder string

// Folder implements engine.Foldered.
func (f folder) Folder() string {
	if dir := filepath.Clean(string(f)); dir != "." {
		return filepath.ToSlash(dir)
	}
	return ""
}

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
