package syzygy

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// The two kinds of files.
const (
	wdlFile = iota // .rtbw: results
	dtzFile        // .rtbz: distances
)

var (
	suffixes = [2]string{".rtbw", ".rtbz"}
	magics   = [2]uint32{0x5d23e871, 0xa50c66d7}
)

// errCut is the error of a file that is shorter than its header says.
var errCut = errors.New("the file is cut")

// errUnreadable is the error of a file that shrank after it was opened, or lies on a device
// that fails.
var errUnreadable = errors.New("the file cannot be read")

// Bits of the second byte of a DTZ table.
const (
	flagBlack     = 1  // Black to move, otherwise White
	flagMapped    = 2  // the numbers are places in lists of distances
	flagWinPlies  = 4  // wins count plies, otherwise moves
	flagLossPlies = 8  // so do losses
	flagWide      = 16 // the distances in the lists have 16 bits
	flagConstant  = 128
)

// file is the contents of a file, checked as far as its header goes. The slices point
// into the mapped file.
type file struct {
	men   int
	lead  core.Color  // whose pawns lead
	parts [2][4]*part // by side to move and by file of the leading pawn
}

// part is the positions of a table with one side to move and, with pawns, the leading
// pawn on one file.
type part struct {
	pieces []segment
	shape  *shape
	flags  byte
	pairs  pairs
	// lists holds the distances of a mapped part: of wins, losses, cursed wins and
	// blessed losses.
	lists [4][]byte
}

// segment is the pieces of one kind and colour that follow each other.
type segment struct {
	color core.Color
	kind  core.PieceType
	men   int
}

// checkSize checks whether a file can have that size in bytes.
func checkSize(size int64) error {
	switch {
	case size == 0:
		return errors.New("the file is empty")
	case size%64 != 16:
		return fmt.Errorf("no endgame table has %d bytes: the file is cut or something else", size)
	}
	return nil
}

// parser reads a file from its beginning.
type parser struct {
	data []byte
	at   int // bytes read
}

// take returns the next n bytes.
func (r *parser) take(n uint64) ([]byte, error) {
	if n > uint64(len(r.data)-r.at) {
		return nil, errCut
	}
	b := r.data[r.at : r.at+int(n) : r.at+int(n)]
	r.at += int(n)
	return b, nil
}

// align skips to a multiple of n bytes.
func (r *parser) align(n int) { r.at = min((r.at+n-1)/n*n, len(r.data)) }

// parse reads the header of a file with the table of m. The error says what is wrong.
func parse(data []byte, m material, kind int) (*file, error) {
	if err := checkSize(int64(len(data))); err != nil {
		return nil, err
	}
	if binary.LittleEndian.Uint32(data) != magics[kind] {
		return nil, fmt.Errorf("the file does not begin like a %s file", suffixes[kind])
	}
	// The last 16 bytes are a checksum.
	r := &parser{data: data[:len(data)-16], at: 4}
	split := m != m.flip()
	sides, files := 1, 1
	if split && kind == wdlFile {
		sides = 2
	}
	if m.hasPawns() {
		files = 4
	}
	head, err := r.take(1)
	if err != nil {
		return nil, err
	}
	if split != (head[0]&1 != 0) || m.hasPawns() != (head[0]&2 != 0) {
		return nil, fmt.Errorf("the file is not the table of %v", m)
	}
	f := &file{men: m.men()}
	if err := f.readOrders(r, m, sides, files); err != nil {
		return nil, err
	}
	if err := f.readPairs(r, sides, files); err != nil {
		return nil, err
	}
	if kind == dtzFile {
		if err := f.readLists(r, files); err != nil {
			return nil, err
		}
	}
	return f, f.readBlocks(r, sides, files)
}

// readOrders reads the order of the pieces of every part.
func (f *file) readOrders(r *parser, m material, sides, files int) error {
	both := m.count(core.First, chess.Pawn) > 0 && m.count(core.Second, chess.Pawn) > 0
	for lead := range files {
		head, err := r.take(1)
		if err != nil {
			return err
		}
		digits := [2]byte{head[0], 0}
		if both {
			if head, err = r.take(1); err != nil {
				return err
			}
			digits[1] = head[0]
		}
		pieces, err := r.take(uint64(f.men))
		if err != nil {
			return err
		}
		for side := range sides {
			shift := 4 * side
			order := make([]byte, len(pieces))
			for i, b := range pieces {
				order[i] = b >> shift & 15
			}
			p, err := newPart(m, order, int(digits[0]>>shift&15), int(digits[1]>>shift&15), lead)
			if err != nil {
				return err
			}
			if side|lead == 0 {
				f.lead = p.pieces[0].color
			}
			if m.hasPawns() && p.pieces[0].color != f.lead {
				return errors.New("the parts of the file begin with pawns of different colours")
			}
			f.parts[side][lead] = p
		}
	}
	return nil
}

