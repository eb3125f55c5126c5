package nitoryu_test

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/tests/must"
)

// What is on the board is told by squares.
func TestBoard(t *testing.T) {
	for _, test := range []struct {
		name  string
		setup nitoryu.Setup
		moves []nitoryu.Move
		ask   func(*nitoryu.Position) any
		want  any
	}{
		{"no check", nitoryu.Setup{}, nil, func(p *nitoryu.Position) any { return p.Checkers() }, []nitoryu.Square(nil)},
		{"a check", nitoryu.Setup{}, []nitoryu.Move{"e2e4", "f7f6", "d1h5"}, func(p *nitoryu.Position) any { return p.Checkers() }, []nitoryu.Square{"h5"}},
		{"a double check", nitoryu.Setup{Position: "4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1"}, []nitoryu.Move{"e4f6"}, func(p *nitoryu.Position) any { return p.Checkers() }, []nitoryu.Square{"e1", "f6"}},
		{"a check in shogi", nitoryu.Setup{Position: "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"}, []nitoryu.Move{"G*4b"}, func(p *nitoryu.Position) any { return p.Checkers() }, []nitoryu.Square{"4b"}},
		{"attackers", nitoryu.Setup{}, []nitoryu.Move{"e2e4", "d7d5"}, func(p *nitoryu.Position) any { return p.Attackers(nitoryu.Second, "e4") }, []nitoryu.Square{"d5"}},
		{"defenders", nitoryu.Setup{}, nil, func(p *nitoryu.Position) any { return p.Attackers(nitoryu.First, "d2") }, []nitoryu.Square{"b1", "c1", "d1", "e1"}},
		{"attackers in shogi", nitoryu.Setup{Variant: nitoryu.Shogi}, []nitoryu.Move{"7g7f", "3c3d"}, func(p *nitoryu.Position) any { return p.Attackers(nitoryu.First, "2b") }, []nitoryu.Square{"8h"}},
		{"attackers of no square", nitoryu.Setup{}, nil, func(p *nitoryu.Position) any { return p.Attackers(nitoryu.First, "z9") }, []nitoryu.Square(nil)},
		{"the clock", nitoryu.Setup{}, []nitoryu.Move{"g1f3", "g8f6", "f3g1"}, func(p *nitoryu.Position) any { return p.HalfmoveClock() }, 3},
		{"the clock of a FEN", nitoryu.Setup{Position: "4k3/8/8/8/8/8/8/R3K3 w - - 42 80"}, nil, func(p *nitoryu.Position) any { return p.HalfmoveClock() }, 42},
		{"no clock in shogi", nitoryu.Setup{Variant: nitoryu.Shogi}, []nitoryu.Move{"2h3h"}, func(p *nitoryu.Position) any { return p.HalfmoveClock() }, 0},
		{"castling rights", nitoryu.Setup{}, []nitoryu.Move{"h2h4", "e7e5", "h1h3", "e8e7"}, rights, "White false true, Black false false"},
		{"castling rights of Chess960", nitoryu.Setup{Position: "1rk3r1/8/8/8/8/8/8/1RK3R1 w Gb - 0 1", Chess960: true}, nil, rights, "White true false, Black false true"},
		{"no castling in shogi", nitoryu.Setup{Variant: nitoryu.Shogi}, nil, rights, "White false false, Black false false"},
		{"en passant", nitoryu.Setup{}, []nitoryu.Move{"e2e4", "a7a6", "e4e5", "d7d5"}, func(p *nitoryu.Position) any { return p.EnPassant() }, nitoryu.Square("d6")},
		{"nothing en passant", nitoryu.Setup{}, []nitoryu.Move{"e2e4"}, func(p *nitoryu.Position) any { return p.EnPassant() }, nitoryu.Square("")},
		{"a king", nitoryu.Setup{}, []nitoryu.Move{"e2e4", "e7e5", "e1e2"}, func(p *nitoryu.Position) any { return p.King(nitoryu.First) + p.King(nitoryu.Second) }, nitoryu.Square("e2e8")},
		{"no king", nitoryu.Setup{Position: "4k4/9/4P4/9/9/9/9/9/9 b G 1"}, nil, func(p *nitoryu.Position) any { return p.King(nitoryu.First) + p.King(nitoryu.Second) }, nitoryu.Square("5a")},
		{"an unknown square", nitoryu.Setup{}, nil, func(p *nitoryu.Position) any { return p.At("5e") }, nitoryu.Piece("")},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := test.ask(open(t, test.setup, test.moves...)); !reflect.DeepEqual(got, test.want) {
				t.Errorf("%#v, want %#v", got, test.want)
			}
		})
	}
}

