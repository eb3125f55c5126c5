package arena

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/record"
)

// A clock that is accepted leaves time and is written as it is read.
func FuzzParseClock(f *testing.F) {
	for _, seed := range []string{"8+0.08", "40/5:00", "0.1", "1:2:3", "/+", "0+0", "1e3+1e-9", "inf", "-1", "9999999999999:0", "2/0x1p-3"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var c, again Control
		if c.ParseClock(text) != nil {
			return
		}
		if c.Base < 0 || c.Base > longest || c.Increment < 0 || c.Increment > longest || c.Moves < 0 {
			t.Fatalf("%q is %+v", text, c)
		}
		if !c.Clocked() {
			t.Fatalf("%q leaves no time", text)
		}
		if err := again.ParseClock(c.String()); err != nil || again != c {
			t.Errorf("%q is %+v, written as %q and read as %+v, error %v", text, c, c, again, err)
		}
	})
}

// A line of a journal is counted and turned into a record, or it is an error.
func FuzzResult(f *testing.F) {
	for _, seed := range []string{
		`{"game":0,"seats":[0,1],"names":["A","B"],"start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","moves":"e2e4 e7e5","thoughts":[[30,12,1000,5],[-9,-1,0,7]],"result":"1-0","ending":"crash"}`,
		`{"game":1,"seats":[1,0],"mover":1,"start":"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1","book":1,"moves":"7g7f 3c3d 8h2b+","thoughts":[[1,2,3,4]],"result":"1/2-1/2","notes":[{"side":1,"text":"x","replaced":true}]}`,
		`{"game":0,"seats":[5,5],"notes":[{"side":0}],"result":"?"}`,
		`{"game":-1,"seats":[5,5],"mover":9,"notes":[{"side":200}],"result":"?"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		var r Result
		if json.Unmarshal(line, &r) != nil || r.check() != nil {
			return
		}
		c := Config{Contestants: make([]Contestant, 2), Rounds: 3, Played: []Result{r}}
		if tally := Count(&c); tally.Played > 1 || c.checkPlayed() == nil && tally.Played != 1 {
			t.Errorf("%d games counted, error %v", tally.Played, c.checkPlayed())
		}
		for _, rules := range []core.Rules{chess.Rules, shogi.Rules} {
			g, err := r.Record(rules, core.Settings{}, "fuzz", [2]Control{})
			if err != nil {
				continue
			}
			for _, format := range []record.Format{record.PGN, record.KIF, record.CSA} {
				var text bytes.Buffer
				if record.Write(&text, g, format, record.Options{}) == nil && text.Len() == 0 {
					t.Error("an empty record")
				}
			}
		}
	})
}
