package nitoryu_test

import (
	"context"
	"fmt"
	"log"

	"github.com/nitoryu/nitoryu"
)

// divide counts the leaves below each legal move, as programs do that look for an error in their own
// rules.
func divide(ctx context.Context, p *nitoryu.Position, depth int) (total uint64, err error) {
	for _, m := range p.Legal() {
		if err := p.Play(m); err != nil {
			return total, err
		}
		n, err := p.Perft(ctx, depth-1)
		p.Undo()
		if err != nil {
			return total, err
		}
		fmt.Println(m, n)
		total += n
	}
	return total, nil
}

// Rules are checked by counting.
func Example_perft() {
	position, err := nitoryu.Open(nitoryu.Setup{Position: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(divide(context.Background(), position, 4))
	// Unordered output:
	// e2e3 204
	// e2e4 200
	// e1d1 204
	// e1f1 204
	// e1d2 306
	// e1f2 306
	// 1424 <nil>
}
