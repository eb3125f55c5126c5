package page

import (
	"fmt"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

// score returns a score, which is one of side, as First sees it.
func (c *content) score(s core.Score, side core.Color) string {
	if side == core.Second {
		s = -s
	}
	sign := "+"
	if s < 0 {
		sign, s = "−", -s
	}
	switch {
	case s.IsMate():
		n := s.PliesToMate()
		if !c.words.Plies {
			n = (n + 1) / 2
		}
		return fmt.Sprintf("%s%s%d", sign, c.T.Mate, n)
	case c.paired:
		return fmt.Sprintf("%s%.2f", sign, float64(s.Points())/100)
	}
	return fmt.Sprintf("%s%d", sign, s.Points())
}

// clock returns a time as 1:02:03, nothing if it is not known.
func clock(t record.Time) string {
	if !t.Known {
		return ""
	}
	s := int(t.Duration / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// The signs behind moves that are bad or more than good.
var (
	glyphs       = map[review.Judgement]string{review.Inaccuracy: "?!", review.Dubious: "?!", review.Mistake: "?", review.Blunder: "??"}
	praiseGlyphs = map[review.Praise]string{review.OnlyMove: "□", review.Great: "!", review.Brilliant: "!!"}
)

// glyph returns the sign behind a move.
func glyph(m *review.Move) string { return praiseGlyphs[m.Praise] + glyphs[m.Judgement] }

// class returns the classes of a move in the style sheet.
func class(m *review.Move) string {
	switch {
	case m.Praise != review.NoPraise:
		return "praise"
	case m.MissedWin:
		return m.Judgement.Coarse().String() + " missed"
	case m.Judgement.Bad() || m.Judgement == review.Best:
		return m.Judgement.Coarse().String()
	}
	return ""
}

// percent returns a value in percent.
func percent(x float64) string { return fmt.Sprintf("%.1f%%", x) }
