package analysis

import (
	"flag"
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/tests/engine"
)

var (
	stockfish  = flag.String("stockfish", "", "engine of chess that TestSpeed compares with; without it the test is skipped")
	speedGames = flag.Int("speed-games", 4, "games that TestSpeed analyses")
	speedNodes = flag.Int("speed-nodes", 200_000, "nodes a move in TestSpeed")
)

// Positions are thought about at least as fast as by another engine, one after the other, with
// one thread each. Time of the processor counts, since others may use the machine.
func TestSpeed(t *testing.T) {
	if *stockfish == "" {
		t.Skip("-stockfish names an engine to compare with")
	}
	binary, root := engine.Path(t, "nitoryu"), t.TempDir()
	in := filepath.Join(root, "games.pgn")
	all := newPlayers(t, 3)
	var list []*record.Game
	var lines []string
	for i := range *speedGames {
		g := all.play(games.Chess(), uint64(2000+i), 80)
		list = append(list, g)
		line := "position startpos"
		lines = append(lines, line)
		if err := g.Replay(func(p core.Position, n *record.Node) bool {
			if line == "position startpos" {
				line += " moves"
			}
			line += " " + p.FormatMove(n.Move)
			p.Do(p.ValidateMove(n.Move.ID()), nil)
			if !p.Verdict().Over() {
				lines = append(lines, line)
			}
			p.Undo()
			return true
		}); err != nil {
			t.Fatal(err)
		}
	}
	store(t, in, record.PGN, list...)

	began := time.Now()
	own := exec.Command(binary, "analyse", in, "--quality", "once", "--nodes", fmt.Sprint(*speedNodes), "--threads", "1", "--format", "jsonl")
	if err := own.Run(); err != nil {
		t.Fatal(err)
	}
	ownWall := time.Since(began)
	began = time.Now()
	other := plain(t, lines)
	otherWall := time.Since(began)
	speed := func(cmd *exec.Cmd) (cpu time.Duration, perSecond float64) {
		cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		return cpu, float64(len(lines)) / cpu.Seconds()
	}
	ownTime, ownSpeed := speed(own)
	otherTime, otherSpeed := speed(other)
	t.Logf("%d positions at %d nodes: Nitoryu %.2f a second of processor time (%v, %v on the clock), %s %.2f (%v, %v)", len(lines), *speedNodes,
		ownSpeed, ownTime.Round(time.Millisecond), ownWall.Round(time.Millisecond), filepath.Base(*stockfish), otherSpeed,
		otherTime.Round(time.Millisecond), otherWall.Round(time.Millisecond))
	if ownSpeed < otherSpeed {
		t.Error("the other engine is faster")
	}
}

// plain lets the other engine think about positions as a plain script does.
func plain(t *testing.T, lines []string) *exec.Cmd {
	t.Helper()
	p := engine.Start(t, *stockfish)
	p.Send("uci", "setoption name Threads value 1", "setoption name Hash value 32", "ucinewgame")
	for _, line := range lines {
		p.Send(line, fmt.Sprint("go nodes ", *speedNodes))
		p.Until("bestmove")
	}
	p.Quit()
	return p.Cmd
}
