package analysis

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/tests/engine"
	"github.com/nitoryu/nitoryu/tests/must"
)

var (
	killedGames = flag.Int("killed-games", 2, "games of each kind that TestKilled analyses")
	killedNodes = flag.Int("killed-nodes", 2000, "nodes a move in TestKilled")
)

// An analysis that is killed twice and continued writes what one writes that was left alone:
// no game is lost, and none is there twice.
func TestKilled(t *testing.T) {
	must.BeFull(t, "analyses the same games three times")
	binary, root := engine.Path(t, "nitoryu"), t.TempDir()
	in := filepath.Join(root, "in")
	must.OK(t, os.Mkdir(in, 0o777))
	all := newPlayers(t, 1)
	for i := range *killedGames {
		store(t, filepath.Join(in, fmt.Sprintf("%03d.pgn", i)), record.PGN, all.play(games.Chess(), uint64(i), 40))
		store(t, filepath.Join(in, fmt.Sprintf("%03d.kif", i)), record.KIF, all.play(games.Shogi(), uint64(i), 40))
	}
	command := func(name string) (cmd *exec.Cmd, told *bytes.Buffer) {
		cmd = exec.Command(binary, "analyse", in, "--nodes", fmt.Sprint(*killedNodes), "--threads", "2", "--hash", "1",
			"--out", filepath.Join(root, name)+"/", "--html", filepath.Join(root, name, "pages"), "--journal", filepath.Join(root, name+".journal"))
		told = &bytes.Buffer{}
		cmd.Stderr = told
		return cmd, told
	}
	finish := func(name string) {
		cmd, told := command(name)
		if err := cmd.Run(); err != nil {
			t.Fatalf("%v, told\n%s", err, told)
		}
	}
	finish("whole")
	whole := positions(t, filepath.Join(root, "whole.journal"))
	if len(whole) < 8**killedGames {
		t.Fatalf("only %d positions of %d games", len(whole), 2**killedGames)
	}
	for i := range 2 {
		kill(t, command, filepath.Join(root, "killed.journal"), len(whole)*(i+1)/3)
	}
	finish("killed")

	killed := positions(t, filepath.Join(root, "killed.journal"))
	again := 0
	for key, n := range killed {
		again += n - 1
		if whole[key] == 0 {
			t.Errorf("search %s is in no game", key)
		}
	}
	const engines, block, kills = 2, 8, 2
	if len(killed) != len(whole) || again > kills*engines*block {
		t.Errorf("%d positions, %d of them again; want %d", len(killed), again, len(whole))
	}
	want, got := files(t, filepath.Join(root, "whole")), files(t, filepath.Join(root, "killed"))
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s differs after being killed", name)
		}
	}
	if pages := 2**killedGames + 1; len(got) != len(want) || len(want) != 2**killedGames+pages {
		t.Errorf("%d files, want %d: %q", len(got), len(want), slices.Sorted(maps.Keys(got)))
	}
	t.Logf("%d games, %d positions, killed twice: %d positions searched again, %d files equal", 2**killedGames, len(whole), again, len(want))
}

// kill runs the command, and kills it when the journal has so many positions.
func kill(t *testing.T, command func(string) (*exec.Cmd, *bytes.Buffer), journal string, n int) {
	t.Helper()
	cmd, told := command("killed")
	must.OK(t, cmd.Start())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		text, err := os.ReadFile(journal)
		if err == nil && bytes.Count(text, []byte("\n")) > n {
			break
		}
		select {
		case err := <-ended:
			t.Fatalf("it ended before it was killed: %v, told\n%s", err, told)
		case <-time.After(2 * time.Millisecond):
		}
	}
	must.OK(t, cmd.Process.Kill())
	if err := <-ended; err == nil {
		t.Fatalf("it was done before it was killed at %d positions", n)
	}
}

// positions returns how often each search of a position stands in a journal.
func positions(t *testing.T, path string) map[string]int {
	t.Helper()
	text, err := os.ReadFile(path)
	must.OK(t, err)
	found := map[string]int{}
	_, lines, _ := strings.Cut(string(text), "\n")
	for line := range strings.Lines(lines) {
		var entry struct {
			Game            string
			Round, Position int
		}
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatalf("%v in %q", err, line)
		}
		found[fmt.Sprint(entry.Game, " ", entry.Round, " ", entry.Position)]++
	}
	return found
}

// files returns the files below a folder with their texts.
func files(t *testing.T, root string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(root, path)
		all[name] = string(text)
		return err
	})
	must.OK(t, err)
	return all
}
