package cgroup

import (
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Memory returns the limit of memory in bytes, false if there is no limit. root is the
// root of the file system.
func Memory(root fs.FS) (bytes uint64, limited bool) {
	visit(root, "memory", func(group string, version int) {
		file := "memory.max"
		if version == 1 {
			file = "memory.limit_in_bytes"
		}
		n, err := strconv.ParseUint(read(root, path.Join(group, file)), 10, 64)
		if err == nil && (!limited || n < bytes) {
			bytes, limited = n, true
		}
	})
	return bytes, limited
}

// Processors returns the limit of processor time in processors, false if there is no
// limit: 1.5 means one and a half processors at any time. root is the root of the file
// system.
func Processors(root fs.FS) (n float64, limited bool) {
	visit(root, "cpu", func(group string, version int) {
		quota, period, _ := strings.Cut(read(root, path.Join(group, "cpu.max")), " ")
		if version == 1 {
			quota, period = read(root, path.Join(group, "cpu.cfs_quota_us")), read(root, path.Join(group, "cpu.cfs_period_us"))
		}
		use, err := strconv.ParseUint(quota, 10, 62) // "max" in version 2 and -1 in version 1 are no limits
		of, bad := strconv.ParseUint(period, 10, 62)
		if err != nil || bad != nil || use == 0 || of == 0 {
			return
		}
		if share := float64(use) / float64(of); !limited || share < n {
			n, limited = share, true
		}
	})
	return n, limited
}

// Threads returns how many more threads the control groups of this process may have, false
// if there is no limit. root is the root of the file system.
func Threads(root fs.FS) (more int, limited bool) {
	visit(root, "pids", func(group string, _ int) {
		most, err := strconv.Atoi(read(root, path.Join(group, "pids.max"))) // "max" is no limit
		now, bad := strconv.Atoi(read(root, path.Join(group, "pids.current")))
		if err != nil || bad != nil || most < 0 || now < 0 {
			return
		}
		if left := max(0, most-now); !limited || left < more {
			more, limited = left, true
		}
	})
	return more, limited
}

// visit calls see with the folder of each group of this process that may have a limit of a
// controller, and the version of its files.
func visit(root fs.FS, controller string, see func(group string, version int)) {
	groups, _ := fs.ReadFile(root, "proc/self/cgroup")
	for line := range strings.Lines(string(groups)) {
		// hierarchy:controllers:path
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) < 3 {
			continue
		}
		top, version := "sys/fs/cgroup", 2
		if fields[0] != "0" {
			if !slices.Contains(strings.Split(fields[1], ","), controller) {
				continue
			}
			top, version = "sys/fs/cgroup/"+controller, 1
		}
		// Limits of enclosing groups hold, too. In a container the path may be the
		// host's, where only the top is visible.
		for at := path.Clean("/" + fields[2]); ; at = path.Dir(at) {
			see(path.Join(top, at), version)
			if at == "/" {
				break
			}
		}
	}
}

// read returns the text of a file, "" if there is no such file.
func read(root fs.FS, name string) string {
	text, _ := fs.ReadFile(root, name)
	return strings.TrimSpace(string(text))
}
