package api

import (
	"context"
	"encoding/json"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/mate"
)

// Bounds of the proof of a mate.
const (
	mateMiB     = 16
	mateNodes   = 1_500_000 // of all searches together
	mateTime    = 4 * time.Second
	mateReplies = 400
	matePlies   = 7 // where other moves than checks count
)

// mateAnswer is a proof, as far as it could be found.
type mateAnswer struct {
	Proof *proof `json:"proof"` // null: none was found
}

// proof is a move of a proof: of the attacker with all replies, the longest first, or a reply
// with the move that mates then, none where the proof was cut off.
type proof struct {
	namedMove
	Plies int      `json:"plies,omitempty"` // to mate, the move of the attacker included
	Next  []*proof `json:"next,omitempty"`
}

// Slow reports whether a request takes long, so that others are not to wait for it: the proof of a
// mate.
func (*API) Slow(request []byte) bool {
	var h head
	return len(request) <= maxQuestion && json.Unmarshal(request, &h) == nil && h.Do == "mate"
}

// mate answers a request for the proof of a mate: in shogi by checks alone. It is the only
// request that takes long, so that there is one at a time.
func (api *API) mate(ctx context.Context, request []byte) (any, error) {
	r, err := decode[lineRequest](request)
	if err != nil {
		return nil, err
	}
	g, p, previous, err := r.play()
	if err != nil {
		return nil, err
	}
	if p.Verdict().Over() {
		return mateAnswer{}, nil
	}
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case api.mating <- struct{}{}:
		defer func() { <-api.mating }()
	}
	nodes, end := uint64(0), time.Now().Add(mateTime) // for slow machines
	problem := mate.Problem{ChecksOnly: g.Tsume, GoOn: func(uint64) bool {
		nodes += mate.Interval
		return nodes <= mateNodes && time.Now().Before(end) && ctx.Err() == nil
	}}
	if !g.Tsume {
		problem.Plies = matePlies
	}
	proof := mate.New(mateMiB).Tree(p, problem, mateReplies)
	return mateAnswer{proofOf(p, previous, proof)}, ctx.Err()
}

// proofOf tells a branch at p, which previous led to.
func proofOf(p core.Position, previous core.Move, b *core.Proof) *proof {
	if b == nil {
		return nil
	}
	told := &proof{namedMove: namedMove{p.FormatMove(b.Move), namesOf(p, b.Move, previous)}, Plies: b.Plies}
	p.Do(b.Move, nil)
	defer p.Undo()
	for _, r := range b.Replies {
		reply := &proof{namedMove: namedMove{p.FormatMove(r.Move), namesOf(p, r.Move, b.Move)}}
		p.Do(r.Move, nil)
		if next := proofOf(p, r.Move, r.Next); next != nil {
			reply.Next = []*proof{next}
		}
		p.Undo()
		told.Next = append(told.Next, reply)
	}
	return told
}