// rights tells the castling rights.
func rights(p *nitoryu.Position) any {
	k, q := p.CastlingRights(nitoryu.First)
	l, r := p.CastlingRights(nitoryu.Second)
	return fmt.Sprintf("White %t %t, Black %t %t", k, q, l, r)
}

// What a move does is told before it is played.
func TestMovesAreTold(t *testing.T) {
	const castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	for _, test := range []struct {
		name  string
		setup nitoryu.Setup
		moves []nitoryu.Move // the last one is asked about
		want  string
	}{
		{"a quiet move", nitoryu.Setup{}, []nitoryu.Move{"e2e4"}, "legal"},
		{"an illegal move", nitoryu.Setup{}, []nitoryu.Move{"e2e5"}, ""},
		{"no move", nitoryu.Setup{}, []nitoryu.Move{nitoryu.NoMove}, ""},
		{"a pass", nitoryu.Setup{}, []nitoryu.Move{nitoryu.Pass}, ""},
		{"nonsense", nitoryu.Setup{}, []nitoryu.Move{"♞"}, ""},
		{"a capture", nitoryu.Setup{}, []nitoryu.Move{"e2e4", "d7d5", "e4d5"}, "legal capture"},
		{"en passant", nitoryu.Setup{}, []nitoryu.Move{"e2e4", "a7a6", "e4e5", "d7d5", "e5d6"}, "legal capture"},
		{"a check", nitoryu.Setup{}, []nitoryu.Move{"e2e4", "f7f6", "d1h5"}, "legal check"},
		{"castling", nitoryu.Setup{Position: castles}, []nitoryu.Move{"e1g1"}, "legal castling"},
		{"castling with check", nitoryu.Setup{Position: "5k2/8/8/8/8/8/8/4K2R w K - 0 1"}, []nitoryu.Move{"e1g1"}, "legal castling check"},
		{"castling as king takes rook", nitoryu.Setup{Position: castles, Chess960: true}, []nitoryu.Move{"e1h1"}, "legal castling"},
		{"a capture in shogi", nitoryu.Setup{Variant: nitoryu.Shogi}, []nitoryu.Move{"7g7f", "3c3d", "8h2b+"}, "legal capture"},
		{"a drop with check", nitoryu.Setup{Position: "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"}, []nitoryu.Move{"G*5b"}, "legal check"},
	} {
		t.Run(test.name, func(t *testing.T) {
			last := len(test.moves) - 1
			p, m := open(t, test.setup, test.moves[:last]...), test.moves[last]
			var words []string
			for word, ok := range map[string]bool{"legal": p.IsLegal(m), "capture": p.IsCapture(m), "check": p.GivesCheck(m), "castling": p.IsCastling(m)} {
				if ok {
					words = append(words, word)
				}
			}
			want := strings.Fields(test.want)
			slices.Sort(words)
			slices.Sort(want)
			if !slices.Equal(words, want) {
				t.Errorf("%s: %v, want %v", m, words, want)
			}
		})
	}
}

// Legal moves are listed in memory that is used again.
func TestAppendLegal(t *testing.T) {
	for _, s := range []nitoryu.Setup{{}, {Variant: nitoryu.Shogi}, {Position: "4k4/9/4P4/9/9/9/9/9/4K4 b 2R2B4G4S4N4L9P 1"}} {
		p := open(t, s)
		legal := p.Legal()
		for _, m := range legal {
			if !p.IsLegal(m) {
				t.Errorf("%s is not legal in %s", m, p)
			}
		}
		kept := []nitoryu.Move{"x"}
		if got := p.AppendLegal(kept); got[0] != "x" || !slices.Equal(got[1:], legal) {
			t.Errorf("%v, want %v behind what was there", got, legal)
		}
		if testing.Short() {
			continue // under the race detector pools forget what they have
		}
		if n := testing.AllocsPerRun(10, func() { legal = p.AppendLegal(legal[:0]) }); n > 0 {
			t.Errorf("%v allocations for %d moves", n, len(legal))
		}
		if n := testing.AllocsPerRun(10, func() { p.Legal() }); n > 1 {
			t.Errorf("%v allocations for the list", n)
		}
	}
}