// newPart returns a part whose pieces are in this order: 1 to 6 from the pawn to the
// king, 8 more for Black. See newShape for the rest.
func newPart(m material, order []byte, first, second, file int) (*part, error) {
	wrong := fmt.Errorf("the pieces of the file are not the pieces of %v in a possible order", m)
	p := &part{}
	for i, b := range order {
		c, k := core.Color(b>>3), core.PieceType(b&7)
		if k < chess.Pawn || k > chess.King {
			return nil, wrong
		}
		if i > 0 && b == order[i-1] {
			p.pieces[len(p.pieces)-1].men++
			continue
		}
		for _, s := range p.pieces {
			if s.color == c && s.kind == k {
				return nil, wrong
			}
		}
		p.pieces = append(p.pieces, segment{c, k, 1})
	}
	total := 0
	for _, s := range p.pieces {
		if m.count(s.color, s.kind) != s.men {
			return nil, wrong
		}
		total += s.men
	}
	if total != m.men() || !p.canLead(m) {
		return nil, wrong
	}
	var men []int
	for _, s := range p.pieces {
		men = append(men, s.men)
	}
	switch {
	case m.hasPawns():
	case m.hasUnique():
		men = append([]int{3}, men[3:]...)
	default:
		men = append([]int{2}, men[2:]...)
	}
	if p.shape = newShape(m, men, first, second, file); p.shape == nil {
		return nil, wrong
	}
	return p, nil
}

// canLead reports whether the pieces with a numbering of their own come first: all
// pawns, three different pieces or the kings.
func (p *part) canLead(m material) bool {
	if m.hasPawns() {
		pawns := 1
		if m.count(core.First, chess.Pawn) > 0 && m.count(core.Second, chess.Pawn) > 0 {
			pawns = 2
		}
		for _, s := range p.pieces[:pawns] {
			if s.kind != chess.Pawn {
				return false
			}
		}
		return true
	}
	if m.hasUnique() {
		for _, s := range p.pieces[:3] {
			if s.men != 1 {
				return false
			}
		}
		return true
	}
	return p.pieces[0].kind == chess.King && p.pieces[1].kind == chess.King
}

// readPairs reads how the numbers of every part are compressed.
func (f *file) readPairs(r *parser, sides, files int) error {
	r.align(2)
	for lead := range files {
		for side := range sides {
			p := f.parts[side][lead]
			head, err := r.take(2)
			if err != nil {
				return err
			}
			p.flags = head[0]
			if p.flags&flagConstant != 0 {
				p.pairs = pairs{constant: true, value: int(head[1])}
				continue
			}
			if err := p.readCode(r, uint(head[1])); err != nil {
				return err
			}
		}
	}
	return nil
}

// readCode reads the code of a part, whose block size is blockBits as a power of two.
// It gives the slices of data elsewhere in the file their lengths.
func (p *part) readCode(r *parser, blockBits uint) error {
	head, err := r.take(8)
	if err != nil {
		return err
	}
	spanBits, padding := uint(head[0]), uint64(head[1])
	blocks := uint64(binary.LittleEndian.Uint32(head[2:]))
	longest, shortest := uint(head[6]), uint(head[7])
	if blockBits < 3 || blockBits > 16 || spanBits > 31 || shortest < 1 || longest < shortest || longest > maxCode {
		return errors.New("the header of the file is damaged")
	}
	d := &p.pairs
	d.blockBits, d.spanBits = blockBits, spanBits
	lowest, err := r.take(2 * uint64(longest-shortest+1))
	if err != nil {
		return err
	}
	for i := range longest - shortest + 1 {
		d.lowest[i] = binary.LittleEndian.Uint16(lowest[2*i:])
	}
	d.setCodes(shortest, longest)
	count, err := r.take(2)
	if err != nil {
		return err
	}
	symbols := uint64(binary.LittleEndian.Uint16(count))
	if symbols > isLeaf {
		return errors.New("the header of the file is damaged")
	}
	if d.tree, err = r.take(3 * symbols); err != nil {
		return err
	}
	r.align(2)
	if !d.setExtents() {
		return errors.New("the symbols of the file are damaged")
	}
	spans := (p.shape.size + 1<<spanBits - 1) >> spanBits
	for _, part := range []struct {
		bytes *[]byte
		size  uint64
	}{{&d.sparse, 6 * spans}, {&d.lengths, 2 * (blocks + padding)}, {&d.blocks, blocks << blockBits}} {
		if part.size > uint64(len(r.data)) {
			return errCut
		}
		*part.bytes = r.data[:part.size] // its place is set by readBlocks
	}
	return nil
}

