package nitoryu_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/tests/must"
)

// read returns the only game of a text.
func read(t testing.TB, text string) (game *nitoryu.Game) {
	t.Helper()
	for g, err := range nitoryu.ReadGames(strings.NewReader(text), "") {
		must.OK(t, err)
		game = g
	}
	return game
}

// The positions of a game are lent: whatever a loop does with one, the next one is right.
func TestPliesLend(t *testing.T) {
	const text = "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 a6 *"
	var want []string
	for p := range read(t, text).Plies() {
		want = append(want, p.String())
	}
	for name, meddle := range map[string]func(*nitoryu.Position, *nitoryu.Ply){
		"nothing": func(*nitoryu.Position, *nitoryu.Ply) {},
		"plays":   func(p *nitoryu.Position, y *nitoryu.Ply) { must.OK(t, p.Play(y.Move)) },
		"plays another": func(p *nitoryu.Position, y *nitoryu.Ply) {
			must.OK(t, p.Play(p.Legal()[0], y.Move[:0]+p.Legal()[0][:0]+reply(p)))
		},
		"takes back":     func(p *nitoryu.Position, y *nitoryu.Ply) { p.Undo(); p.Undo() },
		"goes elsewhere": func(p *nitoryu.Position, y *nitoryu.Ply) { p.Undo(); must.OK(t, p.Play(p.Legal()[3])) },
		"clones":         func(p *nitoryu.Position, y *nitoryu.Ply) { must.OK(t, p.Clone().Play(y.Move)) },
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for p, ply := range read(t, text).Plies() {
				got = append(got, p.String())
				meddle(p, ply)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
	n := 0
	for p := range read(t, text).Positions() {
		if n < len(want) && p.String() != want[n] {
			t.Errorf("position %d is %s", n, p)
		}
		n++
	}
	if n != len(want)+1 {
		t.Errorf("%d positions", n)
	}
}

// reply returns an answer to the first legal move.
func reply(p *nitoryu.Position) nitoryu.Move {
	q := p.Clone()
	_ = q.Play(q.Legal()[0])
	return q.Legal()[0]
}

// long returns a game of so many random moves.
func long(t testing.TB, plies int) *nitoryu.Game {
	t.Helper()
	for seed := uint64(1); ; seed++ {
		rng, g, p := rand.New(rand.NewPCG(seed, 0)), new(nitoryu.Game), new(nitoryu.Position)
		for range plies {
			legal := p.Legal()
			if len(legal) == 0 || g.Outcome().Over {
				break
			}
			m := legal[rng.IntN(len(legal))]
			must.OK(t, errors.Join(p.Play(m), g.Play(m)))
		}
		if len(g.Moves()) == plies && !g.Outcome().Over {
			return g
		}
	}
}

// A move is added at the same cost to a short game and to a long one, and a loop over a game takes
// little memory for each of its plies.
func TestGamesTakeLittle(t *testing.T) {
	const plies, mostPly, mostMove = 200, 1000, 1000 // bytes; a position takes more
	g := long(t, plies)
	size := func(f func()) uint64 {
		const times = 20
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range times {
			f()
		}
		runtime.ReadMemStats(&after)
		return (after.TotalAlloc - before.TotalAlloc) / times
	}
	for name, meddle := range map[string]func(*nitoryu.Position, *nitoryu.Ply) error{
		"looked at": func(*nitoryu.Position, *nitoryu.Ply) error { return nil },
		"played":    func(p *nitoryu.Position, y *nitoryu.Ply) error { return p.Play(y.Move) },
	} {
		if each := size(func() {
			for p, y := range g.Plies() {
				must.OK(t, meddle(p, y))
			}
		}) / plies; each > mostPly {
			t.Errorf("%d bytes for each ply that is %s", each, name)
		}
	}
	p := g.Position()
	before := testing.AllocsPerRun(1, func() { p = g.Position() })
	if n := testing.AllocsPerRun(100, func() {
		m := p.Legal()[0]
		_, _ = p.Play(m), g.Play(m)
	}); n > before+10 {
		t.Errorf("%v allocations for a move", n)
	}
	if n := size(func() { _ = g.Play("no move") }); n > mostMove {
		t.Errorf("%d bytes for a move", n)
	}
}

// What is played on the record, by whoever has it, counts.
func TestGamesShareRecords(t *testing.T) {
	g := read(t, "1. e4 e5 *")
	other, err := nitoryu.FromRecord(g.Record())
	must.OK(t, errors.Join(err, g.Play("g1f3"), other.Play("b8c6"), g.Play("f1b5")))
	for _, one := range []*nitoryu.Game{g, other} {
		if got := strings.Join(texts(one.Moves()), " "); got != "e2e4 e7e5 g1f3 b8c6 f1b5" || one.Position().Last() != "f1b5" {
			t.Errorf("%s", got)
		}
	}
	if _, err := nitoryu.FromRecord(nil); err == nil {
		t.Error("nothing is a game")
	}
	if _, err := nitoryu.FromRecord(&record.Game{}); err == nil {
		t.Error("a game without rules")
	}
}

// A game is text and JSON, both ways, and one from the beginning has no FEN.
func TestGameText(t *testing.T) {
	for _, test := range []struct {
		name   string
		setup  nitoryu.Setup
		moves  []nitoryu.Move
		has    string
		hasNot string
	}{
		{"chess", nitoryu.Setup{}, []nitoryu.Move{"e2e4", "e7e5"}, "1. e4 e5 *", "FEN"},
		{"the beginning as a FEN", nitoryu.Setup{Position: open(t, nitoryu.Setup{}).String()}, []nitoryu.Move{"e2e4"}, "1. e4 *", "FEN"},
		{"a FEN", nitoryu.Setup{Position: "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}, []nitoryu.Move{"e1g1"}, `[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]`, "Chess960"},
		{"Chess960", nitoryu.Setup{Position: "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1", Chess960: true}, []nitoryu.Move{"c1b1"}, `[Variant "Chess960"]`, "xx"},
		{"a mate", nitoryu.Setup{}, []nitoryu.Move{"f2f3", "e7e5", "g2g4", "d8h4"}, `[Result "0-1"]`, "FEN"},
		{"shogi", nitoryu.Setup{Variant: nitoryu.Shogi}, []nitoryu.Move{"7g7f"}, "７六歩(77)", "sfen"},
		{"a handicap", nitoryu.Setup{Handicap: "rook"}, []nitoryu.Move{"3c3d"}, "手合割：飛車落ち", "後手の持駒"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, err := nitoryu.NewGame(test.setup)
			must.OK(t, errors.Join(err, g.Play(test.moves...)))
			g.SetTag("Event", "a match")
			if text := g.String(); !strings.Contains(text, test.has) || strings.Contains(text, test.hasNot) {
				t.Errorf("%s lacks %s, or has %s", text, test.has, test.hasNot)
			}
			told, err := json.Marshal(map[string]*nitoryu.Game{"game": g})
			must.OK(t, err)
			var back struct{ Game nitoryu.Game }
			must.OK(t, json.Unmarshal(told, &back))
			if b := &back.Game; !slices.Equal(b.Moves(), test.moves) || b.Tag("Event") != "a match" || b.Start().String() != g.Start().String() || b.Outcome() != g.Outcome() || b.Setup().Chess960 != test.setup.Chess960 {
				t.Errorf("%s is read as %s", told, b)
			}
		})
	}
	g := read(t, "1. e4 *")
	for _, bad := range []string{"", "hello", "1. e4 Ke4 *", "1. e4 * 1. d4 *"} {
		if err := g.UnmarshalText([]byte(bad)); err == nil || len(g.Moves()) != 1 {
			t.Errorf("%q is %s", bad, g)
		}
	}
	for _, name := range []string{"a.kif", "a.txt", ""} {
		if err := g.Write(&bytes.Buffer{}, name); !errors.Is(err, nitoryu.ErrFormat) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// Headers are read before games.
func TestReadHeaders(t *testing.T) {
	const text = "[White \"a\"]\n[Black \"b\"]\n\n1. e4 {1-0} e5 1-0\n\n[White \"c\"]\n\n1. d4 Ke4 *\n"
	var told []string
	for h, err := range nitoryu.ReadHeaders(strings.NewReader(text), "") {
		must.OK(t, err)
		var tags []string
		for name, value := range h.Tags() {
			tags = append(tags, name+"="+value)
		}
		g, err := h.Game()
		told = append(told, fmt.Sprint(h.Number(), h.Line(), h.Variant(), h.Tag("White"), h.Result(), tags, g.Moves(), err))
	}
	want := []string{"1 1chessa1-0[White=a Black=b] [e2e4 e7e5] <nil>", "2 6chessc*[White=c] [d2d4] game 2, line 8: ply 2: move \"Ke4\" is not legal"}
	if !slices.Equal(told, want) {
		t.Errorf("%q, want %q", told, want)
	}
	for h, err := range nitoryu.ReadHeaders(strings.NewReader("nothing\n"), "") {
		if h != nil || err == nil {
			t.Error("a header of nothing")
		}
	}
}

func TestOpenings(t *testing.T) {
	for _, test := range []struct {
		name  string
		setup nitoryu.Setup
		moves []nitoryu.Move
		want  string // the beginning of the name
		known int
	}{
		{"nothing", nitoryu.Setup{}, nil, "", 0},
		{"Sicilian", nitoryu.Setup{}, []nitoryu.Move{"e2e4", "c7c5"}, "B20 Sicilian Defence", 2},
		{"a transposition", nitoryu.Setup{}, []nitoryu.Move{"g1f3", "c7c5", "e2e4"}, "B27 Sicilian Defence", 3},
		{"left", nitoryu.Setup{}, []nitoryu.Move{"e2e4", "c7c5", "a2a4", "h7h5", "b1a3"}, "B20 Sicilian Defence", 2},
		{"another start", nitoryu.Setup{Position: "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}, []nitoryu.Move{"e1g1"}, "", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, test.setup, test.moves...)
			g, err := nitoryu.NewGame(test.setup)
			must.OK(t, errors.Join(err, g.Play(test.moves...)))
			o := p.Opening()
			if !strings.HasPrefix(o.String(), test.want) || test.want == "" && o.Name != "" || o.Known != test.known || !reflect.DeepEqual(g.Opening(), o) {
				t.Errorf("%s, %d known; the game's %+v", o, o.Known, g.Opening())
			}
			if o.Name != "" && (o.Japanese == "" || !strings.HasPrefix(o.Name, o.Family)) {
				t.Errorf("%+v", o)
			}
		})
	}
	var moves []nitoryu.Move
	for range 6 {
		moves = append(moves, "7g7f", "8c8d")[:2]
	}
	p := open(t, nitoryu.Setup{Variant: nitoryu.Shogi}, append(moves, "2h6h", "3c3d", "6g6f", "7a6b", "5i4h", "5a4b", "4h3h", "4b3b", "3h2h", "6c6d", "1g1f", "1c1d", "3i3h", "6b6c", "7i7h", "5c5d", "7h6g", "8b9b")...)
	first := nitoryu.Formation{Kind: "strategy", Name: "Fourth-file Rook", Japanese: "四間飛車"}
	castle := nitoryu.Formation{Kind: "castle", Name: "Half Mino", Japanese: "片美濃囲い"}
	if o := p.Opening(); o.Name == "" || o.Code != "" || !slices.Contains(o.Formations[nitoryu.First], first) || !slices.Contains(o.Formations[nitoryu.First], castle) {
		t.Errorf("%+v", o)
	}
}

// A book is opened by its content, and its moves are legal.
func TestBook(t *testing.T) {
	const db = "#YANEURAOU-DB2016 1.00\nsfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n2g2f 8c8d 35 32 1\n7g7f none 30 32 3\n5e5d none 99 32 1\n"
	file := filepath.Join(t.TempDir(), "book")
	must.Write(t, file, []byte(db))
	ctx := context.Background()
	opened, err := nitoryu.OpenBook(ctx, file)
	must.OK(t, err)
	held, err := nitoryu.ReadBook(ctx, strings.NewReader(db), int64(len(db)), "a book")
	must.OK(t, err)
	p := open(t, nitoryu.Setup{Variant: nitoryu.Shogi})
	for _, b := range []*nitoryu.Book{opened, held} {
		moves, err := b.Moves(p)
		must.Say(t, err, "5e5d")
		want := []nitoryu.BookMove{{Move: "7g7f", Weight: 3, Count: 3, Scored: true, Score: 30, Depth: 32}, {Move: "2g2f", Reply: "8c8d", Weight: 1, Count: 1, Scored: true, Score: 35, Depth: 32}}
		if !slices.Equal(moves, want) || b.Variant() != nitoryu.Shogi {
			t.Errorf("%+v, want %+v", moves, want)
		}
		first, _ := b.Choose(p, rand.NewPCG(1, 2))
		if again, _ := b.Choose(p, rand.NewPCG(1, 2)); again != first || !p.IsLegal(first) {
			t.Errorf("%s, then %s", first, again)
		}
		for _, q := range []*nitoryu.Position{open(t, nitoryu.Setup{}), open(t, nitoryu.Setup{Variant: nitoryu.Shogi}, "1g1f")} {
			moves, err := b.Moves(q)
			if m, none := b.Choose(q, nil); len(moves) != 0 || m != nitoryu.NoMove || errors.Join(err, none) != nil {
				t.Errorf("%v and %s in %s, %v", moves, m, q, errors.Join(err, none))
			}
		}
		must.OK(t, b.Close())
	}
	left, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := nitoryu.OpenBook(left, file); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that is done: %v", err)
	}
	if _, err := nitoryu.ReadBook(left, strings.NewReader(db), int64(len(db)), "a book"); !errors.Is(err, context.Canceled) {
		t.Errorf("in a context that has ended: %v", err)
	}
	if _, err := nitoryu.OpenBook(ctx, file+"s"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// Tables know the result of a position, and the moves that keep it.
func TestTables(t *testing.T) {
	const folder = "web/api/testdata/syzygy" // KQvK alone
	tables, err := nitoryu.OpenTables(folder)
	must.OK(t, err)
	defer tables.Close()
	if tables.Men() != 3 {
		t.Errorf("%d men", tables.Men())
	}
	for _, test := range []struct {
		name string
		p    *nitoryu.Position
		want nitoryu.WDL
		err  error
	}{
		{"a queen wins", open(t, nitoryu.Setup{Position: "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"}), nitoryu.TableWin, nil},
		{"against one it loses", open(t, nitoryu.Setup{Position: "4k3/8/8/8/8/8/8/3QK3 b - - 0 1"}), nitoryu.TableLoss, nil},
		{"of the other side", open(t, nitoryu.Setup{Position: "4k3/3q4/8/8/8/8/8/4K3 b - - 0 1"}), nitoryu.TableWin, nil},
		{"no table", open(t, nitoryu.Setup{Position: "4k3/8/8/8/8/8/8/4K2R w - - 0 1"}), 0, nitoryu.ErrNoTable},
		{"castling", open(t, nitoryu.Setup{Position: "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}), 0, nitoryu.ErrNoTable},
		{"too many pieces", open(t, nitoryu.Setup{}), 0, nitoryu.ErrNoTable},
		{"shogi", open(t, nitoryu.Setup{Variant: nitoryu.Shogi}), 0, nitoryu.ErrNoTable},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := tables.Probe(test.p)
			moves, listed := tables.Moves(test.p)
			if !errors.Is(err, test.err) || !errors.Is(listed, test.err) || got.WDL != test.want || err == nil && (len(moves) == 0 || moves[0].WDL != test.want || (got.DTZ > 0) != (test.want > 0)) {
				t.Errorf("%+v, %v; %+v, %v", got, err, moves, listed)
			}
		})
	}
	if _, err := nitoryu.OpenTables(filepath.Join(folder, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
}

// A pool searches as many positions at a time as it has searchers, and no more.
func TestPool(t *testing.T) {
	ctx := context.Background()
	pool := nitoryu.NewPool(engine(t, nitoryu.Options{}), engine(t, nitoryu.Options{}))
	defer pool.Close()
	p := open(t, nitoryu.Setup{})
	endless := nitoryu.Limits{Ponder: true}
	var running []*nitoryu.Search
	for range pool.Size() {
		s, err := pool.Search(ctx, p, endless)
		must.OK(t, err)
		running = append(running, s)
	}
	left, cancel := context.WithCancel(ctx)
	waits := make(chan error, 2)
	go func() { _, err := pool.Search(left, p, endless); waits <- err }()
	go func() { waits <- pool.NewGame(left) }()
	cancel()
	for range 2 {
		if err := <-waits; !errors.Is(err, context.Canceled) {
			t.Errorf("a pool that is busy: %v", err)
		}
	}
	for _, s := range running {
		s.Stop()
	}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			q := p.Clone()
			_ = q.Play(q.Legal()[i])
			if r, err := nitoryu.Ask(ctx, pool, q, nitoryu.Limits{Nodes: 500}); err != nil || !q.IsLegal(r.Best) {
				t.Errorf("%+v, %v", r, err)
			}
			if err := pool.NewGame(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if _, err := pool.Search(ctx, p, nitoryu.Limits{Depth: -1}); !errors.Is(err, nitoryu.ErrLimits) {
		t.Error(err)
	}
	if err := errors.Join(pool.Close(), pool.Close()); err != nil {
		t.Error(err)
	}
	if _, err := pool.Search(ctx, p, nitoryu.Limits{Depth: 1}); !errors.Is(err, nitoryu.ErrClosed) {
		t.Error(err)
	}
}

// busy is a searcher that counts its searches, which go on until they are stopped.
type busy struct {
	nitoryu.Searcher
	searches atomic.Int32
}

func (b *busy) Search(context.Context, *nitoryu.Position, nitoryu.Limits) (*nitoryu.Search, error) {
	b.searches.Add(1)
	var search *nitoryu.Search
	var report nitoryu.Reporter
	search, report = nitoryu.NewSearch(func() { report.Finish(nitoryu.Result{}, nil) }, func(*nitoryu.Clock) error { return nil })
	return search, nil
}

// No searcher of a pool is asked while it searches.
func TestPoolWaits(t *testing.T) {
	ctx, leave := context.WithCancel(context.Background())
	b := new(busy)
	pool := nitoryu.NewPool(b)
	search, err := pool.Search(ctx, new(nitoryu.Position), nitoryu.Limits{})
	must.OK(t, err)
	time.AfterFunc(20*time.Millisecond, leave)
	if _, err := pool.Search(ctx, new(nitoryu.Position), nitoryu.Limits{}); !errors.Is(err, context.Canceled) || b.searches.Load() != 1 {
		t.Errorf("%d searches, %v", b.searches.Load(), err)
	}
	search.Stop()
	again, err := pool.Search(context.Background(), new(nitoryu.Position), nitoryu.Limits{})
	must.OK(t, err)
	again.Stop()
}

// Errors are known by errors.Is, and say more by errors.As.
func TestErrors(t *testing.T) {
	_, setup := nitoryu.Open(nitoryu.Setup{Position: "hello"})
	_, parsed := new(nitoryu.Position).Parse("Ke5")
	for _, test := range []struct {
		name string
		err  error
		is   error
	}{
		{"a move", new(nitoryu.Position).Play("e2e5"), nitoryu.ErrIllegalMove},
		{"a move of a game", new(nitoryu.Game).Play("e2e5"), nitoryu.ErrIllegalMove},
		{"a move in words", parsed, nitoryu.ErrIllegalMove},
		{"a setup", setup, nitoryu.ErrSetup},
		{"limits", (&nitoryu.Limits{Depth: -1}).Check(new(nitoryu.Position)), nitoryu.ErrLimits},
		{"a move in limits", (&nitoryu.Limits{Moves: []nitoryu.Move{"e2e5"}}).Check(new(nitoryu.Position)), nitoryu.ErrIllegalMove},
	} {
		if !errors.Is(test.err, test.is) {
			t.Errorf("%s: %v", test.name, test.err)
		}
	}
	var illegal *nitoryu.MoveError
	if !errors.As(parsed, &illegal) || illegal.Move != "Ke5" {
		t.Errorf("%#v", parsed)
	}
}

// An engine of one game says that it does not play the other.
func TestEnginesOfOneGame(t *testing.T) {
	ctx := context.Background()
	chess, shogi := open(t, nitoryu.Setup{}), open(t, nitoryu.Setup{Variant: nitoryu.Shogi})
	for name, test := range map[string]struct {
		make     func(nitoryu.Options) (*nitoryu.Engine, error)
		own, not *nitoryu.Position
	}{"chess": {nitoryu.NewChess, chess, shogi}, "shogi": {nitoryu.NewShogi, shogi, chess}} {
		t.Run(name, func(t *testing.T) {
			e, err := test.make(nitoryu.Options{})
			must.OK(t, err)
			defer e.Close()
			if r, err := nitoryu.Ask(ctx, e, test.own, nitoryu.Limits{Nodes: 500}); err != nil || !test.own.IsLegal(r.Best) {
				t.Errorf("%+v, %v", r, err)
			}
			_, err = nitoryu.Ask(ctx, e, test.not, nitoryu.Limits{Nodes: 500})
			must.Say(t, err, "does not play "+string(test.not.Variant()))
			if _, err := e.Evaluate(ctx, test.not); err == nil {
				t.Error("the other game has a value")
			}
		})
	}
}
