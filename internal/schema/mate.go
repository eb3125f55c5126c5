package schema

import "github.com/nitoryu/nitoryu/core"

// MateProof is the proof of a mate, as far as it could be found.
type MateProof struct {
	Proof *Proof `json:"proof"` // null: none was found
}

// Proof is a move of a proof: of the attacker with all replies, the longest first, or a reply
// with the move that mates then, none where the proof was cut off.
type Proof struct {
	NamedMove
	Plies int      `json:"plies,omitempty"` // to mate, the move of the attacker included
	Next  []*Proof `json:"next,omitempty"`
}

// ProofOf tells a branch at p, which previous led to.
func ProofOf(p core.Position, previous core.Move, b *core.Proof) *Proof {
	if b == nil {
		return nil
	}
	told := &Proof{NamedMove: NamedMove{p.FormatMove(b.Move), NamesOf(p, b.Move, previous)}, Plies: b.Plies}
	p.Do(b.Move, nil)
	defer p.Undo()
	for _, r := range b.Replies {
		if r.Futile {
			continue
		}
		reply := &Proof{NamedMove: NamedMove{p.FormatMove(r.Move), NamesOf(p, r.Move, b.Move)}}
		p.Do(r.Move, nil)
		if next := ProofOf(p, r.Move, r.Next); next != nil {
			reply.Next = []*Proof{next}
		}
		p.Undo()
		told.Next = append(told.Next, reply)
	}
	return told
}
