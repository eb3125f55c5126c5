package dataset

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

func TestAppendReturnsWithTheGameWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	w, err := Create(path, header(chess.Rules, 1))
	must.OK(t, err)
	w.SyncEvery = 2
	for i := range 5 {
		must.OK(t, w.Append(foolsMate(t)))
		if _, games := read(t, path); len(games) != i+1 {
			t.Errorf("%d games can be read after %d", len(games), i+1)
		}
	}
	if w.unsynced != 1 {
		t.Errorf("%d games not forced to the disk, with SyncEvery = 2 and 5 games", w.unsynced)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	if err := w.Append(foolsMate(t)); err == nil {
		t.Error("a closed file was written to")
	}
}

func TestWriterFromManyGoroutines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	w, err := Create(path, header(chess.Rules, 1))
	must.OK(t, err)
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for j := range 100 {
				g := &Game{Index: uint64(100*i + j), Random: 500, Moves: make([]core.MoveID, 500)}
				if err := w.Append(g); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	if _, games := read(t, path); len(games) != 400 {
		t.Errorf("%d games", len(games))
	}
}

// A file that ends at any byte of its last frame loses that game and no other,
// and can be appended to.
func TestTornTail(t *testing.T) {
	h := header(chess.Rules, 5)
	games := []*Game{foolsMate(t), foolsMate(t), {Index: 70, Start: gameFrames.marker + gameFrames.marker, Moves: []core.MoveID{1}, Scores: []core.Score{2}}}
	whole := contents(t, write(t, h, games...))
	without := contents(t, write(t, h, games[:2]...))
	path := filepath.Join(t.TempDir(), "torn")
	for size := len(without); size <= len(whole); size++ {
		must.Write(t, path, whole[:size])
		w, rec, err := Append(path, h)
		must.OK(t, err)
		left, cut := 2, size-len(without)
		if size == len(whole) {
			left, cut = 3, 0
		}
		if rec.Games != int64(left) || rec.Cut != int64(cut) || rec.Damage.Any() {
			t.Errorf("%d bytes: %+v, want %d games and %d bytes cut", size, rec, left, cut)
		}
		must.OK(t, errors.Join(w.Append(games[0]), w.Close()))
		if _, got := read(t, path); len(got) != left+1 || !equalGames(got[left], games[0]) {
			t.Errorf("%d bytes: %d games after appending", size, len(got))
		}
	}
}

func TestAppendTellsTheIndices(t *testing.T) {
	h := header(chess.Rules, 5, 6)
	indices := []uint64{0, 1, 2, 63, 64, 1 << 40, 1<<64 - 1, 2}
	var games []*Game
	for i, index := range indices {
		games = append(games, &Game{Run: i / 4, Index: index})
	}
	path := write(t, h, games...)
	w, rec, err := Append(path, h)
	must.OK(t, err)
	defer w.Close()
	if rec.Games != 8 || rec.Indices[0].Len() != 4 || rec.Indices[1].Len() != 4 {
		t.Errorf("%d games, %d and %d indices", rec.Games, rec.Indices[0].Len(), rec.Indices[1].Len())
	}
	for _, index := range append(indices, 3, 62, 65, 1<<40+1) {
		for run := range 2 {
			want := slices.ContainsFunc(games, func(g *Game) bool { return g.Run == run && g.Index == index })
			if rec.Indices[run].Has(index) != want {
				t.Errorf("run %d has game %d: %v", run, index, !want)
			}
		}
	}
}

func TestIndexSet(t *testing.T) {
	var s IndexSet
	s.Add(3)
	s.Add(3)
	if !s.Has(3) || s.Has(67) || s.Len() != 1 {
		t.Errorf("set %+v after adding 3 twice", s)
	}
}

