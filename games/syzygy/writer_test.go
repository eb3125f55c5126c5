package syzygy

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/nitoryu/nitoryu/tests/must"
)

// A writer of tables, so that tests need no files that others have made. It compresses
// less well than a generator, but uses everything that the format has.

// packed is a compressed array.
type packed struct {
	flags     byte
	constant  bool
	value     byte
	blockBits byte
	spanBits  byte
	padding   byte
	shortest  byte
	longest   byte
	lowest    []uint16
	tree      []byte
	lists     [4][]int // for distances
	sparse    []byte
	lengths   []byte
	blocks    []byte
}

// symbol of a code: a number, or two symbols.
type symbol struct {
	value, left, right int
	pair               bool
	extent, count      int
	length             int // of its code
	number             int // in the file
}

// pack compresses numbers with so many symbols that stand for pairs.
func pack(values []int, pairings int, blockBits, spanBits byte) *packed {
	var symbols []symbol
	known := map[int]int{}
	sequence := make([]int, len(values))
	for i, v := range values {
		if _, ok := known[v]; !ok {
			known[v] = len(symbols)
			symbols = append(symbols, symbol{value: v, extent: 1})
		}
		sequence[i] = known[v]
	}
	for range pairings {
		sequence, symbols = pairUp(sequence, symbols)
	}
	if len(symbols) == 1 {
		symbols = append(symbols, symbol{value: 0, extent: 1}) // a code needs two
	}
	for _, s := range sequence {
		symbols[s].count++
	}
	setLengths(symbols)
	p := &packed{blockBits: blockBits, spanBits: spanBits}
	p.number(symbols)
	p.cut(sequence, symbols, len(values))
	return p
}

// pairUp replaces the most frequent pair of neighbours by a symbol.
func pairUp(sequence []int, symbols []symbol) ([]int, []symbol) {
	n := len(symbols)
	counts := make([]int, n*n)
	for i := 1; i < len(sequence); i++ {
		a, b := sequence[i-1], sequence[i]
		if symbols[a].extent+symbols[b].extent <= 256 {
			counts[a*n+b]++
		}
	}
	most := slices.Index(counts, slices.Max(counts))
	if counts[most] == 0 {
		return sequence, symbols
	}
	best := [2]int{most / n, most % n}
	merged := symbol{pair: true, left: best[0], right: best[1], extent: symbols[best[0]].extent + symbols[best[1]].extent}
	var shorter []int
	for i := 0; i < len(sequence); i++ {
		if i+1 < len(sequence) && sequence[i] == best[0] && sequence[i+1] == best[1] {
			shorter = append(shorter, len(symbols))
			i++
		} else {
			shorter = append(shorter, sequence[i])
		}
	}
	return shorter, append(symbols, merged)
}

// setLengths finds the lengths of a Huffman code.
func setLengths(symbols []symbol) {
	type tree struct {
		weight int
		leaves []int
	}
	var forest []tree
	for i, s := range symbols {
		forest = append(forest, tree{s.count + 1, []int{i}})
	}
	heavier := func(a, b tree) int { return b.weight - a.weight }
	slices.SortStableFunc(forest, heavier)
	for len(forest) > 1 {
		n := len(forest)
		a, b := forest[n-1], forest[n-2]
		for _, i := range append(a.leaves, b.leaves...) {
			symbols[i].length++
		}
		both := tree{a.weight + b.weight, slices.Concat(a.leaves, b.leaves)}
		at, _ := slices.BinarySearchFunc(forest[:n-2], both, heavier)
		forest = slices.Insert(forest[:n-2], at, both)
	}
}

// number gives the symbols their numbers, those with long codes first.
func (p *packed) number(symbols []symbol) {
	order := make([]int, len(symbols))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return symbols[b].length - symbols[a].length })
	p.longest = byte(symbols[order[0]].length)
	p.shortest = byte(symbols[order[len(order)-1]].length)
	p.lowest = make([]uint16, p.longest-p.shortest+1)
	for n, i := range order {
		symbols[i].number = n
		for length := symbols[i].length - 1; length >= int(p.shortest); length-- {
			p.lowest[length-int(p.shortest)] = uint16(n + 1)
		}
	}
	for _, i := range order {
		left, right := symbols[i].value, isLeaf
		if symbols[i].pair {
			left, right = symbols[symbols[i].left].number, symbols[symbols[i].right].number
		}
		p.tree = append(p.tree, byte(left), byte(left>>8|right<<4), byte(right>>4))
	}
}

