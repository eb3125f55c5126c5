package api

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/games/book"
	"github.com/nitoryu/nitoryu/games/syzygy"
	"github.com/nitoryu/nitoryu/internal/excerpt"
	"github.com/nitoryu/nitoryu/internal/schema"
	"github.com/nitoryu/nitoryu/internal/spelling"
)

// Bounds of a request. What is beyond them is answered with an error.
const (
	MaxLine  = 12 << 20 // bytes of a request: a file of nearly 9 MiB in base64
	maxMoves = 4096     // plies of a game, or of a line of a record
	maxNodes = 20_000   // moves of all records in a text, variations included
)

// API answers requests. It may be used by several goroutines at the same time.
type API struct {
	version string
	most    Engine
	tables  *syzygy.Tables // nil: none
	books   []book.Book
	engines map[nitoryu.Variant][]string
	sites   []string // from which get gets games
	get     Importer
	mating  chan struct{} // has room for one who searches a mate
}

// New returns a web API. version is the engine's, for the page to show, most what engines of
// sessions can have.
func New(version string, most Engine) *API {
	return &API{version: version, most: most, mating: make(chan struct{}, 1)}
}

// WithEngines returns the web API with other engines besides ours, by the games that they play. Sessions
// open them by their names.
func (api *API) WithEngines(names map[nitoryu.Variant][]string) *API {
	with := *api
	with.engines = names
	return &with
}

// engineNames returns the names of all other engines.
func (api *API) engineNames() (all []string) {
	for _, names := range api.engines {
		for _, name := range names {
			if !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
}

// both returns a text in both languages.
func both(english, japanese string) schema.Text {
	return schema.Text{English: english, Japanese: japanese}
}

// head is what every request has.
type head struct {
	ID json.Number `json:"id"`
	Do string      `json:"do"`
}

// job answers one kind of request.
type job struct {
	name string
	do   func(api *API, ctx context.Context, request []byte) (any, error)
}

// quick is a job that takes no time worth ending it.
func quick(do func(api *API, request []byte) (any, error)) func(*API, context.Context, []byte) (any, error) {
	return func(api *API, _ context.Context, request []byte) (any, error) { return do(api, request) }
}

// jobs returns all kinds of requests.
func jobs() []job {
	return []job{
		{"games", quick((*API).games)},
		{"start960", quick((*API).start960)},
		{"position", quick((*API).position)},
		{"opening", quick((*API).opening)},
		{"explore", quick((*API).explore)},
		{"book", quick((*API).book)},
		{"drills", quick((*API).drills)},
		{"read", quick((*API).read)},
		{"write", quick((*API).write)},
		{"mate", (*API).mate},
		{"import", (*API).importGames},
		{"endgame", quick((*API).endgame)},
	}
}

// Answer answers a request: a line of JSON without its end, whatever the request is. It gives up what
// takes long when the context is done, as nobody waits for the answer then.
func (api *API) Answer(ctx context.Context, request []byte) (answer []byte) {
	var h head
	defer func() {
		if bug := recover(); bug != nil {
			answer = failed(h.ID, faultf("internal", nil, "internal error: %v", bug))
		}
	}()
	if len(request) > MaxLine {
		return failed(idOf(request), faultf("too large", args{"size": len(request), "most": MaxLine}, "the request has %d bytes, %d is the most", len(request), MaxLine))
	}
	if err := json.Unmarshal(request, &h); err != nil {
		return failed(idOf(request), misread(err))
	}
	var names []string
	for _, j := range jobs() {
		if j.name != h.Do {
			names = append(names, j.name)
			continue
		}
		result, err := j.do(api, ctx, request)
		if err != nil {
			return failed(h.ID, err)
		}
		text, err := json.Marshal(result)
		if err != nil {
			return failed(h.ID, err)
		}
		return joined(h.ID, text)
	}
	return failed(h.ID, faultf("unknown request", nil, "the web API cannot do %q%s", excerpt.Of(h.Do), spelling.Hint(h.Do, names)))
}

// joined puts the number of a request into its answer, an object.
func joined(id json.Number, object []byte) []byte {
	if id == "" {
		return object
	}
	head := `{"id":` + string(id)
	if len(object) > len("{}") {
		head += ","
	}
	return append([]byte(head), object[1:]...)
}

// setup is the start of a game, and how it is played.
type setup struct {
	Game     string `json:"game"`
	Position string `json:"position"` // FEN or SFEN; "": the initial one
	Chess960 bool   `json:"chess960,omitempty"`
	Rules    rules  `json:"rules,omitzero"`
}

// rules are choices about the rules.
type rules struct {
	Moves       int    `json:"moves,omitempty"`       // shogi: the ply after which the game is drawn; 0: never
	Declaration string `json:"declaration,omitempty"` // shogi: the entering king rule, see core.EnteringKingRules
}

// open returns the game and its start position. Without a name, the game is guessed from
// the position.
func (s *setup) open() (games.Game, core.Position, error) {
	g := games.Guess(s.Position)
	if s.Game != "" {
		var err error
		if g, err = games.ByName(s.Game); err != nil {
			return g, nil, &fault{"unknown game", nil, err}
		}
	}
	settings, err := s.settings()
	if err != nil {
		return g, nil, err
	}
	if s.Position == "" || s.Position == "startpos" {
		return g, g.Start(settings), nil
	}
	p, err := g.Parse(s.Position, settings)
	if err != nil {
		return g, nil, &fault{"position", args{"reason": err.Error()}, err}
	}
	if !s.Chess960 && g.Standard != nil {
		g.Standard(p) // as the engine of the page reads it
	}
	return g, p, nil
}

func (s *setup) settings() (core.Settings, error) {
	declarations := core.EnteringKingRules()
	switch rule := s.Rules.Declaration; {
	case s.Rules.Moves < 0:
		return core.Settings{}, fmt.Errorf("a game cannot end after %d moves", s.Rules.Moves)
	case rule != "" && !slices.Contains(declarations, rule):
		return core.Settings{}, fmt.Errorf("there is no rule %q for declarations%s", excerpt.Of(rule), spelling.Hint(rule, declarations))
	}
	return core.Settings{Chess960: s.Chess960, MoveLimit: s.Rules.Moves, EnteringKing: s.Rules.Declaration}, nil
}

// decode reads a request.
func decode[T any](request []byte) (T, error) {
	var r T
	err := json.Unmarshal(request, &r)
	if err != nil {
		return r, misread(err)
	}
	return r, nil
}

// misread is about a request that is not what it should be.
func misread(err error) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		err = fmt.Errorf("%s cannot be %s", cmp.Or(wrong.Field, "it"), excerpt.Of(wrong.Value))
	}
	return faultf("not understood", nil, "the request is not understood: %w", err)
}
