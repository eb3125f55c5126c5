package arena

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Shard is the part of a match that one of several machines plays: of every Count rounds in a
// row, the round with this Number, which counts from 1. A round has one opening, so that pairs
// of games stay together. The zero value is the whole match.
type Shard struct{ Number, Count int }

// maxShards catches typing mistakes.
const maxShards = 1_000_000

// UnmarshalText reads NUMBER/COUNT, such as 2/8.
func (s *Shard) UnmarshalText(text []byte) error {
	number, count, _ := strings.Cut(string(text), "/")
	n, err := strconv.ParseUint(number, 10, 31)
	of, badCount := strconv.ParseUint(count, 10, 31)
	if err != nil || badCount != nil || n < 1 || n > of || of > maxShards {
		return fmt.Errorf("%q is no part such as 2/8, the second of 8", text)
	}
	*s = Shard{int(n), int(of)}
	return nil
}

// MarshalText writes a shard as UnmarshalText reads it, and the whole match as an empty text.
func (s Shard) MarshalText() ([]byte, error) {
	if s == (Shard{}) {
		return nil, nil
	}
	return []byte(s.String()), nil
}

// String returns the shard in a form such as 2/8.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Number, s.Count) }

// has reports whether a round, counted from 0, belongs to the shard.
func (s Shard) has(round int) bool { return s.Count == 0 || round%s.Count == s.Number-1 }

// rounds returns how many of all rounds belong to the shard.
func (s Shard) rounds(all int) int {
	if s.Count == 0 {
		return all
	}
	return (all + s.Count - s.Number) / s.Count
}

// Part is what the journal of one shard holds.
type Part struct {
	Path string
	Shard
	Games []Result
}

// Join takes over the games of the parts as if this match, which is a whole one, had played
// them. Parts that overlap or belong to different divisions are an error; missing parts or
// games are not.
func (c *Config) Join(parts []Part) error {
	whole := *c
	from := map[Shard]string{}
	for _, p := range parts {
		if first := parts[0]; p.Count != first.Count {
			return fmt.Errorf("%s is shard %s and %s is shard %s; all have to be of one division", first.Path, first.Shard, p.Path, p.Shard)
		}
		if other, twice := from[p.Shard]; twice {
			return fmt.Errorf("%s and %s are both shard %s", other, p.Path, p.Shard)
		}
		from[p.Shard] = p.Path
		part := *c
		part.Shard, part.Played = p.Shard, p.Games
		if err := part.checkPlayed(); err != nil {
			return fmt.Errorf("%s: %w", p.Path, err)
		}
		whole.Played = append(whole.Played, p.Games...)
	}
	slices.SortFunc(whole.Played, func(a, b Result) int { return a.Game - b.Game })
	*c = whole
	return nil
}