// A clone has no room for a search: it takes less than a position of package core, however long the game.
func TestClonesAreSmall(t *testing.T) {
	p := open(t, nitoryu.Setup{})
	for range 500 {
		must.OK(t, p.Play(round...))
	}
	taken := func(f func()) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if clone, core := taken(func() { p.Clone() }), taken(func() { inside.Core(p) }); clone > core {
		t.Errorf("a clone takes %d bytes, a position of package core %d", clone, core)
	}
}

// Moves are played and taken back without memory, once there is some.
func TestPlayAllocatesNothing(t *testing.T) {
	for _, test := range []struct {
		setup nitoryu.Setup
		moves []nitoryu.Move
	}{{nitoryu.Setup{}, round}, {nitoryu.Setup{Variant: nitoryu.Shogi}, []nitoryu.Move{"2h3h", "8b7b", "3h2h", "7b8b"}}} {
		p := open(t, test.setup)
		if n := testing.AllocsPerRun(10, func() {
			for _, m := range test.moves {
				if p.Play(m) != nil {
					t.Fatal(m)
				}
			}
			for range test.moves {
				p.Undo()
			}
		}); n > 0 {
			t.Errorf("%v allocations", n)
		}
	}
}

func TestPerft(t *testing.T) {
	for _, test := range []struct {
		name   string
		setup  nitoryu.Setup
		depth  int
		leaves uint64
	}{
		{"nothing", nitoryu.Setup{}, 0, 1},
		{"chess", nitoryu.Setup{}, 4, 197281},
		{"chess with all kinds of moves", nitoryu.Setup{Position: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"}, 3, 97862},
		{"shogi", nitoryu.Setup{Variant: nitoryu.Shogi}, 3, 25470},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, test.setup)
			if n, err := p.Perft(context.Background(), test.depth); err != nil || n != test.leaves {
				t.Errorf("%d leaves, %v; want %d", n, err, test.leaves)
			}
			if n := leaves(p, test.depth, make([][]nitoryu.Move, test.depth+1)); n != test.leaves {
				t.Errorf("%d leaves by moves that are played, want %d", n, test.leaves)
			}
		})
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := new(nitoryu.Position).Perft(ctx, 9); !errors.Is(err, context.Canceled) {
		t.Errorf("a count that was broken off: %v", err)
	}
}

// leaves counts as a program does that knows moves alone.
func leaves(p *nitoryu.Position, depth int, lists [][]nitoryu.Move) (n uint64) {
	if depth == 0 {
		return 1
	}
	lists[depth] = p.AppendLegal(lists[depth][:0])
	for _, m := range lists[depth] {
		if p.Play(m) != nil {
			return 0
		}
		n += leaves(p, depth-1, lists)
		p.Undo()
	}
	return n
}

