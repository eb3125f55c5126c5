package book

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// yaneuraou is a book of YaneuraOu.
type yaneuraou struct {
	source  io.ReaderAt // what Close closes
	name    string
	options Options
	index   []place // in memory, sorted by key; nil: on the fly
	text    sorted  // in the file, or loaded
	loaded  bool
	note    string
}

// place says where a position is in the text.
type place struct {
	key    string
	number int
	at     int64 // the line after the line of the position
}

func openYaneuraOu(r io.ReaderAt, size int64, name string, o Options) (Book, error) {
	b := &yaneuraou{source: r, name: name, options: o, text: sorted{r, size}}
	limit := cmp.Or(o.MaxLoad, DefaultMaxLoad)
	if o.OnTheFly || size > limit {
		err := b.text.check()
		if err == nil {
			if !o.OnTheFly {
				b.note = fmt.Sprintf("too large to load, more than %d MiB", limit>>20)
			}
			return b, nil
		}
		var unsorted *unsortedError
		if !errors.As(err, &unsorted) {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if size > limit {
			return nil, fmt.Errorf("%s: %w, and is too large to load, more than %d MiB: it has to be sorted", name, err, limit>>20)
		}
		b.note = "not sorted, so that it was loaded"
	}
	if err := b.load(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return b, nil
}

// load reads the whole file and finds its positions.
func (b *yaneuraou) load() error {
	var whole strings.Builder
	whole.Grow(int(b.text.size))
	n, err := io.Copy(&whole, io.NewSectionReader(b.text.r, 0, b.text.size))
	if err != nil {
		return err
	}
	if n != b.text.size {
		return fmt.Errorf("ends at byte %d, which is too early", n)
	}
	text := whole.String() // all keys are parts of it
	b.text.r, b.loaded = strings.NewReader(text), true
	rest, ordered := strings.TrimPrefix(text, byteOrderMark), true
	for rest != "" {
		line, after, _ := strings.Cut(rest, "\n")
		rest = after
		if len(line) > maxLine {
			return fmt.Errorf("is corrupt: a line has more than %d bytes", maxLine)
		}
		if !strings.HasPrefix(line, "sfen ") {
			continue
		}
		key, number := positionOf([]byte(line))
		p := place{canonical(string(key)), number, int64(len(text) - len(rest))}
		// A part of the text takes no memory of its own.
		if inText := line[len("sfen "):]; strings.HasPrefix(inText, p.key) {
			p.key = inText[:len(p.key)]
		}
		ordered = ordered && (len(b.index) == 0 || b.index[len(b.index)-1].key <= p.key)
		b.index = append(b.index, p)
	}
	if len(b.index) == 0 {
		return errors.New("has no positions")
	}
	if !ordered {
		slices.SortStableFunc(b.index, func(a, b place) int { return cmp.Compare(a.key, b.key) })
	}
	return nil
}

// Info implements [Book].
func (b *yaneuraou) Info() Info {
	return Info{
		Format: "YaneuraOu", Game: shogi.Rules.Name, File: b.name, Bytes: b.text.size,
		Positions: int64(len(b.index)), OnTheFly: !b.loaded, Note: b.note,
	}
}

// Close implements [Book].
func (b *yaneuraou) Close() error { return closeReader(b.source) }

// Moves implements [Book].
func (b *yaneuraou) Moves(p core.Position, list []Move) ([]Move, error) {
	if p.GameInfo().Name != shogi.Rules.Name {
		return list, fmt.Errorf("%s: is a book of %s, but the position is of %s", b.name, shogi.Rules.Name, p.GameInfo().Name)
	}
	key, number := keyOf(p)
	lines, err := b.find(key, number)
	if err == nil && len(lines) == 0 && b.options.Flipped {
		lines, err = b.find(flipKey(key), number)
		for i := range lines {
			lines[i].move, lines[i].reply = flipMove(lines[i].move), flipMove(lines[i].reply)
		}
	}
	if err != nil {
		return list, fmt.Errorf("%s: %w", b.name, err)
	}
	if len(lines) == 0 {
		return list, nil
	}
	slices.SortStableFunc(lines, compareLines)
	return b.resolve(p, lines, list)
}

// resolve appends the moves of the lines of a position to list.
func (b *yaneuraou) resolve(p core.Position, lines []line, list []Move) ([]Move, error) {
	var bad illegal
	after := p.Clone()
	for _, l := range lines {
		m, err := p.ParseMove(l.move)
		if err != nil {
			bad.add(l.move)
			continue
		}
		move := Move{Move: m, Weight: max(l.count, 1), Score: l.score, Depth: l.depth, Count: l.count}
		if l.reply != "" {
			after.Do(m, nil)
			if reply, err := after.ParseMove(l.reply); err == nil {
				move.Reply = reply
			}
			after.Undo()
		}
		list = append(list, move)
	}
	return list, bad.err(b.name, p)
}

// find returns the lines of a position, of any move number if move numbers are
// ignored. A position without a number in the file stands for any number.
func (b *yaneuraou) find(key string, number int) (lines []line, err error) {
	visit := func(place place) error {
		if !b.options.IgnorePly && place.number != number && place.number != 0 {
			return nil
		}
		lines, err = b.text.lines(place.at, lines)
		return err
	}
	if b.loaded {
		i := sort.Search(len(b.index), func(i int) bool { return b.index[i].key >= key })
		for ; i < len(b.index) && b.index[i].key == key && err == nil; i++ {
			err = visit(b.index[i])
		}
		return lines, err
	}
	err = b.text.each(key, visit)
	return lines, err
}
