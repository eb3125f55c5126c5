package train

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/dataset"
)

// Data is the result of [Load].
type Data struct {
	Training   *Set
	Validation *Held
	Samples    []dataset.Packed // of the positions for validation, for [Run.Compare]
	Files      []File
	Runs       []dataset.Run // of all files
}

// File is what [Load] read from a file.
type File struct {
	Path                 string
	Values               bool  // it holds values from within searches
	Games                int64 // of Values: with some of them
	Training, Validation int   // positions
	Damage               dataset.Damage
}

// Games returns the number of games read.
func (d *Data) Games() (n int64) {
	for _, f := range d.Files {
		n += f.Games
	}
	return n
}

// Held returns the number of positions that were held out.
func (d *Data) Held() (n int) {
	for _, f := range d.Files {
		n += f.Validation
	}
	return n
}

// maxSamples is the maximum number of samples; one of sampleEvery positions for validation
// becomes one.
const maxSamples, sampleEvery = 1000, 8

// Options say which positions to load.
type Options struct {
	Filter  dataset.Filter
	Held    float64 // share of the games that are kept for validation
	Threads int
	Memory  int64  // for the positions for training, in bytes, at least [MinMemory]
	Temp    string // folder of a temporary file for those that do not fit

	partition int // positions of a partition, 0: partitionSize
}

// leastBytes is the least size of a position in a file of games: a move and a score.
const leastBytes = 4

// partitions returns the number of partitions for at most the given number of positions.
func (o *Options) partitions(positions int64) int {
	size := int64(o.partition)
	if size == 0 {
		size = partitionSize
	}
	return int(min(1+positions/size, maxPartitions))
}

// source is a file to read.
type source struct {
	path   string
	values bool // from within searches, not games
	bytes  int64
}

// sourcesOf looks at files, and returns how many positions they have at most.
func sourcesOf(files []string) (list []source, most int64, err error) {
	for _, path := range files {
		s := source{path: path}
		if s.values, err = dataset.IsValues(path); err != nil {
			return nil, 0, err
		}
		info, err := os.Stat(path)
		if err != nil {
			return nil, 0, err
		}
		s.bytes = info.Size()
		if s.values {
			most += s.bytes / int64(dataset.PackedSize)
		} else {
			most += s.bytes / leastBytes
		}
		list = append(list, s)
	}
	return list, most, nil
}

// Reading is the progress of [Load].
type Reading struct {
	Done, Bytes int64 // of the files
	Positions   int
}

