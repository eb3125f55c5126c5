package spelling_test

import (
	"fmt"

	"github.com/nitoryu/nitoryu/internal/spelling"
)

func ExampleHint() {
	known := []string{"Hash", "Threads", "MultiPV"}
	fmt.Println(`no option "Treads"` + spelling.Hint("Treads", known))
	fmt.Println(`no option "Contempt"` + spelling.Hint("Contempt", known))
	// Output:
	// no option "Treads"; did you mean "Threads"?
	// no option "Contempt"
}