// cut writes the blocks and how to find them.
func (p *packed) cut(sequence []int, symbols []symbol, total int) {
	d := pairs{}
	copy(d.lowest[:], p.lowest)
	d.setCodes(uint(p.shortest), uint(p.longest))
	code := func(s symbol) uint64 { // at the bottom
		at := s.length - int(p.shortest)
		return d.codes[at]>>(64-s.length) + uint64(s.number) - uint64(d.lowest[at])
	}
	var starts []int
	begin, values, used := 0, 0, 0
	block := make([]byte, 1<<p.blockBits)
	flush := func() {
		starts = append(starts, begin)
		p.lengths = binary.LittleEndian.AppendUint16(p.lengths, uint16(values-1))
		p.blocks = append(p.blocks, block...)
		clear(block)
		begin, values, used = begin+values, 0, 0
	}
	for _, i := range sequence {
		s := symbols[i]
		if used+s.length > 8*len(block) || values+s.extent > 1<<16 {
			flush()
		}
		for bit := s.length - 1; bit >= 0; bit-- {
			block[used/8] |= byte(code(s)>>bit&1) << (7 - used%8)
			used++
		}
		values += s.extent
	}
	flush()
	for end := begin; end < total+1<<p.spanBits; end += 1 << 16 {
		starts = append(starts, end)
		p.lengths = binary.LittleEndian.AppendUint16(p.lengths, 1<<16-1)
		p.padding++
	}
	for at := 0; at < total; at += 1 << p.spanBits {
		middle := at + 1<<p.spanBits>>1
		b, exact := slices.BinarySearch(starts, middle)
		if !exact {
			b--
		}
		p.sparse = binary.LittleEndian.AppendUint32(p.sparse, uint32(b))
		p.sparse = binary.LittleEndian.AppendUint16(p.sparse, uint16(middle-starts[b]))
	}
}

// header returns how the array is compressed, as in a file.
func (p *packed) header() []byte {
	if p.constant {
		return []byte{p.flags | flagConstant, p.value}
	}
	b := []byte{p.flags, p.blockBits, p.spanBits, p.padding}
	b = binary.LittleEndian.AppendUint32(b, uint32(len(p.blocks)>>p.blockBits))
	b = append(b, p.longest, p.shortest)
	for _, n := range p.lowest {
		b = binary.LittleEndian.AppendUint16(b, n)
	}
	b = binary.LittleEndian.AppendUint16(b, uint16(len(p.tree)/3))
	b = append(b, p.tree...)
	if len(p.tree)%2 != 0 {
		b = append(b, 0)
	}
	return b
}

// assemble writes a file. The parts stand by file of the leading pawn, then by side.
func assemble(m material, kind int, orders []byte, parts []*packed) []byte {
	b := binary.LittleEndian.AppendUint32(nil, magics[kind])
	flags := byte(0)
	if m != m.flip() {
		flags |= 1
	}
	if m.hasPawns() {
		flags |= 2
	}
	b = append(append(b, flags), orders...)
	align := func(n int) {
		for len(b)%n != 0 {
			b = append(b, 0)
		}
	}
	align(2)
	for _, p := range parts {
		b = append(b, p.header()...)
	}
	for _, p := range parts {
		if p.flags&flagMapped == 0 || p.constant {
			continue
		}
		if p.flags&flagWide != 0 {
			align(2)
		}
		for _, list := range p.lists {
			for _, n := range append([]int{len(list)}, list...) {
				if b = append(b, byte(n)); p.flags&flagWide != 0 {
					b = append(b, byte(n>>8))
				}
			}
		}
	}
	align(2)
	for _, p := range parts {
		b = append(b, p.sparse...)
	}
	for _, p := range parts {
		b = append(b, p.lengths...)
	}
	for _, p := range parts {
		align(64)
		b = append(b, p.blocks...)
	}
	align(64)
	return append(b, make([]byte, 16)...)
}

