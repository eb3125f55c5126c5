package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/must"
)

// pageCommands are the commands of the lab in the blocks of shell of a page, as words.
func pageCommands(page string) (commands [][]string) {
	word := regexp.MustCompile(`"[^"]*"|\S+`)
	for _, block := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(page, -1) {
		for line := range strings.Lines(block[1]) {
			words := word.FindAllString(line, -1)
			for i := range words {
				words[i] = strings.Trim(words[i], `"`)
			}
			commands = append(commands, words[1:])
		}
	}
	return commands
}

// The commands of the page for users of YaneuraOu do what it says, at toy size, and its two
// versions have the same ones.
func TestYaneuraOuPage(t *testing.T) {
	var pages [2][][]string
	for i, name := range []string{"docs/build/yaneuraou.md", "docs/build/yaneuraou.ja.md"} {
		page, err := readPage(clone, name)
		must.OK(t, err)
		pages[i] = pageCommands(page)
	}
	if fmt.Sprint(pages[0]) != fmt.Sprint(pages[1]) || len(pages[0]) != 6 {
		t.Fatalf("the pages have the commands %q and %q", pages[0], pages[1])
	}
	must.BeFull(t, "the networks are large")
	toys := map[string][]string{
		"datagen": {"--nodes", "40", "--hash", "1", "--games", "12", "--move-limit", "60", "--threads", "1"},
		"train":   {"--passes", "0.1", "--batch", "64", "--held", "0.4", "--scale", "268"},
		"arena":   {"--each", "nodes=20 hash=1", "--rounds", "1", "--move-limit", "20"},
	}
	t.Chdir(t.TempDir())
	for _, words := range pages[0] {
		if slices.Contains(words, "halfkp_512x2-8-64") {
			continue // twice as large, and no other code
		}
		line := strings.Join(words, " ")
		out, _ := done(t, append(words, toys[words[0]]...)...)
		if words[0] == "train" && !regexp.MustCompile(`differ from floats by 0\.\d+ on average and [01]\.\d at most(?s:.*)weights at their limit: 0 of inputs, 0 behind the neurons; \d+\.\d\d% of the neurons(?s:.*)\.bin: 64217066 bytes`).MatchString(out) {
			t.Errorf("%s printed\n%s", line, out)
		}
	}
	for _, file := range []string{"nn.bin", "better.bin"} {
		n, err := games.ReadNetwork(file)
		if err != nil || n.Foreign == nil || n.Foreign.Architecture.Name != "HalfKP 256x2-32-32" {
			t.Errorf("%s: error %v, or another kind of network", file, err)
		}
	}
	if page, err := os.ReadFile("curves.html"); err != nil || !strings.Contains(string(page), "125388 → 256 × 2 → 32 → 32 → 1") || strings.Contains(string(page), "Incomplete") {
		t.Errorf("error %v, page %.200s", err, page)
	}
	// The files are large, and this test need not keep them.
	for _, file := range []string{"nn.bin.checkpoint", "better.bin.checkpoint"} {
		if err := os.Remove(file); err != nil {
			t.Error(err)
		}
	}
}

func TestBadForeignTraining(t *testing.T) {
	dir := t.TempDir()
	nn, net := filepath.Join(dir, "nn.bin"), filepath.Join(dir, "net")
	none := filepath.Join(dir, "none.games")
	own := filepath.Join(clone, "games", "nets", "shogi.net")
	for _, tt := range []struct {
		name string
		args []string
		want string
	}{
		{"an unknown kind", []string{"--arch", "sfnn", "shogi", net, none}, `there is no "sfnn"; a name is like halfkp_256x2-32-32`},
		{"a kind that cannot be trained", []string{"--arch", "sfnn-1536", "shogi", net, none}, "cannot be trained"},
		{"a game without one", []string{"--arch", "halfkp_256x2-32-32", "chess", net, none}, "--arch: networks of chess"},
		{"a file name of another game", []string{"chess", nn, none}, "--arch: networks of chess"},
		{"neurons", []string{"--hidden", "64", "shogi", nn, none}, "--hidden: the network is halfkp_256x2-32-32"},
		{"inputs", []string{"--inputs", "shogi2344", "shogi", nn, none}, "--inputs: the network is"},
		{"layers", []string{"--arch", "halfkp_512x2-8-64", "--layers", "16,32", "shogi", net, none}, "--layers: the network is halfkp_512x2-8-64"},
		{"buckets", []string{"--arch", "halfkp_512x2-8-64", "--buckets", "2", "shogi", net, none}, "--buckets: the network is halfkp_512x2-8-64"},
		{"a start of ours", []string{"--from", own, "shogi", nn, none}, "it is one of Nitoryu's, not HalfKP 256x2-32-32 (YaneuraOu)"},
		{"another spelling", []string{"--arch", "NNUE_halfkp_256x2_32_32", "--batch", "0", "shogi", net, none}, "batch"},
		{"no games", []string{"shogi", nn, none}, "no such file"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			refused(t, tt.want, append([]string{"train"}, tt.args...)...)
		})
	}
	if list, err := filepath.Glob(filepath.Join(dir, "n*.bin*")); err != nil || len(list) > 0 {
		t.Errorf("error %v, or files are left over: %v", err, list)
	}
}
