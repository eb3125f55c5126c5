package api

import (
	"context"
	"encoding/json"
	"time"

	"github.com/nitoryu/nitoryu/core/mate"
	"github.com/nitoryu/nitoryu/internal/schema"
)

// Bounds of the proof of a mate.
const (
	mateMiB     = 16
	mateNodes   = 1_500_000 // of all searches together
	mateTime    = 4 * time.Second
	mateReplies = 400
	matePlies   = 7 // where other moves than checks count
)

// Slow reports whether a request takes long, so that others are not to wait for it: the proof of a
// mate, and games from elsewhere.
func (*API) Slow(request []byte) bool {
	var h head
	return len(request) <= maxQuestion && json.Unmarshal(request, &h) == nil && (h.Do == "mate" || h.Do == "import")
}

// mate answers a request for the proof of a mate: in shogi by checks alone. It takes so much
// work that there is one at a time.
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
		return schema.MateProof{}, nil
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
	return schema.MateProof{Proof: schema.ProofOf(p, previous, proof)}, ctx.Err()
}
