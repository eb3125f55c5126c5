package analysis

import (
	"cmp"
	"os"
	"testing"

	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/tests/must"
)

// The famous games whose verdicts results/analysis.md tells are there to their ends.
func TestFamousGames(t *testing.T) {
	for _, test := range []struct {
		file string
		want map[string]int // plies by year and players
	}{
		{"testdata/famous.pgn", map[string]int{
			"1910 Réti – Tartakower": 21, "1858 Morphy – Duke of Brunswick and Count Isouard": 33, "1912 Edward Lasker – Thomas": 35,
			"1851 Anderssen – Kieseritzky": 45, "1852 Anderssen – Dufresne": 47, "1907 Rotlewi – Rubinstein": 50, "1991 Short – Timman": 67,
			"1956 D. Byrne – Fischer": 82, "1889 Lasker – Bauer": 75, "1938 Botvinnik – Capablanca": 81, "1918 Capablanca – Marshall": 71,
			"1999 Kasparov – Topalov": 87,
		}},
		{"testdata/famous.ki2", map[string]int{
			"1952 大山康晴 – 木村義雄": 143, "1956 大山康晴 – 升田幸三": 111, "1971 大山康晴 – 升田幸三": 210, "1972 大山康晴 – 中原誠": 130,
			"1982 加藤一二三 – 中原誠": 105, "1983 谷川浩司 – 加藤一二三": 145, "1989 羽生善治 – 加藤一二三": 67, "1996 羽生善治 – 谷川浩司": 106,
			"2014 菅井竜也 – 習甦": 98, "2016 加藤一二三 – 藤井聡太": 110, "2017 藤井聡太 – 増田康宏": 91, "2023 永瀬拓矢 – 藤井聡太": 138,
		}},
	} {
		t.Run(test.file, func(t *testing.T) {
			f, err := os.Open(test.file)
			must.OK(t, err)
			defer f.Close()
			plies := map[string]int{}
			for g, err := range record.NewReader(f, record.Hint{Name: f.Name()}).All() {
				must.OK(t, err)
				date := cmp.Or(g.Tags.Get(record.TagDate), g.Tags.Get(record.TagStartTime))
				plies[date[:4]+" "+g.Player(0)+" – "+g.Player(1)] = len(g.Moves())
				if g.Result != record.FirstWins && g.Result != record.SecondWins {
					t.Errorf("%s: result %v", g.Player(0), g.Result)
				}
			}
			for game, want := range test.want {
				if plies[game] != want {
					t.Errorf("%s has %d plies, want %d", game, plies[game], want)
				}
			}
			if len(plies) != len(test.want) {
				t.Errorf("there are %v", plies)
			}
		})
	}
}
