package dataset

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/nitoryu/nitoryu/core"
)

// Progress is called after each step with how much of the work is done, in bytes. Only
// the ratio has a meaning; with a total of 0 the amount of work is unknown. A Progress
// may be nil.
type Progress func(done, total int64)

// Report is what an operation did.
type Report struct {
	Games     int64  // games written; by Export: games read
	Positions int64  // positions written by Export
	Dropped   int64  // games that Dedup left out, positions that Export left out
	Damage    Damage // of the sources
}

// sources are files that are read one after the other as if they were one.
type sources struct {
	paths  []string
	header Header  // with the runs of all files, each once
	runs   [][]int // for each file: the place of its runs in header.Runs
	size   int64   // bytes of all files
}

// openSources reads the headers, which must agree except for their runs.
func openSources(paths []string) (*sources, error) {
	if len(paths) == 0 {
		return nil, errors.New("there is no file to read")
	}
	s := &sources{paths: paths}
	places := map[string]int{}
	for i, path := range paths {
		h, size, err := inspect(path)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			s.header = Header{Game: h.Game, Settings: h.Settings}
		} else if err := s.header.sameGame(h); err != nil {
			return nil, fmt.Errorf("%s and %s do not go together: %w", paths[0], path, err)
		}
		s.size += size
		s.runs = append(s.runs, s.addRuns(h.Runs, places))
	}
	return s, nil
}

// openGames is openSources for files with games of these rules.
func openGames(rules core.Rules, paths []string) (*sources, error) {
	s, err := openSources(paths)
	if err != nil {
		return nil, err
	}
	return s, s.header.check(rules)
}

// inspect returns the header and the size of a file.
func inspect(path string) (Header, int64, error) {
	r, err := Open(path)
	if err != nil {
		return Header{}, 0, err
	}
	info, err := os.Stat(path)
	if err := errors.Join(err, r.Close()); err != nil {
		return Header{}, 0, err
	}
	return r.Header(), info.Size(), nil
}

// addRuns adds the runs of one file and returns their places. places holds the places
// of known runs by their keys.
func (s *sources) addRuns(runs []Run, places map[string]int) []int {
	found := make([]int, len(runs))
	for i, run := range runs {
		place, known := places[run.key()]
		if !known {
			place = len(s.header.Runs)
			places[run.key()] = place
			s.header.Runs = append(s.header.Runs, run)
		}
		found[i] = place
	}
	return found
}

// each calls visit with every game; the game's run is an index of s.header.Runs, and
// the game is valid until visit returns. It stops at the first error and when ctx
// ends.
func (s *sources) each(ctx context.Context, progress Progress, visit func(*Game) error) (Damage, error) {
	var damage Damage
	var done int64
	for i, path := range s.paths {
		r, err := Open(path)
		if err != nil {
			return damage, err
		}
		err = s.eachOf(ctx, r, s.runs[i], visit, func() {
			if progress != nil {
				progress(done+r.Offset(), s.size)
			}
		})
		damage.add(r.Damage())
		done += r.Offset()
		if err := errors.Join(err, r.Close()); err != nil {
			return damage, fmt.Errorf("%s: %w", path, err)
		}
	}
	return damage, nil
}

// eachOf is the part of each for one file.
func (s *sources) eachOf(ctx context.Context, r *Reader, runs []int, visit func(*Game) error, step func()) error {
	var g Game
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := r.Next(&g)
		step()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if g.Run >= len(runs) {
			return errors.New("the file was replaced while it was read")
		}
		g.Run = runs[g.Run]
		if err := visit(&g); err != nil {
			return err
		}
	}
}
