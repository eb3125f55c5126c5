package report

import (
	"fmt"
	"testing"
)

func ExampleTable() {
	t := Table{Align: "lr"}
	t.Row("Engine", "Elo ±")
	t.Row("one | two", "5")
	t.Row("three")
	t.Add("−1234")
	fmt.Print(t.Markdown(), "\n", t.Text())
	// Output:
	// | Engine | Elo ± |
	// |---|--:|
	// | one \| two | 5 |
	// | three | −1234 |
	//
	// Engine     Elo ±
	// one | two      5
	// three      −1234
}

func TestTypeset(t *testing.T) {
	for plain, want := range map[string]string{"-1.5±2": "−1.5 ± 2", ">=-inf": "≥ −∞", "3": "3"} {
		if got := Typeset(plain); got != want {
			t.Errorf("%q becomes %q, want %q", plain, got, want)
		}
	}
}

func ExampleTable_OmitEmpty() {
	t := Table{Align: "lrr"}
	t.Row("suite", "points", "solved")
	t.Row("one", "-", "3")
	t.Row("two", "", "-")
	t.OmitEmpty()
	fmt.Print(t.Text())
	// Output:
	// suite  solved
	// one         3
	// two         -
}
