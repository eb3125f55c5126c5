package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
)

// terminal opens a pseudo-terminal: what is written to keyboard is typed at tty.
func terminal(t *testing.T) (keyboard, tty *os.File) {
	t.Helper()
	keyboard, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no terminals to be had: ", err)
	}
	t.Cleanup(func() { keyboard.Close() })
	fd := int(keyboard.Fd())
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		tty, err = os.OpenFile(fmt.Sprint("/dev/pts/", number), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		t.Skip("no terminals to be had: ", err)
	}
	t.Cleanup(func() { tty.Close() })
	return keyboard, tty
}

// At a terminal, the engine says in one line what it is and what to type. In a pipe it
// prints nothing unasked.
func TestGreeting(t *testing.T) {
	keyboard, tty := terminal(t)
	if _, err := keyboard.WriteString("quit\n"); err != nil {
		t.Fatal(err)
	}
	var out, log strings.Builder
	if err := run(nil, cli.Streams{In: tty, Out: &out, Err: &log}); err != nil {
		t.Fatal(err)
	}
	if text := log.String(); !strings.HasPrefix(text, "Nitoryu "+cli.Version) || !strings.Contains(text, "type uci or usi, then help") ||
		strings.Count(text, "\n") != 1 || len(text) > 81 || out.Len() > 0 {
		t.Errorf("at a terminal: %q and %q", log.String(), out.String())
	}

	log.Reset()
	if err := run(nil, cli.Streams{In: strings.NewReader("quit\n"), Out: &out, Err: &log}); err != nil {
		t.Fatal(err)
	}
	if out.Len()+log.Len() > 0 {
		t.Errorf("in a pipe: %q and %q", log.String(), out.String())
	}
}
