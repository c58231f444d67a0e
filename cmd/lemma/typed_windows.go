package main

import (
	"io"
	"os"

	"golang.org/x/sys/windows"
)

// dropTyped forgets what was typed on a terminal and not read yet: it cannot answer a question that was not on the
// screen. What cannot be forgotten is read as an answer, and anything but an explicit one rejects.
func dropTyped(in io.Reader) {
	if f, ok := in.(*os.File); ok {
		_ = windows.FlushConsoleInputBuffer(windows.Handle(f.Fd()))
	}
}
