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

// LevelOf returns the strength that a text asks of a game, a name, a skill level or an Elo,
// and how to call it in English or Japanese.
func LevelOf(game, text string, japanese bool) (s strength.Setting, name string, err error) {
	named, skill := "level %s", "skill level %d"
	if japanese {
		named, skill = "レベル %s", "スキルレベル %d"
	}
	ladder, _ := strength.Of(game)
	lowest, highest := ladder.Range()
	for _, l := range strength.Levels() {
		if l.Name == strings.ToLower(text) {
			return strength.Setting{Skill: l.Skill}, fmt.Sprintf(named, l.Name), nil
		}
	}
	n, err := strconv.Atoi(text)
	switch {
	case err == nil && n >= 0 && n <= strength.FullSkill:
		return strength.Setting{Skill: n}, fmt.Sprintf(skill, n), nil
	case err == nil && n >= lowest && n <= highest:
		return strength.Setting{Skill: strength.FullSkill, LimitElo: true, Elo: n}, fmt.Sprintf("Elo %d", n), nil
	}
	return s, "", fmt.Errorf("there is no level %q in %s: choose %s, a skill level from 0 to %d or an Elo from %d to %d",
		text, game, strings.Join(LevelNames(), ", "), strength.FullSkill, lowest, highest)
}
