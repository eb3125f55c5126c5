package syzygy

import (
	"encoding/binary"
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/internal/mapped"
	"github.com/nitoryu/nitoryu/tests/must"
)

// What stands in a folder under a name of a table and is none is reported, when it is
// opened or when it is first needed, and has no result.
func TestDamagedFiles(t *testing.T) {
	good := written()["KQvK.rtbw"]
	changed := func(f func(b []byte) []byte) []byte { return f(slices.Clone(good)) }
	set := func(at int, value byte) []byte {
		return changed(func(b []byte) []byte { b[at] = value; return b })
	}
	// A file begins with 4 bytes of magic, flags, digits, 3 pieces and a byte to align;
	// then come the flags of the first side and 9 bytes about its code.
	tests := []struct {
		name, file string
		data       []byte
		atOpen     bool
		want       string
	}{
		{"empty", "KQvK.rtbw", nil, true, "empty"},
		{"of a single byte", "KQvK.rtbw", good[:1], true, "1 bytes"},
		{"cut anywhere", "KQvK.rtbw", good[:len(good)-1], true, "bytes: the file is cut"},
		{"cut at a block", "KQvK.rtbw", good[:len(good)-64], false, "cut"},
		{"cut in the header", "KQvK.rtbw", good[:80], false, "cut"},
		{"only a checksum", "KQvK.rtbw", good[:16], false, "cut"},
		{"zeros", "KQvK.rtbw", make([]byte, len(good)), false, "does not begin"},
		{"distances for results", "KQvK.rtbw", written()["KQvK.rtbz"], false, "does not begin"},
		{"renamed to another piece", "KRvK.rtbw", good, false, "not the pieces of KRvK"},
		{"renamed to more pieces", "KQQvK.rtbw", good, false, "not the pieces of KQQvK"},
		{"renamed to pawns", "KPvK.rtbw", good, false, "not the table of KPvK"},
		{"renamed to both sides", "KQvKQ.rtbw", good, false, "not the table of KQvKQ"},
		{"the wrong way round", "KvKQ.rtbw", good, true, "the name is not"},
		{"no name", ".rtbw", good, true, "the name is not"},
		{"too many pieces", "KQQQQQQvK.rtbw", good, true, "the name is not"},
		{"a digit that is none", "KQvK.rtbw", set(5, 1), false, "not the pieces of KQvK"},
		{"a piece twice", "KQvK.rtbw", set(6, good[7]), false, "not the pieces of KQvK"},
		{"blocks too large", "KQvK.rtbw", set(11, 63), false, "header"},
		{"spans too large", "KQvK.rtbw", set(12, 32), false, "header"},
		{"too many blocks", "KQvK.rtbw", set(17, 255), false, "cut"},
		{"codes too long", "KQvK.rtbw", set(18, 33), false, "header"},
		{"codes of no length", "KQvK.rtbw", set(19, 0), false, "header"},
		{"the shortest code the longest", "KQvK.rtbw", set(19, 32), false, "header"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tables, errs := Open(folder(t, map[string][]byte{test.file: test.data}))
			defer tables.Close()
			if wdl, _ := tables.Count(); test.atOpen != (len(errs) == 1) || test.atOpen != (wdl == 0) {
				t.Errorf("%d tables, errors %q", wdl, errs)
			}
			base, _, _ := strings.Cut(test.file, ".")
			s := &state{men: newEnding(strings.TrimSuffix("KQvK", base) + base).men, passant: -1}
			if test.atOpen {
				s = &state{men: newEnding("KQvK").men, passant: -1}
			} else {
				s.men = newEnding(base).men
			}
			for i, sq := range []int{0, 63, 17, 35}[:len(s.men)] {
				s.men[i].sq = sq
			}
			p := position(t, s.fen(0))
			for range 2 {
				if w, ok := tables.WDL(p); ok {
					t.Errorf("%s is a %v", p, w)
				}
			}
			errs = append(errs, tables.Check()...)
			if len(errs) != 1 || !strings.Contains(errs[0].Error(), test.want) || !strings.Contains(errs[0].Error(), test.file) {
				t.Errorf("errors %q, want one with %q and the file", errs, test.want)
			}
		})
	}
}

// A damaged file of distances leaves the results alone.
func TestDamagedDistances(t *testing.T) {
	files := maps.Clone(written())
	files["KQvK.rtbz"] = files["KQvK.rtbz"][:80]
	tables, _ := Open(folder(t, files))
	defer tables.Close()
	if errs := tables.Check(); len(errs) != 1 {
		t.Errorf("errors %q", errs)
	}
	p := position(t, "8/8/8/8/8/3k4/8/K6Q w - - 0 1")
	if w, ok := tables.WDL(p); w != Win || !ok {
		t.Errorf("%v %v", w, ok)
	}
	if plies, ok := tables.DTZ(p); ok {
		t.Errorf("DTZ %d", plies)
	}
	moves, byDistance, ok := tables.Root(p, RootOptions{})
	if !ok || byDistance || moves[0].WDL != Win || moves[len(moves)-1].WDL != Draw {
		t.Errorf("%v %v %v", moves, byDistance, ok)
	}
}

// inMemory returns tables whose files are the given bytes, as far as they can be read.
func inMemory(files map[string][]byte) *Tables {
	found := map[material]*table{}
	for name, data := range files {
		base, suffix, _ := strings.Cut(name, ".")
		m, _ := parseMaterial(base)
		if found[m] == nil {
			found[m] = &table{material: m}
		}
		kind := wdlFile
		if suffix == "rtbz" {
			kind = dtzFile
		}
		if f, err := parse(data, m, kind); err == nil {
			found[m].paths[kind] = name
			found[m].files[kind].Store(f)
		}
	}
	return newTables(found)
}

