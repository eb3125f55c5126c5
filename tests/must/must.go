package must

import (
	"os"
	"strconv"
	"strings"
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

// Has reports each of the words that a text lacks.
func Has(t testing.TB, text string, words ...string) {
	t.Helper()
	for _, word := range words {
		if !strings.Contains(text, word) {
			t.Errorf("no %q in\n%s", word, text)
		}
	}
}

// Say reports an error that is missing, or that does not say all of the words.
func Say(t testing.TB, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("no error, want one with %q", words)
		return
	}
	Has(t, err.Error(), words...)
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

// Full reports whether tests run at full size, as they do in .ci/run.
func Full() bool { return os.Getenv("NITORYU_FULL") != "" }

// BeFull skips a test that takes long, unless tests run at full size.
func BeFull(t testing.TB, why string) {
	t.Helper()
	if !Full() {
		t.Skip(why + ": NITORYU_FULL is not set")
	}
}

// Plies returns how many plies a model check plays: some, fewer with -short, or as many as
// NITORYU_PLIES says.
func Plies(t testing.TB, some int) int {
	t.Helper()
	text := os.Getenv("NITORYU_PLIES")
	if text == "" {
		if testing.Short() {
			return some / 5
		}
		return some
	}
	n, err := strconv.Atoi(text)
	OK(t, err)
	return n
}
