//go:build !js && !wasip1

package app

import (
	"bufio"
	"fmt"
	"io"
	stdnet "net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/nitoryu/nitoryu/cmd/internal/cli"
	"github.com/nitoryu/nitoryu/tests/must"
)

// A game on a server by the command line: name, password and room arrive, the engine mates, and the game is
// kept. Neither language tells the password.
func TestGameOnAServer(t *testing.T) {
	for _, language := range []*cli.Language{nil, &japanese} {
		listener, err := stdnet.Listen("tcp", "127.0.0.1:0")
		must.OK(t, err)
		said := make(chan string, 10)
		go func() {
			defer close(said)
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			defer conn.Close()
			in := bufio.NewScanner(conn)
			for in.Scan() {
				switch line := in.Text(); {
				case strings.HasPrefix(line, "LOGIN "):
					said <- line
					fmt.Fprint(conn, "LOGIN:me OK\nBEGIN Game_Summary\nGame_ID:a+game\nName+:me\nName-:you\nYour_Turn:+\n"+
						"BEGIN Time\nTotal_Time:60\nByoyomi:10\nEND Time\nBEGIN Position\n"+
						"P1 *  *  *  * -OU *  *  *  * \nP3 *  *  *  * +FU *  *  *  * \nP9 *  *  *  * +OU *  *  *  * \nP+00KI\n+\n"+
						"END Position\nEND Game_Summary\n")
				case strings.HasPrefix(line, "AGREE"):
					fmt.Fprint(conn, "START:a+game\n")
				case strings.HasPrefix(line, "+"):
					said <- line
					move, _, _ := strings.Cut(line, ",")
					fmt.Fprintf(conn, "%s,T2\n%%TORYO,T1\n#RESIGN\n#WIN\n", move)
				case line == "LOGOUT":
					fmt.Fprint(conn, "LOGOUT:completed\n")
				}
			}
		}()
		folder := t.TempDir()
		must.Write(t, filepath.Join(folder, "password"), []byte("open-sesame\n"))
		var out strings.Builder
		err = run([]string{"csa", listener.Addr().String(), "--name", "me", "--room", "floodgate-300-10F", "--password-file", filepath.Join(folder, "password"),
			"--out", folder, "--nodes", "500", "--threads", "1", "--hash", "4", "--tries", "1", "--overhead", "0"}, cli.Streams{Out: &out, Err: &out, Language: language})
		listener.Close()
		must.OK(t, err)
		if line := <-said; line != "LOGIN me floodgate-300-10F,open-sesame" {
			t.Errorf("%q", line)
		}
		if line := <-said; line != "+0052KI,'* 30000" {
			t.Errorf("%q", line)
		}
		if text := string(must.Read(t, filepath.Join(folder, "a+game.csa"))); !strings.Contains(text, "+0052KI\nT2\n'** ") || !strings.Contains(text, "%TORYO") {
			t.Errorf("kept is\n%s", text)
		}
		want := "won by resignation at move 1: "
		if language != nil {
			want = "1手で勝ち（投了）："
		}
		if told := out.String(); !strings.Contains(told, want) || strings.Contains(told, "sesame") {
			t.Errorf("told is\n%s", told)
		}
	}
}

// An engine is offered by the command line: it is registered, with the token, and answers.
func TestOfferedEngine(t *testing.T) {
	var mu sync.Mutex
	var registered, lines string
	asked := 0
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		switch what := r.Method + " " + r.URL.Path; what {
		case "GET /api/external-engine":
			_, _ = io.WriteString(w, "[]")
		case "POST /api/external-engine":
			registered = r.Header.Get("Authorization") + " " + string(text)
		case "POST /api/external-engine/work":
			if asked++; asked > 1 {
				if lines == "" {
					w.WriteHeader(http.StatusNoContent)
					return
				}
				w.WriteHeader(http.StatusBadGateway)
				return
			}
			_, _ = io.WriteString(w, `{"id":"job","work":{"sessionId":"s","threads":1,"hash":4,"multiPv":1,"variant":"chess","depth":2,`+
				`"initialFen":"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1","moves":[]}}`)
		case "POST /api/external-engine/work/job":
			lines = string(text)
		default:
			t.Error(what)
		}
	}))
	defer site.Close()
	t.Setenv(lichessVariable, "lip_sesame")
	var out strings.Builder
	err := run([]string{"remote", "lichess", "--site", site.URL, "--broker", site.URL, "--name", "My engine", "--threads", "1", "--hash", "8", "--tries", "1",
		"--option", "MultiPV=2"}, cli.Streams{Out: &out, Err: &out})
	if err == nil || !strings.Contains(err.Error(), "remote: given up at try 1: ") || strings.Contains(err.Error()+out.String(), "sesame") {
		t.Errorf("error %v, told\n%s", err, out.String())
	}
	if !strings.HasPrefix(registered, "Bearer lip_sesame {") || !strings.Contains(registered, `"name":"My engine","maxThreads":1,"maxHash":8,`) {
		t.Errorf("registered is %s", registered)
	}
	if !strings.Contains(lines, " score mate 1 ") || !strings.HasSuffix(lines, "bestmove d1d8\n") {
		t.Errorf("streamed is\n%s", lines)
	}
}
