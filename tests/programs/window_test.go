package programs

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/tests/must"
)

// games is where Debian puts programs that play, and not everyone's PATH leads there.
const games = "/usr/games"

// find returns the path of a program, or skips the test.
func find(t *testing.T, program string) string {
	t.Helper()
	for _, path := range []string{program, filepath.Join(games, program)} {
		if found, err := exec.LookPath(path); err == nil {
			return found
		}
	}
	t.Skipf("no %s", program)
	return ""
}

// screen starts a display that nobody sees, and returns its name.
func screen(t *testing.T) string {
	t.Helper()
	path := find(t, "Xvfb")
	read, write, err := os.Pipe()
	must.OK(t, err)
	defer read.Close()
	cmd := exec.Command(path, "-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset")
	cmd.ExtraFiles = []*os.File{write}
	var noise bytes.Buffer
	cmd.Stderr = &noise
	must.OK(t, cmd.Start())
	_ = write.Close()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt) // a killed one leaves its socket
		_ = cmd.Wait()
	})
	_ = read.SetReadDeadline(time.Now().Add(must.Patience))
	number, err := bufio.NewReader(read).ReadString('\n') // to the end, or writing the rest of it kills Xvfb
	if err != nil {
		_ = cmd.Process.Kill() // so that its noise is complete
		_ = cmd.Wait()
		t.Fatalf("Xvfb: %v\n%s", err, &noise)
	}
	return ":" + strings.TrimSpace(number)
}

// wordsOf splits a command that has words in double quotes.
func wordsOf(command string) (words []string) {
	for _, word := range regexp.MustCompile(`"[^"]*"|\S+`).FindAllString(command, -1) {
		words = append(words, strings.Trim(word, `"`))
	}
	return words
}

// match is a game that XBoard plays and saves.
type match struct{ moves, comment, result string }

// matchOf reads what XBoard saves: tags, then moves with numbers and comments in braces,
// of which the last says how the game ended.
func matchOf(pgn string) (m match) {
	pgn = regexp.MustCompile(`(?m)^\[.*\]$`).ReplaceAllString(pgn, "")
	braces := regexp.MustCompile(`\{[^}]*\}`)
	if comments := braces.FindAllString(pgn, -1); len(comments) > 0 {
		m.comment = strings.Trim(comments[len(comments)-1], "{}")
	}
	words := strings.Fields(regexp.MustCompile(`\d+\.`).ReplaceAllString(braces.ReplaceAllString(pgn, " "), " "))
	if len(words) > 0 {
		m.result, words = words[len(words)-1], words[:len(words)-1]
	}
	m.moves = strings.Join(words, " ")
	return m
}

// wrong says what is wrong with a game that should be whole, if anything.
func (m match) wrong() string {
	switch plies := len(strings.Fields(m.moves)); {
	case m.result != "1-0" && m.result != "0-1" && m.result != "1/2-1/2":
		return fmt.Sprintf("the result is %q", m.result)
	case plies < 20:
		return fmt.Sprintf("only %d moves", plies)
	case regexp.MustCompile(`(?i)illegal|forfeit|exit|error|lost|refus|false|time`).MatchString(m.comment):
		return "it ended with " + m.comment
	}
	return ""
}

