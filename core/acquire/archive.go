package acquire

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path"
	"strings"
	"unicode/utf8"

	"lemma/core/acquire/web"
)

// Bounds of what is unpacked, beside Options.
const (
	freeSize = 1 << 20 // bytes that may come of an archive whatever its ratio
	maxLink  = 4096    // bytes of where a link leads

	maxName  = 4096 // bytes of a name; PATH_MAX of Linux
	maxDepth = 100  // folders that a member lies in: each costs a walk over its name

	maxPadding = 1 << 20 // bytes behind the end of a tar archive
	maxOutside = 100000  // paths outside the scope that are remembered
)

// Reasons for a limit to end the unpacking. Learning then fails, since half a book is none; a scan marks the rest.
var (
	errBomb     = errors.New("unpacks to so many times its size that it is taken for a bomb; raise limits.ratio if it is none")
	errEntries  = errors.New("holds too many members")
	errUnpacked = errors.New("unpacks to more than is allowed together; learn a part of it, or raise limits.total")
)

// archive is what came out of an archive.
type archive struct {
	tree    *tree
	members []member // in the archive's order
	outside []string // paths that the scope left out
	commit  string   // that git made the archive from
}

// end is the name of what an archive has instead of, or behind, its end.
const end = "(end)"

// member is one entry of an archive.
type member struct {
	name    string // as the archive spells it; bytes that are no UTF-8 as ‹82›
	path    string // of the file in the tree; empty when it is none
	loss    string // why it is none, as a kind: "unsafe-name", "link", "device", "damaged"; empty for folders
	why     string // the same in words
	raw     []byte // of what is no file although it has content; only for a scan
	partial bool   // there is more than raw
	link    string // where a link leads
}

// unpacking reads one archive into memory. Names never become paths of the machine, sizes are counted while reading
// and not believed, and what is no plain file below the archive's root is a member without a path.
type unpacking struct {
	*archive
	ctx      context.Context
	all      bool                   // keep what is no file, and go on at a limit, for a scan
	top      bool                   // everything lies in one folder, whose name is no part of the paths
	scope    func(path string) bool // nil: every file
	maxFile  int64
	maxFiles int
	ratio    int64           // of what comes out of the archive to its size
	total    limit           // of all sources together
	links    map[string]bool // paths
	free     int64           // how much may still be unpacked at the archive's ratio; a stream watches it itself
}

// limit is a budget that several archives share.
type limit interface{ take(n int64) (left int64) }

// open unpacks an archive whose bytes are at hand, by what it begins with. base is the name of its only file when it is
// compressed without being an archive.
func (u *unpacking) open(raw []byte, base string) error {
	if bytes.HasPrefix(raw, []byte("PK")) {
		return u.zip(raw)
	}
	if what := sealed("", raw); what != "" {
		return errors.New(what)
	}
	return u.stream(bytes.NewReader(raw), base)
}

// stream unpacks a tar archive, compressed or not, or a single compressed file, without having all of it.
func (u *unpacking) stream(r io.Reader, base string) error {
	u.archive, u.links, u.free = &archive{tree: newTree()}, map[string]bool{}, math.MaxInt64
	in := &counted{r: r}
	head := newPeeking(in)
	if !bytes.HasPrefix(head.peek(), []byte("\x1f\x8b")) {
		return u.tarball(head)
	}
	z, err := gzip.NewReader(head)
	if err != nil {
		return fmt.Errorf("is no archive that can be opened: %w", inWords(err))
	}
	body := newPeeking(&ratio{r: z, in: in, most: u.ratio})
	if isTar(body.peek()) || base == "" {
		return u.tarball(body)
	}
	u.file(base, body)
	return u.ended(body.last)
}

