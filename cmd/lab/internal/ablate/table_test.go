package ablate

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nitoryu/nitoryu/cmd/lab/internal/stats"
	"github.com/nitoryu/nitoryu/core/params"
	"github.com/nitoryu/nitoryu/games"
)

func ExampleReport_Text() {
	fmt.Print(sampleReport().Text())
	// Output:
	// chess, 2 positions to depth 2, 8 games at 100 nodes a move:
	//
	// Without               nodes nodes/full  time n/s   EBF 1st move depth in 1s         Elo
	// full search             130       1.00 3.00s  43  2.83    80.0%   2.0   2.0
	// null move pruning     1.30k     >=11.0 2.00s 650 19.00    50.0%   1.5          +inf±inf
	// killer moves            110       1.00 2.00s  55  1.73    55.0%   2.0   1.0 +43.7±153.0
	// mate in one       no effect
	// plain alpha-beta      1.80k     >=16.4 2.00s 900          50.0%   1.0
	//
	// nodes/full: geometric mean over the positions, >= where searches were cut off; EBF: effective
	// branching factor; 1st move: cutoffs on the first move; no effect: the same as the full search,
	// to the node. Nodes measure the cost of a tree, not how well it plays: only games do.
	//
	// The run was interrupted: what is missing was not measured.
}

// The widest numbers in every row still leave a table that fits.
func TestTableFits(t *testing.T) {
	r := sampleReport()
	g := &r.Games[0]
	wide := g.Rows[3]
	wide.Match = &stats.Pairs{100, 1, 0, 0, 0}
	g.Rows = g.Rows[:1]
	for _, row := range params.Rows() {
		if row.Technique != "" {
			wide.Technique = row.Technique
			g.Rows = append(g.Rows, wide)
		}
	}
	for line := range strings.Lines(r.Text()) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 110 {
			t.Errorf("%d characters: %s", n, line)
		}
	}
}

func ExampleReport_Text_rates() {
	text := twoGames().Text()
	start, end := strings.Index(text, "The full search; "), strings.Index(text, "table cutoffs")
	fmt.Print(text[start:end])
	// Output:
	// The full search; percentages with the number that they refer to:
	//
	// Rate                                                          Chess   of       Shogi   of
	// effective branching factor                                     2.83             2.83
	// quiescence nodes                                             38.5 %  130      38.5 %  130
	// PV nodes                                                          –                –
	// expected cut nodes                                                –                –
	// expected all nodes                                                –                –
	// table hits                                                   25.0 %  100      25.0 %  100
}

func TestNumbers(t *testing.T) {
	tests := []struct{ got, want string }{
		{elo(nil), ""},
		{elo(&stats.Estimate{Elo: 12.34, Error: 5}), "+12.3±5.0"},
		{elo(&stats.Estimate{Elo: math.Inf(1), Error: math.Inf(1)}), "+inf±inf"},
		{elo(&stats.Estimate{Elo: math.Inf(-1), Error: math.Inf(1)}), "-inf±inf"},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
}

// Techniques that one game does not use can be asked for in both.
func TestOnlyUnused(t *testing.T) {
	for _, g := range games.All() {
		_, unused, err := variants(g.Params())
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range unused {
			if err := checkOnly(name); err != nil {
				t.Errorf("%s: %v", g.Name, err)
			}
		}
	}
}

func TestOnly(t *testing.T) {
	tests := []struct {
		name, only string
		want       []string
	}{
		{"everything", "", nil},
		{"part of a name", "killer", []string{"killer moves"}},
		{"in any case", "mvv", []string{"MVV-LVA"}},
		{"several", "killer, delta", []string{"delta pruning", "killer moves"}},
		{"many", "table", []string{"transposition table cutoffs", "transposition table move", "transposition table score as eval"}},
		{"the plain search", "plain", []string{Plain}},
	}
	list, _, err := variants(games.Chess.Params())
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, v := range list[1:] {
				if chosen(v.name, test.only) {
					got = append(got, v.name)
				}
			}
			if test.want == nil && len(got) != len(list)-1 || test.want != nil && strings.Join(got, ",") != strings.Join(test.want, ",") {
				t.Errorf("chose %q, want %q", got, test.want)
			}
			if err := checkOnly(test.only); test.only != "" && err != nil {
				t.Error(err)
			}
		})
	}
}
