package dataset

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/must"
)

// packedPositions returns different positions from a number on.
func packedPositions(first, n int) []Packed {
	list := make([]Packed, n)
	for i := range list {
		list[i] = Packed{uint64(first + i), 1 << sideAt, 3}
	}
	return list
}

// writeValues makes a file with the values of games 0, 1, ... of one run, and returns its path.
func writeValues(t testing.TB, h Header, games ...[]Packed) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "values")
	w, err := CreateValues(path, h)
	must.OK(t, err)
	for i, positions := range games {
		must.OK(t, w.Append(0, uint64(i), positions))
	}
	must.OK(t, w.Close())
	return path
}

// readValues returns the values of a file by games, and the damage.
func readValues(t testing.TB, r *ValueReader) (found map[uint64][]Packed, frames int, damage Damage) {
	t.Helper()
	found = map[uint64][]Packed{}
	var v Values
	for {
		err := r.Next(&v)
		if err == io.EOF {
			return found, frames, r.Damage()
		}
		must.OK(t, err)
		found[v.Index] = append(found[v.Index], v.Positions...)
		frames++
	}
}

func TestValuesRoundTrip(t *testing.T) {
	h := header(chess.Rules, 1)
	want := [][]Packed{packedPositions(0, 3), nil, packedPositions(10, 2*frameValues+1), packedPositions(9, frameValues)}
	path := writeValues(t, h, want...)
	r, err := OpenValues(path)
	must.OK(t, err)
	defer r.Close()
	found, frames, damage := readValues(t, r)
	for i, positions := range want {
		if !slices.Equal(found[uint64(i)], positions) {
			t.Errorf("game %d: %d values, want %d", i, len(found[uint64(i)]), len(positions))
		}
	}
	if err := r.Header().same(h); err != nil || frames != 1+1+3+1 || damage.Any() {
		t.Errorf("%d frames, %v, header: %v", frames, damage, err)
	}
}

// A run that was killed anywhere goes on after the last complete game.
func TestAppendValues(t *testing.T) {
	h := header(chess.Rules, 1)
	whole := contents(t, writeValues(t, h, packedPositions(0, 5), packedPositions(5, frameValues+7), packedPositions(0, 0)))
	start := len(contents(t, writeValues(t, h)))
	first := len(contents(t, writeValues(t, h, packedPositions(0, 5))))
	second := len(contents(t, writeValues(t, h, packedPositions(0, 5), packedPositions(5, frameValues+7))))
	path := filepath.Join(t.TempDir(), "values")
	for _, size := range []int{start, start + 1, first - 1, first, first + 20, second - 7*PackedSize - 20, second - 1, second, len(whole)} {
		must.Write(t, path, whole[:size])
		w, found, err := AppendValues(path, h)
		if err != nil {
			t.Fatalf("%d bytes: %v", size, err)
		}
		games, values, end := 0, 0, start
		switch {
		case size == len(whole):
			games, values, end = 3, 12+frameValues, len(whole)
		case size >= second:
			games, values, end = 2, 12+frameValues, second
		case size >= first:
			games, values, end = 1, 5, first
		}
		if found.Games != int64(games) || found.Values != int64(values) || found.Cut != int64(size-end) || found.Damage.Any() || found.Indices[0].Len() != games {
			t.Errorf("%d bytes: found %+v, want %d games, %d values, %d cut", size, found, games, values, size-end)
		}
		for i := games; i < 3; i++ {
			must.OK(t, w.Append(0, uint64(i), [][]Packed{packedPositions(0, 5), packedPositions(5, frameValues+7), nil}[i]))
		}
		must.OK(t, w.Close())
		if !bytes.Equal(contents(t, path), whole) {
			t.Errorf("%d bytes: the file is not as without a break", size)
		}
	}
}

