package params_test

import (
	"fmt"

	"github.com/nitoryu/nitoryu/core/params"
)

func ExampleSet_AssignText() {
	set := params.Chess()
	fmt.Println(set.AssignText("TimeMoves", "40"), set.TimeMoves)
	fmt.Println(set.AssignText("TimeMove", "40"))
	fmt.Println(set.AssignText("TimeMoves", "many"))
	// Output:
	// <nil> 40
	// there is no parameter "TimeMove"; did you mean "TimeMoves"?
	// parameter TimeMoves: "many" is neither a whole number nor off
}
