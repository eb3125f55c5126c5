package fetch

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// standin answers like both sites.
func standin(t *testing.T) (sites []Site, asked *[]string) {
	t.Helper()
	asked = new([]string)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*asked = append(*asked, r.URL.RequestURI()+" "+r.Header.Get("Accept"))
		switch path := r.URL.Path; {
		case strings.HasPrefix(path, "/game/export/missing1"):
			http.NotFound(w, r)
		case strings.HasPrefix(path, "/game/export/elsewher"):
			http.Redirect(w, r, "http://example.org/", http.StatusFound)
		case strings.HasPrefix(path, "/game/export/toooften"):
			w.WriteHeader(http.StatusTooManyRequests)
		case strings.HasPrefix(path, "/game/export/toolarge"):
			for range most/1024 + 2 {
				fmt.Fprint(w, strings.Repeat("x", 1024))
			}
		case path == "/api/games/user/shogi_fan":
			fmt.Fprint(w, "{\"id\":\"abcdefgh\"}\n{\"id\":\"ijklmnop\"}\n")
		case path == "/api/games/user/liar":
			fmt.Fprint(w, "{\"id\":\"../../etc\"}\n")
		case path == "/api/games/user/nobody":
		default:
			fmt.Fprint(w, "game of "+path)
		}
	}))
	t.Cleanup(server.Close)
	return []Site{{"lichess.org", server.URL}, {"lishogi.org", server.URL}}, asked
}

func TestFetch(t *testing.T) {
	const pgn, kif = " application/x-chess-pgn", " text/plain"
	for _, c := range []struct{ name, what, site, asked, text, fault string }{
		{"a game", "https://lichess.org/abcdefgh", "", "/game/export/abcdefgh?clocks=true" + pgn, "game of /game/export/abcdefgh", ""},
		{"as Black sees it", "https://lichess.org/abcdefgh/black#12", "", "/game/export/abcdefgh?clocks=true" + pgn, "game of", ""},
		{"of a player", "lichess.org/abcdefgh1234", "", "/game/export/abcdefgh?clocks=true" + pgn, "game of", ""},
		{"a game of shogi", "https://lishogi.org/abcdefgh", "", "/game/export/abcdefgh?clocks=true" + kif, "game of", ""},
		{"a study", "https://lichess.org/study/abcdefgh", "", "/api/study/abcdefgh.pgn" + pgn, "game of", ""},
		{"a chapter", "https://lichess.org/study/abcdefgh/ijklmnop", "", "/api/study/abcdefgh/ijklmnop.pgn" + pgn, "game of", ""},
		{"a user", "https://lichess.org/@/Some-One", "", "/api/games/user/Some-One?clocks=true&max=300" + pgn, "game of", ""},
		{"a mere name", "Some-One", "lichess.org", "/api/games/user/Some-One?clocks=true&max=300" + pgn, "game of", ""},
		{"a name of shogi", " shogi_fan ", "lishogi.org", "/api/games/user/shogi_fan?moves=false&max=20 application/x-ndjson, /game/export/abcdefgh?clocks=true" + kif + ", /game/export/ijklmnop?clocks=true" + kif, "game of /game/export/abcdefgh\n\ngame of /game/export/ijklmnop", ""},
		{"a list that is none", "liar", "lishogi.org", "/api/games/user/liar?moves=false&max=20 application/x-ndjson", "", "not understood"},
		{"no games", "nobody", "lishogi.org", "/api/games/user/nobody?moves=false&max=20 application/x-ndjson", "", "no games"},
		{"another host", "https://example.org/abcdefgh", "", "", "", "games come from lichess.org and lishogi.org only"},
		{"a host that ends so", "https://evil-lichess.org/abcdefgh", "", "", "", "only"},
		{"a host in a name", "https://lichess.org@example.org/abcdefgh", "", "", "", "only"},
		{"another port", "https://lichess.org:8080/abcdefgh", "", "/game/export/abcdefgh?clocks=true" + pgn, "game of", ""}, // of the site all the same
		{"no such site", "Some-One", "example.org", "", "", "only"},
		{"a file", "file:///etc/passwd", "", "", "", "neither a link nor"},
		{"a page", "https://lichess.org/tournament/abcdefgh", "", "", "", "names no game"},
		{"a way up", "https://lichess.org/@/..%2f..", "", "", "", "names no game"},
		{"nothing", "", "lichess.org", "", "", "only"},
		{"it is not there", "https://lichess.org/missing1", "", "/game/export/missing1?clocks=true" + pgn, "", "no such game"},
		{"a redirection", "https://lichess.org/elsewher", "", "/game/export/elsewher?clocks=true" + pgn, "", `answers "302 Found"`},
		{"too often", "https://lichess.org/toooften", "", "/game/export/toooften?clocks=true" + pgn, "", "too often"},
		{"too large", "https://lichess.org/toolarge", "", "/game/export/toolarge?clocks=true" + pgn, "", "more than 8 MiB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			sites, asked := standin(t)
			text, err := New(sites).Fetch(t.Context(), c.what, c.site)
			if got := strings.Join(*asked, ", "); got != c.asked {
				t.Errorf("asked %q, want %q", got, c.asked)
			}
			if !strings.HasPrefix(string(text), c.text) || c.text == "" && len(text) > 0 {
				t.Errorf("got %.40q", text)
			}
			if (err == nil) != (c.fault == "") || err != nil && !strings.Contains(err.Error(), c.fault) {
				t.Errorf("error %v, want %q", err, c.fault)
			}
		})
	}
	t.Run("nobody there", func(t *testing.T) {
		if _, err := New([]Site{{"lichess.org", "http://127.0.0.1:1"}}).Fetch(t.Context(), "https://lichess.org/abcdefgh", ""); err == nil || !strings.Contains(err.Error(), "does not answer") {
			t.Error(err)
		}
	})
}
