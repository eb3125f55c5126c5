package csa

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/internal/disk"
)

// keeper writes a game to files of its own, again and again while it grows.
type keeper struct {
	folder, id string
	base       string // of the names of the files; "": none is written yet
}

const (
	longestID = 150  // of the name of a game in a name of files
	mostNames = 1000 // games of one name
)

// keep writes the game as CSA, and as KIF too if it is over. It returns the name of the first.
func (k *keeper) keep(g *nitoryu.Game, over bool) (file string, err error) {
	if k.base == "" {
		if err := k.begin(g); err != nil {
			return "", err
		}
	} else if err := k.replace(g, ".csa"); err != nil {
		return "", err
	}
	if over {
		err = k.replace(g, ".kif")
	}
	return k.base + ".csa", err
}

// begin writes the first file under a name that nobody has.
func (k *keeper) begin(g *nitoryu.Game) error {
	name := filepath.Join(k.folder, fileName(k.id))
	for n := 1; n <= mostNames; n++ {
		base := name
		if n > 1 {
			base = fmt.Sprintf("%s-%d", name, n)
		}
		err := disk.New(base+".csa", func(w io.Writer) error { return g.Write(w, ".csa") })
		if err == nil {
			k.base = base
		}
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return fmt.Errorf("%s: there are %d games of this name", name, mostNames)
}

func (k *keeper) replace(g *nitoryu.Game, ending string) error {
	return disk.Replace(k.base+ending, func(w io.Writer) error { return g.Write(w, ending) })
}

// fileName returns a name for the files of a game, whatever the server calls it: a name in one folder,
// on every system.
func fileName(id string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9', r >= 'A' && r <= 'Z', r >= 'a' && r <= 'z', strings.ContainsRune("+-_.@", r):
			return r
		}
		return '_'
	}, id)
	name = strings.TrimLeft(name[:min(len(name), longestID)], ".-")
	if name == "" {
		return "game"
	}
	return name
}
