package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
)

// FS is what the store needs of a file system to write journals and staged texts. Tests hand in one that fails.
type FS interface {
	Create(name string) (File, error)
	Rename(from, to string) error
	Remove(name string) error
	SyncDir(name string) error
	Free(dir string) (uint64, error) // bytes that may still be written below a folder
}

// File is a file being written.
type File interface {
	io.WriteCloser
	Sync() error
}

// machine is the file system of the machine.
type machine struct{}

func (machine) Create(name string) (File, error) { return os.Create(name) }
func (machine) Rename(from, to string) error     { return os.Rename(from, to) }
func (machine) Remove(name string) error         { return os.Remove(name) }

func (machine) Free(dir string) (uint64, error) { return freeSpace(dir) }

// Room that the state needs on the disk beside what is written to it, in bytes. Its logs are mapped into memory: where
// the disk is full, the system would end the process in the middle of a write instead of failing it.
const (
	openRoom   = 4 << 20
	commitRoom = 8 << 20
)

// checkRoom fails when fewer bytes are free than are needed.
func checkRoom(fsys FS, dir string, need uint64) error {
	free, err := fsys.Free(dir)
	if err != nil {
		return fmt.Errorf("cannot tell how much of the disk is free: %w", err)
	}
	if free < need {
		return fmt.Errorf("the disk that holds %s is full: %d MB are free and %d MB are needed\nmake room, and try again", dir, free>>20, (need>>20)+1)
	}
	return nil
}

// SyncDir makes a rename durable. Windows has no such call: there a rename is as durable as the volume makes it.
func (machine) SyncDir(name string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// makeFolder makes a folder with those above it, and makes them durable. A folder above that may not be read is left to
// the system: it was there before.
func makeFolder(fsys FS, dir string) error {
	var made []string
	for d := filepath.Clean(dir); ; d = filepath.Dir(d) {
		if _, err := os.Stat(d); err == nil || d == filepath.Dir(d) {
			break
		}
		made = append(made, d)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, d := range made {
		if err := fsys.SyncDir(filepath.Dir(d)); err != nil && !errors.Is(err, os.ErrPermission) {
			return err
		}
	}
	return nil
}

// tmpSuffix marks files that are not whole yet.
const tmpSuffix = ".tmp"

// writeFile writes aside, syncs and renames. After an error the file is as it was before.
func writeFile(fsys FS, name string, body []byte) error {
	tmp := name + tmpSuffix
	f, err := fsys.Create(tmp)
	if err != nil {
		return err
	}
	_, err = f.Write(body)
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = fsys.Rename(tmp, name)
	}
	if err != nil {
		if rerr := fsys.Remove(tmp); rerr != nil && !errors.Is(rerr, os.ErrNotExist) {
			err = errors.Join(err, rerr)
		}
		return fmt.Errorf("cannot write %s: %w", name, err)
	}
	if err := fsys.SyncDir(filepath.Dir(name)); err != nil {
		// Whether the rename survives a power cut is unknown: it is taken back, so that an error means no change.
		if rerr := fsys.Remove(name); rerr != nil {
			return fmt.Errorf("cannot sync %s, nor take it back: %w", name, errors.Join(err, rerr))
		}
		return fmt.Errorf("cannot write %s: %w", name, err)
	}
	return nil
}
