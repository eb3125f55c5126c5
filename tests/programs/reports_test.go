package programs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// report is an info line with a score.
type report struct {
	depth, multipv    int
	nodes, time       int
	hasTime, hasScore bool
	pv                []string
}

// parseInfo reads an info line as strictly as fishnet and fastchess together: every word
// with its value, whole numbers, a depth of one byte.
func parseInfo(line string) (r report, err error) {
	words := strings.Fields(line)
	if len(words) < 3 || words[0] != "info" {
		return r, fmt.Errorf("%q is no info", line)
	}
	for i := 1; i < len(words); i++ {
		if words[i] == "string" {
			return r, nil
		}
		if words[i] == "pv" {
			r.pv = words[i+1:]
			return r, nil
		}
		if words[i] == "lowerbound" || words[i] == "upperbound" {
			continue
		}
		name := words[i]
		if i++; name == "score" {
			if kind := words[i]; kind != "cp" && kind != "mate" {
				return r, fmt.Errorf("%q: a score in %s", line, kind)
			}
			i, r.hasScore = i+1, true
		}
		value := ""
		if i < len(words) {
			value = words[i]
		}
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil || n < 0 && name != "score" || n > 255 && (name == "depth" || name == "seldepth") {
			return r, fmt.Errorf("%q: %s is %q", line, name, value)
		}
		switch name {
		case "depth":
			r.depth = int(n)
		case "multipv":
			r.multipv = int(n)
		case "nodes":
			r.nodes = int(n)
		case "time":
			r.time, r.hasTime = int(n), true
		case "score", "seldepth", "nps", "hashfull", "tbhits":
		default:
			return r, fmt.Errorf("%q: unknown word %s", line, name)
		}
	}
	return r, nil
}

func TestParseInfo(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"info depth 3 seldepth 4 multipv 1 score cp -13 lowerbound nodes 5 nps 5 hashfull 0 time 1 pv e2e4", ""},
		{"info string all is well", ""},
		{"info depth 300 score cp 1", `depth is "300"`},
		{"info depth 3 score 12", "a score in 12"},
		{"info depth 3 score cp 1 nodes", `nodes is ""`},
		{"info depth 3 time 0.5", `time is "0.5"`},
		{"info depth 3 speed 5", "unknown word speed"},
		{"bestmove e2e4 ponder e7e5", "no info"},
	} {
		if _, err := parseInfo(c.line); (err != nil) != (c.want != "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q", c.line, err, c.want)
		}
	}
}

// legal returns an error unless moves can be played one after the other, none of them
// after the end of the game.
func legal(rules core.Rules, s core.Settings, position string, moves []string) error {
	p := rules.Start(s)
	if _, text, ok := strings.Cut(position, " "); ok {
		var err error
		if p, err = rules.Parse(text, s); err != nil {
			return err
		}
	}
	for _, text := range moves {
		if v := p.Verdict(); v.Over() {
			return fmt.Errorf("%v comes after the end of the game by %v", moves, v.Ending)
		}
		m, err := p.ParseMove(text)
		if err != nil {
			return fmt.Errorf("%v: %w", moves, err)
		}
		p.Do(m, nil)
	}
	return nil
}

