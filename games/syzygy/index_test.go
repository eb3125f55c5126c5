package syzygy

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// Every way to place the first group has a number of its own, and there is none left:
// numbered by the code, but enumerated here by what makes a placement canonical.

func TestUniqueIndex(t *testing.T) {
	seen := make([]bool, uniqueSize)
	count := 0
	for a := range uint8(64) {
		for b := range uint8(64) {
			for c := range uint8(64) {
				if a == b || a == c || b == c || a&7 > 3 || a>>3 > 3 {
					continue
				}
				above := aboveDiagonal(a)
				if above == 0 {
					above = aboveDiagonal(b)
				}
				if above == 0 {
					above = aboveDiagonal(c)
				}
				if above > 0 {
					continue
				}
				n := uniqueIndex(a, b, c)
				if n >= uniqueSize || seen[n] {
					t.Fatalf("%d %d %d: the number %d is too large or comes twice", a, b, c, n)
				}
				seen[n] = true
				count++
			}
		}
	}
	if count != uniqueSize {
		t.Errorf("%d placements", count)
	}
}

func TestKingsIndex(t *testing.T) {
	seen := map[uint16]bool{}
	for a := range core.Square(64) {
		for b := range core.Square(64) {
			x, y := aboveDiagonal(uint8(a)), aboveDiagonal(uint8(b))
			if a == b || chess.KingAttacks(a)>>b&1 != 0 || a&7 > 3 || a>>3 > 3 || x > 0 || x == 0 && y > 0 {
				continue
			}
			n := kings[triangle[a]][b]
			if n >= kingsSize || seen[n] {
				t.Fatalf("%d %d: the number %d is too large or comes twice", a, b, n)
			}
			seen[n] = true
		}
	}
	if len(seen) != kingsSize {
		t.Errorf("%d placements", len(seen))
	}
}

func TestPawnsIndex(t *testing.T) {
	for men := 1; men <= 5; men++ {
		var seen [4][]bool
		for file := range seen {
			seen[file] = make([]bool, leadSize[men][file])
		}
		squares := make([]uint8, men)
		count := uint64(0)
		var put func(i int, from uint8)
		put = func(i int, from uint8) {
			if i < men {
				for sq := from; sq < 56; sq++ {
					squares[i] = sq
					put(i+1, sq+1)
				}
				return
			}
			ordered := slices.Clone(squares)
			first := leading(ordered)
			ordered[0], ordered[first] = ordered[first], ordered[0]
			file := ordered[0] & 7
			if file > 3 {
				return // mirrored
			}
			n := pawnsIndex(ordered)
			if n >= uint64(len(seen[file])) || seen[file][n] {
				t.Fatalf("%v: the number %d is too large or comes twice", squares, n)
			}
			seen[file][n] = true
			count++
		}
		put(0, 8)
		if total := leadSize[men][0] + leadSize[men][1] + leadSize[men][2] + leadSize[men][3]; count != total {
			t.Errorf("%d pawns: %d placements of %d", men, count, total)
		}
	}
}

// materials lists all materials with up to seven pieces.
func materials() (list []material) {
	var side func(m material, c core.Color, k core.PieceType, f func(material))
	side = func(m material, c core.Color, k core.PieceType, f func(material)) {
		if m.men() > maxMen {
			return
		}
		if k > chess.Queen {
			f(m)
			return
		}
		for n := range maxMen - 1 {
			side(m+material(n)<<(sideBits*uint(c)+kindBits*uint(k-chess.Pawn)), c, k+1, f)
		}
	}
	side(0, core.First, chess.Pawn, func(m material) {
		side(m, core.Second, chess.Pawn, func(m material) {
			if got, ok := parseMaterial(m.String()); ok && got == m {
				list = append(list, m)
			}
		})
	})
	return list
}

// There are 5, 30, 110, 365 and 1001 tables with 3 to 7 pieces.
func TestMaterials(t *testing.T) {
	counts := map[int]int{}
	for _, m := range materials() {
		counts[m.men()]++
		if m.flip().flip() != m {
			t.Errorf("%v is not %v", m.flip().flip(), m)
		}
		if _, ok := parseMaterial(m.flip().String()); ok != (m == m.flip()) {
			t.Errorf("%v is accepted: %v", m.flip(), ok)
		}
	}
	for men, want := range map[int]int{3: 5, 4: 30, 5: 110, 6: 365, 7: 1001} {
		if counts[men] != want {
			t.Errorf("%d tables with %d pieces, want %d", counts[men], men, want)
		}
	}
	for _, name := range []string{"", "v", "KvK", "KQ", "KQK", "QKvK", "KKvK", "KQvKX", "kqvk", "KRQvK", "KvKQ", "KRvKQ",
		"KPvKPP", "KQQQQQQvK", "KQvKvK", "KQvK ", "KPPPPPPPPPPPPPPPPPPvK"} {
		if m, ok := parseMaterial(name); ok {
			t.Errorf("%q is read as %v", name, m)
		}
	}
}

