//go:build unix

package acquire

import (
	"os/exec"
	"syscall"
)

// group puts a program that is to start in a group of its own, and ends the whole group with it: the programs that git
// starts would go on with their download.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