// Every line of searches in different modes can be read by the strictest front end, and
// played on its board, whether a search completes its last depth or is cut short in it. How
// many depths fit into a number of nodes depends on how busy the machine is, and threads may
// skip some.
func TestReports(t *testing.T) {
	for _, c := range []struct {
		name, protocol, position string
		settings                 core.Settings
		options                  []string
		lines                    int // of each depth
	}{
		{"chess", "uci", "startpos", core.Settings{}, nil, 1},
		{"chess, four lines, four threads", "uci", "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
			core.Settings{}, []string{"MultiPV value 4", "Threads value 4"}, 4},
		{"more lines than moves", "uci", "fen 7k/8/8/8/8/8/8/K6R b - - 0 1", core.Settings{}, []string{"MultiPV value 100"}, 2},
		{"Chess960", "uci", "fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
			core.Settings{Chess960: true}, []string{"UCI_Chess960 value true", "Threads value 2"}, 1},
		{"near the fiftieth move", "uci", "fen 8/5k2/3b1p2/1p1P1Pp1/1P2K1P1/4B3/8/8 w - - 96 80", core.Settings{}, nil, 1},
		{"shogi, four lines, four threads", "usi", "sfen l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
			core.Settings{}, []string{"MultiPV value 4", "Threads value 4", "ConsiderationMode value true"}, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			rules := chess.Rules
			if c.protocol == "usi" {
				rules = shogi.Rules
			}
			e := start(t)
			e.Greet(c.protocol)
			for _, o := range c.options {
				e.Send("setoption name " + o)
			}
			e.Answer("position " + c.position)
			for _, limit := range []struct {
				words  string
				depths int // at least
			}{{"depth 9", 3}, {"nodes 30000", 0}} {
				e.Send("go " + limit.words)
				lines, best := e.Until("bestmove")
				last, byDepth := report{}, map[int][]report{}
				for _, line := range lines {
					r, err := parseInfo(line)
					if err == nil && r.pv != nil {
						err = legal(rules, c.settings, c.position, r.pv)
					}
					if err != nil {
						t.Error(err)
					}
					if !r.hasScore {
						continue
					}
					if r.depth == 0 || r.nodes == 0 || !r.hasTime || r.pv == nil {
						t.Errorf("incomplete: %s", line)
					}
					if !strings.Contains(line, "bound ") {
						byDepth[r.depth] = append(byDepth[r.depth], r)
					}
					last = r
				}
				// A depth may be reported again, as a whole.
				for depth, list := range byDepth {
					for i, r := range list {
						if want := i%c.lines + 1; c.lines > 1 && r.multipv != want {
							t.Errorf("depth %d: line %d instead of %d", depth, r.multipv, want)
						}
					}
					if len(list)%c.lines != 0 {
						t.Errorf("depth %d has %d lines", depth, len(list))
					}
				}
				if len(byDepth) < limit.depths {
					t.Errorf("%s: only %d depths", limit.words, len(byDepth))
				}
				answer := strings.Fields(best)
				if c.lines == 1 && (len(last.pv) == 0 || last.pv[0] != answer[1]) {
					t.Errorf("%s after a line with %v", best, last.pv)
				}
				if moves := slices.DeleteFunc(answer[1:], func(w string) bool { return w == "ponder" }); legal(rules, c.settings, c.position, moves) != nil {
					t.Errorf("%s: %v", best, legal(rules, c.settings, c.position, moves))
				}
			}
		})
	}
}

// What fishnet sends for a chunk of positions, all at once and without uci, is answered in
// order, and each search tells depth, nodes, time and a score.
func TestFishnet(t *testing.T) {
	e := start(t)
	e.Send("setoption name UCI_Chess960 value true")
	for _, line := range e.Answer() {
		if _, err := parseInfo(line); err != nil {
			t.Error(err)
		}
	}
	games := []string{
		"position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves ",
		"position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1h1",
		"position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1 moves ", // stalemate
	}
	e.Send("ucinewgame", "setoption name Use NNUE value true", "setoption name UCI_AnalyseMode value true", "setoption name UCI_Variant value chess",
		"setoption name MultiPV value 1", "setoption name Skill Level value 20")
	for _, g := range games {
		e.Send(g, "go nodes 2000 depth 20")
	}
	for i, g := range games {
		lines, best := e.Until("bestmove")
		scored := 0
		for _, line := range lines {
			r, err := parseInfo(line)
			if err != nil {
				t.Error(err)
			}
			if r.hasScore {
				scored++
			}
			if r.nodes > 2000 {
				t.Errorf("%s: too many nodes", line)
			}
		}
		if mated := i == 2; scored == 0 || (best == "bestmove (none)") != mated {
			t.Errorf("%s: %q, then %s", g, lines, best)
		}
	}
	e.Send("setoption name Skill Level value -9", "position startpos", "go movetime 50 depth 5 wtime 1000 btime 1000 winc 0 binc 0")
	e.Until("bestmove")
	if more := quiet(e); len(more) > 0 {
		t.Errorf("then %q", more)
	}
}
