package acquire

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"lemma/core"
	"lemma/core/acquire/reader"
)

// maxRatio bounds how much larger than the archive its members may be together, so that a bomb costs little.
const maxRatio = 100

// members unpacks an archive in memory for a scan: each member is named "archive!member" as the archive spells it, and
// no name ever becomes a path. What lies beyond the limits is named, with the reason.
func (a *acquirer) members(ctx context.Context, j job, raw []byte, familiarity core.Familiarity) ([]outcome, error) {
	u := &unpacking{acquirer: a, ctx: ctx, archive: j.name, familiarity: familiarity, left: min(a.opt.MaxTotal, max(1<<20, maxRatio*int64(len(raw))))}
	var err error
	if strings.HasSuffix(strings.ToLower(j.name), ".zip") {
		err = u.zip(raw)
	} else {
		err = u.tarball(raw)
	}
	if err != nil {
		return nil, err
	}
	return u.out, ctx.Err()
}

type unpacking struct {
	*acquirer
	ctx         context.Context
	archive     string
	familiarity core.Familiarity
	left        int64 // bytes that may still be unpacked
	out         []outcome
}

func (u *unpacking) zip(raw []byte) error {
	r, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return fmt.Errorf("is no archive that can be opened: %w", err)
	}
	for _, f := range r.File {
		switch {
		case !u.room(f.Name):
			return nil
		case f.Mode().IsDir():
			u.bare(f.Name, "a folder")
		case !f.Mode().IsRegular():
			u.bare(f.Name, "a link or device, which is not followed")
		default:
			m, err := f.Open()
			if err != nil {
				u.bare(f.Name, "cannot be unpacked: "+err.Error())
				continue
			}
			u.member(f.Name, m)
			_ = m.Close() // it was only read
		}
	}
	return nil
}

func (u *unpacking) tarball(raw []byte) error {
	z, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		return fmt.Errorf("is no archive that can be opened: %w", err)
	}
	r := tar.NewReader(io.LimitReader(z, u.left+int64(len(raw))))
	for {
		h, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil && !errors.Is(err, tar.ErrInsecurePath):
			u.bare("", "ends before its end: "+err.Error())
			return nil
		case !u.room(h.Name):
			return nil
		case h.Typeflag == tar.TypeReg:
			u.member(h.Name, r)
		case h.Typeflag == tar.TypeDir:
			u.bare(h.Name, "a folder")
		default:
			u.bare(h.Name, "a link or device to "+h.Linkname+", which is not followed")
		}
	}
}

// room reports whether another member may be looked at.
func (u *unpacking) room(name string) bool {
	if len(u.out) >= u.opt.MaxFiles || u.left <= 0 || u.ctx.Err() != nil {
		u.bare(name, "this member and those after it lie beyond the limits, and were not scanned")
		return false
	}
	return true
}

// bare records a member by its name alone.
func (u *unpacking) bare(name, reason string) {
	u.out = append(u.out, outcome{unread: &Unread{Name: u.archive + "!" + name, Reason: reason, Familiarity: u.familiarity}})
}

func (u *unpacking) member(name string, r io.Reader) {
	limit := min(u.left, u.opt.MaxFile)
	raw, err := io.ReadAll(io.LimitReader(r, limit+1))
	u.left -= int64(len(raw))
	full := u.archive + "!" + name
	unread := func(reason string) {
		u.out = append(u.out, outcome{unread: &Unread{Name: full, Reason: reason, Raw: raw, Size: int64(len(raw)), Familiarity: u.familiarity}})
	}
	if err != nil || int64(len(raw)) > limit {
		raw = raw[:min(int64(len(raw)), limit)]
		unread("is damaged or larger than the limit; its beginning was scanned")
		return
	}
	doc, err := reader.Read(u.ctx, reader.Input{Name: full, Raw: raw})
	if err != nil {
		unread(strings.TrimPrefix(err.Error(), full+": "))
		return
	}
	doc.Familiarity = u.familiarity
	u.out = append(u.out, outcome{doc: doc})
}
