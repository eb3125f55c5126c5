package play

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nitoryu/nitoryu/core/strength"
)

// LevelNames lists the names of levels, the weakest first.
func LevelNames() (names []string) {
	for _, l := range strength.Levels() {
		names = append(names, l.Name)
	}
	return names
}

// Levels says in English or Japanese which levels our engine has.
func Levels(japanese bool) string {
	format := "%s, a skill level from 0 to %d, or an Elo"
	if japanese {
		format = " %s、0から%dまでのスキルレベル、Elo のどれか"
	}
	return fmt.Sprintf(format, strings.Join(LevelNames(), ", "), strength.FullSkill)
}

// LevelOf returns the Elo of our engine, 0 for full strength, that a text asks of a game, a
// name, a skill level or an Elo, and how to call it in English or Japanese.
func LevelOf(game, text string, japanese bool) (elo int, name string, err error) {
	named, skill := "level %s", "skill level %d"
	if japanese {
		named, skill = "レベル %s", "スキルレベル %d"
	}
	ladder, _ := strength.Of(game)
	lowest, highest := ladder.Range()
	of := func(skill int) int {
		if skill == strength.FullSkill {
			return 0
		}
		return ladder.Elo(skill)
	}
	for _, l := range strength.Levels() {
		if l.Name == strings.ToLower(text) {
			return of(l.Skill), fmt.Sprintf(named, l.Name), nil
		}
	}
	n, err := strconv.Atoi(text)
	switch {
	case err == nil && n >= 0 && n <= strength.FullSkill:
		return of(n), fmt.Sprintf(skill, n), nil
	case err == nil && n >= lowest && n <= highest:
		return n, fmt.Sprintf("Elo %d", n), nil
	}
	return 0, "", fmt.Errorf("there is no level %q in %s: choose %s, a skill level from 0 to %d or an Elo from %d to %d",
		text, game, strings.Join(LevelNames(), ", "), strength.FullSkill, lowest, highest)
}
