package nitoryu_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/nitoryu/nitoryu"
)

// board is what a service answers about a position.
type board struct {
	Position *nitoryu.Position `json:"position"` // with its moves: it is sent back with the next request
	FEN      string            `json:"fen"`
	Side     nitoryu.Side      `json:"side"`
	Legal    []nitoryu.Move    `json:"legal"`
	Outcome  nitoryu.Outcome   `json:"outcome"`
	Claim    nitoryu.Outcome   `json:"claim"`
}

// play answers a position and a move with the position after it. It keeps nothing.
func play(w http.ResponseWriter, r *http.Request) {
	var request struct {
		Position nitoryu.Position `json:"position"`
		Move     nitoryu.Move     `json:"move"`
	}
	err := json.NewDecoder(r.Body).Decode(&request)
	p := &request.Position
	if err == nil && request.Move != nitoryu.NoMove {
		err = p.Play(request.Move)
	}
	switch {
	case errors.Is(err, nitoryu.ErrIllegalMove):
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	case err != nil:
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	_ = json.NewEncoder(w).Encode(board{p, p.String(), p.Side(), p.Legal(), p.Outcome(), p.Claim()})
}

// A page plays moves by a service that has no memory of its own.
func Example_rest() {
	server := httptest.NewServer(http.HandlerFunc(play))
	defer server.Close()
	ask := func(request string) string {
		answer, err := http.Post(server.URL, "application/json", strings.NewReader(request))
		if err != nil {
			log.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			log.Fatal(err)
		}
		return fmt.Sprint(answer.StatusCode, " ", strings.TrimSpace(string(text)))
	}
	fmt.Println(ask(`{"position":{"position":"7k/8/6K1/8/8/8/8/R7 w - - 0 1"},"move":"a1a8"}`))
	fmt.Println(ask(`{"position":{"moves":["e2e4"]},"move":"e2e4"}`))
	// Output:
	// 200 {"position":{"variant":"chess","position":"7k/8/6K1/8/8/8/8/R7 w - - 0 1","moves":["a1a8"]},"fen":"R6k/8/6K1/8/8/8/8/8 b - - 1 1","side":"second","legal":[],"outcome":{"result":"1-0","ending":"checkmate"},"claim":{"result":"*"}}
	// 422 move "e2e4" starts from the empty square e2
}