func TestValuesDamage(t *testing.T) {
	h := header(chess.Rules, 1)
	path := writeValues(t, h, packedPositions(0, 5), packedPositions(5, 5), packedPositions(10, 5))
	text := contents(t, path)
	size := (len(text) - len(contents(t, writeValues(t, h)))) / 3
	text[len(text)-size-9] ^= 1 // in the second game
	must.Write(t, path, text)
	r, err := OpenValues(path)
	must.OK(t, err)
	found, _, damage := readValues(t, r)
	must.OK(t, r.Close())
	if len(found) != 2 || found[1] != nil || damage != (Damage{1, int64(size), 0}) {
		t.Errorf("%d games, %v", len(found), damage)
	}
	_, rec, err := AppendValues(path, h)
	if err != nil || rec.Games != 2 || rec.Damage.Places != 1 || rec.Cut != 0 {
		t.Errorf("%+v, %v", rec, err)
	}
}

func TestValuesRefuse(t *testing.T) {
	h, folder := header(chess.Rules, 1), t.TempDir()
	played := write(t, h, foolsMate(t))
	values := writeValues(t, h, packedPositions(0, 5))
	if _, err := OpenValues(played); err == nil {
		t.Error("games are read as values")
	}
	if _, err := Open(values); err == nil {
		t.Error("values are read as games")
	}
	if _, err := CreateValues(values, h); !errors.Is(err, os.ErrExist) {
		t.Errorf("a file is replaced: %v", err)
	}
	if _, _, err := AppendValues(values, header(chess.Rules, 2)); err == nil {
		t.Error("values of another run are appended")
	}
	w, err := CreateValues(filepath.Join(folder, "w"), h)
	must.OK(t, err)
	defer w.Close()
	if w.Append(1, 0, nil) == nil || w.Append(-1, 0, nil) == nil {
		t.Error("a run that the header does not have")
	}
	for name, want := range map[string]bool{played: false, values: true, filepath.Join(folder, "empty"): false} {
		if !want && name != played {
			must.Write(t, name, nil)
		}
		if got, err := IsValues(name); got != want || err != nil {
			t.Errorf("%s: values: %v, %v", name, got, err)
		}
	}
	if _, err := IsValues(filepath.Join(folder, "missing")); err == nil {
		t.Error("a missing file has a kind")
	}
}

// FuzzValues reads a payload behind its checksum.
func FuzzValues(f *testing.F) {
	ones := ^uint64(0)
	for _, v := range []Values{
		{}, {Run: 1, Index: 1 << 40, Last: true, Positions: packedPositions(3, 2)},
		{Positions: []Packed{{}, {ones, ones, ones, ones, ones}, {1 << 4, 1<<6 | MaxPhase<<phaseAt, 31}}}, // no position of any game
	} {
		f.Add(v.appendPayload(nil))
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		var v, again Values
		if !v.decode(payload) {
			return
		}
		if !again.decode(v.appendPayload(nil)) || again.Run != v.Run || again.Index != v.Index || again.Last != v.Last || !slices.Equal(again.Positions, v.Positions) {
			t.Errorf("%v does not survive writing and reading", v)
		}
		for i := range v.Positions {
			_, _ = v.Positions[i].Text(chess.Rules) // nonsense, but no panic
			_, _ = v.Positions[i].Text(games.Shogi().Rules)
			var b Board
			if b.Unpack(&v.Positions[i], MirrorOf(nil)); len(b.Placed(nil)) != b.N {
				t.Errorf("%d pieces, want %d", len(b.Placed(nil)), b.N)
			}
		}
	})
}

// The text of a packed position has what a network sees of it.
func TestPackedText(t *testing.T) {
	for name, texts := range map[string][]string{
		"chess": {"r3k2r/pp1n1ppp/8/3pP3/8/5N2/PPP2PPP/R3K2R b - - 0 1", "8/8/4k3/8/8/3QK3/8/8 w - - 0 1"},
		"shogi": {"lnsgk1snl/6g2/p1ppppbpp/1p4p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w Br 1", "4k4/9/+P8/9/9/9/9/9/4K4 b R2P2gs4p 1"},
	} {
		g, err := games.ByName(name)
		must.OK(t, err)
		for _, text := range texts {
			p, err := g.Parse(text, core.Settings{})
			must.OK(t, err)
			in := g.FeatureSets[0]
			packed, err := Pack(in.Pieces(p, nil), in.King, p.Side(), in.Phase(p), Label{})
			must.OK(t, err)
			if got, err := packed.Text(g.Rules); got != text || err != nil {
				t.Errorf("%s, %v, want %s", got, err, text)
			}
		}
	}
}