// Load reads the positions of files: of games, what the filter keeps, and all values. Games are held out by a hash of
// their moves, so that copies of a game are always on the same side. Positions are
// in the order of the files, for any number of threads and any memory. The data has to be closed.
func Load(ctx context.Context, g games.Game, files []string, o Options, progress func(Reading)) (*Data, error) {
	sources, most, err := sourcesOf(files)
	if err != nil {
		return nil, err
	}
	at := Reading{}
	for _, s := range sources {
		at.Bytes += s.bytes
	}
	d := &Data{Training: newSet(o.partitions(most), o.Memory, o.Temp), Validation: newHeld(maxHeld)}
	for _, s := range sources {
		before, load := at.Done, d.loadGames
		if s.values {
			load = d.loadValues
		}
		err := load(ctx, g, s.path, o, func(offset int64, positions int) {
			at.Done = before + offset
			at.Positions += positions
			progress(at)
		})
		if err != nil && !d.Training.broken {
			err = fmt.Errorf("%s: %w", s.path, err)
		}
		if err != nil {
			return nil, errors.Join(err, d.Close())
		}
	}
	if err := d.Training.seal(); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	if d.Training.Len() == 0 || d.Validation.Len() == 0 {
		err := fmt.Errorf("%d positions for training and %d for validation are too few", d.Training.Len(), d.Validation.Len())
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// Close removes the temporary file, if there is one.
func (d *Data) Close() error { return d.Training.Close() }

// chunk is a number of games that one goroutine turns into positions.
type chunk struct {
	games                [256]dataset.Game
	n                    int
	offset               int64 // where they end in the file
	training, validation []dataset.Packed
	samples              []dataset.Packed
	err                  error
}

// loadValues reads a file of values. All values of a game are on the same side, as in [Data.loadGames].
func (d *Data) loadValues(ctx context.Context, g games.Game, path string, o Options, progress func(offset int64, positions int)) (err error) {
	r, err := dataset.OpenValues(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	header := r.Header()
	if header.Game != g.Name {
		return fmt.Errorf("values of %s, not of %s", header.Game, g.Name)
	}
	d.Runs = append(d.Runs, header.Runs...)
	file, v, c := File{Path: path, Values: true}, dataset.Values{}, newChecker(g)
	for err = r.Next(&v); err == nil; err = r.Next(&v) {
		if err := errors.Join(ctx.Err(), c.check(&v)); err != nil {
			return err
		}
		if v.Last {
			file.Games++
		}
		if below(mix(mix(header.Runs[v.Run].Seed)^v.Index), o.Held) {
			file.Validation += len(v.Positions)
			d.Validation.add(v.Positions)
			for i := 0; i < len(v.Positions) && len(d.Samples) < maxSamples; i += sampleEvery {
				if _, err := parse(g, &v.Positions[i]); err != nil {
					return fmt.Errorf("values of game %d: %w", v.Index, err)
				}
				d.Samples = append(d.Samples, v.Positions[i])
			}
		} else {
			file.Training += len(v.Positions)
			if err := d.Training.add(v.Positions); err != nil {
				return err
			}
		}
		progress(r.Offset(), len(v.Positions))
	}
	if err != io.EOF {
		return err
	}
	file.Damage = r.Damage()
	d.Files = append(d.Files, file)
	return nil
}

// loadGames reads a file of games: they are replayed while the next ones are read, and the positions are
// collected in the order of the games.
func (d *Data) loadGames(ctx context.Context, g games.Game, path string, o Options, progress func(offset int64, positions int)) (err error) {
	r, err := dataset.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	header := r.Header()
	if header.Game != g.Name {
		return fmt.Errorf("games of %s, not of %s", header.Game, g.Name)
	}
	d.Runs = append(d.Runs, header.Runs...)
	file := File{Path: path}
	chunks := make([]chunk, max(1, o.Threads)) // of a round
	for readErr := error(nil); readErr == nil; {
		if err := ctx.Err(); err != nil {
			return err
		}
		var round sync.WaitGroup
		used := 0
		for ; used < len(chunks) && readErr == nil; used++ {
			c := &chunks[used]
			for c.n = 0; c.n < len(c.games); c.n++ {
				if readErr = r.Next(&c.games[c.n]); readErr != nil {
					break
				}
			}
			c.offset = r.Offset()
			round.Go(func() { c.replay(&g, header.Settings, o) })
		}
		round.Wait()
		for i := range chunks[:used] {
			c := &chunks[i]
			if err := errors.Join(c.err, d.Training.add(c.training)); err != nil {
				return err
			}
			file.Games += int64(c.n)
			file.Training += len(c.training)
			file.Validation += len(c.validation)
			d.Validation.add(c.validation)
			d.Samples = append(d.Samples, c.samples[:min(len(c.samples), maxSamples-len(d.Samples))]...)
			progress(c.offset, len(c.training)+len(c.validation))
		}
		if readErr != nil && readErr != io.EOF {
			return readErr
		}
	}
	file.Damage = r.Damage()
	d.Files = append(d.Files, file)
	return nil
}

// replay turns the games of c into positions.
func (c *chunk) replay(g *games.Game, s core.Settings, o Options) {
	c.training, c.validation, c.samples, c.err = c.training[:0], c.validation[:0], c.samples[:0], nil
	var pieces []core.Placed
	for i := range c.games[:c.n] {
		game := &c.games[i]
		held, list := heldOut(game, o.Held), &c.training
		if held {
			list = &c.validation
		}
		ply := 0
		var broken error
		err := game.Replay(g.Rules, s, func(p core.Position, m core.Move, score core.Score, _ bool) bool {
			if o.Filter.Keep(p, m, score, ply) {
				l := dataset.Label{Score: score, Result: game.Result}
				if p.Side() == core.Second {
					l.Result = -l.Result
				}
				in := g.FeatureSets[0] // they have pieces and buckets in common
				pieces = in.Pieces(p, pieces[:0])
				var r dataset.Packed
				if r, broken = dataset.Pack(pieces, in.King, p.Side(), in.Phase(p), l); broken != nil {
					broken = fmt.Errorf("%s: %s: %w", game, p, broken)
				}
				if held && len(*list)%sampleEvery == 0 {
					c.samples = append(c.samples, r)
				}
				*list = append(*list, r)
			}
			ply++
			return broken == nil
		})
		if c.err = errors.Join(err, broken); c.err != nil {
			return
		}
	}
}

// heldOut reports whether a game is for validation.
func heldOut(g *dataset.Game, share float64) bool {
	h := uint64(len(g.Start))
	for _, m := range g.Moves {
		h = mix(h ^ uint64(m))
	}
	return below(h, share)
}

// below reports whether a random number is among the given share of the lowest ones.
func below(h uint64, share float64) bool { return float64(h>>11)/(1<<53) < share }
