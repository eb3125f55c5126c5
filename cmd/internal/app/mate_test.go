package app

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
)

func TestMateCommand(t *testing.T) {
	const three = "lns+R4l/1p1p5/p1pkppB1p/6p2/1R7/6P1P/P1PPnPS2/2+b1G1g2/L3K1sNL b 2GS3Pnp 51"
	for _, test := range []struct {
		name string
		args []string
		want []string // parts of the lines
	}{
		{"no mate", []string{"shogi", "4k4/9/9/9/9/9/9/9/4K4 b G 1"}, []string{"no mate"}},
		{"one solution", []string{"4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"}, []string{
			"mate in 1 ply, the shortest", "line: G*5b", "first moves that mate: G*5b (1)", "the solution is the only one",
		}},
		{"several", []string{three, "--nodes", "3000"}, []string{
			"mate in 3 plies, the shortest", "line: S*5b", "first moves that mate: S*5b (3), S*6d (5)", "ply 3, just as good: ", "there may be other solutions: ",
		}},
		{"from far away", []string{"6+P1k/9/7G1/9/9/9/9/9/9 b Rr2b3g4s4n4l17p 1", "--tree", "5"}, []string{
			"mate in 1 ply, the shortest", "line: R*1b", "first moves that mate: R*1b (1), R*1c (1)", "ply 1, just as good: R*1c (1)", "the solution is the only one",
		}},
		{"a futile reply in a tree", []string{"7lk/9/7G1/9/9/9/9/9/7R1 b r2b3g4s4n3l18p 1", "--tree", "5"}, []string{
			"mate in 1 ply, the shortest", "line: R-1i", "first moves that mate: R-1i (1)", "the solution is the only one", "R-1i (1)", " (futile)",
		}},
		{"chess", []string{"7k/8/5K2/8/8/8/8/R7 w - - 0 1", "--plies", "3"}, []string{
			"mate in 3 plies, the shortest", "line: Kg6 Kg8 Ra8#", "first moves that mate: Kg6 (3), Kf7 (3)",
		}},
		{"a tree", []string{"7k/8/6K1/8/8/8/R7/8 w - - 0 1", "--tree", "10", "--plies", "3"}, []string{"mate in 1 ply", "line: ", "first", "the solution is the only one", "Ra8# (1)"}},
		{"a tree with replies", []string{"7k/8/5K2/8/8/8/8/R7 w - - 0 1", "--plies", "3", "--tree", "5"}, []string{
			"mate in", "line", "first", "Kg6 (3)", "  Kg8", "    Ra8# (1)",
		}},
		{"not within the nodes", []string{"shogi", "8k/9/9/9/9/9/9/9/9 b R2GSr2b2g3s4n4l18p 1", "--nodes", "1"}, []string{"not proved within the nodes"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out strings.Builder
			if err := run(append([]string{"mate", "--notation", "western"}, test.args...), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &out}); err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
			for i, want := range test.want {
				if i >= len(lines) || !strings.Contains(lines[i], want) {
					t.Fatalf("line %d has no %q:\n%s", i+1, want, &out)
				}
			}
		})
	}
	for _, test := range []struct{ args, want string }{
		{"--plies -1 chess", "--plies must be 0 to"},
		{"--nodes 0 chess", "--nodes must be above 0"},
		{"--tree -1 chess", "--tree must not be negative"},
		{"nonsense", "nonsense"},
	} {
		err := run(append([]string{"mate"}, strings.Fields(test.args)...), cli.Streams{In: strings.NewReader(""), Out: &strings.Builder{}, Err: &strings.Builder{}})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %s", test.args, err, test.want)
		}
	}
}
