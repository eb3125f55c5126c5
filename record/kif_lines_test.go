package record

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A variation leaves the line that was read last and is long enough, whatever order they
// stand in.
func TestKIFLeaves(t *testing.T) {
	moves := [...]string{"３八飛(28)", "７二飛(82)", "２八飛(38)", "８二飛(72)"}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		var text strings.Builder
		var lines [][]int // the numbers of the nodes of each line, from the first ply
		nodes := 0
		play := func(line []int, n int) {
			for range n {
				nodes++
				fmt.Fprintf(&text, "%d %s\n*%d\n", len(line)+1, moves[len(line)%4], nodes)
				line = append(line, nodes)
			}
			lines = append(lines, line)
		}
		play(nil, 12)
		parent := map[int]int{} // of the first node of each variation
		for range 12 {
			plies := rng.IntN(13)
			leaves := len(lines) - 1
			for leaves > 0 && len(lines[leaves]) < plies {
				leaves--
			}
			line := slices.Clone(lines[leaves][:plies])
			fmt.Fprintf(&text, "変化：%d手\n", plies+1)
			parent[nodes+1] = 0
			if plies > 0 {
				parent[nodes+1] = line[plies-1]
			}
			play(line, 1+rng.IntN(4))
		}
		g := readOne(t, text.String(), Hint{Format: KIF})
		numbers := map[*Node]string{g.Root: "0"}
		var walk func(n *Node)
		walk = func(n *Node) {
			for _, child := range n.Children {
				numbers[child] = child.Comments[0]
				number, _ := strconv.Atoi(child.Comments[0])
				if want, begins := parent[number]; begins && numbers[n] != strconv.Itoa(want) {
					t.Fatalf("variation at node %d follows %s, want %d:\n%s", number, numbers[n], want, text.String())
				}
				walk(child)
			}
		}
		walk(g.Root)
		if len(numbers) != nodes+1 {
			t.Fatalf("%d nodes, want %d:\n%s", len(numbers)-1, nodes, text.String())
		}
	}
}

// Variations that go back and forth without end are passed over, and the main line is read.
func TestKIFBackAndForth(t *testing.T) {
	text := shuttle(1<<14) + repeat("変化：2手\n2 ３四歩(33)\n変化：500手\n", 1<<16)
	g, err := NewReader(strings.NewReader(text), Hint{Format: KIF}).Next()
	var fault *Error
	if !errors.As(err, &fault) || !fault.Aside || !strings.Contains(err.Error(), "variation at move 500: the variations go back and forth too often") {
		t.Fatal(err)
	}
	if len(g.Moves()) < 500 {
		t.Errorf("%d moves", len(g.Moves()))
	}
}
