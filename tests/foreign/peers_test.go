package foreign

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A peer is an engine whose networks we read too.
type peer struct {
	name     string   // as it calls itself
	hello    string   // command that makes it do so
	variable string   // of the environment, that names the program
	programs []string // where it is otherwise
}

var (
	stockfish12 = peer{"Stockfish 12", "uci", "NITORYU_STOCKFISH12", []string{"stockfish-12"}}
	stockfish15 = peer{"Stockfish 15", "uci", "NITORYU_STOCKFISH15", []string{"stockfish-15"}}
	// Debian and its relatives install Stockfish 15.1 there, with its network in it.
	stockfish151 = peer{"Stockfish 15.1", "uci", "NITORYU_STOCKFISH", []string{"stockfish", "/usr/games/stockfish"}}
	stockfish16  = peer{"Stockfish 16", "uci", "NITORYU_STOCKFISH16", []string{"stockfish-16"}}
	stockfish161 = peer{"Stockfish 16.1", "uci", "NITORYU_STOCKFISH161", []string{"stockfish-16.1"}}
	stockfish17  = peer{"Stockfish 17", "uci", "NITORYU_STOCKFISH17", []string{"stockfish-17"}}
	stockfish171 = peer{"Stockfish 17.1", "uci", "NITORYU_STOCKFISH171", []string{"stockfish-17.1"}}
	stockfish18  = peer{"Stockfish 18", "uci", "NITORYU_STOCKFISH18", []string{"stockfish-18"}}
	stockfish19  = peer{"Stockfish", "uci", "NITORYU_STOCKFISH19", []string{"stockfish-19"}} // or a version between
)

// yaneuraOu returns the edition for an architecture. All give the same name, so that the
// wrong one is noticed only by its complaints about the network.
func yaneuraOu(name string) peer {
	variable := "NITORYU_YANEURAOU_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
	return peer{"YaneuraOu NNUE", "usi", variable, []string{"yaneuraou-" + name}}
}

// start runs the peer. The test is skipped if there is none, or another version.
func (p peer) start(t *testing.T) *session {
	t.Helper()
	if named := os.Getenv(p.variable); named != "" {
		path, err := exec.LookPath(named)
		if err != nil {
			t.Fatalf("%s: %v", p.variable, err)
		}
		s, name := p.greet(t, path)
		if s == nil {
			t.Fatalf("%s: %s is %q, not %s", p.variable, path, name, p.name)
		}
		return s
	}
	var others string
	for _, program := range p.programs {
		path, err := exec.LookPath(program)
		if err != nil {
			continue
		}
		s, name := p.greet(t, path)
		if s != nil {
			return s
		}
		others += fmt.Sprintf("; %s is %q", path, name)
	}
	t.Skipf("no %s: %s does not name a program, and there is no %s%s", p.name, p.variable, strings.Join(p.programs, " or "), others)
	return nil
}

// greet runs a program and returns what it calls itself, without a session if that is
// another peer.
func (p peer) greet(t *testing.T, path string) (s *session, name string) {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	s = run(t, path)
	s.Send(p.hello)
	for _, line := range s.until(func(line string) bool { return line == p.hello+"ok" }) {
		if after, ok := strings.CutPrefix(line, "id name "); ok {
			name = after
		}
	}
	if name != p.name && !strings.HasPrefix(name, p.name+" ") {
		return nil, name
	}
	t.Logf("%s: %s", path, name)
	return s, name
}