func (u *unpacking) zip(raw []byte) error {
	u.archive, u.links, u.free = &archive{tree: newTree()}, map[string]bool{}, max(freeSize, u.ratio*int64(len(raw)))
	// The index alone may cost a multiple of the archive: 46 bytes an entry there, several hundred here.
	if n := bytes.Count(raw, []byte("PK\x01\x02")); n > 10*u.maxFiles {
		return fmt.Errorf("%w: about %d; raise limits.files", errEntries, n)
	}
	r, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return fmt.Errorf("is no archive that can be opened: %w", inWords(err))
	}
	for _, f := range r.File {
		if ok, err := u.room(f.Name); !ok {
			return err
		}
		switch {
		case f.Mode().IsDir():
			u.add(member{name: f.Name, why: "a folder"})
		case f.Mode()&fs.ModeSymlink != 0:
			u.linked(f.Name, zipLink(f))
		case !f.Mode().IsRegular():
			u.add(member{name: f.Name, loss: "device", why: "a device", partial: true})
		case f.Flags&1 != 0:
			u.add(member{name: f.Name, loss: "encrypted", why: "is encrypted; make an archive without a password", partial: true})
		default:
			m, err := f.Open()
			if err != nil {
				u.add(member{name: f.Name, loss: "damaged", why: "cannot be unpacked: " + inWords(err).Error(), partial: true})
				continue
			}
			if other := localName(raw, f); other != f.Name {
				u.add(member{name: other, loss: "unsafe-name", why: "the archive calls one member by two names: this, and " + legible(f.Name)})
			}
			n := u.file(f.Name, io.LimitReader(m, u.free+1))
			_ = m.Close() // it was only read
			if u.free -= n; u.free < 0 && !u.all {
				return errBomb
			}
		}
	}
	return nil
}

// localName is what a member is called before its content, where some programs look; others look at the index, as
// package zip does. It is the index's name when the header is not found.
func localName(raw []byte, f *zip.File) string {
	data, err := f.DataOffset()
	if err != nil || data > int64(len(raw)) {
		return f.Name
	}
	window := raw[max(0, data-maxLocal):data]
	for at := len(window); ; { // a name or an extra field may look like a header
		at = bytes.LastIndex(window[:at], []byte("PK\x03\x04"))
		if at < 0 {
			return f.Name
		}
		h := window[at:]
		if len(h) < 30 {
			continue
		}
		name, extra := int(binary.LittleEndian.Uint16(h[26:])), int(binary.LittleEndian.Uint16(h[28:]))
		if len(h) == 30+name+extra {
			return string(h[30 : 30+name])
		}
	}
}

// maxLocal is the largest header that localName looks for, in bytes.
const maxLocal = 4096

// zipLink returns where a link of a zip archive leads: its content says so.
func zipLink(f *zip.File) string {
	m, err := f.Open()
	if err != nil {
		return ""
	}
	defer func() { _ = m.Close() }()                    // it was only read
	target, _ := io.ReadAll(io.LimitReader(m, maxLink)) // of a damaged one what there is
	return string(target)
}

func (u *unpacking) tarball(in io.Reader) error {
	r := tar.NewReader(in)
	for {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return u.behind(in)
		}
		if err != nil && !errors.Is(err, tar.ErrInsecurePath) {
			return u.ended(err)
		}
		if h.Typeflag == tar.TypeXGlobalHeader {
			u.commit = h.PAXRecords["comment"]
			continue
		}
		if u.beside(h) {
			continue
		}
		if ok, err := u.room(h.Name); !ok {
			return err
		}
		switch h.Typeflag {
		case tar.TypeReg:
			u.file(h.Name, r)
		case tar.TypeDir:
			u.add(member{name: h.Name, why: "a folder"})
		case tar.TypeSymlink, tar.TypeLink:
			u.linked(h.Name, h.Linkname)
		default:
			u.add(member{name: h.Name, loss: "device", why: "a device", partial: true})
		}
	}
}

// behind looks at what stands behind the end of a tar archive: padding, or something that other programs read on.
func (u *unpacking) behind(in io.Reader) error {
	buf := make([]byte, maxPadding+1)
	n, err := io.ReadFull(in, buf)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return u.ended(err)
	}
	if n > maxPadding || len(bytes.Trim(buf[:n], "\x00")) > 0 {
		u.add(member{name: end, loss: "damaged", why: "goes on behind its end, which was not looked at", partial: true})
	}
	return nil
}

// beside reports whether an entry lies outside the scope, and remembers files that do.
func (u *unpacking) beside(h *tar.Header) bool {
	if u.scope == nil {
		return false
	}
	clean, why := memberPath(h.Name, u.top)
	switch {
	case h.Typeflag == tar.TypeDir:
		return true
	case why != "" || u.scope(clean):
		return false
	case h.Typeflag == tar.TypeReg && len(u.outside) < maxOutside:
		u.outside = append(u.outside, clean)
	}
	return true
}

