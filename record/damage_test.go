package record

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

var damages = flag.Int("damages", 300, "damaged records of each format that TestDamagedRecords reads")

var damageSeed = flag.Uint64("damage-seed", 1, "seed of TestDamagedRecords")

// oddities are what separates, begins, ends or names something in one of the formats, and
// all kinds of blanks: some readers take them for blanks, others for letters.
var oddities = strings.Split(" |\t|\f|\v|\u0085|\u00a0|\u2003|\u2028|　|\ufeff|\r|\n|\r\n|\n\n|\x1a|é|ｱ|𠮷|"+
	"+|-|*|&|#|%|'|,|;|:|：|=|＝|/|(|)|（|）|{|}|[|]|\"|\\|.|…|$|$1|!|?|0|1|9|00|１|十|1 |1.|"+
	"まで|まで1手で|手で|変化|変化：1手|変化：2手|手合割：|手合割：香落ち|先手：|後手：|先手番|後手番|手数＝3|手数----|+---|先手の持駒：|"+
	"後手の持駒：飛|#KIF|# ---- |*評価値=1|*#評価値=1|#詰み=先手勝ち:3手|* 30 +7776FU|** 30|▲|△|▽|同　|投了|中断|詰み|反則勝ち|引き分け|千日手|最大手数|"+
	"先手の勝ち|後手の反則負け|( 0:01/00:00:01)|(0:01)|(7710:00:16)|(59999:59/999:59:59)|(60000:00/1000:00:00)|(1/2)|(:)|'CSA encoding=UTF-8|'*|'**|'summary:|T1|T1.5|T3599999.999|T3600000|T1000:00:00|T60001:00|T0.0000000001|PI|P+00FU|N+|N-|V2|$EVENT:|%TORYO|%KACHI|%+ILLEGAL_ACTION|"+
	"position |startpos |sfen |fen | moves |resign|win|hmvc 3;|fmvn 2;|id \"x\";|bm e4;|[Event \"x\"]|[FEN \"|[Result \"1-0\"]|[SetUp \"1\"]|[%eval 1]|[%clk 0:01]|"+
	"[%emt 1]|+0.1/2 3s|--|Z0|e.p.|1-0|*|½|e4|Nf3|O-O|=Q|(Q)|{}|checkmate|time forfeit", "|")

// damage returns text with a few odd changes.
func damage(text string, rng *rand.Rand) string {
	for range 1 + rng.IntN(4) {
		at := rng.IntN(len(text) + 1)
		for at < len(text) && !utf8.RuneStart(text[at]) {
			at++
		}
		_, size := utf8.DecodeRuneInString(text[at:])
		odd := oddities[rng.IntN(len(oddities))]
		lines := strings.SplitAfter(text, "\n")
		line := rng.IntN(len(lines))
		switch rng.IntN(8) {
		case 0: // without a character
			text = text[:at] + text[at+size:]
		case 1: // another one
			text = text[:at] + odd + text[at+size:]
		case 2, 3:
			text = text[:at] + odd + text[at:]
		case 4: // without a line
			lines[line] = ""
			text = strings.Join(lines, "")
		case 5: // a line twice
			lines[line] += lines[line]
			text = strings.Join(lines, "")
		case 6: // two lines in the place of each other
			other := rng.IntN(len(lines))
			lines[line], lines[other] = lines[other], lines[line]
			text = strings.Join(lines, "")
		default: // the end of a line
			end := lines[line]
			bare := strings.TrimRight(end, "\r\n")
			lines[line] = bare + odd + end[len(bare):]
			text = strings.Join(lines, "")
		}
	}
	return text
}

// Records that are damaged by odd characters and statements are read as they are, or
// refused. What is read comes out again.
func TestDamagedRecords(t *testing.T) {
	positions := []string{
		"position startpos moves 7g7f 3c3d 8h2b+ resign\nstartpos moves e2e4\nsfen " + shogi.StartSFEN + " 2g2f\n",
		"position fen " + chess.StartFEN + " moves e2e4\n# x\n" + shogi.StartSFEN + "\n",
	}
	epd := []string{chess.StartFEN + "\n" + chess.StartFEN[:len(chess.StartFEN)-3] + `bm e4, d4; id "a;b"; hmvc 3; D1 20;` + "\n"}
	for _, test := range []struct {
		format  Format
		seeds   []string
		without []string
	}{
		{PGN, pgnSeeds, nil}, {KIF, kifSeeds, []string{"time"}}, {CSA, csaSeeds, nil}, {JKF, jkfSeeds, nil}, {USI, positions, nil}, {EPD, epd, nil},
	} {
		t.Run(test.format.String(), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(*damageSeed, uint64(test.format)))
			for i := range *damages {
				text := damage(test.seeds[i%len(test.seeds)], rng)
				t.Run("", func(t *testing.T) {
					defer func() {
						if t.Failed() {
							t.Logf("of %q", text)
						}
					}()
					roundTrip(t, []byte(text), test.format, test.without...)
				})
			}
		})
	}
}
