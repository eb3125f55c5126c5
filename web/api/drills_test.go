package api_test

import (
	"testing"

	"github.com/nitoryu/nitoryu"
)

// Drills begin with positions in which the side to move has what it is asked for, as a search sees it.
func TestDrills(t *testing.T) {
	engine, err := nitoryu.New(nitoryu.Options{Threads: 1, Hash: 16})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	for game, least := range map[string]int{"chess": 10, "shogi": 4} {
		seen := map[string]bool{}
		for range 12 { // each is one of several positions, or a mirror image
			all := at(asked(t, `{"do":"drills","game":"`+game+`"}`), "drills").([]any)
			if len(all) < least {
				t.Fatalf("%s has %d drills", game, len(all))
			}
			for _, d := range all {
				d := d.(object)
				position := d["position"].(string)
				if seen[position] {
					continue
				}
				seen[position] = true
				p, err := nitoryu.Open(nitoryu.Setup{Variant: nitoryu.Variant(game), Position: position})
				if err != nil {
					t.Fatalf("%v: %v", d["key"], err)
				}
				search, err := engine.Search(t.Context(), p, nitoryu.Limits{Nodes: 150_000})
				if err != nil {
					t.Fatal(err)
				}
				result, err := search.Result()
				if err != nil {
					t.Fatal(err)
				}
				score := result.Lines[0].Score
				plies, mate := score.Mate()
				switch d["goal"] {
				case "win":
					if mate && plies < 0 || !mate && score < 200 {
						t.Errorf("%v is no win, but %v: %s", d["key"], score, position)
					}
				case "draw":
					if mate || score < -150 || score > 150 {
						t.Errorf("%v is no draw, but %v: %s", d["key"], score, position)
					}
				default:
					t.Errorf("the goal of %v is %v", d["key"], d["goal"])
				}
			}
		}
	}
}
