package soak

import (
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/protocol"
	"github.com/nitoryu/nitoryu/protocol/uci"
	"github.com/nitoryu/nitoryu/protocol/usi"
)

// asEngine is the variable that makes an engine of this binary, one without a past.
const asEngine = "NITORYU_SOAK_ENGINE"

func TestMain(m *testing.M) {
	if os.Getenv(asEngine) == "" {
		os.Exit(m.Run())
	}
	engine := games.NewEngine()
	session, err := newSession(engine, os.Stdout, 5*time.Millisecond)
	if err == nil {
		err = session.Run(os.Stdin)
	}
	engine.Close()
	if err != nil {
		os.Exit(1)
	}
}

// newSession returns a session of both protocols with an engine.
func newSession(engine protocol.Engine, out io.Writer, gather time.Duration) (*protocol.Session, error) {
	return protocol.New(protocol.Config{
		Name: "Nitoryu", Author: "its authors", Engine: engine, Out: out, Gather: gather,
		Modes: []protocol.Mode{{Dialect: uci.Dialect{}, Rules: games.Chess.Rules}, {Dialect: usi.Dialect{}, Rules: games.Shogi.Rules}},
	})
}

// fresh starts a partner in a new process.
func fresh(t *testing.T, protocolName string, options ...string) (p *partner, pid int) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p = &partner{lines: make(chan string, 10_000)}
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), asEngine+"=1")
	cmd.Stdout = &lineWriter{lines: p.lines}
	if p.in, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.in.Close()
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	})
	p.tell(protocolName)
	p.await(t, protocolName+"ok")
	p.tell(options...)
	return p, cmd.Process.Pid
}

// age logs the speed of an engine after its run by that of one in a new process. They take
// turns, so that other work of the machine slows both. After a short run it says nothing.
func age(t *testing.T, old *partner, g games.Game, long bool, options ...string) {
	t.Helper()
	rounds, nodes := 1, 20_000
	if long {
		rounds, nodes = 31, 1_000_000
	}
	young, pid := fresh(t, g.Protocol, options...)
	var ratios []float64
	for range rounds {
		before := pace(t, old, os.Getpid(), g, nodes)
		ratios = append(ratios, before/pace(t, young, pid, g, nodes))
	}
	if slices.Sort(ratios); !long {
		return
	}
	t.Logf("speed by that of a new process: %.3f, median of %d (%.3f to %.3f)", ratios[rounds/2], rounds, ratios[0], ratios[rounds-1])
}

// pace returns the nodes by processor time of a search in a new game.
func pace(t *testing.T, p *partner, pid int, g games.Game, nodes int) float64 {
	t.Helper()
	p.tell(g.Protocol+"newgame", "isready")
	p.await(t, "readyok")
	began := spent(pid)
	p.tell("position startpos", "go nodes "+strconv.Itoa(nodes))
	searched := 0.0
	for _, line := range p.await(t, "bestmove") {
		if _, rest, ok := strings.Cut(line, " nodes "); ok {
			searched, _ = strconv.ParseFloat(strings.Fields(rest)[0], 64)
		}
	}
	if searched == 0 {
		t.Fatal("no line names the nodes of a search")
	}
	return searched / max(0.01, spent(pid)-began) // the least step
}
