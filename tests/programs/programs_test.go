package programs

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// block is a block of code of docs/use/programs.md.
type block struct{ section, language, text string }

// blocks returns the blocks of code of a page with the headings above them.
func blocks(page string) (list []block) {
	section, fence := "", false
	for line := range strings.Lines(page) {
		switch heading, isHeading := strings.CutPrefix(line, "## "); {
		case strings.HasPrefix(line, "```"):
			if fence = !fence; fence {
				list = append(list, block{section: section, language: strings.TrimSpace(line[3:])})
			}
		case fence:
			list[len(list)-1].text += line
		case isHeading:
			section = strings.TrimSpace(heading)
		}
	}
	return list
}

// configurations returns the blocks of code of docs/use/programs.md, and the files beside it as
// blocks.
func configurations(t *testing.T) []block {
	t.Helper()
	list := blocks(read(t, "docs/use/programs.md"))
	const folder = "docs/use/programs"
	files, err := os.ReadDir(filepath.Join(root, folder))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		extension := filepath.Ext(f.Name())
		list = append(list, block{strings.TrimSuffix(f.Name(), extension), extension, read(t, folder+"/"+f.Name())})
	}
	return list
}

// entries returns the lines below a key of a YAML file that has no lists or quotes there,
// as dotted paths with their values.
func entries(yaml, key string) (paths, values []string) {
	var open []string // keys
	var depths []int
	for line := range strings.Lines(yaml) {
		name, value, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			continue
		}
		depth := len(line) - len(strings.TrimLeft(line, " "))
		for len(depths) > 0 && depths[len(depths)-1] >= depth {
			open, depths = open[:len(open)-1], depths[:len(depths)-1]
		}
		open, depths = append(open, name), append(depths, depth)
		value, _, _ = strings.Cut(value, " #")
		if below, ok := strings.CutPrefix(strings.Join(open, "."), key+"."); ok {
			paths, values = append(paths, below), append(values, strings.TrimSpace(value))
		}
	}
	return paths, values
}

// settingsOf reads the options in a configuration of a program.
func settingsOf(b block) (list []setting) {
	for _, protocol := range []string{"uci", "usi"} {
		paths, values := entries(b.text, "engine."+protocol+"_options")
		for i, name := range paths {
			list = append(list, setting{protocol, name, values[i]})
		}
	}
	paths, values := entries(b.text, "usi.options")
	for i, path := range paths {
		if name, ok := strings.CutSuffix(path, ".value"); ok {
			list = append(list, setting{"usi", name, values[i]})
		}
	}
	protocol := "uci"
	if strings.Contains(b.text, "proto=usi") {
		protocol = "usi"
	}
	for _, word := range regexp.MustCompile(`"option\.([^="]+)=([^"]*)"|\boption\.([^= ]+)=(\S+)`).FindAllStringSubmatch(b.text, -1) {
		list = append(list, setting{protocol, word[1] + word[3], word[2] + word[4]})
	}
	// GNOME Chess: the last word is the value.
	for _, line := range regexp.MustCompile(`(?m)^option-[a-z]+-\d+=(.+) (\S+)$`).FindAllStringSubmatch(b.text, -1) {
		list = append(list, setting{"uci", line[1], line[2]})
	}
	// Scid: names of several words are in braces.
	if _, options, ok := strings.Cut(b.text, "UCIoptions {"); ok {
		for _, word := range regexp.MustCompile(`\{(?:\{([^}]+)\}|([^{} ]+)) ([^}]*)\}`).FindAllStringSubmatch(options, -1) {
			list = append(list, setting{"uci", word[1] + word[2], word[3]})
		}
	}
	return list
}

// tableSettings reads the options of a page's tables that begin with "UCI option" or "USI
// option".
func tableSettings(page string) (list []setting) {
	protocol := ""
	for line := range strings.Lines(page) {
		cells := strings.Split(line, "|")
		switch {
		case len(cells) < 4:
			protocol = ""
		case strings.HasSuffix(strings.TrimSpace(cells[1]), " option"):
			protocol = strings.ToLower(strings.Fields(cells[1])[0])
		case protocol != "" && strings.Contains(cells[1], "`"):
			list = append(list, setting{protocol, strings.Trim(cells[1], " `"), strings.TrimSpace(cells[2])})
		}
	}
	return list
}

// managed are the options that python-chess sets itself and lichess-bot does not allow.
var managed = []string{"UCI_Chess960", "UCI_Variant", "MultiPV", "Ponder"}

// Every option in the sample configurations exists, by exactly this name, and takes the
// value.
func TestSampleConfigurations(t *testing.T) {
	page := read(t, "docs/use/programs.md")
	counts := map[string]int{}
	var all []setting
	for _, b := range configurations(t) {
		settings := settingsOf(b)
		counts[b.section] += len(settings)
		all = append(all, settings...)
		for _, s := range settings {
			if b.section == "lichess-bot" && slices.Contains(managed, s.name) {
				t.Errorf("lichess-bot sets %s itself", s.name)
			}
		}
	}
	table := tableSettings(page)
	for _, s := range table {
		counts[map[string]string{"uci": "PyChess", "usi": "ShogiHome"}[s.protocol]]++
	}
	for section, least := range map[string]int{
		"lichess-bot": 4, "Lishogi-Bot": 4, "usi-csa-bridge": 6, "fastchess": 3, "cutechess-cli": 3, "ShogiHome": 7,
		"PyChess": 2, "gnome-chess": 4, "scid-engines": 4,
	} {
		if counts[section] < least {
			t.Errorf("%s: only %d options are found", section, counts[section])
		}
	}
	for _, p := range problems(t, append(all, table...)) {
		t.Error(p)
	}
}

// The types in the configuration of the bridge are those of the options.
func TestTypesForTheBridge(t *testing.T) {
	known := optionsOf(t, start(t), "usi")
	checked := 0
	for _, b := range configurations(t) {
		paths, values := entries(b.text, "usi.options")
		for i, path := range paths {
			if name, ok := strings.CutSuffix(path, ".type"); ok {
				checked++
				if known[name].kind != values[i] {
					t.Errorf("%s is of type %s, not %s", name, known[name].kind, values[i])
				}
			}
		}
	}
	if checked < 6 {
		t.Errorf("only %d types found", checked)
	}
}
