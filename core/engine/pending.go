package engine

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"

	"lemma/core"
	"lemma/core/acquire"
	"lemma/core/gate"
)

// await keeps what a dry run fetched, so that an approval of its digest is of these bytes: a page may say something
// else when it is asked again.
func (l *learning) await() error {
	if len(l.acquired.Fetched) == 0 {
		return nil
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(l.acquired.Fetched); err != nil {
		return fmt.Errorf("cannot keep what was fetched: %w", err)
	}
	if err := l.store.Await(l.digest, b.Bytes()); err != nil {
		return fmt.Errorf("cannot keep what was fetched: %w", err)
	}
	return nil
}

// awaited returns what the dry run fetched whose digest is approved beforehand. What is not there, or cannot be read,
// is fetched again: the gate compares it with the digest in any case.
func (l *learning) awaited() ([]acquire.Fetched, error) {
	flags, ok := l.decider.(gate.Flags)
	if !ok || !core.Digest(flags.ApproveDigest).Valid() {
		return nil, nil
	}
	raw, err := l.store.Awaited(core.Digest(flags.ApproveDigest))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var list []acquire.Fetched
	if err == nil {
		err = gob.NewDecoder(bytes.NewReader(raw)).Decode(&list)
	}
	if err != nil {
		return nil, fmt.Errorf("what the dry run fetched cannot be read: %w; repeat it", err)
	}
	return list, nil
}

// decided forgets what a dry run fetched, once its digest was approved or rejected.
func (l *learning) decided() error {
	if l.digest == "" || len(l.session.Origins) == 0 {
		return nil
	}
	if err := l.store.Decided(l.digest); err != nil {
		return fmt.Errorf("cannot forget what was fetched for the approval: %w", err)
	}
	return nil
}
