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
	"io/fs"
	"strings"

	"lemma/core"
	"lemma/core/acquire/reader"
)

// maxRatio bounds how much larger than the archive its members may be together, so that a bomb costs little.
const maxRatio = 100

// members unpacks an archive in memory for a scan: each member is named "archive!member" as the archive spells it, and
// no name ever becomes a path. What lies beyond the limits is named, with the reason.
func (a *acquirer) members(ctx context.Context, j job, raw []byte, familiarity core.Familiarity) ([]outcome, error) {
	u := &unpacking{acquirer: a, ctx: ctx, archive: j.name, familiarity: familiarity, left: min(a.opt.MaxTotal-a.unpacked.Load(), max(1<<20, maxRatio*int64(len(raw))))}
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
			u.bare(f.Name, "a folder", false)
		case !f.Mode().IsRegular():
			u.link(f.Name, zipLink(f))
		default:
			m, err := f.Open()
			if err != nil {
				u.bare(f.Name, "cannot be unpacked: "+err.Error(), true)
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
			u.bare("", "ends before its end: "+err.Error(), true)
			return nil
		case !u.room(h.Name):
			return nil
		case h.Typeflag == tar.TypeReg:
			u.member(h.Name, r)
		case h.Typeflag == tar.TypeDir:
			u.bare(h.Name, "a folder", false)
		default:
			u.link(h.Name, h.Linkname)
		}
	}
}

// room reports whether another member may be looked at.
func (u *unpacking) room(name string) bool {
	if len(u.out) >= u.opt.MaxFiles || u.left <= 0 || u.ctx.Err() != nil {
		u.bare(name, "this member and those after it lie beyond the limits, and were not scanned", true)
		return false
	}
	return true
}

// bare records a member by its name alone. partial says that it has content, which was not looked at.
func (u *unpacking) bare(name, reason string, partial bool) {
	u.out = append(u.out, outcome{unread: &Unread{Name: u.archive + "!" + name, Reason: reason, Partial: partial, Familiarity: u.familiarity}})
}

// link records a link or device, which is not followed.
func (u *unpacking) link(name, target string) {
	reason := "a device"
	if target != "" {
		reason = "a link to " + target + ", which is not followed"
	}
	u.out = append(u.out, outcome{unread: &Unread{Name: u.archive + "!" + name, Reason: reason, Link: target, Familiarity: u.familiarity}})
}

// maxLink bounds what is read of where a link leads, in bytes.
const maxLink = 4096

// zipLink returns where a link of a zip archive leads: its content says so. It is empty for a device.
func zipLink(f *zip.File) string {
	if f.Mode()&fs.ModeSymlink == 0 {
		return ""
	}
	m, err := f.Open()
	if err != nil {
		return ""
	}
	defer func() { _ = m.Close() }()                    // it was only read
	target, _ := io.ReadAll(io.LimitReader(m, maxLink)) // of a damaged one what there is
	return string(target)
}

func (u *unpacking) member(name string, r io.Reader) {
	limit := min(u.left, u.opt.MaxFile)
	raw, err := io.ReadAll(io.LimitReader(r, limit+1))
	u.left -= int64(len(raw))
	u.unpacked.Add(int64(len(raw)))
	full := u.archive + "!" + name
	unread := func(reason string, partial bool) {
		u.out = append(u.out, outcome{unread: &Unread{Name: full, Reason: reason, Raw: raw, Size: int64(len(raw)), Partial: partial, Familiarity: u.familiarity}})
	}
	if err != nil || int64(len(raw)) > limit {
		raw = raw[:min(int64(len(raw)), limit)]
		unread("is damaged or larger than the limit; its beginning was scanned", true)
		return
	}
	if kind(name) == "archive" {
		unread("an archive within an archive, which is not unpacked", true)
		return
	}
	doc, err := reader.Read(u.ctx, reader.Input{Name: full, Raw: raw})
	if err != nil {
		unread(strings.TrimPrefix(err.Error(), full+": "), false)
		return
	}
	doc.Familiarity = u.familiarity
	u.out = append(u.out, outcome{doc: doc})
}