func TestAppendKeepsDamageInTheMiddle(t *testing.T) {
	h := header(chess.Rules, 5)
	path := write(t, h, foolsMate(t), foolsMate(t), foolsMate(t))
	text := contents(t, path)
	frame := len(appendFrame(nil, foolsMate(t)))
	text[len(text)-frame-3] ^= 1 // in the second game
	text = append(text, "torn"...)
	must.Write(t, path, text)
	w, rec, err := Append(path, h)
	must.OK(t, err)
	defer w.Close()
	if want := (Damage{Places: 1, Bytes: int64(frame)}); rec.Games != 2 || rec.Damage != want || rec.Cut != 4 {
		t.Errorf("recovery %+v, want 2 games and %+v", rec, want)
	}
	if !bytes.Equal(contents(t, path), text[:len(text)-4]) {
		t.Error("more than the torn end was changed")
	}
}

func TestAppendRefuses(t *testing.T) {
	good := header(chess.Rules, 5)
	tests := []struct {
		name   string
		change func(*Header)
		want   string
	}{
		{"another game", func(h *Header) { h.Game = "shogi" }, "games of chess and of shogi"},
		{"Chess960", func(h *Header) { h.Settings.Chess960 = true }, "Chess960"},
		{"another move limit", func(h *Header) { h.Settings.MoveLimit = 9 }, "move limit of 0 and of 9"},
		{"another entering-king rule", func(h *Header) { h.Settings.EnteringKing = "CSARule24" }, "CSARule24"},
		{"another seed", func(h *Header) { h.Runs = []Run{{Seed: 6}} }, `"seed":6`},
		{"a further run", func(h *Header) { h.Runs = append(h.Runs[:1:1], h.Runs[0]) }, "runs"},
	}
	path := write(t, good, foolsMate(t))
	before := contents(t, path)
	for _, tt := range tests {
		h := good
		tt.change(&h)
		if _, _, err := Append(path, h); err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %v does not say %q and the path", tt.name, err, tt.want)
		}
	}
	good.Runs[0].Info = map[string]string{} // as good as none
	w, _, err := Append(path, good)
	must.OK(t, err)
	defer w.Close()
	if !bytes.Equal(contents(t, path), before) {
		t.Error("the file was changed")
	}
	if _, _, err := Append(path+"x", good); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that does not exist: %v", err)
	}
}

func TestCreateRefuses(t *testing.T) {
	tests := []struct {
		name string
		h    Header
		want string
	}{
		{"no game", Header{Runs: []Run{{}}}, "no game"},
		{"no run", Header{Game: "chess"}, "no run"},
		{"too large", Header{Game: "chess", Runs: []Run{{Engine: strings.Repeat("x", maxHeader)}}}, "more than 1048576"},
	}
	path := filepath.Join(t.TempDir(), "games")
	for _, tt := range tests {
		if _, err := Create(path, tt.h); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v does not say %q", tt.name, err, tt.want)
		}
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a file was made")
	}
	path = write(t, header(shogi.Rules, 1), &Game{})
	before := contents(t, path)
	if _, err := Create(path, header(chess.Rules, 1)); !errors.Is(err, fs.ErrExist) || !bytes.Equal(before, contents(t, path)) {
		t.Errorf("a file that exists: %v", err)
	}
}

// After an error of the file, of a write or of forcing it to the disk, nothing
// follows.
func TestWriterStopsAfterAnError(t *testing.T) {
	path := write(t, header(chess.Rules, 1))
	before := contents(t, path)
	readOnly, err := os.Open(path)
	must.OK(t, err)
	defer readOnly.Close()
	closed, err := os.Open(path)
	must.OK(t, err)
	closed.Close()
	tests := []struct {
		name string
		file *os.File
		fail func(w *Writer) error
	}{
		{"write", readOnly, func(w *Writer) error { return w.Append(foolsMate(t)) }},
		{"sync", closed, (*Writer).sync},
	}
	for _, tt := range tests {
		w, _, err := Append(path, header(chess.Rules, 1))
		must.OK(t, err)
		good := w.file
		w.file = tt.file
		first := tt.fail(w)
		w.file = good
		if second := w.Append(foolsMate(t)); first == nil || second != first {
			t.Errorf("%s: errors %v, then %v", tt.name, first, second)
		}
		if err := w.Close(); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	if !bytes.Equal(contents(t, path), before) {
		t.Error("something was written")
	}
}