// ended says how a stream came to its end. What came before damage is kept; a download that failed is none.
func (u *unpacking) ended(err error) error {
	var fetch *web.Error
	switch {
	case err == nil, errors.Is(err, io.EOF):
		return nil
	case u.ctx.Err() != nil:
		return u.ctx.Err()
	case errors.As(err, &fetch), (errors.Is(err, errBomb) || errors.Is(err, errUnpacked)) && !u.all:
		return err
	case len(u.members) == 0:
		return fmt.Errorf("is no archive that can be opened: %w", inWords(err))
	}
	u.add(member{name: end, loss: "truncated", why: "ends before its end: " + inWords(err).Error(), partial: true})
	return nil
}

// inWords says what an error of the packages that unpack means.
func inWords(err error) error {
	for _, e := range []struct {
		err   error
		words string
	}{
		{io.ErrUnexpectedEOF, "it breaks off; if it was downloaded, download it again"},
		{zip.ErrFormat, "the list of its members, which stands at the end, is missing or damaged; if it was downloaded, download it again"},
		{zip.ErrChecksum, "it is damaged: its checksum is wrong"}, {gzip.ErrChecksum, "it is damaged: its checksum is wrong"},
		{zip.ErrAlgorithm, "it is packed by a method that is not known here; make an archive with the usual one"},
		{gzip.ErrHeader, "it is not what gzip makes, or damaged"}, {tar.ErrHeader, "it is not what tar makes, or damaged"},
	} {
		if errors.Is(err, e.err) {
			return errors.New(e.words)
		}
	}
	return err
}

// room reports whether another member may be looked at.
func (u *unpacking) room(name string) (bool, error) {
	if err := u.ctx.Err(); err != nil {
		return false, err
	}
	switch left := u.total.take(0); {
	case len(u.members) < u.maxFiles && left > 0 && u.free > 0:
		return true, nil
	case u.all:
		u.add(member{name: name, loss: "damaged", why: "this member and those after it lie beyond the limits, and were not scanned", partial: true})
		return false, nil
	case left <= 0:
		return false, errUnpacked
	case u.free <= 0:
		return false, errBomb
	}
	return false, fmt.Errorf("%w: more than %d; raise limits.files", errEntries, u.maxFiles)
}

func (u *unpacking) add(m member) {
	if _, below, ok := strings.Cut(m.name, "/"); ok && u.top {
		m.name = below
	}
	if m.name = legible(m.name); len(m.name) > maxName {
		m.name = strings.ToValidUTF8(m.name[:maxName], "") + "…"
	}
	u.members = append(u.members, m)
}

// linked records a link, which is not followed.
func (u *unpacking) linked(name, target string) {
	if clean, why := memberPath(name, u.top); why == "" {
		u.links[clean] = true
	}
	if len(target) > maxLink {
		target = strings.ToValidUTF8(target[:maxLink], "") + "…"
	}
	u.add(member{name: name, loss: "link", why: "a link to " + legible(target) + ", which is not followed", link: target})
}

// file unpacks one file and returns how many bytes were read.
func (u *unpacking) file(name string, r io.Reader) int64 {
	m := member{name: name}
	clean, why := memberPath(name, u.top)
	if why == "" && u.throughLink(clean) {
		why, m.partial = "its path leads through a link of the archive", true
	}
	if why != "" {
		m.loss, m.why = "unsafe-name", why
		if !u.all {
			u.add(m)
			return 0
		}
	}
	limit := min(u.total.take(0), u.maxFile)
	raw, err := io.ReadAll(io.LimitReader(r, limit+1))
	n := int64(len(raw))
	u.total.take(min(n, limit))
	switch {
	case err != nil || n > limit || n > u.free:
		raw = raw[:min(n, limit)]
		m.loss, m.why, m.partial = "damaged", "is damaged or larger than the limit; its beginning was scanned", true
		if !u.all {
			m.why = fmt.Sprintf("is larger than %d MB; raise limits.file", u.maxFile>>20)
			if err != nil {
				m.why = "cannot be unpacked: " + inWords(err).Error()
			}
		}
	case m.loss != "":
	case u.tree.add(clean, raw):
		m.path, raw = clean, nil
	default:
		m.loss, m.why = "duplicate", "another member has that name"
	}
	if u.all {
		m.raw = raw
	}
	u.add(m)
	return n
}

