package nnue_test

import (
	"fmt"

	"github.com/nitoryu/nitoryu/core/nnue"
)

// A file says what its network is, and is checked before it is used.
func ExampleParse() {
	n, err := nnue.New(nnue.Header{Game: "chess", Inputs: "chess", Count: 768, Hidden: 32, Buckets: 1, Scale: 400, Name: "empty"})
	if err != nil {
		fmt.Println(err)
		return
	}
	file, err := n.File()
	if err != nil {
		fmt.Println(err)
		return
	}
	again, err := nnue.Parse(file)
	fmt.Println(again.Name, again.Hidden, err)
	_, err = nnue.Parse(file[:1000])
	fmt.Println(err)
	// Output:
	// empty 32 <nil>
	// the network file has 848 bytes after its header, which asks for 24705 or more
}
