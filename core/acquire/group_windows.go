package acquire

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// group ends with a program also those that it has started: the programs that git starts would go on with their
// download.
func group(cmd *exec.Cmd) {
	cmd.Cancel = func() error {
		tree := exec.Command(filepath.Join(os.Getenv("SystemRoot"), "System32", "taskkill.exe"), "/T", "/F", "/PID", strconv.Itoa(cmd.Process.Pid))
		if tree.Run() == nil {
			return nil
		}
		return cmd.Process.Kill()
	}
}
