package timing

import (
	"math/rand/v2"

	"github.com/nitoryu/nitoryu/core/clock"
)

// Play plays games with one control. The same arguments give the same
// result on every processor of the same kind.
func Play(c *Control, tuning clock.Tuning, number int, seed uint64) Result {
	var result Result
	model := models()[c.Game]
	// Each control has its own numbers, whatever others are simulated.
	own := uint64(len(c.Name))
	for _, b := range []byte(c.Name) {
		own = own*131 + uint64(b)
	}
	random := rand.New(rand.NewPCG(seed, own))
	p := player{control: c, tuning: &tuning, random: random, source: source{model: &model, random: random}, result: &result}
	for range number {
		p.game()
	}
	return result
}
