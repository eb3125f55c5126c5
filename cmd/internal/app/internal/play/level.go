package play

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/text/width"

	"github.com/nitoryu/nitoryu/core/strength"
)

// LevelNames lists the names of our levels, the weakest first.
func LevelNames() []string { return levelNames(false) }

func levelNames(japanese bool) (names []string) {
	for _, l := range strength.Levels() {
		names = append(names, in(japanese, l.Name, l.Japanese))
	}
	return names
}

// full is the level without a limit, which all engines have.
const full = "full"

func fullLevel() strength.Level {
	levels := strength.Levels()
	return levels[len(levels)-1]
}

// Levels are the strengths that an engine can play at. The zero value is full strength alone.
type Levels struct {
	Lowest, Highest int                       // Elo; 0: the engine cannot be limited
	Elo             func(skill int) (elo int) // of our skill levels below the highest; nil: the engine has none
}

// OurLevels returns the levels of our engine in a game.
func OurLevels(game string) Levels {
	ladder, _ := strength.Of(game)
	lowest, highest := ladder.Range()
	return Levels{lowest, highest, ladder.Elo}
}

// text says which levels there are.
func (l Levels) text(japanese bool) string {
	ours := ""
	if l.Elo != nil {
		ours = strings.Join(levelNames(japanese), in(japanese, ", ", "、")) + fmt.Sprintf(in(japanese, ", a skill level from 0 to %d", "、0から%dまでのスキルレベル"), strength.FullSkill)
	} else {
		ours = in(japanese, full, fullLevel().Japanese)
	}
	return ours + fmt.Sprintf(in(japanese, " or an Elo from %d to %d", "、%dから%dまでの Elo"), l.Lowest, l.Highest)
}

var errNoLevels = errors.New("the engine has no levels: it lacks the options UCI_LimitStrength and UCI_Elo")

// of returns the Elo that a text asks for, 0 for full strength, and a name for it. The text is
// a name in English or Japanese, a skill level or an Elo.
func (l Levels) of(text string, japanese bool) (elo int, name string, err error) {
	if l.Highest == 0 {
		return 0, "", errNoLevels
	}
	skilled := func(format string, what any, skill int) (int, string, error) {
		if elo = 0; skill < strength.FullSkill {
			elo = l.Elo(skill)
		}
		return elo, fmt.Sprintf(format, what), nil
	}
	given := text
	text = strings.ToLower(width.Fold.String(strings.TrimSpace(text)))
	named := in(japanese, "level %s", "レベル %s")
	for _, level := range strength.Levels() {
		if (level.Name == text || level.Japanese == text) && (l.Elo != nil || level.Name == full) {
			return skilled(named, in(japanese, level.Name, level.Japanese), level.Skill)
		}
	}
	n, err := strconv.Atoi(text)
	switch {
	case err == nil && l.Elo != nil && n >= 0 && n <= strength.FullSkill:
		return skilled(in(japanese, "skill level %d", "スキルレベル %d"), n, n)
	case err == nil && n >= l.Lowest && n <= l.Highest:
		return n, fmt.Sprintf("Elo %d", n), nil
	}
	return 0, "", fmt.Errorf("there is no level %q: choose %s", given, l.text(false))
}
