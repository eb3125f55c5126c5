package mcp

import (
	"context"
	"encoding/json"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/internal/schema"
	"github.com/nitoryu/nitoryu/internal/schema/schematest"
	"github.com/nitoryu/nitoryu/tests/must"
)

// patience is how long tests wait for what has to happen.
const patience = 2 * time.Minute

// open reads a FEN or SFEN.
func open(game, text string) (*nitoryu.Game, error) {
	return nitoryu.NewGame(nitoryu.Setup{Variant: nitoryu.Variant(game), Position: text})
}

// testServer returns a server whose searches may take as long as they like.
func testServer(t testing.TB) *server {
	t.Helper()
	engine, err := nitoryu.New(nitoryu.Options{Hash: 16})
	must.OK(t, err)
	t.Cleanup(func() { _ = engine.Close() })
	return newServer(Config{Version: "1.0", Engine: engine, Time: time.Hour, Patience: time.Hour, Open: open})
}

// connect connects a client of the SDK with a server.
func connect(t testing.TB, s *server, o *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	here, there := mcp.NewInMemoryTransports()
	if _, err := s.tools().Connect(context.Background(), there, nil); err != nil {
		t.Fatal(err)
	}
	client, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1.0"}, o).Connect(context.Background(), here, nil)
	must.OK(t, err)
	t.Cleanup(func() { _ = client.Close() })
	return client
}

// call calls a tool with arguments in JSON, and returns its text.
func call(t testing.TB, c *mcp.ClientSession, tool, arguments string) (text string, failed bool) {
	t.Helper()
	r, err := c.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		return err.Error(), true
	}
	for _, content := range r.Content {
		text += content.(*mcp.TextContent).Text
	}
	if !r.IsError {
		schematest.Check(t, schema.MCP, tool, []byte(text))
	}
	return text, r.IsError
}

const (
	scholar = `"moves":"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6"`
	tsume   = `"position":"4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"`
	pgn     = `"record":"[White \"Ann\"]\n[Black \"Bob\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n"`
	kif     = `"record":"手合割：平手\n先手：田中\n後手：鈴木\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n"`
)

