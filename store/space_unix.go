//go:build unix

package store

import "golang.org/x/sys/unix"

// freeSpace is how many bytes may still be written below a folder.
func freeSpace(dir string) (uint64, error) {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return 0, err
	}
	return uint64(st.Bavail) * uint64(st.Bsize), nil //nolint:gosec,unconvert // the types differ between platforms; sizes are not negative
}
