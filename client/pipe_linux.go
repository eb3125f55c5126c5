package client

import (
	"io"
	"os"
	"syscall"
	"unsafe"
)

// pipe is an end of a pipe that is read and written by raw system calls: the file does not
// block, since the poller waits for it. An ordinary system call wakes the runtime's monitor
// thread if the process was idle, as it is after each move, and that takes longer than
// everything else the arena does for a move.
type pipe struct {
	*os.File
	conn syscall.RawConn
	buf  []byte
	n    int
	err  error
	call func(fd uintptr) bool // made once, not for each call
}

// newPipe returns f for use by one goroutine at a time, in one direction.
func newPipe(f *os.File, direction uintptr) (io.ReadWriter, error) {
	conn, err := f.SyscallConn()
	if err != nil {
		return nil, err
	}
	p := &pipe{File: f, conn: conn}
	p.call = func(fd uintptr) bool {
		n, _, errno := syscall.RawSyscall(direction, fd, uintptr(unsafe.Pointer(unsafe.SliceData(p.buf))), uintptr(len(p.buf)))
		switch errno {
		case 0:
			p.n, p.err = int(n), nil
		case syscall.EAGAIN:
			return false // the poller waits and calls again
		case syscall.EINTR:
			return p.call(fd)
		default:
			p.n, p.err = 0, errno
		}
		return true
	}
	return p, nil
}

// Pipes for reading and for writing.
const (
	reading = syscall.SYS_READ
	writing = syscall.SYS_WRITE
)

// Read implements io.Reader.
func (p *pipe) Read(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	p.buf = b
	if err := p.conn.Read(p.call); err != nil {
		return 0, err
	}
	if p.n == 0 && p.err == nil {
		return 0, io.EOF
	}
	return p.n, p.err
}

// Write implements io.Writer.
func (p *pipe) Write(b []byte) (done int, err error) {
	for done < len(b) {
		p.buf = b[done:]
		if err := p.conn.Write(p.call); err != nil {
			return done, err
		}
		if p.err != nil {
			return done, p.err
		}
		done += p.n
	}
	return done, nil
}