// write writes the table of a solved ending, with its pieces in the opposite order.
func write(e *ending, name string, kind int, wide bool) []byte {
	m, _ := parseMaterial(name)
	order := []byte{}
	for i := len(e.men) - 1; i >= 0; i-- { // pawns first
		b := byte(1 + slices.Index([]byte("PNBRQK"), e.men[i].kind))
		if e.men[i].black {
			b |= 8
		}
		order = append(order, b)
	}
	sides, files := 1, 1
	if kind == wdlFile && m != m.flip() {
		sides = 2
	}
	if m.hasPawns() {
		files = 4
	}
	var orders []byte
	var parts []*packed
	for lead := range files {
		orders = append(orders, 0)
		for _, b := range order {
			orders = append(orders, b|b<<4)
		}
		for side := range sides {
			p, err := newPart(m, order, 0, 15, lead)
			if err != nil {
				panic(err)
			}
			parts = append(parts, e.packPart(p, kind, side, lead, wide))
		}
	}
	return assemble(m, kind, orders, parts)
}

// packPart compresses the positions of a part.
func (e *ending) packPart(p *part, kind, side, lead int, wide bool) *packed {
	values := make([]int, p.shape.size)
	flags := byte(0)
	lists := [4][]int{}
	if kind == dtzFile {
		flags = flagMapped | flagWinPlies | flagLossPlies
		for i := range lists {
			for n := range 100 {
				lists[i] = append(lists[i], (n+50)%100) // not in order
			}
		}
		if wide {
			flags |= flagWide
		}
	}
	s := &state{}
	for _, sl := range e.slices {
		for i, v := range sl.values {
			if v == illegal || i&1 != side {
				continue
			}
			e.at(sl, i, s)
			squares := make([]uint8, 0, len(s.men))
			for i := len(s.men) - 1; i >= 0; i-- {
				squares = append(squares, uint8(s.men[i].sq))
			}
			if e.pawns > 0 && int(min(squares[0]&7, 7-squares[0]&7)) != lead {
				continue
			}
			n := int(v.wdl() - Loss)
			if kind == dtzFile {
				plies := max(v.dtz(), -v.dtz(), 1)
				n = (plies - 1 + 50) % 100
			}
			values[p.shape.index(squares)] = n
			mirror := slices.Clone(s.men) // the image on the other side of the diagonal
			if e.pawns == 0 && mirror[0].sq>>3 == mirror[0].sq&7 {
				for i, m := range mirror {
					squares[len(mirror)-1-i] = uint8(m.sq>>3 | m.sq&7<<3)
				}
				values[p.shape.index(squares)] = n
			}
		}
	}
	packed := pack(values, 12, 6, 10)
	packed.flags, packed.lists = flags, lists
	return packed
}

// three are the endings of three pieces, solved.
var three = sync.OnceValue(func() solver {
	all := solver{}
	for _, name := range threeNames {
		all.solve(name)
	}
	return all
})

var threeNames = []string{"KQvK", "KRvK", "KBvK", "KNvK", "KPvK"}

// written are the files of their tables by name.
var written = sync.OnceValue(func() map[string][]byte {
	files := map[string][]byte{}
	for i, name := range threeNames {
		e := three().solve(name)
		files[name+".rtbw"] = write(e, name, wdlFile, false)
		files[name+".rtbz"] = write(e, name, dtzFile, i%2 == 0)
	}
	return files
})

// folder writes files into a new folder.
func folder(t testing.TB, files map[string][]byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "end games – échecs 終盤")
	must.OK(t, os.Mkdir(path, 0o700))
	for name, data := range files {
		must.Write(t, filepath.Join(path, name), data)
	}
	return path
}

// open opens the tables of folders and closes them after the test. Warnings and damaged
// tables are errors.
func open(t testing.TB, path string) *Tables {
	t.Helper()
	tables, warnings := Open(path)
	for _, w := range warnings {
		t.Error(w)
	}
	t.Cleanup(func() {
		for _, err := range tables.Damaged() {
			t.Error(err)
		}
		if err := tables.Close(); err != nil {
			t.Error(err)
		}
	})
	return tables
}

// The probes of tables that the tests have written are what the solver says.
func TestWrittenTables(t *testing.T) {
	tables := open(t, folder(t, written()))
	one := 40
	if must.Full() {
		one = 4
	}
	for _, name := range threeNames {
		t.Run(name, func(t *testing.T) { compare(t, tables, three(), name, one) })
	}
}
