package soak

import (
	"math/rand/v2"
	"testing"

	"github.com/nitoryu/nitoryu/games"
)

// script is a source of random numbers that begins as bytes say, so that a fuzzer chooses
// the commands, their numbers and the pauses between them.
type script struct {
	bytes []byte
	then  *rand.PCG
}

// Uint64 implements rand.Evaluators. The high bits, which decide, come from the bytes.
func (s *script) Uint64() uint64 {
	low := s.then.Uint64()
	if len(s.bytes) == 0 {
		return low
	}
	b := s.bytes[0]
	s.bytes = s.bytes[1:]
	return uint64(b)<<56 | uint64(b)<<24 | low&0x00ff_ffff_00ff_ffff
}

// FuzzConversation speaks a grammar of both protocols to the whole engine, with pauses:
// each go has one legal answer and each isready one readyok, whatever comes when.
func FuzzConversation(f *testing.F) {
	for seed := range uint64(4) {
		random := rand.New(rand.NewPCG(seed, 9))
		text := make([]byte, 40+40*seed)
		for i := range text {
			text[i] = byte(random.Uint32())
		}
		f.Add(seed%2 == 1, text)
	}
	f.Fuzz(func(t *testing.T, japanese bool, text []byte) {
		k := &talk{game: games.Chess(), word: "uci", prefix: "fen", rng: rand.New(&script{text, rand.NewPCG(1, uint64(len(text)))})}
		if japanese {
			k.game, k.word, k.prefix = games.Shogi(), "usi", "sfen"
		}
		converse(t, k, min(len(text)/3, 60))
	})
}
