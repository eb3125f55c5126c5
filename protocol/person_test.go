package protocol_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/protocol"
	"github.com/nitoryu/nitoryu/tests/must"
)

// reader is a person who reads as little as possible.
type reader struct{}

func (reader) Begin(m protocol.Mode, root core.Position, _ core.Limits) string {
	return "- " + m.Rules.Name + " " + root.String()
}

func (reader) Draw(m protocol.Mode, root core.Position) string {
	return "- board of " + m.Rules.Name + " " + root.String() + "\n"
}

func (reader) Label(_ protocol.Mode, name string) string { return "- " + name }

func (reader) Over(_ protocol.Mode, e core.Ending) string { return "- over by " + e.String() }

func (reader) Report(_ protocol.Mode, root core.Position, i core.Info) string {
	return fmt.Sprintf("- depth %d in %s", i.Depth, root)
}

func (reader) Answer(_ protocol.Mode, root core.Position, r core.Result) string {
	return "- " + root.FormatMove(r.Best)
}

// newPersonalSession returns a session with a person at the terminal.
func newPersonalSession(t *testing.T) (*protocol.Session, *fakeEngine, *buffer) {
	t.Helper()
	return configuredSession(t, func(c *protocol.Config) { c.Person = reader{} })
}

// What a person reads, and what is read by a front end that a person starts in a
// terminal.
func TestPerson(t *testing.T) {
	const (
		search = "- chess 4 1\n- depth 2 in 4 1\n- t1\n"
		raw    = "info depth 2 seldepth 2 multipv 1 score cp 13 nodes 1000 nps 100000 hashfull 5 time 10 pv t1 t1 t1 t1\nbestmove t1 ponder t1\n"
	)
	for _, c := range []struct {
		name, lines string // separated by "; "
		has, hasNot []string
	}{
		{"a search", "go depth 2", []string{search}, []string{"info", "bestmove"}},
		{"the protocol from the handshake on", "uci; go depth 2", []string{"uciok\n", raw}, []string{"- "}},
		{"the other protocol", "usi; go depth 2", []string{"usiok\n", "\nbestmove t1"}, []string{"- "}},
		{"back again", "uci; go depth 2; chess; go depth 2", []string{raw, search}, nil},
		{"the other game", "shogi; go depth 2", []string{"- shogi 5 1\n- depth 2 in 5 1\n- t1\n"}, []string{"info", "usiok"}},
		{"a game starts anew", "position startpos moves t1 t2; chess; d", []string{"Fen: 4 1\n"}, nil},
		{"the board", "d", []string{"- board of chess 4 1\n", "- Key: ", "- Legal moves: 3\n"}, nil},
		{"the board of a front end", "uci; d", []string{"Fen: 4 1\n"}, []string{"- board"}},
		{"a fault", "position x", []string{"Error: position rejected: "}, []string{"info", "ERROR"}},
		{"a fault for a front end", "uci; position x", []string{"info string ERROR position rejected: "}, []string{"Error:"}},
		{"a misspelt word", "psition x", []string{`unknown command: "psition x"; did you mean "position"?` + "\n"}, []string{"info"}},
		{"a strange word", "xyzzy", []string{`unknown command: "xyzzy"; help lists the commands` + "\n"}, []string{"info"}},
		{"a misspelt word for a front end", "uci; psition x", []string{`info string unknown command: "psition x"; did you mean "position"?` + "\n"}, nil},
		{"a mate", "shogi; go mate 100", []string{"- depth 1 in 5 1\ncheckmate "}, []string{"info", "bestmove"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _, out := newPersonalSession(t)
			out.reset()
			for line := range strings.SplitSeq(c.lines, "; ") {
				s.Line(line)
				s.Wait()
			}
			var said []string
			for line := range strings.Lines(out.String()) {
				if !strings.HasPrefix(line, "*") {
					said = append(said, line)
				}
			}
			text := strings.Join(said, "")
			must.Has(t, text, c.has...)
			for _, bad := range c.hasNot {
				if strings.Contains(text, bad) {
					t.Errorf("%q in\n%s", bad, text)
				}
			}
		})
	}
}

// A handshake in the middle of a search holds for its answer, too.
func TestHandshakeWhilePersonSearches(t *testing.T) {
	s, _, out := newPersonalSession(t)
	s.Line("go infinite")
	s.Line("uci")
	s.Line("stop")
	s.Wait()
	if text := out.String(); !strings.Contains(text, "uciok\n") || !strings.HasSuffix(text, "bestmove t1 ponder t1\n") {
		t.Errorf("got\n%s", text)
	}
}

// Without a person, an unknown command is answered as ever.
func TestNobodyIsThere(t *testing.T) {
	s, _, out := newSession(t)
	out.reset()
	s.Line("psition x")
	if got, want := out.String(), "info string unknown command: \"psition x\"\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The move being searched is for front ends.
func TestPersonIsToldNoCurrentMove(t *testing.T) {
	for _, c := range []struct {
		name, handshake string
		want            bool
	}{{"a person", "", false}, {"a front end", "uci", true}} {
		s, e, out := newPersonalSession(t)
		e.search = func(p core.Position, l core.Limits, to core.Callbacks) core.Result {
			to.Current(core.CurrentMove{Depth: 1, Move: take(2)[0], Number: 2})
			return takeOnes(p, l, to)
		}
		s.Line(c.handshake)
		s.Line("go depth 1")
		s.Wait()
		if got := strings.Contains(out.String(), "currmove t2"); got != c.want {
			t.Errorf("%s: %v\n%s", c.name, got, out)
		}
	}
}
