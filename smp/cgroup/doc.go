// Package cgroup reads the limits that control groups set to this process on Linux
// (https://docs.kernel.org/admin-guide/cgroup-v2.html), in both versions: memory,
// processors and threads. It sets no limit, and knows no other system.
//
// It is not promised to other programs, and may change in any release.
package cgroup
