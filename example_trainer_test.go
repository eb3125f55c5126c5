package nitoryu_test

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"strings"

	"github.com/nitoryu/nitoryu"
)

// train asks for the moves of a piece until all are named, and says what is wrong with others.
func train(setup nitoryu.Setup, from nitoryu.Square, in io.Reader, out io.Writer) error {
	position, err := nitoryu.Open(setup)
	if err != nil {
		return err
	}
	left := map[nitoryu.Move]bool{}
	for _, m := range position.Legal() {
		if m.From() == from {
			left[m] = true
		}
	}
	fmt.Fprintf(out, "%d moves of %s on %s\n", len(left), position.At(from), from)
	answers := bufio.NewScanner(in)
	for len(left) > 0 && answers.Scan() {
		move, err := position.Parse(answers.Text())
		switch {
		case err != nil:
			fmt.Fprintln(out, err)
		case !left[move]:
			fmt.Fprintln(out, answers.Text(), "again, or of another piece")
		default:
			delete(left, move)
			words := []string{"right"}
			if position.IsCapture(move) {
				words = append(words, "it takes "+string(position.At(move.To())))
			}
			if position.GivesCheck(move) {
				words = append(words, "it gives check")
			}
			fmt.Fprintln(out, strings.Join(words, ", "))
		}
	}
	return answers.Err()
}

// A beginner names the moves of a knight.
func Example_trainer() {
	answers := strings.NewReader("Nc3\nNxc7\nNd5\nNa3\nNa7\nNd6\nNxd4\n")
	var out strings.Builder
	if err := train(nitoryu.Setup{Position: "4k3/2p5/8/1N6/3p4/8/8/4K3 w - - 0 1"}, "b5", answers, &out); err != nil {
		log.Fatal(err)
	}
	fmt.Print(out.String())
	// Output:
	// 6 moves of N on b5
	// right
	// right, it takes p, it gives check
	// move "Nd5" is not legal
	// right
	// right
	// right, it gives check
	// right, it takes p
}
