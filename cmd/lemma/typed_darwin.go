package main

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

const fread = 1 // FREAD of sys/fcntl.h: the input queue

// dropTyped forgets what was typed on a terminal and not read yet: it cannot answer a question that was not on the
// screen. What cannot be forgotten is read as an answer, and anything but an explicit one rejects.
func dropTyped(in io.Reader) {
	if f, ok := in.(*os.File); ok {
		_ = unix.IoctlSetPointerInt(int(f.Fd()), unix.TIOCFLUSH, fread)
	}
}
