package scaling

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// Player is an engine that lists its options, as [player.Process] does.
type Player interface {
	player.Player
	Options() []player.OptionSpec
}

// subject is a process of an engine with a number of threads.
type subject struct {
	player Player
	tap    *tap
}

// ready begins a new game and searches one ply, which is not counted: USI has no other way
// to wait for the work after usinewgame.
func (s *subject) ready(ctx context.Context, start core.Position, limit time.Duration) error {
	if err := s.player.NewGame(ctx); err != nil {
		return err
	}
	_, _, err := s.think(ctx, player.Request{Position: start.Clone(), Limits: core.Limits{Depth: 1}}, limit)
	return err
}

// think asks for an answer and stops the search after the limit, which stopped reports.
func (s *subject) think(ctx context.Context, q player.Request, limit time.Duration) (reply player.Reply, stopped bool, err error) {
	bounded, stop := context.WithTimeout(ctx, limit)
	defer stop()
	reply, err = s.player.Think(bounded, q)
	switch {
	case err != nil && ctx.Err() != nil:
		return reply, false, ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return reply, true, nil
	}
	return reply, false, err
}

// pool holds the processes of one engine, one for each number of threads. Only one of them
// searches at a time.
type pool struct {
	start    func(ctx context.Context, threads int) (*subject, error)
	subjects map[int]*subject
}

// get returns the process with that number of threads, and whether it is new.
func (p *pool) get(ctx context.Context, threads int) (s *subject, isNew bool, err error) {
	if s := p.subjects[threads]; s != nil {
		return s, false, nil
	}
	if s, err = p.start(ctx, threads); err != nil {
		return nil, false, err
	}
	p.subjects[threads] = s
	return s, true, nil
}

// drop closes a process that failed.
func (p *pool) drop(threads int) {
	_ = p.subjects[threads].player.Close() // it has already ended
	delete(p.subjects, threads)
}

// close ends all processes. Errors do not matter: they have answered.
func (p *pool) close() {
	for _, s := range p.subjects {
		_ = s.player.Close()
	}
	clear(p.subjects)
}

// isFailure reports whether an engine failed.
func isFailure(err error) bool {
	var failure *player.Failure
	return errors.As(err, &failure)
}

// optionsFor returns the options that set the threads and the table of an engine with these
// options, and its move overhead to the minimum if it is to be prompt.
func optionsFor(declared []player.OptionSpec, game string, threads, hash int, prompt bool) []player.Option {
	table := "Hash"
	if game == shogi.Rules.Name {
		table = "USI_Hash" // every USI engine accepts it
		if find(declared, table) == nil && find(declared, "Hash") != nil {
			table = "Hash" // a UCI engine that plays shogi
		}
	}
	list := []player.Option{{Name: "Threads", Value: strconv.Itoa(threads)}, {Name: table, Value: strconv.Itoa(hash)}}
	if !prompt {
		return list
	}
	for _, name := range overheads() {
		if o := find(declared, name); o != nil && o.Type == "spin" {
			list = append(list, player.Option{Name: o.Name, Value: strconv.FormatInt(max(0, o.Min), 10)})
		}
	}
	return list
}

// overheads lists the names of options for the move overhead.
func overheads() []string {
	return []string{"Move Overhead", "Move_Overhead", "MoveOverhead", "NetworkDelay", "NetworkDelay2"}
}

// find returns the option with that name, whatever its case, nil if there is none.
func find(declared []player.OptionSpec, name string) *player.OptionSpec {
	for i := range declared {
		if strings.EqualFold(declared[i].Name, name) {
			return &declared[i]
		}
	}
	return nil
}