func TestMatchesAreRead(t *testing.T) {
	const opening = "[Event \"Computer Chess Game\"]\n[Result \"1-0\"]\n\n1. d4 {+0.18/19} Nf6 {-0.34/18 1.1}\n2. c4 "
	long := opening + strings.Repeat("Kd7 10. Kd8 ", 10)
	for _, test := range []struct{ name, pgn, want string }{
		{"whole", long + "{Xboard adjudication: Checkmate} 1-0\n", ""},
		{"resigned", long + "{Black resigns} 1-0\n", ""},
		{"without an end", long + "*\n", `the result is "*"`},
		{"nothing", "", `the result is ""`},
		{"short", opening + "{Black resigns} 1-0\n", "only 3 moves"},
		{"with an illegal move", long + "{Xboard: Forfeit due to illegal move: e2e5} 0-1\n", "it ended with Xboard: Forfeit due to illegal move: e2e5"},
		{"with a fallen flag", long + "{White forfeits on time} 0-1\n", "it ended with White forfeits on time"},
		{"with a dead engine", long + "{Black Exited} 1-0\n", "it ended with Black Exited"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := matchOf(test.pgn).wrong(); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
	if got := matchOf(opening + "e6 {Black resigns} 1-0\n"); got != (match{"d4 Nf6 c4 e6", "Black resigns", "1-0"}) {
		t.Errorf("%q", got)
	}
}

// running returns the processes that have a word in their command lines.
func running(word string) (list []string) {
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, file := range files {
		if line, err := os.ReadFile(file); err == nil && bytes.Contains(line, []byte(word)) {
			list = append(list, string(bytes.ReplaceAll(line, []byte{0}, []byte{' '})))
		}
	}
	return list
}

func TestRunningIsSeen(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc")
	}
	start(t).Answer("uci")
	if len(running(nitoryu(t))) == 0 {
		t.Error("an engine is not seen")
	}
	if list := running(t.TempDir()); len(list) > 0 {
		t.Errorf("%q", list)
	}
}

// XBoard plays a whole game with each of the commands in docs/use/programs.md, and no engine is
// left when it closes. Both sides are our engine. A search of few plies makes the games
// short; the clocks run all the same.
func TestXBoardPlaysWholeGames(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	if runtime.GOOS != "linux" {
		t.Skip("needs Xvfb and /proc")
	}
	xboard := find(t, "xboard")
	display := screen(t)
	played := 0
	for _, b := range blocks(read(t, "docs/use/programs.md")) {
		for line := range strings.Lines(b.text) {
			words := wordsOf(line)
			if b.section != "XBoard" || len(words) == 0 || words[0] != "xboard" || slices.Contains(words, "-scp") {
				continue
			}
			played++
			t.Run(strings.TrimSpace(line), func(t *testing.T) {
				folder := t.TempDir()
				engine := filepath.Join(folder, "nitoryu") // a path that no other process has
				must.OK(t, os.Symlink(nitoryu(t), engine))
				file := filepath.Join(folder, "game.pgn")
				arguments := strings.Fields("-xponder -tc 5 -depth 3 -adjudicateDrawMoves 100 -mg 1 -sgf " + file)
				arguments = append(arguments, "-soundProgram", "", "-popupExitMessage", "false", "-debug", "-nameOfDebugFile", filepath.Join(folder, "debug"))
				for i, word := range words[1:] {
					if adapter, _, ok := strings.Cut(word, " "); ok {
						find(t, adapter)
					}
					word = strings.ReplaceAll(word, "./nitoryu", engine)
					arguments = append(arguments, word)
					if words[i] == "-fcp" {
						arguments = append(arguments, "-scp", word)
					}
					if word == "-fUCI" {
						find(t, "polyglot")
						arguments = append(arguments, "-sUCI")
					}
				}
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				play := func() (pgn, debug, out []byte, err error) {
					cmd := exec.CommandContext(ctx, xboard, arguments...)
					cmd.Dir, cmd.WaitDelay = folder, time.Second
					cmd.Env = append(os.Environ(), "DISPLAY="+display, "HOME="+folder, "PATH="+os.Getenv("PATH")+":"+games)
					out, err = cmd.CombinedOutput()
					pgn, _ = os.ReadFile(file)
					debug, _ = os.ReadFile(filepath.Join(folder, "debug"))
					return pgn, debug, out, err
				}
				pgn, debug, out, err := play()
				// uci2wb takes our answer to a checkmate for a claim of stalemate, where it
				// comes before XBoard has seen the mate itself.
				if bytes.Contains(debug, []byte("False draw claim: 'stalemate'")) {
					_ = os.Remove(file)
					pgn, debug, out, err = play()
				}
				if wrong := matchOf(string(pgn)).wrong(); err != nil || wrong != "" {
					t.Fatalf("%v, %s\n%s%s\n%s", err, wrong, out, pgn, debug[max(0, len(debug)-3000):])
				}
				// XBoard goes on with chess where an engine does not play the variant.
				if strings.Contains(string(pgn), `[Variant "shogi"]`) != slices.Contains(words, "shogi") {
					t.Errorf("another game was played:\n%s", pgn)
				}
				left := running(engine)
				for end := time.Now().Add(5 * time.Second); len(left) > 0 && time.Now().Before(end); left = running(engine) {
					time.Sleep(20 * time.Millisecond)
				}
				if len(left) > 0 {
					t.Errorf("still running: %q", left)
				}
			})
		}
	}
	if played != 3 {
		t.Errorf("%d commands in docs/use/programs.md", played)
	}
}
