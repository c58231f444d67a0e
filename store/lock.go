package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// lock is the right to use a registry. The kernel gives it back when the process ends, however it ends.
type lock struct {
	file   *flock.Flock
	holder string
}

// holder says who has a registry open. It stands in a file beside the lock: on some systems a locked file cannot be
// read.
type holder struct {
	PID     int       `json:"pid"`
	Since   time.Time `json:"since"`
	Command string    `json:"command,omitempty"`
}

// LockedError says who holds the registry.
type LockedError struct {
	Dir     string
	PID     int // 0 when the holder did not say
	Since   time.Time
	Command string
}

func (e *LockedError) Error() string {
	who := "another process"
	if e.PID != 0 {
		who = fmt.Sprintf("process %d", e.PID)
		if e.Command != "" {
			who += " (" + e.Command + ")"
		}
		who += " since " + e.Since.Local().Format("2006-01-02 15:04:05")
	}
	return fmt.Sprintf("the registry %s is in use by %s\nwait for it to end, or use another registry with --registry", e.Dir, who)
}

// Holder returns the process that holds the registry in dir, nil when none does.
func Holder(dir string) *LockedError {
	if _, err := os.Stat(filepath.Join(dir, "holder")); err != nil { // where nobody wrote itself down nobody is disturbed
		return nil
	}
	l := flock.New(filepath.Join(dir, "lock"))
	ok, err := l.TryLock()
	if ok {
		err = l.Unlock()
	}
	if ok || err != nil {
		return nil
	}
	return holderOf(dir)
}

// holderOf reads what the holder of a registry says of itself.
func holderOf(dir string) *LockedError {
	e := &LockedError{Dir: dir}
	var h holder
	if raw, err := os.ReadFile(filepath.Join(dir, "holder")); err == nil && json.Unmarshal(raw, &h) == nil {
		e.PID, e.Since, e.Command = h.PID, h.Since, h.Command
	}
	return e
}

func acquireLock(dir string, opt Options) (*lock, error) {
	l := &lock{file: flock.New(filepath.Join(dir, "lock")), holder: filepath.Join(dir, "holder")}
	ok, err := l.file.TryLock()
	if err != nil {
		return nil, fmt.Errorf("cannot lock the registry %s: %w", dir, err)
	}
	if !ok {
		return nil, holderOf(dir)
	}
	raw, err := json.Marshal(holder{os.Getpid(), opt.Now(), opt.Command})
	if err == nil {
		err = os.WriteFile(l.holder, raw, 0o644)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("cannot write to the registry %s: %w", dir, err), l.file.Unlock())
	}
	return l, nil
}

func (l *lock) release() error {
	err := os.Remove(l.holder)
	if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, l.file.Unlock())
}
