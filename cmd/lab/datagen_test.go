package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/must"
)

// Games begin with the openings of a file, and the file of games says which.
func TestDatagenOpenings(t *testing.T) {
	dir := t.TempDir()
	openings := map[string]string{
		"chess": "rnbqk2r/pppp1ppp/4pn2/8/1bPP4/2N5/PP2PPPP/R1BQKBNR w KQkq - hmvc 2; fmvn 4;\n",
		"shogi": "startpos moves 7g7f 8c8d 2g2f 8d8e\n",
	}
	for game, text := range openings {
		t.Run(game, func(t *testing.T) {
			book, path := filepath.Join(dir, game+".book"), filepath.Join(dir, game)
			write(t, book, text)
			args := []string{"datagen", "--nodes", "20", "--hash", "1", "--move-limit", "60", "--openings", book, "--openings-share", "1", game, path}
			done(t, append(args, "--games", "3")...)
			if out, _, err := call(t, append(args, "--games", "4")...); err != nil || !strings.Contains(out, "4 in all") {
				t.Errorf("the run is not resumed: error %v, printed %s", err, out)
			}
			h, games := readGames(t, path)
			info := h.Runs[0].Info
			if !strings.HasPrefix(info["openings"], game+".book sha256 ") || info["openings share"] != "1" {
				t.Errorf("header %v", info)
			}
			for _, g := range games {
				if game == "chess" && !strings.HasSuffix(g.Start, "w KQkq - 2 4") || game == shogi.Rules.Name && g.Random < 4 {
					t.Errorf("%s starts from %q with %d moves", &g, g.Start, g.Random)
				}
			}
			write(t, book, "startpos\n")
			refused(t, "another run", append(args, "--games", "5")...)
		})
	}
	for _, test := range []struct {
		name, share, file, want string
	}{
		{"no file", "0.5", dir + "/none", "no such file"},
		{"no share", "1.5", dir + "/chess.book", "--openings-share 1.5 is not within 0 to 1"},
		{"openings of the other game", "0.5", dir + "/x.book", "x.book:1: "},
	} {
		t.Run(test.name, func(t *testing.T) {
			write(t, dir+"/x.book", openings["shogi"])
			refused(t, test.want, "datagen", "--games", "1", "--openings", test.file, "--openings-share", test.share, "chess", dir+"/new")
		})
	}
}

// A teacher says the values of games that another network plays, and what learns from them says so.
func TestValuesOfATeacher(t *testing.T) {
	g, dir := games.Chess(), t.TempDir()
	teacher := ignorant(t, g)
	had, err := games.Network(teacher)
	must.OK(t, err)
	args := []string{"datagen", "--games", "6", "--nodes", "20", "--values", dir + "/values", "--every", "4", "--teacher", teacher, "chess", dir + "/games"}
	done(t, args...)
	done(t, "train", "--hidden", "32", "--positions", "500", "--batch", "100", "--scale", "300", "--held", "0.4", "chess", dir+"/net", dir+"/values")
	n, err := games.Network(dir + "/net")
	must.OK(t, err)
	if !strings.Contains(n.Data, "static values of "+had.Label()) || !slices.Contains(n.Parents, had.Hash) || len(n.Parents) != 2 {
		t.Errorf("header %+v", n.Header)
	}
	refused(t, "another run", slices.Replace(args, 9, 11)...) // without the teacher
	refused(t, "--values", "datagen", "--games", "1", "--teacher", teacher, "chess", dir+"/new")
	refused(t, "--teacher", "datagen", "--games", "1", "--values", dir+"/v", "--teacher", dir+"/none", "chess", dir+"/new")
}

// What cannot be kept is refused before there is a file.
func TestBadSampling(t *testing.T) {
	for _, test := range []struct{ flag, value, want string }{
		{"--every", "0", "--every 0 is not at least 1"},
		{"--most-value", "0", "the largest value to keep"},
		{"--near", "-3", "-3 moves from the game"},
	} {
		dir := t.TempDir()
		refused(t, test.want, "datagen", "--games", "1", "--values", dir+"/values", test.flag, test.value, "chess", dir+"/games")
		if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
			t.Errorf("%s %s leaves %v, %v", test.flag, test.value, files, err)
		}
	}
}
