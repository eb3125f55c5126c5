package must

import (
	"os"
	"testing"
	"time"
)

// Patience is how long a test waits for what comes by itself: on a machine with other work, longer than
// anything takes that does not hang. No test is about a time that it measures.
const Patience = 2 * time.Minute

// OK ends the test if there is an error.
func OK(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Read returns what a file has.
func Read(t testing.TB, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	OK(t, err)
	return text
}

// Write writes a file.
func Write(t testing.TB, path string, text []byte) {
	t.Helper()
	OK(t, os.WriteFile(path, text, 0o644))
}
