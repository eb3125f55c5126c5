package train

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/dataset"
	"github.com/nitoryu/nitoryu/games"
)

// RecordSize is the memory for a position in bytes.
const RecordSize = 8 * len(record{})

// Set is positions in memory. They are in pages, so that a growing set is never copied.
type Set struct {
	pages [][]record
	n     int
}

const pageBits = 16

// Len returns the number of positions.
func (s *Set) Len() int { return s.n }

func (s *Set) at(i uint64) *record { return &s.pages[i>>pageBits][i&(1<<pageBits-1)] }

func (s *Set) add(list []record) {
	for len(list) > 0 {
		used := s.n & (1<<pageBits - 1)
		if used == 0 {
			s.pages = append(s.pages, make([]record, 1<<pageBits))
		}
		n := copy(s.pages[len(s.pages)-1][used:], list)
		s.n += n
		list = list[n:]
	}
}

// all calls visit with each position in turn.
func (s *Set) all(visit func(r *record)) {
	for i := range uint64(s.n) {
		visit(s.at(i))
	}
}

// Fingerprint is a hash of the positions and their order.
func (s *Set) Fingerprint() uint64 {
	h := uint64(s.n)
	s.all(func(r *record) {
		for _, word := range r {
			h = (h ^ word) * 0x9e3779b97f4a7c15
			h ^= h >> 32
		}
	})
	return h
}

// Data is the result of [Load].
type Data struct {
	Training, Validation *Set
	Samples              []Sample // of the positions for validation
	Games                int64    // number of games read
	Damage               dataset.Damage
	Runs                 []dataset.Run // of all files
}

// Sample is a position with its text, for [Run.Compare].
type Sample struct {
	record   record
	text     string // FEN or SFEN
	settings core.Settings
}

// maxSamples is the maximum number of samples; one of sampleEvery positions for validation
// becomes one.
const maxSamples, sampleEvery = 1000, 8

// Options say which positions to load.
type Options struct {
	Filter  dataset.Filter
	Buckets int     // output buckets of the network
	Held    float64 // share of the games that are kept for validation
	Threads int
}

// Load reads the positions of files that the filter keeps. Games are held out by a hash of
// their moves, so that copies of a game are always on the same side. The order of positions
// is that of the files for any number of threads. progress gets the number of positions.
func Load(ctx context.Context, g games.Game, files []string, o Options, progress func(positions int)) (*Data, error) {
	d := &Data{Training: new(Set), Validation: new(Set)}
	for _, path := range files {
		if err := d.load(ctx, g, path, o, progress); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	if d.Training.Len() == 0 || d.Validation.Len() == 0 {
		return nil, fmt.Errorf("%d positions for training and %d for validation are too few", d.Training.Len(), d.Validation.Len())
	}
	return d, nil
}

// chunk is a number of games that one thread turns into positions.
type chunk struct {
	games                []dataset.Game
	n                    int
	training, validation []record
	samples              []Sample
	err                  error
	done                 chan struct{}
}

const chunkGames = 64

// load reads one file: one goroutine reads the games, others replay them, and this one
// collects the positions in the order of the games.
func (d *Data) load(ctx context.Context, g games.Game, path string, o Options, progress func(int)) (err error) {
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

	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	work := make(chan *chunk)
	inOrder := make(chan *chunk, 4*o.Threads)
	free := make(chan *chunk, cap(inOrder)+o.Threads+2)
	for range cap(free) {
		free <- &chunk{games: make([]dataset.Game, chunkGames), done: make(chan struct{}, 1)}
	}
	for range o.Threads {
		wg.Go(func() {
			for c := range work {
				c.replay(&g, header.Settings, o)
				c.done <- struct{}{}
			}
		})
	}
	var readErr error
	wg.Go(func() {
		defer close(inOrder)
		defer close(work)
		for readErr == nil {
			c := <-free
			for c.n = 0; c.n < chunkGames && readErr == nil; {
				if readErr = r.Next(&c.games[c.n]); readErr == nil {
					c.n++
				}
			}
			inOrder <- c // always received
			work <- c
			if ctx.Err() != nil {
				readErr = ctx.Err()
			}
		}
	})
	for c := range inOrder {
		<-c.done
		if c.err != nil && err == nil {
			err = c.err
			cancel()
		}
		d.Games += int64(c.n)
		d.Training.add(c.training)
		d.Validation.add(c.validation)
		d.Samples = append(d.Samples, c.samples[:min(len(c.samples), maxSamples-len(d.Samples))]...)
		progress(d.Training.Len() + d.Validation.Len())
		free <- c
	}
	d.Damage = r.Damage()
	if err == nil && readErr != io.EOF {
		err = readErr
	}
	return err
}

// replay turns the games of c into positions.
func (c *chunk) replay(g *games.Game, s core.Settings, o Options) {
	c.training, c.validation, c.samples, c.err = c.training[:0], c.validation[:0], c.samples[:0], nil
	var pieces []nnue.Placed
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
				l := label{score, game.Result}
				if p.Side() == core.Second {
					l.result = -l.result
				}
				in := g.Inputs[0] // they have pieces and buckets in common
				pieces = in.Pieces(p, pieces[:0])
				var r record
				if r, broken = pack(pieces, in.King, p.Side(), in.Bucket(p, o.Buckets), l); broken != nil {
					broken = fmt.Errorf("%s: %s: %w", game, p, broken)
				}
				if held && len(*list)%sampleEvery == 0 {
					c.samples = append(c.samples, Sample{r, p.String(), s})
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
	return float64(h>>11)/(1<<53) < share
}
