package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"sync/atomic"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/internal/schema"
	"github.com/nitoryu/nitoryu/review"
)

// Bounds of a call. What is beyond them is answered with an error.
const (
	maxLine     = 4 << 20 // bytes of a message
	maxRecord   = 1 << 20 // bytes of a record
	maxPosition = 1 << 16 // bytes of a position, with the moves behind it
	maxMoves    = 2048    // half moves of a game
	maxTried    = 32      // moves of which is asked what they do
	maxLines    = 16      // best lines of a search
	maxWaiting  = 16      // calls that wait for the engine
	mostNodes   = 1 << 40 // of a search, which its time ends before
	mateNodes   = 5_000_000
)

// Config is what a server is made of.
type Config struct {
	Version  string
	Language review.Language // where a call names none
	Engine   *nitoryu.Engine // which stays the caller's
	Tables   *nitoryu.Tables // nil: none
	Time     time.Duration   // the longest search
	Patience time.Duration   // the longest call
	// Open reads a position as the command line does: FEN, SFEN, or what follows "position" in the protocols.
	Open func(game, text string) (*nitoryu.Game, error)
}

// server answers the calls of one client.
type server struct {
	Config
	waiting atomic.Int32
	turn    chan struct{} // has room for the call that uses the engine
}

// Serve answers a client until its messages end, or the context is done.
func Serve(ctx context.Context, c Config, in io.Reader, out io.Writer) error {
	err := newServer(c).tools().Run(ctx, &mcp.IOTransport{Reader: io.NopCloser(in), Writer: keepOpen{out}, MaxLineLength: maxLine})
	if errors.Is(err, io.EOF) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// keepOpen is a writer whose end is not the client's business.
type keepOpen struct{ io.Writer }

// Close implements [io.Closer].
func (keepOpen) Close() error { return nil }

// instructions are for the model.
var instructions = fmt.Sprintf("Facts about chess and shogi. Do not play through games in your head: give the whole game, as moves in any notation "+
	"or as a record, and ask what is legal, what a move does, and what the engine thinks. Before you name a move, check it with "+
	"legal_moves or try_moves. Moves in answers are written as in UCI and USI, with names as players write them. Scores and chances are for "+
	"the side to move: +1.00 is about a pawn, #3 a mate in three half moves, #-4 being mated in four. Answers are of schema %d.", schema.Version)

func newServer(c Config) *server { return &server{Config: c, turn: make(chan struct{}, 1)} }

// tools returns the server with its tools, as the protocol has it.
func (s *server) tools() *mcp.Server {
	to := mcp.NewServer(&mcp.Implementation{Name: "nitoryu", Title: "Nitoryu", Version: s.Version}, &mcp.ServerOptions{
		Instructions: instructions, Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
	})
	add(to, "position", "How a game of chess or shogi stands after the moves that are given: the board, whose turn it is, checks, hands, how it ended, "+
		"and all moves by name.", s.position)
	add(to, "legal_moves", "All legal moves of a position, or only some of them. Other moves do not exist.", s.legal)
	add(to, "try_moves", "What moves would do, each for itself: whether they are legal, and if not why; what they take, checks and mates, who attacks "+
		"and defends the piece afterwards, and the new position.", s.try)
	add(to, "game", "A game of a record in PGN, KIF, KI2, CSA, JKF, UCI or USI: players, all moves with their names, and how it ended. It can write the "+
		"game in another format.", s.game)
	add(to, "analyse", "What the engine thinks of a position: the best move, score, chances, and lines in words.", s.analyse)
	add(to, "review", "Verdicts on the moves of a whole game: mistakes and blunders with their reasons and what was better, accuracy of both players, "+
		"turning points. Takes some seconds for short games, minutes for long ones.", s.review)
	add(to, "opening", "The name of the opening of a game, and book moves; in shogi strategies, castles and tactics of both sides.", s.opening)
	add(to, "mate", "Whether the side to move mates by force: the shortest line, and all first moves that mate. In shogi by checks alone (tsume).", s.mate)
	add(to, "endgame", "What endgame tables (Syzygy) know of a position of chess with few pieces: the result of each move.", s.endgame)
	return to
}

// add adds a tool. A bug in it is an error of the call alone.
func add[In, Out any](to *mcp.Server, name, what string, do func(context.Context, *mcp.CallToolRequest, In) (Out, error)) {
	in, err := jsonschema.For[In](&jsonschema.ForOptions{TypeSchemas: inputs})
	if err == nil {
		var out *jsonschema.Schema
		if out, err = jsonschema.For[Out](&jsonschema.ForOptions{TypeSchemas: outputs}); err == nil {
			closed := false
			mcp.AddTool(to, &mcp.Tool{
				Name: name, Description: what, InputSchema: in, OutputSchema: out,
				Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed},
			}, func(ctx context.Context, r *mcp.CallToolRequest, asked In) (_ *mcp.CallToolResult, answer Out, err error) {
				defer func() {
					if bug := recover(); bug != nil {
						err = fmt.Errorf("internal error: %v", bug)
					}
				}()
				answer, err = do(ctx, r, asked)
				return nil, answer, err
			})
			return
		}
	}
	panic(fmt.Sprintf("the tool %s: %v", name, err)) // a fault of this program, which every test sees
}

// inputs are the schemas of types that calls give in several ways.
var inputs = map[reflect.Type]*jsonschema.Schema{
	reflect.TypeFor[moveList](): {AnyOf: []*jsonschema.Schema{
		{Type: "array", Items: &jsonschema.Schema{Type: "string"}}, {Type: "string"},
	}},
	reflect.TypeFor[review.Language](): {Type: "string", Enum: []any{"en", "ja"}},
	reflect.TypeFor[review.Quality]():  {Type: "string", Enum: []any{"fast", "normal", "deep"}},
}

// outputs are the schemas of types that are written as text.
var outputs = map[reflect.Type]*jsonschema.Schema{
	reflect.TypeFor[nitoryu.Score](): {Type: "string"},
	reflect.TypeFor[nitoryu.Bound](): {Type: "string"},
}

// use waits until the engine is free, and returns what frees it. The context ends when the call has taken
// too long.
func (s *server) use(ctx context.Context) (context.Context, func(), error) {
	if s.waiting.Add(1) > maxWaiting {
		s.waiting.Add(-1)
		return nil, nil, fmt.Errorf("%d calls wait for the engine, which are the most: wait for their answers", maxWaiting)
	}
	defer s.waiting.Add(-1)
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	limited, stop := context.WithTimeout(ctx, s.Patience)
	return limited, func() { stop(); <-s.turn }, nil
}

// tongue is the language of an answer.
type tongue struct {
	Language *review.Language `json:"language,omitempty" jsonschema:"language of words in the answer: en or ja"`
}

// language returns the language of a call.
func (s *server) language(t tongue) review.Language {
	if t.Language != nil {
		return *t.Language
	}
	return s.Language
}

// in returns one of two texts.
func in(l review.Language, english, japanese string) string {
	if l == review.Japanese {
		return japanese
	}
	return english
}

// say is in for texts with values.
func say(l review.Language, english, japanese string, values ...any) string {
	return fmt.Sprintf(in(l, english, japanese), values...)
}

// told returns a text in a language.
func told(l review.Language, t schema.Text) string { return in(l, t.English, t.Japanese) }

// halfMoves counts half moves.
func halfMoves(l review.Language, n int) string {
	if l == review.English && n == 1 {
		return "1 half move"
	}
	return say(l, "%d half moves", "%d手", n)
}
