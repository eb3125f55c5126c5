package programs

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/tests/must"
)

// play follows a transcript, a line at a time:
//
//	> COMMAND   is sent
//	< PATTERN   is what the next line has to be that is no info, id or option
//	~           no such line comes for a moment
//
// Nothing may follow the last line. Each best move needs a score before it, unless the
// engine said an error.
func play(t *testing.T, transcript string) {
	t.Helper()
	e := start(t)
	told := false // a score or an error, since the last command
	next := func(wait time.Duration) (string, bool) {
		for timer := time.After(wait); ; {
			select {
			case line, ok := <-e.Lines:
				if !ok {
					return "", false
				}
				word, _, _ := strings.Cut(line, " ")
				switch word {
				case "info":
					told = told || strings.Contains(line, " score ") || strings.Contains(line, "ERROR")
				case "id", "option", "":
				default:
					return line, true
				}
			case <-timer:
				return "", false
			}
		}
	}
	const moment = 60 * time.Millisecond
	for step := range strings.Lines(strings.TrimSpace(transcript)) {
		mark, rest, _ := strings.Cut(strings.TrimRight(step, "\n"), " ")
		switch mark {
		case ">":
			told = told && !strings.HasPrefix(rest, "go")
			e.Send(rest)
		case "<":
			line, ok := next(must.Patience)
			if !ok || !regexp.MustCompile("^(?:"+rest+")$").MatchString(line) {
				t.Fatalf("%q instead of %q, in\n%s", line, rest, transcript)
			}
			if strings.HasPrefix(line, "bestmove ") && !told {
				t.Errorf("no score before %q, in\n%s", line, transcript)
			}
		case "~":
			if line, ok := next(moment); ok {
				t.Fatalf("%q comes too early, in\n%s", line, transcript)
			}
		default:
			t.Fatalf("no step: %q", step)
		}
	}
	e.Send("quit")
	if line, ok := next(must.Patience); ok {
		t.Errorf("%q at the end of\n%s", line, transcript)
	}
}

// Each file of testdata is a dialogue with a program, which front ends on Windows have too.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) < 30 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			transcript := read(t, filepath.Join("tests/programs", file))
			play(t, transcript)
			play(t, regexp.MustCompile(`(?m)^(> .*)$`).ReplaceAllString(transcript, "$1\r"))
		})
	}
}

// Any spelling of a command is understood, and noise is not answered.
func TestLexing(t *testing.T) {
	for _, c := range []struct{ name, line string }{
		{"plain", "isready"},
		{"blanks", "   isready  "},
		{"tabs", "\tisready\t"},
		{"a carriage return", "isready\r"},
		{"unknown words before", "joho isready"},
		{"words behind", "isready now"},
		{"a byte order mark", "\ufeffisready"},
		{"control bytes", "\x00isready\x01"},
		{"after empty lines", "\n\r\n  \nisready"},
		{"after a comment", "# isready\nisready"},
		{"after nonsense", "blah\n\xff\xfe\nisready"},
		{"after commands for which it is no time", "stop\nponderhit\nregister later\nisready"},
		{"after options that lack parts", "setoption\nsetoption name\nsetoption name  value\nsetoption name Hash\nsetoption name Hash value\nisready"},
		{"after a line of two million bytes", strings.Repeat("position startpos moves ", 90_000) + "\nisready"},
		{"the last line without an end", "isready\x04"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			line, open := strings.CutSuffix(c.line, "\x04")
			if !open {
				line += "\n"
			}
			e.SendText(line)
			if open {
				_ = e.In.Close()
			}
			before, _ := e.Until("readyok")
			for _, line := range before {
				if !strings.HasPrefix(line, "info string ") {
					t.Errorf("%q", line)
				}
			}
			if more := quiet(e); len(more) > 0 {
				t.Errorf("then %q", more)
			}
		})
	}
}