// Positions are text and JSON, both ways, with all that counts for the rules.
func TestPositionText(t *testing.T) {
	const handicap = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
	for _, test := range []struct {
		name  string
		setup nitoryu.Setup
		moves []nitoryu.Move
		json  string
	}{
		{"the beginning", nitoryu.Setup{}, nil, `{"variant":"chess"}`},
		{"a game", nitoryu.Setup{}, []nitoryu.Move{"e2e4", "e7e5"}, `{"variant":"chess","moves":["e2e4","e7e5"]}`},
		{"a FEN", nitoryu.Setup{Position: "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}, []nitoryu.Move{"e1g1"}, `{"variant":"chess","position":"4k3/8/8/8/8/8/8/4K2R w K - 0 1","moves":["e1g1"]}`},
		{"Chess960", nitoryu.Setup{Position: "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1", Chess960: true}, []nitoryu.Move{"c1b1"}, `{"variant":"chess","position":"1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1","chess960":true,"moves":["c1b1"]}`},
		{"shogi", nitoryu.Setup{Variant: nitoryu.Shogi}, []nitoryu.Move{"7g7f"}, `{"variant":"shogi","moves":["7g7f"]}`},
		{"a handicap", nitoryu.Setup{Handicap: "2-piece"}, nil, `{"variant":"shogi","position":"` + handicap + `"}`},
		{"rules of shogi", nitoryu.Setup{Variant: nitoryu.Shogi, MoveLimit: 256, EnteringKing: core.TryRule}, nil, `{"variant":"shogi","moveLimit":256,"enteringKing":"TryRule"}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, test.setup, test.moves...)
			told, err := json.Marshal(p)
			must.OK(t, err)
			var back, text nitoryu.Position
			if err := json.Unmarshal(told, &back); err != nil || string(told) != test.json {
				t.Errorf("%s, want %s; %v", told, test.json, err)
			}
			if back.String() != p.String() || !slices.Equal(back.Moves(), p.Moves()) || back.Setup() != p.Setup() {
				t.Errorf("read back as %s after %v", &back, back.Moves())
			}
			fen, err := p.MarshalText()
			if err = errors.Join(err, text.UnmarshalText(fen)); err != nil || text.String() != p.String() || text.Variant() != p.Variant() {
				t.Errorf("%s is read as %s, %v", fen, &text, err)
			}
		})
	}
	var p nitoryu.Position
	if err := json.Unmarshal([]byte(`"1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1"`), &p); err != nil || !p.Chess960() {
		t.Errorf("a string is %s, %v", &p, err)
	}
	before := p.String()
	for _, bad := range []string{`"hello"`, `{"variant":"go"}`, `{"moves":["e2e5"]}`, `7`, `{"moves":7}`} {
		if err := json.Unmarshal([]byte(bad), &p); err == nil || p.String() != before {
			t.Errorf("%s is %s", bad, &p)
		}
	}
	if err := json.Unmarshal([]byte(`{"moves":["e2e5"]}`), &p); !errors.Is(err, nitoryu.ErrIllegalMove) {
		t.Errorf("an illegal move is %v", err)
	}
}

// Limits are in milliseconds, and what they do not have is an error.
func TestLimitsText(t *testing.T) {
	clock := nitoryu.Clock{Left: [2]time.Duration{time.Minute, 30 * time.Second}, Increment: [2]time.Duration{time.Second, 0}, Byoyomi: 1500 * time.Microsecond, MovesToGo: 4}
	for _, test := range []struct {
		limits nitoryu.Limits
		json   string
	}{
		{nitoryu.Limits{Time: time.Second}, `{"time":1000}`},
		{nitoryu.Limits{Depth: 3, Lines: 2, Draw: -20}, `{"depth":3,"lines":2,"draw":"-0.20"}`},
		{nitoryu.Limits{Clock: &clock}, `{"clock":{"movesToGo":4,"left":[60000,30000],"increment":[1000,0],"byoyomi":1.5}}`},
	} {
		told, err := json.Marshal(test.limits)
		var back nitoryu.Limits
		if err = errors.Join(err, json.Unmarshal(told, &back)); err != nil || string(told) != test.json || !reflect.DeepEqual(back, test.limits) {
			t.Errorf("%s, want %s; read as %+v, %v", told, test.json, back, err)
		}
	}
	for text, want := range map[string]time.Duration{`{"time":"1.5s"}`: 1500 * time.Millisecond, `{"time":0.25}`: 250 * time.Microsecond, `{}`: 0, `{"time":null}`: 0} {
		var l nitoryu.Limits
		if err := json.Unmarshal([]byte(text), &l); err != nil || l.Time != want {
			t.Errorf("%s is %v, %v", text, l.Time, err)
		}
	}
	for _, bad := range []string{`{"tme":1000}`, `{"time":"soon"}`, `{"time":1e30}`, `{"clock":{"lefft":[1,2]}}`, `{"time":true}`} {
		l := nitoryu.Limits{Depth: 3}
		if err := json.Unmarshal([]byte(bad), &l); err == nil || !reflect.DeepEqual(l, nitoryu.Limits{Depth: 3}) {
			t.Errorf("%s is %+v, %v", bad, l, err)
		}
	}
}

// What has names is text, both ways.
func TestNames(t *testing.T) {
	type all struct {
		Side     nitoryu.Side
		Notation nitoryu.Notation
		Bound    nitoryu.Bound
		WDL      nitoryu.WDL
	}
	told, err := json.Marshal(all{nitoryu.Second, nitoryu.Western, nitoryu.AtMost, nitoryu.CursedWin})
	must.OK(t, err)
	var back all
	const want = `{"Side":"second","Notation":"western","Bound":"at most","WDL":"cursed win"}`
	if err := json.Unmarshal(told, &back); err != nil || string(told) != want || back != (all{nitoryu.Second, nitoryu.Western, nitoryu.AtMost, nitoryu.CursedWin}) {
		t.Errorf("%s, want %s; %+v, %v", told, want, back, err)
	}
	for _, bad := range []string{`{"Side":"third"}`, `{"Notation":"morse"}`, `{"Bound":"near"}`, `{"WDL":"maybe"}`} {
		if err := json.Unmarshal([]byte(bad), &back); err == nil {
			t.Errorf("%s is %+v", bad, back)
		}
	}
}

// A picture is a file of its own: all that it refers to is in it, in rules that every program knows.
func TestSVG(t *testing.T) {
	for _, test := range []struct {
		name    string
		setup   nitoryu.Setup
		moves   []nitoryu.Move
		drawing nitoryu.Drawing
		want    []string
	}{
		{"chess", nitoryu.Setup{}, []nitoryu.Move{"e2e4"}, nitoryu.Drawing{}, []string{`width="800" height="800"`, `aria-label="rnbqkbnr/pppppppp/`, `<use href="#p-K" x="400" y="700"`, `<g class="marks"><rect x="400" y="600" width="100" height="100"/><rect x="400" y="400"`}},
		{"flipped", nitoryu.Setup{}, nil, nitoryu.Drawing{Flipped: true, Width: 400}, []string{`width="400" height="400"`, `class="board flipped"`, `<use href="#p-K" x="300" y="0"`}},
		{"marks and arrows", nitoryu.Setup{}, nil, nitoryu.Drawing{Marks: []nitoryu.Square{"d5", "x"}, Arrows: []nitoryu.Move{"g1f3", "d2d4", "?"}, Label: "<a>"}, []string{`<rect x="300" y="300" width="100" height="100"/></g>`, `d="M650 750L550 550"/><path class="arrow" marker-end="url(#head)" d="M350 650L350 450"/></g>`, `aria-label="&lt;a&gt;"`}},
		{"shogi", nitoryu.Setup{Variant: nitoryu.Shogi}, nil, nitoryu.Drawing{}, []string{`<use href="#p-k"`, `.kanji{display:inline}`, `.letter{display:none}`, `.board .light{fill:#efdcab}`}},
		{"shogi with letters, from the other side", nitoryu.Setup{Variant: nitoryu.Shogi}, []nitoryu.Move{"7g7f", "3c3d", "8h2b+"}, nitoryu.Drawing{Letters: true, Flipped: true, Dark: true}, []string{`.kanji{display:none}`, `.letter{display:inline}`, `<use href="#p-P" x="10" y="370" width="100" height="108" transform="rotate(180`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			svg := open(t, test.setup, test.moves...).SVG(test.drawing)
			must.Has(t, svg, test.want...)
			for _, never := range []string{"var(", "light-dark(", ":has(", "--"} {
				if strings.Contains(svg, never) {
					t.Errorf("it has %s", never)
				}
			}
			ids, uses := map[string]bool{}, map[string]bool{}
			d := xml.NewDecoder(strings.NewReader(svg))
			for {
				token, err := d.Token()
				if err == io.EOF {
					break
				}
				must.OK(t, err)
				start, _ := token.(xml.StartElement)
				for _, a := range start.Attr {
					switch a.Name.Local {
					case "id":
						ids[a.Value] = true
					case "href":
						uses[strings.TrimPrefix(a.Value, "#")] = true
					}
				}
			}
			for id := range uses {
				if !ids[id] {
					t.Errorf("there is no %s", id)
				}
			}
		})
	}
}
