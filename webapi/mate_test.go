package webapi_test

import (
	"fmt"
	"testing"
)

func TestMateProof(t *testing.T) {
	for _, c := range []struct {
		name, request string
		facts         []fact
	}{
		{"in one", `"position":"4k4/9/4P4/9/9/9/9/9/4K4 b G 1"`, []fact{
			{"proof.move", `"G*5b"`}, {"proof.plies", "1"}, {"proof.names.western", `"G*5b"`}, {"proof.next", "null"},
		}},
		{"with all replies", `"position":"7k1/9/6G2/9/9/9/9/9/4K4 b R 1"`, []fact{
			{"proof.plies", "5"}, {"proof.next.0.move", `"2a3a"`}, {"proof.next.0.next.0.plies", "3"}, {"proof.next.1.next.0.move", `"3c2b"`},
			{"proof.next.1.next.0.plies", "1"}, {"proof.next.2.plies", "null"}, {"proof.next.3", "null"},
		}},
		{"after moves", `"position":"7k1/9/6G2/9/9/9/9/9/4K4 b R 1","moves":["R*2c","2a3a"]`, []fact{{"proof.move", `"2c2b+"`}}},
		{"none by checks", `"position":"4k4/9/9/9/9/9/9/9/4K4 b P 1"`, []fact{{"proof", "null"}}},
		{"mate already", `"position":"4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"`, []fact{{"proof", "null"}}},
		{"chess, by any moves", `"position":"7k/8/5K2/8/8/8/8/R7 w - - 0 1"`, []fact{
			{"proof.plies", "3"}, {"proof.next.0.next.0.plies", "1"}, {"proof.next.1", "null"},
		}},
	} {
		t.Run(c.name, func(t *testing.T) { check(t, asked(t, `{"do":"mate",`+c.request+`}`), c.facts) })
	}
	if got := fmt.Sprint(ask(t, `{"do":"mate","moves":["e2e5"]}`)["code"]); got != "illegal move" {
		t.Errorf("an illegal move is %q", got)
	}
}
