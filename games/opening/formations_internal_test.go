package opening

import (
	"strings"
	"testing"
)

// The table is read, every name has both languages and every family stands in the table.
func TestFormations(t *testing.T) {
	set, err := readFormations(formationTable)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{rangingRook, staticRook} {
		if _, known := set.ids[name]; !known {
			t.Errorf("the table has no %s", name)
		}
	}
	for i := range set.all {
		f := &set.all[i]
		if f.English == "" || f.Japanese == "" {
			t.Errorf("%+v", f.Term)
		}
		if _, known := set.ids[f.family.Japanese]; f.family.Japanese != "" && !known {
			t.Errorf("%s is of the family %s, which the table has not", f.Japanese, f.family.Japanese)
		}
		if f.versus && f.kind != plan && f.kind != castle {
			t.Errorf("%s is told of a defender", f.Japanese)
		}
	}
}

func TestFormationsWithFaults(t *testing.T) {
	for _, test := range []struct{ name, table, want string }{
		{"no plies", "plan 棒銀 = X | S2f", "is not NAME"},
		{"plies that are no numbers", "plan 棒銀 = X | S2f | x-9", "is not FROM-BY"},
		{"plies backwards", "plan 棒銀 = X | S2f | 9-3", "is not FROM-BY"},
		{"one ply", "plan 棒銀 = X | S2f | 9", "is not FROM-BY"},
		{"a kind", "plans 棒銀 = X | S2f | 1-", "is not KIND"},
		{"no English name", "plan 棒銀 | S2f | 1-", "is not KIND"},
		{"no name at all", "# x\n| S2f | 1-", "line 2: the first row has no name"},
		{"twice", "plan 棒銀 = X | S2f | 1-\nplan 棒銀 = X | S2e | 1-", "line 2: 棒銀 stands twice"},
		{"a name below", "plan 棒銀 = X | 居飛車 | 1-\nform 居飛車 = X | R2h | 1-", "line 1: no row above has the name 居飛車"},
		{"a piece", "plan 棒銀 = X | X2f | 1-", `"X2f" is not a condition`},
		{"a square", "plan 棒銀 = X | S2j | 1-", "is not a condition"},
		{"a file", "plan 棒銀 = X | S0a | 1-", "is not a condition"},
		{"no square", "plan 棒銀 = X | S | 1-", "is not a condition"},
		{"no piece", "plan 棒銀 = X | 2f | 1-", "is not a condition"},
		{"no direction", "plan 棒銀 = X | S@up | 1-", "is not a condition"},
		{"no hand", "plan 棒銀 = X | hand: | 1-", "is not a condition"},
		{"nothing in hand", "plan 棒銀 = X | hand:. | 1-", "is not a condition"},
		{"no square of a capture", "plan 棒銀 = X | Rx2 | 1-", "is not a condition"},
		{"no such source", "plan 棒銀 = X | hands:R | 1-", "is not a condition"},
		{"no threat", "plan 棒銀 = X | threat: | 1-", "is not a condition"},
		{"a number of threats", "plan 棒銀 = X | threat:r0 | 1-", "is not a condition"},
		{"a number in hand", "plan 棒銀 = X | hand:P2 | 1-", "is not a condition"},
		{"a knight's way", "plan 棒銀 = X | r@NNE | 1-", "is not a condition"},
		{"how far", "plan 棒銀 = X | r@Nx | 1-", "is not a condition"},
		{"an empty square that takes", "plan 棒銀 = X | .x@n | 1-", "is not a condition"},
		{"a mark before a direction", "plan 棒銀 = X | r*@n | 1-", "is not a condition"},
	} {
		if _, err := readFormations(test.table); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v", test.name, err)
		}
	}
}
