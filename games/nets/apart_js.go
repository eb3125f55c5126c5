//go:build apart

package nets

import "syscall/js"

// Chess returns the network file that chess is played with.
func Chess() []byte { return fetched("chess") }

// ChessOwn returns nothing: a page does without that file.
func ChessOwn() []byte { return nil }

// Shogi returns the network file that shogi is played with.
func Shogi() []byte { return fetched("shogi") }

// fetched waits for the file that the script around the program fetches. Where it cannot be had, the
// script ends the program.
func fetched(game string) []byte {
	came := make(chan []byte)
	take := js.FuncOf(func(_ js.Value, args []js.Value) any {
		file := make([]byte, args[0].Length())
		js.CopyBytesToGo(file, args[0])
		go func() { came <- file }()
		return nil
	})
	defer take.Release()
	js.Global().Call("network", game).Call("then", take)
	return <-came
}