// probeAll probes random positions and expects no more than that it ends, and that
// equal questions have equal answers.
func probeAll(t *testing.T, tables *Tables, name string, count int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(9, 10))
	e := newEnding(name)
	for range count {
		p := position(t, randomState(rng, e).fen(rng.IntN(120)))
		before := p.String()
		w, ok := tables.WDL(p)
		again, ok2 := tables.WDL(p)
		if w != again || ok != ok2 || ok && (w < Loss || w > Win) {
			t.Errorf("%s: %v %v, then %v %v", before, w, ok, again, ok2)
		}
		plies, ok := tables.DTZ(p)
		if plies2, ok2 := tables.DTZ(p); plies != plies2 || ok != ok2 {
			t.Errorf("%s: DTZ %d %v, then %d %v", before, plies, ok, plies2, ok2)
		}
		moves, _, ok := tables.Root(p, RootOptions{Repeated: rng.IntN(2) == 0, NoFiftyMoves: rng.IntN(2) == 0})
		if ok == (len(moves) == 0) {
			t.Errorf("%s: %d moves %v", before, len(moves), ok)
		}
		if got := p.String(); got != before {
			t.Errorf("%s became %s", before, got)
		}
	}
}

// Flipped bytes, anywhere.
func TestFlippedBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	rounds := 300
	if testing.Short() {
		rounds = 60
	}
	for range rounds {
		for _, name := range []string{"KQvK", "KPvK"} {
			files := maps.Clone(written())
			for _, suffix := range suffixes {
				b := slices.Clone(files[name+suffix])
				length := len(b)
				if rng.IntN(2) == 0 {
					length = 300 // the header
				}
				for range 1 + rng.IntN(4) {
					b[rng.IntN(length)] = byte(rng.Uint32())
				}
				files[name+suffix] = b
			}
			probeAll(t, inMemory(files), name, 10)
		}
	}
}

// Sparse entries that lead nowhere, or on and on.
func TestDamagedIndex(t *testing.T) {
	d := pack(make([]int, 100_000), 3, 5, 10)
	for _, block := range []uint32{0, 1 << 20, 1 << 31, 1<<32 - 1} {
		damaged := *d
		damaged.sparse = slices.Clone(d.sparse)
		damaged.lengths = slices.Clone(d.lengths)
		for i := 0; i < len(damaged.sparse); i += 6 {
			binary.LittleEndian.PutUint32(damaged.sparse[i:], block)
			binary.LittleEndian.PutUint16(damaged.sparse[i+4:], 1<<16-1)
		}
		clear(damaged.lengths)
		p := damaged.unpack(t)
		for i := range uint64(100_000) {
			if v, ok := p.at(i); ok && v != 0 {
				t.Fatalf("block %d: number %d is %d", block, i, v)
			}
		}
	}
}

// A file that shrinks while it is mapped has no result instead of ending the program.
func TestShrunkFile(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems refuse this or keep the contents")
	}
	path := folder(t, written())
	tables := open(t, path)
	p := position(t, "7k/8/5K2/6Q1/8/8/8/8 w - - 3 9")
	before := p.String()
	if w, ok := tables.WDL(p); w != Win || !ok {
		t.Fatalf("%v %v", w, ok)
	}
	for name := range written() {
		must.OK(t, os.Truncate(filepath.Join(path, name), 0))
	}
	if w, ok := tables.WDL(p); ok {
		t.Errorf("%v of a file that is gone", w)
	}
	if plies, ok := tables.DTZ(p); ok {
		t.Errorf("DTZ %d of a file that is gone", plies)
	}
	if moves, _, ok := tables.Root(p, RootOptions{}); ok {
		t.Errorf("moves %v of a file that is gone", moves)
	}
	if got := p.String(); got != before {
		t.Errorf("%s became %s", before, got)
	}
}

// A file that shrinks between being opened and being read is an error, and is not tried again.
func TestShrunkHeader(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems refuse this or keep the contents")
	}
	path := filepath.Join(folder(t, written()), "KQvK.rtbw")
	f, err := mapped.Open(path, mapped.Scattered, func(int64) error { return nil })
	must.OK(t, err)
	defer f.Close()
	must.OK(t, os.Truncate(path, 0))
	m, _ := parseMaterial("KQvK")
	if _, err := parseMapped(f.Bytes, m, wdlFile); !errors.Is(err, errUnreadable) {
		t.Errorf("error %v", err)
	}
}

// FuzzFile reads any bytes as files of two materials.
func FuzzFile(f *testing.F) {
	for _, name := range []string{"KQvK", "KPvK"} {
		for _, suffix := range suffixes {
			f.Add(written()[name+suffix])
		}
	}
	m, _ := parseMaterial("KRvKR")
	pieces := []byte{0, byte(chess.King), byte(chess.King) | 8, byte(chess.Rook), byte(chess.Rook) | 8}
	f.Add(assemble(m, wdlFile, pieces, []*packed{{constant: true, value: 2}}))
	f.Add(assemble(m, dtzFile, pieces, []*packed{{constant: true}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, name := range []string{"KQvK", "KPvK", "KRvKR", "KPPvK"} {
			m, _ := parseMaterial(name)
			readable := false
			for kind := range suffixes {
				_, err := parse(data, m, kind)
				readable = readable || err == nil
			}
			if readable {
				files := maps.Clone(written())
				files[name+".rtbw"], files[name+".rtbz"] = data, data
				if binary.LittleEndian.Uint32(data) == magics[dtzFile] {
					files[name+".rtbw"] = written()[name+".rtbw"]
				}
				probeAll(t, inMemory(files), name, 5)
			}
		}
	})
}