// Each tool answers what is asked, in both games and languages, and says what is wrong.
func TestTools(t *testing.T) {
	c := connect(t, testServer(t), nil)
	for _, tool := range []struct{ name, tool, arguments, want string }{
		{"a position", "position", `{` + scholar + `}`, `"text":"White to move; 43 legal moves"`},
		{"its names", "position", `{` + scholar + `}`, `"names":[{"san":"e4"},{"san":"e5"},{"san":"Bc4"},{"san":"Nc6"},{"san":"Qh5"},{"san":"Nf6"}]`},
		{"its version", "position", `{}`, `"schema":1`},
		{"an earlier position", "position", `{` + pgn + `,"ply":1}`, `"position":"rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1"`},
		{"another line", "position", `{` + pgn + `,"ply":1,"moves":["d5"]}`, `"names":[{"san":"f3"},{"san":"d5"}]`},
		{"a mate", "position", `{` + pgn + `}`, `"text":"Black wins: checkmate"`},
		{"in Japanese", "position", `{` + kif + `,"language":"ja"}`, `"text":"先手の手番。指せる手は39通り"`},
		{"a handicap", "position", `{"position":"2-piece","language":"ja"}`, `"text":"上手の手番。指せる手は26通り"`},
		{"a game of its first move", "position", `{"moves":["7g7f"]}`, `"game":"shogi"`},
		{"moves with numbers", "position", `{"moves":["1.e4","1...","e5","2.","Nf3"]}`, `{"san":"Nf3"}`},
		{"moves in Japanese", "position", `{"moves":"▲７六歩 △３四歩 ▲２二角成 △同銀"}`, `"last":{"capture":true,"from":"3a","move":"3a2b"`},
		{"legal moves", "legal_moves", `{` + scholar + `,"captures":true,"piece":"q"}`, `"legal":[{"capture":true,"check":true,"move":"h5f7","names":{"san":"Qxf7#"}},{"capture":true,"check":true,"move":"h5e5","names":{"san":"Qxe5+"}}`},
		{"no such moves", "legal_moves", `{"from":"e4"}`, `"legal":[]`},
		{"drops", "legal_moves", `{` + tsume + `,"checks":true}`, `{"check":true,"move":"G*5b","names":{"kanji":"▲５二金","western":"G*5b"}}`},
		{"a move that mates", "try_moves", `{` + scholar + `,"try":["Qxf7#"]}`, `Qxf7#: the queen goes from h5 to f7; takes a pawn; ends the game: White wins: checkmate; the piece is attacked from e8; defended from c4`},
		{"in Japanese, too", "try_moves", `{` + tsume + `,"try":"G*5b","language":"ja"}`, `▲５二金：金を５二に打つ、終局：先手の勝ち（詰み）`},
		{"a move of the other side", "try_moves", `{` + scholar + `,"try":["Nxe4"]}`, `it would be a move of the other side: White is to move`},
		{"a move that there is not", "try_moves", `{"try":["Nd5"]}`, `legal to d5: nothing; legal with N elsewhere: Na3 Nc3 Nf3 Nh3`},
		{"en passant", "try_moves", `{"moves":"e4 a6 e5 d5","try":["exd6"]}`, `"taken":"P"`},
		{"castling", "try_moves", `{"moves":"e4 e5 Nf3 Nf6 Bc4 Bc5","try":["O-O"]}`, `O-O: castles; Black has 33 legal replies`},
		{"after the end", "try_moves", `{` + pgn + `,"try":["e4"]}`, `the game is over: 0-1 by checkmate`},
		{"a game", "game", `{` + pgn + `}`, `"ending":"checkmate","game":"chess","games":1,"moves":[{"move":"f2f3","names":{"san":"f3"}}`},
		{"players", "game", `{` + kif + `}`, `"tags":{"Gote":"鈴木","Handicap":"平手","Sente":"田中"}`},
		{"in another format", "game", `{"moves":["7g7f","3c3d"],"format":"KI2"}`, `▲７六歩    △３四歩`},
		{"a best move", "analyse", `{` + scholar + `,"nodes":2000,"lines":1}`, `"text":"best is Qxf7#: White mates in 1 half move"`},
		{"only some moves", "analyse", `{` + scholar + `,"depth":2,"only":["Nf3"]}`, `"best":{"move":"g1f3","names":{"san":"Nf3"}}`},
		{"nothing to think about", "analyse", `{` + pgn + `}`, `"best":null`},
		{"a review", "review", `{"moves":"f3 e5 g4"}`, `Blunder. Lets Black mate in 1 by Qh4`},
		{"in Japanese as well", "review", `{"moves":"f3 e5 g4","language":"ja"}`, `大悪手`},
		{"of one side", "review", `{"moves":"f3 e5 g4","side":"second","tell":"all"}`, `"counts":{},`},
		{"an opening", "opening", `{"moves":"e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"}`, `"text":"B90 Sicilian Defence: Najdorf Variation"`},
		{"book moves", "opening", `{"moves":"e4 c5"}`, `"next":[{"move":"g1f3","names":{"san":"Nf3"}}`},
		{"a tsume", "mate", `{` + tsume + `}`, `"text":"mate in 1 half move, the shortest: G*5b"`},
		{"all its solutions", "mate", `{"position":"7k/8/5K2/8/8/8/8/R7 w - - 0 1","plies":3}`, `"first":[{"move":"f6g6","names":{"san":"Kg6"},"plies":3},{"move":"f6f7","names":{"san":"Kf7"},"plies":3}`},
		{"an odd side", "try_moves", `{"position":"2-piece","try":["▲７六歩"]}`, `it would be a move of the other side: Uwate is to move`},
		{"no mate", "mate", `{"plies":1}`, `"text":"no mate"`},
	} {
		t.Run(tool.name, func(t *testing.T) {
			text, failed := call(t, c, tool.tool, tool.arguments)
			if failed || !strings.Contains(text, tool.want) {
				t.Errorf("answers %s\nwant %s", text, tool.want)
			}
		})
	}
}

