package store

import "golang.org/x/sys/windows"

// freeSpace is how many bytes may still be written below a folder.
func freeSpace(dir string) (uint64, error) {
	name, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, err
	}
	var free uint64
	return free, windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
}