// throughLink reports a path whose folder is a link: where a file lies then depends on where the link leads.
func (u *unpacking) throughLink(name string) bool {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if u.links[dir] {
			return true
		}
	}
	return false
}

// memberPath returns the path of a member below the archive's root, or why it has none there.
func memberPath(name string, top bool) (clean, why string) {
	name = legible(name)
	switch {
	case strings.ContainsRune(name, 0):
		return "", "its name holds a NUL"
	case strings.Contains(name, `\`):
		return "", "its name holds a backslash"
	case len(name) > 1 && name[1] == ':' && (name[0]|0x20 >= 'a' && name[0]|0x20 <= 'z'):
		return "", "its name begins with a drive"
	case strings.HasPrefix(name, "/"):
		return "", "its name is an absolute path"
	case strings.Contains("/"+name+"/", "/../"):
		return "", "its name leads upwards"
	case len(name) > maxName:
		return "", fmt.Sprintf("its name is longer than %d bytes", maxName)
	case strings.Count(name, "/") > maxDepth:
		return "", fmt.Sprintf("it lies in more than %d folders", maxDepth)
	}
	if clean = path.Clean(name); top {
		_, clean, _ = strings.Cut(clean, "/")
	}
	if !fs.ValidPath(clean) || clean == "." {
		return "", "it has no name"
	}
	return clean, ""
}

// legible shows the bytes of a name that are no UTF-8: those of an old code page, which nothing says, or of a disguise.
func legible(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	var b strings.Builder
	for i, r := range name {
		if _, n := utf8.DecodeRuneInString(name[i:]); r == utf8.RuneError && n == 1 {
			fmt.Fprintf(&b, "‹%02X›", name[i])
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// isTar reports the mark of POSIX and GNU archives.
func isTar(head []byte) bool { return len(head) > 262 && string(head[257:262]) == "ustar" }

// packed are kinds of archives that are known and not opened, by their names and by their first bytes.
var packed = []struct{ ext, magic, what string }{
	{".7z", "7z\xbc\xaf\x27\x1c", "7z"}, {".rar", "Rar!\x1a\x07", "RAR"}, {".bz2", "BZh", "bzip2"}, {".tbz2", "BZh", "bzip2"},
	{".xz", "\xfd7zXZ\x00", "xz"}, {".txz", "\xfd7zXZ\x00", "xz"}, {".zst", "\x28\xb5\x2f\xfd", "Zstandard"}, {".lz4", "\x04\x22\x4d\x18", "LZ4"}, {".cab", "MSCF\x00\x00\x00\x00", "cabinet"},
}

// sealed says that a file is an archive of a kind that is not opened; it is empty for any other.
func sealed(name string, head []byte) string {
	ext := strings.ToLower(path.Ext(name))
	for _, p := range packed {
		if ext == p.ext || len(p.magic) > 3 && bytes.HasPrefix(head, []byte(p.magic)) {
			return "is a " + p.what + " archive, which is not opened; unpack it, or make it a .zip or .tar.gz"
		}
	}
	return ""
}

// counted counts what is read.
type counted struct {
	r io.Reader
	n int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// ratio ends a stream that grows beyond its ratio to what it is unpacked from.
type ratio struct {
	r    io.Reader
	in   *counted
	most int64
	out  int64
}

func (r *ratio) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	if r.out += int64(n); r.out > max(freeSize, r.most*r.in.n) {
		return 0, errBomb
	}
	return n, err
}

// peeking is a reader whose first bytes can be looked at. It remembers the error that ended it.
type peeking struct {
	r    io.Reader
	head []byte
	last error
}

func newPeeking(r io.Reader) *peeking {
	p := &peeking{r: r}
	p.head, p.last = io.ReadAll(io.LimitReader(r, 512))
	return p
}

func (p *peeking) peek() []byte { return p.head }

func (p *peeking) Read(b []byte) (int, error) {
	if len(p.head) > 0 {
		n := copy(b, p.head)
		p.head = p.head[n:]
		return n, nil
	}
	if p.last != nil {
		return 0, p.last
	}
	n, err := p.r.Read(b)
	p.last = err
	return n, err
}