// What is wrong with a call is said, with what would be right.
func TestFaults(t *testing.T) {
	c := connect(t, testServer(t), nil)
	many := func(n int) string { return `["` + strings.Repeat(`Nf3","`, n) + `Nf3"]` }
	for _, f := range []struct{ name, tool, arguments, want string }{
		{"an illegal move", "position", `{"moves":["e4","e4"]}`, `moves: number 2, "e4", cannot be played: move "e4" is not legal. Legal in rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1: a5 a6 b5`},
		{"in shogi", "position", `{"game":"shogi","moves":["8h2b+"]}`, `Legal in lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1: `},
		{"after the end", "position", `{` + pgn + `,"moves":["e4"]}`, `cannot be played`},
		{"a broken position", "position", `{"position":"8/8 w - - 0 1"}`, "ranks"},
		{"two beginnings", "position", `{` + pgn + `,"position":"8/8 w - - 0 1"}`, "give one of both"},
		{"no record", "game", `{"record":"hello"}`, "the text has no format that is known"},
		{"a game that there is not", "game", `{` + pgn + `,"number":2}`, "the record has no game 2: it has 1"},
		{"a number without a record", "game", `{"number":2}`, "there is no game 2 without a record"},
		{"an illegal record", "game", `{"record":"[White \"x\"]\n\n1. e4 e4 *\n"}`, "the record: game 1, line 3: ply 2: move"},
		{"a record of the other game", "position", `{"game":"shogi",` + pgn + `}`, "the record is of chess, not of shogi"},
		{"another game", "position", `{"game":"go"}`, `there is no game "go"`},
		{"a ply that there is not", "position", `{` + pgn + `,"ply":9}`, "the game has 4 half moves, so there is no position after 9"},
		{"a negative ply", "position", `{"ply":-1}`, "no position after -1"},
		{"another format", "game", `{"format":"exe"}`, "format:"},
		{"too many moves", "position", `{"moves":` + many(maxMoves) + `}`, "2048 are the most"},
		{"too many to try", "try_moves", `{"try":` + many(maxTried) + `}`, "give 1 to 32 moves, not 33"},
		{"none to try", "try_moves", `{"try":[]}`, "give 1 to 32 moves, not 0"},
		{"nothing to try", "try_moves", `{}`, `try`},
		{"a long record", "game", `{"record":"` + strings.Repeat("x", maxRecord+1) + `"}`, "1048576 is the most"},
		{"a long position", "position", `{"position":"` + strings.Repeat("x", maxPosition+1) + `"}`, "65536 is the most"},
		{"a long search", "analyse", `{"seconds":1e9}`, "a search takes 0 to 3600 s"},
		{"less than none", "analyse", `{"seconds":-1}`, "a search takes 0 to 3600 s"},
		{"too many lines", "analyse", `{"lines":1000}`, "lines: 1 to 16, not 1000"},
		{"negative nodes", "analyse", `{"nodes":-1}`, "there are no -1 nodes"},
		{"a negative depth", "analyse", `{"depth":-1}`, "a limit is negative"},
		{"an illegal move to search", "analyse", `{"only":["e5"]}`, "only: "},
		{"nothing to judge", "review", `{}`, "there is nothing to judge: the game has 0 half moves"},
		{"nothing left to judge", "review", `{"moves":"e4","from":2}`, "there is nothing to judge: the game has 1 half move"},
		{"no such side", "review", `{"moves":"e4","side":"white"}`, "choose first (White, sente) or second (Black, gote)"},
		{"no such moves", "review", `{"moves":"e4","tell":"some"}`, "choose notable or all"},
		{"no such quality", "review", `{"moves":"e4","quality":"best"}`, "quality"},
		{"no such language", "position", `{"language":"fr"}`, "language"},
		{"too long a mate", "mate", `{"plies":100000}`, "plies"},
		{"too many nodes", "mate", `{"nodes":100000000}`, "nodes: 1 to 5000000"},
		{"no tables", "endgame", `{"position":"8/8/8/8/8/k7/1q6/K7 w - - 0 1"}`, "this server has no endgame tables: nitoryu mcp --tables FOLDER opens them"},
		{"tables of shogi", "endgame", `{"game":"shogi"}`, "endgame tables for chess alone"},
		{"something else", "position", `{"fen":"8/8"}`, "fen"},
		{"a wrong type", "position", `{"moves":5}`, "moves"},
		{"no object", "position", `[]`, ""},
		{"no tool", "dance", `{}`, "dance"},
	} {
		t.Run(f.name, func(t *testing.T) {
			text, failed := call(t, c, f.tool, f.arguments)
			if !failed || !strings.Contains(text, f.want) || strings.Contains(text, "internal error") {
				t.Errorf("answers %.600s\nwant an error with %s", text, f.want)
			}
		})
	}
	if text, failed := call(t, c, "position", `{}`); failed {
		t.Errorf("afterwards: %s", text)
	}
}

// until waits for what has to happen.
func until(t *testing.T, what string, happened func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !happened(); runtime.Gosched() {
		if time.Now().After(end) {
			t.Fatal("not ", what)
		}
	}
}

