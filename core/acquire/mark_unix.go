//go:build linux || darwin

package acquire

import "golang.org/x/sys/unix"

// marks are the extended attributes by which a browser says that it downloaded a file: freedesktop.org's and macOS's.
var marks = [...]string{"user.xdg.origin.url", "user.xdg.referrer.url", "com.apple.quarantine"}

// downloaded reports whether the machine knows that a file came from the web.
func downloaded(path string) bool {
	for _, m := range marks {
		if n, err := unix.Getxattr(path, m, nil); err == nil && n > 0 {
			return true
		}
	}
	return false
}
