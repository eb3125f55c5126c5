package mate_test

import (
	"fmt"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/mate"
	"github.com/nitoryu/nitoryu/core/shogi"
)

func ExampleSolver_Solve() {
	p, err := shogi.Rules.Parse("lns+R4l/1p1p5/p1pkppB1p/6p2/1R7/6P1P/P1PPnPS2/2+b1G1g2/L3K1sNL b 2GS3Pnp 51", core.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	answer := mate.New(16).Solve(p, mate.Problem{ChecksOnly: true})
	fmt.Println(answer.Verdict, "in", len(answer.Line), "plies, beginning with", p.FormatMove(answer.Line[0]))
	// Output: mate in 3 plies, beginning with S*5b
}
