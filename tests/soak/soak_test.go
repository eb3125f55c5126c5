package soak

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/must"
)

// threads is the number of search threads most of the time.
const threads = 8

// talk is a session with the engine and the positions of its searches.
type talk struct {
	game     games.Game
	word     string // that chooses the protocol
	prefix   string // of a position
	rng      *rand.Rand
	in       *io.PipeWriter
	position string
	asked    []string // the position of each go
	pings    int
	sent     []string
}

func (k *talk) send(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	k.sent = append(k.sent, line)
	fmt.Fprintln(k.in, line)
}

// one returns a random one of the texts.
func (k *talk) one(texts ...string) string { return texts[k.rng.IntN(len(texts))] }

// over has positions without a legal move: there is an answer, but nothing to search.
var over = map[string]string{"uci": "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "usi": "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"}

func (k *talk) place() {
	k.position = k.one(k.game.Bench.Positions...)
	if k.rng.IntN(8) == 0 {
		k.position = over[k.word]
	}
	k.send("position %s %s", k.prefix, k.position)
}

func (k *talk) ask() {
	clock := fmt.Sprintf("wtime %d btime %d", k.rng.IntN(300), k.rng.IntN(300))
	k.asked = append(k.asked, k.position)
	k.send("go %s", k.one("infinite", "ponder "+clock, "ponder nodes 500", "movetime 3", clock, clock+" winc 5 binc 5",
		fmt.Sprintf("depth %d", 1+k.rng.IntN(7)), fmt.Sprintf("nodes %d", 1+k.rng.IntN(20_000))))
}

// speak sends a random command.
func (k *talk) speak() {
	hash := map[string]string{"uci": "Hash", "usi": "USI_Hash"}[k.word]
	switch n := k.rng.IntN(100); {
	case n < 25:
		k.place()
		k.ask()
	case n < 35:
		k.ask()
	case n < 40:
		k.place()
	case n < 60:
		k.send("stop")
	case n < 75:
		k.send("ponderhit")
	case n < 85:
		k.send("isready")
		k.pings++
	case n < 89:
		k.send("%snewgame", k.word)
	case n < 91:
		k.send("setoption name Threads value %d", 1+k.rng.IntN(2*threads))
	case n < 93:
		k.send("setoption name Threads value %d", threads)
	case n < 95:
		k.send("setoption name %s value %d", hash, 1+k.rng.IntN(16))
	case n < 98:
		k.send("setoption name MultiPV value %d", 1+k.rng.IntN(3))
	default:
		k.send("%s", k.one("stats", "d", "nonsense", ""))
	}
}

// converse sends a number of commands and then ends the session.
func converse(t *testing.T, k *talk, commands int) {
	engine := games.NewEngine()
	defer engine.Close()
	var out strings.Builder // the session writes one line at a time
	session, err := newSession(engine, &out, time.Millisecond)
	must.OK(t, err)
	var in *io.PipeReader
	in, k.in = io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := session.Run(in)
		in.Close() // nothing is read any more; do not block writers
		done <- err
	}()
	k.send("%s", k.word)
	k.send("setoption name Threads value %d", threads)
	k.place()
	for range commands {
		k.speak()
		if k.rng.IntN(2) == 0 {
			time.Sleep(time.Duration(k.rng.IntN(5000)) * time.Microsecond)
		}
	}
	if k.rng.IntN(2) == 0 {
		k.send("quit")
	}
	k.in.Close()
	select {
	case err := <-done:
		must.OK(t, err)
	case <-time.After(time.Minute):
		t.Fatalf("the session does not end after\n%s", strings.Join(k.sent, "\n"))
	}
	k.check(t, out.String())
}

// check compares the answers with the searches.
func (k *talk) check(t *testing.T, text string) {
	answers, pongs := 0, 0
	for line := range strings.Lines(text) {
		switch fields := strings.Fields(line + " ."); fields[0] {
		case "bestmove":
			if answers < len(k.asked) {
				k.judge(t, k.asked[answers], fields[1])
			}
			answers++
		case "readyok":
			pongs++
		case "info":
			if strings.Contains(line, "ERROR") {
				t.Errorf("%s", line)
			}
		}
	}
	if answers != len(k.asked) || pongs != k.pings {
		t.Errorf("%d answers to %d searches, %d to %d isready", answers, len(k.asked), pongs, k.pings)
	}
	if t.Failed() {
		t.Logf("after\n%s\nthe engine said\n%s", strings.Join(k.sent, "\n"), text)
		t.FailNow()
	}
}

// judge checks that a move is legal in the position.
func (k *talk) judge(t *testing.T, position, move string) {
	p, err := k.game.Rules.Parse(position, core.Settings{})
	must.OK(t, err)
	switch {
	case move == "win" && p.Claim() == core.WinningClaim:
		return
	case position == over[k.word]:
		if none := map[string]string{"uci": "(none)", "usi": "resign"}[k.word]; move != none {
			t.Errorf("%s: answer %s, want %s", position, move, none)
		}
		return
	}
	if _, err := p.ParseMove(move); err != nil {
		t.Errorf("%s: %v", position, err)
	}
}

func TestSoak(t *testing.T) {
	length := time.Second
	if text := os.Getenv("NITORYU_SOAK"); text != "" {
		var err error
		if length, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
	}
	begin, searches, seed := time.Now(), 0, uint64(1)
	for ; time.Since(begin) < length || seed <= 2; seed++ {
		k := &talk{game: games.Chess(), word: "uci", prefix: "fen", rng: rand.New(rand.NewPCG(seed, 0))}
		if seed%2 == 0 {
			k.game, k.word, k.prefix = games.Shogi(), "usi", "sfen"
		}
		converse(t, k, 100)
		searches += len(k.asked)
	}
	t.Logf("%d searches in %d sessions", searches, seed-1)
}
