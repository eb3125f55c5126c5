package dataset_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/internal/dataset"
)

// A file with one short game is written, appended to, read and exported.
func Example() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "games")
	h := dataset.Header{Game: "chess", Runs: []dataset.Run{{Seed: 42, Nodes: 5000, Engine: "Nitoryu"}}}

	w, err := dataset.Create(path, h)
	if err != nil {
		fmt.Println(err)
		return
	}
	game := dataset.Game{Ending: core.Adjudication, Scores: []core.Score{25, -30}}
	p := chess.Rules.Start(core.Settings{})
	for _, text := range []string{"e2e4", "c7c5"} {
		m, err := p.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		game.Moves = append(game.Moves, m.ID())
		p.Do(m, nil)
	}
	fmt.Println(w.Append(&game), w.Close())

	w, found, err := dataset.Append(path, h)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(found.Games, found.Indices[0].Has(0), found.Indices[0].Has(1), w.Close())

	r, err := dataset.Open(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer r.Close()
	for err = r.Next(&game); err == nil; err = r.Next(&game) {
		err := game.Replay(chess.Rules, r.Header().Settings, func(p core.Position, m core.Move, score core.Score, scored bool) bool {
			fmt.Println(p.FormatMove(m), score, scored)
			return true
		})
		fmt.Println(&game, game.Ending, err)
	}
	fmt.Println(err == io.EOF, r.Damage())

	_, err = dataset.Export(context.Background(), os.Stdout, chess.Rules, []string{path}, dataset.ExportOptions{}, nil)
	fmt.Println(err)
	// Output:
	// <nil> <nil>
	// 1 true false <nil>
	// e2e4 25 true
	// c7c5 -30 true
	// game 0 of run 0 adjudication <nil>
	// true no damage
	// rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 25 | 0.5
	// rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 | 30 | 0.5
	// <nil>
}

func ExampleMeasure() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "games")
	w, err := dataset.Create(path, dataset.Header{Game: "chess", Runs: []dataset.Run{{Seed: 1}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(w.Append(&dataset.Game{Result: 1, Ending: core.Adjudication}), w.Close())
	stats, err := dataset.Measure(context.Background(), chess.Rules, []string{path}, dataset.DefaultFilter(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(stats.Games, stats.Results.First, stats.Endings)
	// Output:
	// <nil> <nil>
	// 1 1 map[adjudicated win:1]
}
