package dataset

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/nitoryu/nitoryu/core"
)

// ExportOptions say which positions [Export] writes, and in which order. The
// zero value writes all positions with a score in the order of the games.
type ExportOptions struct {
	Format  *Format // nil: text
	Filter  Filter
	Unique  bool   // write each position, by its Key, only once; the order may change
	Shuffle bool   // random order, which depends on the sources and the seed only
	Seed    uint64 // of Shuffle
	TempDir string // for the temporary files of Unique and Shuffle; "": the system's folder
}

// Export writes the scored positions of files: as lines "FEN | score | result",
// the text format of the trainer bullet (https://github.com/jw1912/bullet),
// or in another of [Formats]. In the text of shogi an SFEN is in place of the FEN. Score and
// result are from the view of the side that moves first in the game, White or sente: the
// score as in the file, the result 1.0, 0.5 or 0.0. Unique and Shuffle need half a GiB of
// memory, and temporary files of about 25 times the sources once the sources exceed 5 MiB.
func Export(ctx context.Context, w io.Writer, rules core.Rules, srcs []string, o ExportOptions, progress Progress) (Report, error) {
	return export(ctx, w, rules, srcs, o, shuffleBudget, progress)
}

func export(ctx context.Context, w io.Writer, rules core.Rules, srcs []string, o ExportOptions, budget int64, progress Progress) (Report, error) {
	src, err := openGames(rules, srcs)
	if err != nil {
		return Report{}, err
	}
	if o.Format == nil {
		o.Format = Formats()[0]
	}
	if err := o.Format.Check(rules); err != nil {
		return Report{}, err
	}
	e := exporter{src: src, rules: rules, format: o.Format, filter: o.Filter, out: bufio.NewWriterSize(w, 1<<16)}
	if o.Unique || o.Shuffle {
		err = e.reordered(ctx, o, budget, progress)
	} else {
		err = e.positions(ctx, progress, func(_ uint64, record []byte) error {
			return e.write(record)
		})
	}
	return e.report, errors.Join(err, e.out.Flush())
}

// exporter is an export in progress.
type exporter struct {
	src    *sources
	rules  core.Rules
	format *Format
	filter Filter
	out    *bufio.Writer
	report Report
}

func (e *exporter) write(record []byte) error {
	e.report.Positions++
	_, err := e.out.Write(record)
	return err
}

// positions calls visit with the key and the record of each position that the
// filter keeps. The record is valid until visit returns.
func (e *exporter) positions(ctx context.Context, progress Progress, visit func(key uint64, record []byte) error) (err error) {
	var record []byte
	e.report.Damage, err = e.src.each(ctx, progress, func(g *Game) error {
		e.report.Games++
		ply := 0
		var failed error
		err := g.Replay(e.rules, e.src.header.Settings, func(p core.Position, m core.Move, score core.Score, _ bool) bool {
			if e.filter.Keep(p, m, score, ply) {
				if record, failed = e.format.encode(record[:0], &Scored{p, m, score, g.resultFor(p.Side())}); failed == nil {
					failed = visit(p.Key(), record)
				}
			} else {
				e.report.Dropped++
			}
			ply++
			return failed == nil
		})
		return errors.Join(err, failed)
	})
	return err
}

// textRatio is the approximate number of bytes of shuffle records for each byte of a file.
// It only affects the number of buckets.
const textRatio = 25

// reordered writes the positions through a shuffler. Equal positions go to the same bucket,
// where a set that fits memory finds them.
func (e *exporter) reordered(ctx context.Context, o ExportOptions, budget int64, progress Progress) (err error) {
	s, err := newShuffler(o.TempDir, textRatio*e.src.size, budget, o.Seed)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()

	var record []byte
	err = e.positions(ctx, progress.half(0), func(key uint64, position []byte) error {
		number := key
		if !o.Unique {
			number = s.random()
		}
		record = append(binary.LittleEndian.AppendUint64(record[:0], key), position...)
		return s.add(record, number)
	})
	if err != nil {
		return err
	}
	seen := map[uint64]struct{}{}
	last := 0
	return s.each(ctx, o.Shuffle, progress.half(1), func(bucket int, record []byte) error {
		if bucket != last {
			clear(seen)
			last = bucket
		}
		key := binary.LittleEndian.Uint64(record)
		if _, known := seen[key]; known {
			e.report.Dropped++
			return nil
		}
		if o.Unique {
			seen[key] = struct{}{}
		}
		return e.write(record[8:])
	})
}

// ExportGames writes each game as a line that an independent program can replay
// and check:
//
//	startpos moves e2e4 e7e5 g1f3 | scores - 31 -28 | result 1 | ending checkmate | run 0 | index 7
//
// The text before the first bar is the argument of the position command of
// UCI or USI: startpos, or fen (chess) or sfen (shogi) with the start position.
// Scores are for the side to move, one for each move, "-" for a missing score. The
// result is for the side that moves first, 1, 0 or -1. The run is its place in the
// merged list of runs of all sources.
func ExportGames(ctx context.Context, w io.Writer, rules core.Rules, srcs []string, progress Progress) (Report, error) {
	src, err := openGames(rules, srcs)
	if err != nil {
		return Report{}, err
	}
	out := bufio.NewWriterSize(w, 1<<16)
	var rep Report
	var line []byte
	rep.Damage, err = src.each(ctx, progress, func(g *Game) (err error) {
		if line, err = appendGameLine(line[:0], g, rules, src.header.Settings); err != nil {
			return err
		}
		rep.Games++
		_, err = out.Write(line)
		return err
	})
	return rep, errors.Join(err, out.Flush())
}

func appendGameLine(b []byte, g *Game, rules core.Rules, s core.Settings) ([]byte, error) {
	b, err := appendStart(b, g, rules, s)
	if err != nil {
		return b, err
	}
	separator := " moves "
	err = g.Replay(rules, s, func(p core.Position, m core.Move, _ core.Score, _ bool) bool {
		b = append(append(b, separator...), p.FormatMove(m)...)
		separator = " "
		return true
	})
	b = append(b, " | scores"...)
	for ply := range g.Moves {
		b = append(b, ' ')
		if score := g.Score(ply); score != core.NoScore {
			b = strconv.AppendInt(b, int64(score), 10)
		} else {
			b = append(b, '-')
		}
	}
	return fmt.Appendf(b, " | result %d | ending %s | run %d | index %d\n", g.Result, g.endingName(), g.Run, g.Index), err
}

// appendStart appends the start position as protocols name it.
func appendStart(b []byte, g *Game, rules core.Rules, s core.Settings) ([]byte, error) {
	if g.Start == "" {
		return append(b, "startpos"...), nil
	}
	p, err := g.open(rules, s)
	if err != nil {
		return b, err
	}
	notation := "fen "
	if rules.Name == "shogi" {
		notation = "sfen "
	}
	return append(append(b, notation...), p.String()...), nil
}