// A call that is cancelled frees the engine, while it thinks and while it waits.
func TestCancel(t *testing.T) {
	var long []string
	for file := 'a'; file <= 'h'; file++ {
		for rank := '3'; rank <= '4'; rank++ {
			long = append(long, string(file)+string(rank), string(file)+string('9'-rank+'0'))
		}
	}
	for _, tool := range []struct{ name, arguments string }{
		{"analyse", `{"seconds":3600}`},
		{"review", `{"moves":"` + strings.Join(long, " ") + `","quality":"deep"}`},
		{"mate", `{"game":"shogi","plies":99,"nodes":5000000}`},
	} {
		t.Run(tool.name, func(t *testing.T) {
			s := testServer(t)
			c := connect(t, s, nil)
			ctx, cancel := context.WithCancel(context.Background())
			var calls sync.WaitGroup
			for range 2 {
				calls.Go(func() {
					_, err := c.CallTool(ctx, &mcp.CallToolParams{Name: tool.name, Arguments: json.RawMessage(tool.arguments)})
					if err == nil {
						t.Error("a call that was cancelled has an answer")
					}
				})
			}
			until(t, "thinking", func() bool { return len(s.turn) == 1 && s.waiting.Load() == 1 })
			cancel()
			calls.Wait()
			until(t, "free", func() bool { return len(s.turn) == 0 && s.waiting.Load() == 0 })
			if text, failed := call(t, c, "analyse", `{"depth":1}`); failed {
				t.Error(text)
			}
		})
	}
}

// Only so many calls wait for the engine; what needs none is answered meanwhile.
func TestWaiting(t *testing.T) {
	s := testServer(t)
	c := connect(t, s, nil)
	ctx, cancel := context.WithCancel(context.Background())
	var calls sync.WaitGroup
	for range maxWaiting + 1 {
		calls.Go(func() {
			_, _ = c.CallTool(ctx, &mcp.CallToolParams{Name: "analyse", Arguments: json.RawMessage(`{"seconds":3600}`)})
		})
		until(t, "thinking", func() bool { return len(s.turn) == 1 })
	}
	until(t, "waiting", func() bool { return s.waiting.Load() == maxWaiting })
	if text, failed := call(t, c, "analyse", `{"depth":1}`); !failed || !strings.Contains(text, "16 calls wait for the engine") {
		t.Errorf("one more: %s", text)
	}
	if text, failed := call(t, c, "position", `{}`); failed {
		t.Errorf("what needs no engine: %s", text)
	}
	cancel()
	calls.Wait()
}

// A call that takes too long says so, and what to do.
func TestPatience(t *testing.T) {
	s := testServer(t)
	s.Patience = time.Nanosecond
	text, failed := call(t, connect(t, s, nil), "review", `{"moves":"e4 e5"}`)
	if want := "the review of 2 half moves takes longer than 1ns: choose quality fast, a later from or one side"; !failed || text != want {
		t.Errorf("answers %s, want %s", text, want)
	}
}

// A review tells how far it is, if the client asks.
func TestProgress(t *testing.T) {
	heard := make(chan float64, 1000)
	c := connect(t, testServer(t), &mcp.ClientOptions{ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
		heard <- r.Params.Total
	}})
	p := &mcp.CallToolParams{Name: "review", Arguments: json.RawMessage(`{"moves":"e4 e5"}`)}
	p.SetProgressToken("1")
	if r, err := c.CallTool(t.Context(), p); err != nil || r.IsError {
		t.Fatal(r, err)
	}
	select {
	case total := <-heard:
		if total < 3 {
			t.Errorf("%v positions in all", total)
		}
	case <-time.After(patience):
		t.Error("nothing is heard")
	}
}

// Whatever is asked has an answer or an error that says what is wrong.
func FuzzPosition(f *testing.F) {
	for _, seed := range []string{
		`{` + scholar + `}`, `{` + pgn + `,"ply":2}`, `{` + kif + `}`, `{` + tsume + `}`, `{"position":"2-piece"}`, `{"chess960":true,"position":"nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w KQkq - 0 1"}`,
		`{"record":"position startpos moves e2e4"}`, `{"moves":["","1.","...",".e4"]}`,
	} {
		f.Add([]byte(seed))
	}
	s := testServer(f)
	f.Fuzz(func(t *testing.T, arguments []byte) {
		var at positionCall
		if json.Unmarshal(arguments, &at) != nil {
			return
		}
		told, err := s.position(context.Background(), nil, at)
		if err == nil && (told.Position == "" || told.Text == "") || err != nil && err.Error() == "" {
			t.Errorf("%s: %+v, %v", arguments, told, err)
		}
		if err == nil {
			legal, err := s.legal(context.Background(), nil, legalCall{source: at.source})
			if err != nil || len(legal.Legal) != told.Moves {
				t.Errorf("%s: %d moves of %d, %v", arguments, len(legal.Legal), told.Moves, err)
			}
			try := tryCall{source: at.source, Try: moveList{"e2e4", "Nf3", "P-7f", "▲同歩", string(arguments)}}
			if _, err := s.try(context.Background(), nil, try); err != nil {
				t.Errorf("%s: %v", arguments, err)
			}
		}
	})
}
