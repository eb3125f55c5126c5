package scaling

import (
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
)

func TestCalibrate(t *testing.T) {
	const ms = time.Millisecond
	exact := func(depth int, at time.Duration) player.Info {
		return player.Info{Depth: depth, MultiPV: 1, HasScore: true, Bound: core.Exact, Elapsed: at}
	}
	bound, second, bare := exact(9, 900*ms), exact(9, 900*ms), exact(9, 900*ms)
	bound.Bound, second.MultiPV, bare.HasScore = core.Lower, 2, false
	mate := player.Info{HasScore: true, Score: core.WinIn(5)}
	tests := []struct {
		name  string
		infos []player.Info
		reply player.Reply
		depth int
		out   string
	}{
		{"the last iteration", []player.Info{exact(1, ms), exact(7, 300*ms), exact(8, 700*ms)}, player.Reply{Elapsed: time.Second}, 8, ""},
		{"an interrupted one", []player.Info{exact(7, 300*ms), exact(8, 995*ms)}, player.Reply{Elapsed: time.Second}, 7, ""},
		{"bounds, other lines and lines without a score", []player.Info{exact(8, 400*ms), bound, second, bare}, player.Reply{Elapsed: time.Second}, 8, ""},
		{"several lines of a depth", []player.Info{exact(8, 10*ms), exact(8, 400*ms)}, player.Reply{Elapsed: time.Second}, 8, ""},
		{"no iteration in time", []player.Info{exact(1, time.Second)}, player.Reply{Elapsed: time.Second}, 1, ""},
		{"an early end", []player.Info{exact(40, 100*ms)}, player.Reply{Elapsed: 110 * ms}, 0, "ends by itself"},
		{"a mate", []player.Info{exact(8, 700*ms)}, player.Reply{Elapsed: time.Second, Info: mate}, 0, "mate"},
		{"a depth reached at once", []player.Info{exact(8, 3*ms)}, player.Reply{Elapsed: time.Second}, 0, "depth 8 is reached at once"},
		{"an illegal move", []player.Info{exact(8, 700*ms)}, player.Reply{Elapsed: time.Second, Problem: "e2e5 is not legal"}, 0, "not legal"},
		{"silence", nil, player.Reply{Elapsed: time.Second}, 0, "reports nothing"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var list iterations
			for _, i := range test.infos {
				list.info(i)
			}
			test.reply.Infos = len(test.infos)
			depth, out := calibrate(&test.reply, list, time.Second)
			if depth != test.depth || !strings.Contains(out, test.out) || (out == "") != (test.out == "") {
				t.Errorf("depth %d, %q; want %d, %q", depth, out, test.depth, test.out)
			}
		})
	}
}

func TestForced(t *testing.T) {
	tests := []struct {
		name, position, want string
		game                 games.Game
	}{
		{"the start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "", games.Chess},
		{"one move", "k7/8/8/8/8/8/r7/7K w - - 0 1", "one legal move", games.Chess},
		{"mate", "k7/8/8/8/8/8/5PPP/r6K w - - 0 1", "over", games.Chess},
		{"stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "over", games.Chess},
		{"the start of shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "", games.Shogi},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, err := test.game.Parse(test.position, core.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			if got := forced(p); !strings.Contains(got, test.want) || (got == "") != (test.want == "") {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

func TestOptionsFor(t *testing.T) {
	spin := func(name string, least int64) player.OptionSpec {
		return player.OptionSpec{Name: name, Type: "spin", Min: least, Max: 1000}
	}
	tests := []struct {
		name     string
		declared []player.OptionSpec
		game     string
		prompt   bool
		want     string
	}{
		{"chess", []player.OptionSpec{spin("Hash", 1), spin("Move Overhead", 0)}, "chess", false, "Threads=4 Hash=64"},
		{"prompt chess", []player.OptionSpec{spin("Hash", 1), spin("move overhead", 10)}, "chess", true, "Threads=4 Hash=64 move overhead=10"},
		{"prompt shogi", []player.OptionSpec{spin("USI_Hash", 1), spin("MoveOverhead", 0)}, "shogi", true, "Threads=4 USI_Hash=64 MoveOverhead=0"},
		{"our own name for it", []player.OptionSpec{spin("USI_Hash", 1), spin("Move_Overhead", 0)}, "shogi", true, "Threads=4 USI_Hash=64 Move_Overhead=0"},
		{"shogi without a table", nil, "shogi", true, "Threads=4 USI_Hash=64"},
		{"shogi over UCI", []player.OptionSpec{spin("Hash", 1)}, "shogi", true, "Threads=4 Hash=64"},
		{"another kind of overhead", []player.OptionSpec{spin("NetworkDelay", -5), {Name: "Move Overhead", Type: "string"}}, "shogi", true,
			"Threads=4 USI_Hash=64 NetworkDelay=0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var words []string
			for _, o := range optionsFor(test.declared, test.game, 4, 64, test.prompt) {
				words = append(words, o.Name+"="+o.Value)
			}
			if got := strings.Join(words, " "); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}
