package api

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/schema"
)

// drillsRequest asks for the drills of a game.
type drillsRequest struct {
	Game string `json:"game"`
}

// drillsAnswer are the drills of a game, each with one of its positions.
type drillsAnswer struct {
	Drills []drill `json:"drills"`
}

// drill is an ending to be played out against the engine, by the side to move.
type drill struct {
	Key      string      `json:"key"`
	Name     schema.Text `json:"name"`
	Goal     string      `json:"goal"`     // win or draw
	Position string      `json:"position"` // one of them, or its mirror image
}

// drillSet is a drill with its positions.
type drillSet struct {
	key       string
	name      schema.Text
	draws     bool // the side to move can do no better
	positions []string
}

// drillSets returns the drills of a game, the easiest first.
func drillSets(game string) []drillSet {
	if game == games.Shogi().Name {
		return []drillSet{
			{"head", both("Gold on the head", "頭金"), false, []string{"4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "6k2/9/6P2/9/9/9/9/9/4K4 b GS 1", "7k1/9/7P1/9/9/9/9/9/4K4 b 2G 1"}},
			{"golds", both("Silver and golds", "銀と金"), false, []string{"4k4/9/4S4/9/9/9/9/9/4K4 b 2G 1", "8k/9/7S1/9/9/9/9/9/4K4 b 2G 1"}},
			{"dragon", both("Dragon and gold", "竜と金"), false, []string{"7kl/5+R3/7pp/9/9/9/9/9/4K4 b G 1"}},
			{"rook", both("Rook and gold", "飛車と金"), false, []string{"7k1/9/6G2/9/9/9/9/9/4K4 b R 1", "8k/7p1/9/7N1/9/9/9/9/4K4 b RG 1"}},
		}
	}
	return []drillSet{
		{"KQK", both("King and queen", "クイーンによるチェックメイト"), false, []string{"8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "8/8/3k4/8/8/8/1K6/7Q w - - 0 1"}},
		{"KRK", both("King and rook", "ルークによるチェックメイト"), false, []string{"8/8/8/3k4/8/8/8/KR6 w - - 0 1", "8/8/3k4/8/8/8/1K6/7R w - - 0 1"}},
		{"KBBK", both("King and two bishops", "2ビショップによるチェックメイト"), false, []string{"8/8/8/3k4/8/8/8/KBB5 w - - 0 1"}},
		{"KBNK", both("King, bishop and knight", "ビショップとナイトによるチェックメイト"), false, []string{"8/8/8/3k4/8/8/8/KBN5 w - - 0 1", "8/8/3k4/8/8/8/1K6/5BN1 w - - 0 1"}},
		{"KPK", both("King and pawn", "ポーンの昇格"), false, []string{"8/8/4k3/8/4K3/8/4P3/8 w - - 0 1", "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"}},
		{"KPK draw", both("King against pawn: hold the draw", "対ポーン：引き分けに持ち込む"), true, []string{"8/8/8/4k3/4P3/4K3/8/8 b - - 0 1", "8/3k4/3P4/3K4/8/8/8/8 b - - 0 1"}},
		{"KQKP", both("Queen against pawn", "クイーン対ポーン"), false, []string{"3Q4/8/8/8/8/K7/3pk3/8 w - - 0 1", "7Q/8/8/8/8/K7/4p3/3k4 w - - 0 1"}},
		{"Lucena", both("Rook and pawn: Lucena", "ルークとポーン：ルセナの局面"), false, []string{"1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1"}},
		{"Philidor", both("Rook against rook and pawn: Philidor", "ルーク対ルークとポーン：フィリドールの局面"), true, []string{"4k3/R7/6r1/3KP3/8/8/8/8 b - - 0 1"}},
		{"KQKR", both("Queen against rook", "クイーン対ルーク"), false, []string{"8/8/8/3k4/4r3/8/8/KQ6 w - - 0 1"}},
	}
}

// drills answers a request for the drills of a game.
func (*API) drills(request []byte) (any, error) {
	r, err := decode[drillsRequest](request)
	if err != nil {
		return nil, err
	}
	of, _, err := (&setup{Game: r.Game}).open()
	if err != nil {
		return nil, err
	}
	a := drillsAnswer{}
	for _, set := range drillSets(of.Name) {
		told := drill{Key: set.key, Name: set.name, Goal: "win", Position: set.positions[rand.IntN(len(set.positions))]}
		if set.draws {
			told.Goal = "draw"
		}
		if rand.IntN(2) == 1 {
			told.Position = mirrored(told.Position)
		}
		a.Drills = append(a.Drills, told)
	}
	return a, nil
}

// placed are the pieces and gaps of a rank.
var placed = regexp.MustCompile(`\+?[A-Za-z]|\d`)

// mirrored returns a position, in which nobody can castle, with left and right exchanged.
func mirrored(position string) string {
	board, rest, _ := strings.Cut(position, " ")
	ranks := strings.Split(board, "/")
	for i, rank := range ranks {
		squares := placed.FindAllString(rank, -1)
		slices.Reverse(squares)
		ranks[i] = strings.Join(squares, "")
	}
	return strings.Join(ranks, "/") + " " + rest
}
