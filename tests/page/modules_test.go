package page

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nitoryu/nitoryu/tests/must"
)

// No line of the page is longer than a screen is wide. Boards are made by a program.
func TestLineLengths(t *testing.T) {
	const most = 140
	for _, pattern := range []string{"js/*.js", "*.js", "*.css", "*.html", "board/*.css"} {
		files, err := filepath.Glob("../../web/" + pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			if filepath.Base(file) == "boards.js" {
				continue
			}
			text := must.Read(t, file)
			number := 0
			for line := range strings.Lines(string(text)) {
				number++
				if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > most {
					t.Errorf("%s, line %d has %d characters", file, number, n)
				}
			}
		}
	}
}

// Who is given the page as a whole says so, and no answer of the web API is just anything: TypeScript looks at nothing
// that has no type.
func TestTypes(t *testing.T) {
	const app, field = `@param {import("./app.js").App} app`, `/** @type {Answer.`
	given := regexp.MustCompile(`^\t*(?:constructor|(?:export )?(?:async )?function \w+)\((?:.*, )?app[,)]`)
	answer := regexp.MustCompile(`^\t#?answer = null`)
	files, err := filepath.Glob("../../web/js/*.js")
	must.OK(t, err)
	found := 0
	for _, file := range files {
		lines := strings.Split(string(must.Read(t, file)), "\n")
		for i, line := range lines {
			above := strings.Join(lines[max(0, i-6):i], "\n")
			switch comment := above[strings.LastIndex(above, "/**")+1:]; {
			case given.MatchString(line) && !strings.Contains(comment, app):
				t.Errorf("%s:%d: it is not said that app is one", file, i+1)
			case answer.MatchString(line) && !strings.HasPrefix(strings.TrimSpace(lines[i-1]), field):
				t.Errorf("%s:%d: the answer has no type", file, i+1)
			case given.MatchString(line), answer.MatchString(line):
				found++
			}
		}
	}
	if found < 30 {
		t.Errorf("only %d places were found", found)
	}
}

// Modules that need no page are tested by Node, where there is one.
func TestModules(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node")
	}
	folder := t.TempDir()
	must.OK(t, os.CopyFS(folder, os.DirFS("../../web")))
	must.OK(t, os.CopyFS(folder, os.DirFS("testdata")))
	must.Write(t, filepath.Join(folder, "package.json"), []byte(`{"type": "module"}`))
	cmd := exec.CommandContext(t.Context(), node, "--test", "--test-force-exit") // clocks of a test that fails run on
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
