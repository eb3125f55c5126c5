package page

import (
	"fmt"
	"time"

	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/review"
)

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
