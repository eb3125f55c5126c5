package main

import (
	"context"
	"time"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/player"
	"github.com/nitoryu/nitoryu/core/mate"
)

// mateTable is the memory of our mate solver in MiB, as much as it has in the engine.
const mateTable = 256

// solvingPlayer is our own engine in this process that answers go mate as the binary
// does: by the solver, not by a search.
type solvingPlayer struct {
	player.Player
	solver *mate.Solver
}

// newSolvingPlayer returns p with a solver of its own.
func newSolvingPlayer(p player.Player) *solvingPlayer {
	return &solvingPlayer{p, mate.New(mateTable)}
}

// Think implements [player.Player].
func (p *solvingPlayer) Think(ctx context.Context, r player.Request) (player.Reply, error) {
	if !r.Mate {
		return p.Player.Think(ctx, r)
	}
	asked := time.Now()
	answer := p.solver.Solve(r.Position, mate.Problem{ChecksOnly: true, GoOn: func(uint64) bool {
		return ctx.Err() == nil && (r.Limits.MoveTime == 0 || time.Since(asked) < r.Limits.MoveTime)
	}})
	reply := player.Reply{Elapsed: time.Since(asked), Info: player.Info{Nodes: answer.Nodes}}
	switch answer.Verdict {
	case mate.Proved:
		board := r.Position.Clone()
		for _, m := range answer.Line {
			reply.Mate = append(reply.Mate, board.FormatMove(m))
			board.Do(m, nil)
		}
		reply.Text, reply.Move = reply.Mate[0], answer.Line[0]
	case mate.Disproved:
		reply.Text, reply.NoMate = "nomate", true
	default:
		reply.Text = "timeout"
	}
	return reply, ctx.Err()
}
