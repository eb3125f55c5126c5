package dataset

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/disk"
)

// Merge writes the games of several files, which must agree in game and
// settings, to a new one. Every game keeps its index and its run: the new header
// lists the runs of all files, equal runs once. Merge leaves out no game; see
// [Dedup].
func Merge(ctx context.Context, dst string, srcs []string, progress Progress) (Report, error) {
	src, err := openSources(srcs)
	if err != nil {
		return Report{}, err
	}
	return produce(dst, src.header, func(w *Writer, rep *Report) (err error) {
		rep.Damage, err = src.each(ctx, progress, func(g *Game) error {
			rep.Games++
			return w.Append(g)
		})
		return err
	})
}

// Dedup writes the games of a file to a new one. Of games with the same moves from
// the same start position it writes only the first. It remembers 16 bytes of each
// game.
func Dedup(ctx context.Context, dst, src string, progress Progress) (Report, error) {
	from, err := openSources([]string{src})
	if err != nil {
		return Report{}, err
	}
	return produce(dst, from.header, func(w *Writer, rep *Report) (err error) {
		seen := map[[16]byte]struct{}{}
		var text []byte
		rep.Damage, err = from.each(ctx, progress, func(g *Game) error {
			text = g.appendIdentity(text[:0])
			sum := sha256.Sum256(text)
			hash := [16]byte(sum[:]) // long enough that different games never collide
			if _, known := seen[hash]; known {
				rep.Dropped++
				return nil
			}
			seen[hash] = struct{}{}
			rep.Games++
			return w.Append(g)
		})
		return err
	})
}

// appendIdentity appends the identity of a game: start and moves.
func (g *Game) appendIdentity(b []byte) []byte {
	b = append(b, g.Start...)
	b = append(b, 0)
	for _, m := range g.Moves {
		b = binary.LittleEndian.AppendUint16(b, uint16(m))
	}
	return b
}

// shuffleBudget is the number of bytes of records that a shuffle holds in memory at
// once.
const shuffleBudget = 128 << 20

// Shuffle writes the games of a file to a new one, in an order that depends on
// the file and the seed only. A file beyond 128 MiB goes through temporary files
// next to dst, together as large as itself, so that half a GiB of memory is enough.
func Shuffle(ctx context.Context, dst, src string, seed uint64, progress Progress) (Report, error) {
	return shuffleGames(ctx, dst, src, seed, shuffleBudget, progress)
}

func shuffleGames(ctx context.Context, dst, src string, seed uint64, budget int64, progress Progress) (Report, error) {
	from, err := openSources([]string{src})
	if err != nil {
		return Report{}, err
	}
	return produce(dst, from.header, func(w *Writer, rep *Report) (err error) {
		s, err := newShuffler(filepath.Dir(dst), from.size, budget, seed)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, s.close()) }()

		var frame []byte
		rep.Damage, err = from.each(ctx, progress.half(0), func(g *Game) error {
			frame = appendPayload(frame[:0], g)
			return s.add(frame, s.random())
		})
		if err != nil {
			return err
		}
		var g Game
		return s.each(ctx, true, progress.half(1), func(_ int, payload []byte) error {
			if !decodePayload(payload, &g) {
				return errChanged
			}
			rep.Games++
			return w.Append(&g)
		})
	})
}

// half returns the progress of the first or second of two parts of about the same
// duration.
func (p Progress) half(i int64) Progress {
	if p == nil {
		return nil
	}
	return func(done, total int64) { p(i*total+done, 2*total) }
}

// Import writes games from another source to a new file. An illegal move, an error of the
// iterator or an import without games is an error, and leaves no file. Progress counts
// games; their total is unknown.
func Import(ctx context.Context, dst string, h Header, rules core.Rules, games iter.Seq2[*Game, error], progress Progress) (Report, error) {
	if err := h.check(rules); err != nil {
		return Report{}, err
	}
	return produce(dst, h, func(w *Writer, rep *Report) error {
		all := func(core.Position, core.Move, core.Score, bool) bool { return true }
		for g, err := range games {
			if err := errors.Join(err, ctx.Err()); err != nil {
				return err
			}
			if err := g.Replay(rules, h.Settings, all); err != nil {
				return err
			}
			if err := w.Append(g); err != nil {
				return err
			}
			rep.Games++
			if progress != nil {
				progress(rep.Games, 0)
			}
		}
		if rep.Games == 0 && ctx.Err() == nil {
			return errors.New("there are no games to import")
		}
		return ctx.Err()
	})
}

// produce lets fill write a new file under a temporary name, so that dst is complete or
// does not exist.
func produce(dst string, h Header, fill func(*Writer, *Report) error) (Report, error) {
	if _, err := os.Lstat(dst); err == nil {
		return Report{}, fmt.Errorf("%s: %w", dst, fs.ErrExist)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return Report{}, err
	}
	p, err := disk.Begin(dst)
	if err != nil {
		return Report{}, err
	}
	w, err := begin(p.File, h)
	var rep Report
	if err == nil {
		err = fill(w, &rep)
	}
	if err != nil {
		return Report{}, errors.Join(err, p.Discard())
	}
	if err := p.Publish(); err != nil {
		return Report{}, err
	}
	return rep, nil
}
