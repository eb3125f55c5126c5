package api

import (
	"unicode"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/strength"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/schema"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
	"github.com/nitoryu/nitoryu/web/board"
)

// gamesAnswer is what there is to play.
type gamesAnswer struct {
	Schema  int      `json:"schema"` // the version of the schema of all answers
	Version string   `json:"version"`
	Largest int      `json:"largest"` // bytes of a request
	Most    Engine   `json:"most"`    // that an engine can have
	Games   []game   `json:"games"`
	CSS     string   `json:"css"`             // of the symbols and of boards
	Sites   []string `json:"sites,omitempty"` // from which games can be imported
}

// game is a game with everything that does not depend on a position.
type game struct {
	Game     string         `json:"game"`
	Setup    string         `json:"setup"` // what positions are written in: fen or sfen
	Start    string         `json:"start"`
	Starts   []start        `json:"starts"`
	Levels   []level        `json:"levels"`
	Strength ladder         `json:"strength"`
	Sides    [2]schema.Text `json:"sides"`
	Pieces   []string       `json:"pieces"` // how they can be drawn
	Kinds    []schema.Kind  `json:"kinds"`
	Hand     string         `json:"hand"`   // the letters of pieces in hand, in their usual order
	Layout   board.Layout   `json:"layout"` // of the board that reports draw
	Symbols  string         `json:"symbols"`
	Formats  []format       `json:"formats"` // of records, the most useful first
	Rules    []string       `json:"declarations,omitempty"`
	// Tolerance is the share of the points from which on a move is worse than another.
	Tolerance float64 `json:"tolerance"`
	// Verdicts are what moves are marked with, the worst last.
	Verdicts []review.Verdict `json:"verdicts"`
	Men      int              `json:"men,omitempty"`     // the most pieces for which there are endgame tables
	Book     bool             `json:"book,omitempty"`    // there is one besides the table of openings
	Engines  []string         `json:"engines,omitempty"` // that can be asked besides ours
}

// start is a position that games start from.
type start struct {
	Key      string      `json:"key"`
	Name     schema.Text `json:"name"`
	Position string      `json:"position"`
}

// level is a strength of play.
type level struct {
	Key   string      `json:"key"`
	Elo   int         `json:"elo,omitempty"` // 0: no limit
	Name  schema.Text `json:"name"`
	About schema.Text `json:"about"`
}

// ladder is the range of strengths.
type ladder struct {
	Lowest  int `json:"lowest"`
	Highest int `json:"highest"`
}

// format is a format of records.
type format struct {
	Format    string `json:"format"`
	Extension string `json:"extension"`
}

// games answers a request for what there is to play.
func (api *API) games([]byte) (any, error) {
	a := gamesAnswer{Schema: schema.Version, Version: api.version, Largest: MaxLine, Most: api.most, CSS: board.CSS, Sites: api.sites}
	for _, g := range games.All() {
		told := describeGame(g)
		told.Men, told.Book = api.men(g.Name), api.bookOf(g.Name) != nil
		told.Engines = api.engines[nitoryu.Variant(g.Name)]
		a.Games = append(a.Games, told)
	}
	return a, nil
}

// describeGame describes a game.
func describeGame(g games.Game) game {
	p := g.Start(core.Settings{})
	style, _ := board.For(g.Name)
	judging := review.OwnStandardOf(g.Name)
	d := game{
		Game: g.Name, Setup: "fen", Start: p.String(),
		Starts: []start{{"standard", both("standard", "平手"), p.String()}},
		Sides:  schema.SidesOf(p), Pieces: []string{"figures"},
		Hand: style.Hand(), Layout: style.Layout, Symbols: style.Symbols(),
		Tolerance: judging.Inaccuracy / 100, Verdicts: review.Verdicts(),
	}
	d.Strength, d.Levels = levels(g)
	d.Kinds = schema.KindsOf(p)
	if style.Turns {
		d.Setup = "sfen"
		d.Pieces = []string{"kanji", "letters"}
		d.Rules = core.EnteringKingRules()
		for _, name := range record.Handicaps() {
			sfen, _ := record.Handicap(name)
			d.Starts = append(d.Starts, start{name, both(name, record.JapaneseHandicap(name)), sfen})
		}
	} else {
		d.Starts[0].Name.Japanese = "通常"
	}
	for _, f := range formats() {
		if f.Game() == g.Name || f.Game() == "" {
			d.Formats = append(d.Formats, format{f.String(), extension(f)})
		}
	}
	return d
}

// levelTexts say in a sentence what the levels of package strength are.
var levelTexts = map[string]schema.Text{
	"beginner": both("has just learned the rules: often overlooks what can be taken", "ルールを覚えたばかり。駒の取り合いをよく見落とします"),
	"casual":   both("plays now and then: takes what hangs, misses threats two moves ahead", "ときどき指す人。浮いた駒は取りますが、二手先の狙いを見落とします"),
	"club":     both("plays in a club: seldom loses a piece at once, errs in longer lines", "道場やクラブで指す人。すぐに駒損はしませんが、長い読みでは間違えます"),
	"expert":   both("wins most games in a club: small errors only", "クラブの強豪。小さな間違いしかしません"),
	"full":     both("the engine with all it has", "エンジンの全力です"),
}

// levels returns the levels of a game that have a name, and its ladder.
func levels(g games.Game) (l ladder, all []level) {
	rungs, _ := strength.Of(g.Name)
	l.Lowest, l.Highest = rungs.Range()
	for _, named := range strength.Levels() {
		about := levelTexts[named.Name]
		v := level{
			Key: named.Name, Name: both(capital(named.Name), named.Japanese),
			About: both(capital(about.English)+".", about.Japanese+"。"),
		}
		if named.Skill < strength.FullSkill {
			v.Elo = rungs.Elo(named.Skill)
		}
		all = append(all, v)
	}
	return l, all
}

// capital returns an English text with a capital in front.
func capital(text string) string {
	for i, r := range text {
		return string(unicode.ToUpper(r)) + text[i+len(string(r)):]
	}
	return ""
}

// startRequest asks for a start position of Chess960.
type startRequest struct {
	Number *int `json:"number"` // 0 to 959; nil: any
}

// startAnswer is a start position.
type startAnswer struct {
	Number   int    `json:"number"`
	Position string `json:"position"`
}

// start960 answers a request for a start position of Chess960.
func (*API) start960(request []byte) (any, error) {
	r, err := decode[startRequest](request)
	if err != nil {
		return nil, err
	}
	n := anyStart()
	if r.Number != nil {
		n = *r.Number
	}
	if n < 0 || n >= starts960 {
		return nil, faultf("start960", args{"most": starts960 - 1}, "there is no start position %d: they are numbered 0 to %d", n, starts960-1)
	}
	return startAnswer{n, start960(n)}, nil
}
