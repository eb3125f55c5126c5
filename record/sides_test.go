package record

import (
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

func TestSides(t *testing.T) {
	rook, _ := Handicap("rook")
	for _, c := range []struct {
		name              string
		rules             core.Rules
		position          string
		english, japanese [2]string
	}{
		{"chess", chess.Rules, chess.StartFEN, [2]string{"White", "Black"}, [2]string{"白", "黒"}},
		{"shogi", shogi.Rules, shogi.StartSFEN, [2]string{"Sente", "Gote"}, [2]string{"先手", "後手"}},
		{"a handicap", shogi.Rules, rook, [2]string{"Shitate", "Uwate"}, [2]string{"下手", "上手"}},
		{"any position of shogi", shogi.Rules, "4k4/9/9/9/9/9/9/9/4K4 w - 1", [2]string{"Sente", "Gote"}, [2]string{"先手", "後手"}},
	} {
		p, err := c.rules.Parse(c.position, core.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		if english, japanese := Sides(p, false), Sides(p, true); english != c.english || japanese != c.japanese {
			t.Errorf("%s: %q and %q", c.name, english, japanese)
		}
	}
}

func TestJapaneseHandicap(t *testing.T) {
	for _, name := range Handicaps() {
		japanese := JapaneseHandicap(name)
		a, _ := Handicap(name)
		if b, known := Handicap(japanese); !known || a != b || japanese == "" {
			t.Errorf("%s is %q", name, japanese)
		}
	}
	if name := JapaneseHandicap("queen"); name != "" {
		t.Errorf("an unknown handicap is %q", name)
	}
}