// readLists reads the lists of distances.
func (f *file) readLists(r *parser, files int) error {
	for lead := range files {
		p := f.parts[0][lead]
		if p.flags&flagMapped == 0 {
			continue
		}
		width := uint64(1)
		if p.flags&flagWide != 0 {
			width = 2
			r.align(2)
		}
		for i := range p.lists {
			head, err := r.take(width)
			if err != nil {
				return err
			}
			n := uint64(head[0])
			if width == 2 {
				n |= uint64(head[1]) << 8
			}
			if p.lists[i], err = r.take(n * width); err != nil {
				return err
			}
		}
	}
	r.align(2)
	return nil
}

// readBlocks finds what follows the header.
func (f *file) readBlocks(r *parser, sides, files int) (err error) {
	each := func(of func(d *pairs) *[]byte, align int) {
		for lead := range files {
			for side := range sides {
				r.align(align)
				bytes := of(&f.parts[side][lead].pairs)
				if err == nil {
					*bytes, err = r.take(uint64(len(*bytes)))
				}
			}
		}
	}
	each(func(d *pairs) *[]byte { return &d.sparse }, 1)
	each(func(d *pairs) *[]byte { return &d.lengths }, 1)
	each(func(d *pairs) *[]byte { return &d.blocks }, 64)
	return err
}

// value returns the number that a file has for a position of its material, with the
// colours exchanged or not. stored is false if the file is about the other side to move,
// ok is false if the data is damaged.
func (f *file) value(p *chess.Position, flip, symmetric, oneSided bool) (value int, at *part, stored, ok bool) {
	var squares [maxMen]uint8
	colors, mirror := core.Color(0), uint8(0)
	if flip {
		colors, mirror = 1, 56
	}
	side := int(p.Side() ^ colors)
	lead, n := 0, 0
	if f.parts[0][0].shape.pawns {
		n = list(&squares, 0, p.Pieces(f.lead^colors, chess.Pawn), mirror)
		first := leading(squares[:n])
		squares[0], squares[first] = squares[first], squares[0]
		file := squares[0] & 7
		lead = int(min(file, 7-file))
	}
	if oneSided {
		black := f.parts[0][lead].flags & flagBlack
		if black != byte(side) && (!symmetric || n > 0) {
			return 0, nil, false, true
		}
		side = 0
	}
	at = f.parts[side][lead]
	segments := at.pieces
	if n > 0 {
		segments = segments[1:]
	}
	for i := range segments {
		s := &segments[i]
		n = list(&squares, n, p.Pieces(s.color^colors, s.kind), mirror)
	}
	index := at.shape.index(squares[:f.men])
	if index >= at.shape.size {
		return 0, nil, true, false
	}
	value, ok = at.pairs.at(index)
	return value, at, true, ok
}

// list writes the squares of a set from the nth place on and returns the new number of
// squares.
func list(squares *[maxMen]uint8, n int, set uint64, mirror uint8) int {
	for ; set != 0 && n < maxMen; set &= set - 1 {
		squares[n] = uint8(first(set)) ^ mirror
		n++
	}
	return n
}

// wdl returns the result that a number of a WDL file stands for.
func wdl(value int) (WDL, bool) { return WDL(value - 2), value >= 0 && value <= 4 }

// listOf says which list belongs to a result. Draws have no distance.
var listOf = [...]int{1, 3, 0, 2, 0}

// distance returns how many plies a number of a DTZ file stands for, in a position with
// the result w, without its sign. A distance in moves may be a ply too short.
func (p *part) distance(value int, w WDL) (int, bool) {
	if p.flags&flagMapped != 0 {
		list := p.lists[listOf[w-Loss]]
		width := 1
		if p.flags&flagWide != 0 {
			width = 2
		}
		if (value+1)*width > len(list) {
			return 0, false
		}
		low := int(list[value*width])
		if width == 2 {
			low |= int(list[value*width+1]) << 8
		}
		value = low
	}
	inPlies := w == Win && p.flags&flagWinPlies != 0 || w == Loss && p.flags&flagLossPlies != 0
	if !inPlies {
		value *= 2
	}
	if w == CursedWin || w == BlessedLoss {
		value += 100
	}
	return value + 1, true
}
