package protocol

import (
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/options"
)

// maxPlies is the largest ply of a game that a book can be limited to.
const maxPlies = 10000

// bookOptions are about opening books. The options of UCI are what chess engines agree
// on, the options of USI have the names, meanings and defaults of YaneuraOu. A book is
// opened when it is first needed, so that its options may come in any order.
func bookOptions() []Option {
	// choose returns how to change the book options.
	choose := func(set func(c *options.Book, v value)) func(*Session, value) error {
		return func(s *Session, v value) error { set(s.book(), v); return nil }
	}
	rows := []Option{{
		Kind:  Check,
		UCI:   Offer{Name: "OwnBook", Default: "false"},
		USI:   Offer{Name: "USI_OwnBook", Default: "true"},
		Help:  "play from the opening book below",
		apply: choose(func(c *options.Book, v value) { c.On = v.number == 1 }),
	}, {
		Kind:  Text,
		USI:   Offer{Name: "BookDir", Default: "book"},
		Help:  "folder of the opening book, also looked for beside `nitoryu`",
		apply: choose(func(c *options.Book, v value) { c.Folder = v.text }),
	}, {
		Kind:  Text,
		UCI:   Offer{Name: "BookFile"},
		USI:   Offer{Name: "BookFile", Default: options.NoBook},
		Help:  "opening book: Polyglot's .bin in chess, YaneuraOu's .db in shogi; empty or `" + options.NoBook + "` for none",
		apply: choose(func(c *options.Book, v value) { c.File = v.text }),
	}, {
		Kind:  Spin,
		UCI:   Offer{Name: "BookDepth", Default: "255", Max: maxPlies},
		USI:   Offer{Name: "BookMoves", Default: "16", Max: maxPlies},
		Help:  "play from the book in the first plies of a game, up to this number; 0 for never",
		apply: choose(func(c *options.Book, v value) { c.Plies = v.number }),
	}, {
		Kind:  Spin,
		UCI:   Offer{Name: "BookVariety", Default: "100", Max: 100},
		USI:   Offer{Default: "100", Max: 100},
		Help:  "0 plays the best move of the book; larger values also play moves with smaller weights, 100 all moves, as often as their weights say",
		apply: choose(func(c *options.Book, v value) { c.Variety = v.number }),
	}, {
		Kind:  Check,
		UCI:   Offer{Default: "true"},
		USI:   Offer{Name: "ConsiderBookMoveCount", Default: "false"},
		Help:  "choose moves of the book as often as their counts say, not all equally often",
		apply: choose(func(c *options.Book, v value) { c.ByWeight = v.number == 1 }),
	}, {
		Kind:  Check,
		USI:   Offer{Name: "NarrowBook", Default: "false"},
		Help:  "leave out moves of the book with less than a tenth of the counts",
		apply: choose(func(c *options.Book, v value) { c.Narrow = v.number == 1 }),
	}, {
		Kind:  Spin,
		USI:   Offer{Name: "BookIgnoreRate", Default: "0", Max: 100},
		Help:  "percentage of the positions in which the book is not used",
		apply: choose(func(c *options.Book, v value) { c.Ignore = v.number }),
	}, {
		Kind:  Spin,
		USI:   Offer{Name: "BookEvalDiff", Default: "30", Max: maxDraw},
		Help:  "leave out moves of the book whose score is this far below the best",
		apply: choose(func(c *options.Book, v value) { c.MaxLoss = core.Score(v.number) }),
	}, {
		Kind:  Spin,
		USI:   Offer{Name: "BookEvalBlackLimit", Default: "0", Min: -maxDraw, Max: maxDraw},
		Help:  "lowest score of a move that the book plays for Black",
		apply: choose(func(c *options.Book, v value) { c.MinScore[core.First] = core.Score(v.number) }),
	}, {
		Kind:  Spin,
		USI:   Offer{Name: "BookEvalWhiteLimit", Default: "-140", Min: -maxDraw, Max: maxDraw},
		Help:  "lowest score of a move that the book plays for White",
		apply: choose(func(c *options.Book, v value) { c.MinScore[core.Second] = core.Score(v.number) }),
	}, {
		Kind:  Spin,
		USI:   Offer{Name: "BookDepthLimit", Default: "16", Max: 99999},
		Help:  "play no move of the book if its best move was searched less deeply than this; 0 for any depth",
		apply: choose(func(c *options.Book, v value) { c.MinDepth = v.number }),
	}, {
		Kind:  Check,
		USI:   Offer{Name: "BookOnTheFly", Default: "false"},
		Help:  "search in the file of a sorted book instead of loading it; large files are never loaded",
		apply: choose(func(c *options.Book, v value) { c.OnTheFly = v.number == 1 }),
	}, {
		Kind:  Check,
		USI:   Offer{Name: "IgnoreBookPly", Default: "false"},
		Help:  "look positions up whatever their move number",
		apply: choose(func(c *options.Book, v value) { c.IgnorePly = v.number == 1 }),
	}, {
		Kind:  Check,
		USI:   Offer{Name: "FlippedBook", Default: "true"},
		Help:  "look up positions that the book lacks with Black and White exchanged",
		apply: choose(func(c *options.Book, v value) { c.Flipped = v.number == 1 }),
	}}
	for i := range rows {
		rows[i].system = true
	}
	return rows
}
