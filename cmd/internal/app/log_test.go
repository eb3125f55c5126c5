//go:build !js

package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The log goes on where the last one ended, under any name.
func TestDebugLogFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "対局 記録  2.txt")
	for _, handshake := range []string{"uci", "usi"} {
		converse(t, "setoption name DebugLogFile value "+path, handshake, "go depth 1", "isready", "quit")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]int{
		" >> uci\n": 1, " << uciok\n": 1, " >> usi\n": 1, " << usiok\n": 1,
		" >> go depth 1\n": 2, " << bestmove ": 2, " << readyok\n": 2, " >> quit\n": 2,
	} {
		if got := strings.Count(string(text), line); got != want {
			t.Errorf("%q %d times, want %d, in\n%s", line, got, want, text)
		}
	}
	if strings.Index(string(text), "uciok") > strings.Index(string(text), "usiok") {
		t.Error("the second conversation is not behind the first")
	}
}

// A log that cannot be written is refused with the reason, and the engine goes on.
func TestBadDebugLogFile(t *testing.T) {
	folder := t.TempDir()
	for _, path := range []string{folder, filepath.Join(folder, "none", "log.txt")} {
		out := converse(t, "setoption name Debug Log File value "+path, "isready", "quit")
		if !strings.HasPrefix(out, "info string ERROR no debug log: ") || !strings.Contains(out, folder) || !strings.HasSuffix(out, "readyok\n") {
			t.Errorf("%s: %s", path, out)
		}
	}
}
