package strength_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core/strength"
)

// The tables in results/strength.md show the ladders that are played: of each row the
// profile and the Elo in the table; what was measured stands between them.
func TestPageShowsTheLadders(t *testing.T) {
	text, err := os.ReadFile("../../results/strength.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`(?m)^\| (\d+, \d+, [\d.]+, [\d.]+, [\d.]+) \|.*\| (\d+) \|\r?$`)
	for _, game := range []string{"chess", "shogi"} {
		title := strings.ToUpper(game[:1]) + game[1:]
		_, section, found := strings.Cut(strings.ReplaceAll(string(text), "\r", ""), "\n"+title+":\n\n")
		if !found {
			t.Errorf("results/strength.md has no table after a line %q", title+":")
			continue
		}
		table, _, _ := strings.Cut(section, "\n\n")
		var shown, played []string
		for _, m := range row.FindAllStringSubmatch(table, -1) {
			shown = append(shown, fmt.Sprintf("{%s, Profile{%s}},", m[2], m[1]))
		}
		ladder, _ := strength.Of(game)
		for i, elo := range ladder.Elos() {
			played = append(played, ladder.Row(i, elo))
		}
		if !slices.Equal(shown, played) {
			t.Errorf("results/strength.md shows other profiles or Elos of %s than tables.go: write the rows of one into the other\n%s\n\nare not\n%s",
				game, strings.Join(shown, "\n"), strings.Join(played, "\n"))
		}
	}
}
