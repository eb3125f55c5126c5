package nitoryu_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"

	"github.com/nitoryu/nitoryu"
)

// analyse answers /?position=FEN with the lines of a search, an object of JSON each, as
// they come and until the visitor leaves.
func analyse(engine nitoryu.Searcher) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		position, err := nitoryu.Open(nitoryu.Setup{Position: r.FormValue("position")})
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		search, err := engine.Search(r.Context(), position, nitoryu.Limits{Nodes: 100_000, Lines: 2})
		if err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", "application/x-ndjson")
		out := json.NewEncoder(w)
		for line := range search.Lines() {
			if out.Encode(line) != nil {
				return // the context ends with the visit, and the search with it
			}
			_ = http.NewResponseController(w).Flush()
		}
	}
}

// A page reads the lines one by one.
func Example_serve() {
	engine, err := nitoryu.New(nitoryu.Options{Threads: 1, Hash: 16})
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	server := httptest.NewServer(analyse(engine))
	defer server.Close()

	const position = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
	answer, err := http.Get(server.URL + "/?position=" + url.QueryEscape(position))
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	for lines.Scan() {
		var line nitoryu.Line
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			log.Fatal(err)
		}
		if line.Rank == 1 && line.Score.IsWin() {
			fmt.Println(line.Score, line.Moves)
			return
		}
	}
	// Output: #1 [d1d8]
}