// randomPart returns the shape of a random order of pieces as a file may have it, with
// the order.
func randomPart(rng *rand.Rand, m material, file int) (*part, []byte) {
	for {
		var kinds []byte
		for c := range core.Color(2) {
			for k := chess.Pawn; k <= chess.King; k++ {
				if m.count(c, k) > 0 {
					kinds = append(kinds, byte(c)<<3|byte(k))
				}
			}
		}
		rng.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
		var order []byte
		for _, b := range kinds {
			for range m.count(core.Color(b>>3), core.PieceType(b&7)) {
				order = append(order, b)
			}
		}
		if p, err := newPart(m, order, rng.IntN(4), rng.IntN(4), file); err == nil {
			return p, order
		}
	}
}

// ways returns how many numbers each group has.
func (s *shape) ways(file int) []uint64 {
	ways := []uint64{s.leads(file)}
	free := 64 - s.groups[0].men
	for i, g := range s.groups[1:] {
		n := free
		if i == 0 && s.both {
			n = 48 - s.groups[0].men
		}
		w := uint64(1)
		for k := range g.men {
			w = w * uint64(n-k) / uint64(k+1)
		}
		ways = append(ways, w)
		free -= g.men
	}
	return ways
}

// TestShapes reads the numbers of random positions of every material of up to seven
// pieces back as positions, so that no two have the same number.
func TestShapes(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, m := range materials() {
		for range 20 {
			checkShape(t, rng, m)
		}
		if t.Failed() {
			return
		}
	}
}

func checkShape(t *testing.T, rng *rand.Rand, m material) {
	file := 0
	if m.hasPawns() {
		file = rng.IntN(4)
	}
	p, order := randomPart(rng, m, file)
	s := p.shape
	ways := s.ways(file)
	product := uint64(1)
	for _, w := range ways {
		product *= w
	}
	if product != s.size {
		t.Errorf("%v %v: the size is %d, want %d", m, order, s.size, product)
	}
	squares := randomSquares(rng, s, order, file)
	folded := slices.Clone(squares)
	n := s.index(folded) // folded now
	if n >= s.size {
		t.Errorf("%v %v %v: %d of %d", m, order, squares, n, s.size)
	}
	// The digits of the number, and the sets of squares that they stand for.
	taken := slices.Clone(folded[:s.groups[0].men])
	rest := folded[s.groups[0].men:]
	for i, g := range s.groups[1:] {
		digit := n / s.groups[i+1].factor % ways[i+1]
		lowest := uint8(0)
		if i == 0 && s.both {
			lowest = 8
		}
		want := slices.Sorted(slices.Values(rest[:g.men]))
		if got := combination(digit, g.men, taken, lowest); !slices.Equal(got, want) {
			t.Errorf("%v %v %v: group %d is on %v, want %v", m, order, squares, i+1, got, want)
		}
		taken = append(taken, rest[:g.men]...)
		rest = rest[g.men:]
	}
}

// randomSquares places pieces in the order of a table, the leading pawn on a file.
func randomSquares(rng *rand.Rand, s *shape, order []byte, file int) []uint8 {
	for {
		set := map[uint8]bool{}
		var squares []uint8
		for len(squares) < len(order) {
			sq := uint8(rng.IntN(64))
			pawn := order[len(squares)]&7 == byte(chess.Pawn)
			if !set[sq] && !(pawn && (sq < 8 || sq > 55)) {
				set[sq] = true
				squares = append(squares, sq)
			}
		}
		lead := s.groups[0].men
		if s.pawns {
			first := leading(squares[:lead])
			squares[0], squares[first] = squares[first], squares[0]
			if int(min(squares[0]&7, 7-squares[0]&7)) != file {
				continue
			}
		} else if !s.unique && chess.KingAttacks(core.Square(squares[0]))>>squares[1]&1 != 0 {
			continue
		}
		return squares
	}
}

// combination returns the nth set of men squares by the largest, then the second
// largest and so on, of those not taken from a lowest one on.
func combination(n uint64, men int, taken []uint8, lowest uint8) []uint8 {
	var free []uint8
	for sq := lowest; sq < 64; sq++ {
		if !slices.Contains(taken, sq) {
			free = append(free, sq)
		}
	}
	set := make([]uint8, men)
	for k := men; k > 0; k-- {
		at := len(free) - 1
		for at >= 0 && binomial(at, k) > n {
			at--
		}
		if at < 0 {
			return nil
		}
		n -= binomial(at, k)
		set[k-1] = free[at]
	}
	return set
}

// binomial returns the number of ways to choose k of n.
func binomial(n, k int) uint64 {
	ways := uint64(1)
	for i := range k {
		if i >= n {
			return 0
		}
		ways = ways * uint64(n-i) / uint64(i+1)
	}
	return ways
}
