package client

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nitoryu/nitoryu"
)

// Identity says which program runs, whatever its file is called.
type Identity struct {
	Name    string `json:"name,omitempty"`    // that it calls itself
	Program string `json:"program,omitempty"` // SHA-256 of its file
	// Networks has the SHA-256 of each network file that is not in the program, by the option
	// that names it.
	Networks map[string]string `json:"networks,omitempty"`
}

// Difference says in words what distinguishes a program from an earlier one, "" for nothing.
func (i *Identity) Difference(earlier *Identity) string {
	var parts []string
	if i.Name != earlier.Name {
		parts = append(parts, fmt.Sprintf("it is %q, not %q", i.Name, earlier.Name))
	}
	if i.Program != earlier.Program {
		parts = append(parts, fmt.Sprintf("its file is another one (%s, not %s)", short(i.Program), short(earlier.Program)))
	}
	var names []string
	for _, networks := range []map[string]string{i.Networks, earlier.Networks} {
		for name := range networks {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if i.Networks[name] != earlier.Networks[name] {
			parts = append(parts, fmt.Sprintf("the network of %s is another one (%s, not %s)", name, short(i.Networks[name]), short(earlier.Networks[name])))
		}
	}
	return strings.Join(parts, ", ")
}

// short returns the beginning of a checksum.
func short(sum string) string {
	if sum == "" {
		return "none"
	}
	return sum[:min(len(sum), 12)]
}

// Identity reads the files of the program, which takes a while if they are large.
func (e *Engine) Identity(ctx context.Context) (Identity, error) {
	if e.cmd == nil {
		return Identity{}, nitoryu.ErrClosed // the zero value
	}
	id := Identity{Networks: map[string]string{}}
	id.Name, _ = e.ID()
	var err error
	if id.Program, err = checksum(ctx, e.cmd.Path); err != nil {
		return id, err
	}
	for _, o := range e.Options() {
		if !slices.ContainsFunc(networkOptions(), func(name string) bool { return strings.EqualFold(name, o.Name) }) {
			continue
		}
		value := o.Default
		for _, set := range e.config.Options {
			if spec, err := findOption(e.options, set.Name); err == nil && spec.Name == o.Name {
				value = set.Value
			}
		}
		sum, err := e.network(ctx, value)
		if err != nil {
			return id, err
		}
		if sum != "" {
			id.Networks[o.Name] = sum
		}
	}
	if len(id.Networks) == 0 {
		id.Networks = nil
	}
	return id, nil
}

// networkOptions are the options of usual engines that name a network file or its folder.
func networkOptions() []string {
	return []string{"EvalFile", "EvalFileSmall", "EvalDir", "WeightsFile"}
}

// network returns the checksum of the network file that an option names, or of all files of a
// folder; "" if there is none, as for networks that are part of the program. Names are
// relative to the folder that the program runs in, or to its own.
func (e *Engine) network(ctx context.Context, value string) (string, error) {
	if value == "" {
		return "", nil
	}
	for _, folder := range []string{e.config.Dir, filepath.Dir(e.cmd.Path)} {
		path := value
		if !filepath.IsAbs(value) {
			path = filepath.Join(folder, value)
		}
		info, err := os.Stat(path)
		switch {
		case err != nil:
			continue
		case info.IsDir():
			return folderChecksum(ctx, path)
		case info.Mode().IsRegular():
			return checksum(ctx, path)
		}
	}
	return "", nil
}

// folderChecksum returns a checksum of the files of a folder, without the files of folders within.
func folderChecksum(ctx context.Context, path string) (string, error) {
	entries, err := os.ReadDir(path)
	if err != nil {
		return "", err
	}
	all := sha256.New()
	for _, entry := range entries {
		if !entry.Type().IsRegular() {
			continue
		}
		sum, err := checksum(ctx, filepath.Join(path, entry.Name()))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(all, "%s %s\n", sum, entry.Name())
	}
	return hex.EncodeToString(all.Sum(nil)), nil
}

// checksum returns the SHA-256 of a file.
func checksum(ctx context.Context, path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, watched{ctx, f}); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// watched is read until a context is done.
type watched struct {
	ctx context.Context
	io.Reader
}

// Read implements [io.Reader].
func (w watched) Read(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.Reader.Read(p)
}

// Watch notices when the file of a program is replaced between two starts.
type Watch struct {
	Known Identity // of the first

	path    string
	size    int64
	changed time.Time
}

// Check returns an error if the program of e is not the first one that was checked. It reads
// the files again only if the program's file has another size or time.
func (w *Watch) Check(ctx context.Context, e *Engine) error {
	if e.cmd == nil {
		return nitoryu.ErrClosed // the zero value
	}
	info, err := os.Stat(e.cmd.Path)
	if err != nil {
		return err
	}
	if w.path == e.cmd.Path && w.size == info.Size() && w.changed.Equal(info.ModTime()) {
		return nil
	}
	id, err := e.Identity(ctx)
	if err != nil {
		return err
	}
	if d := id.Difference(&w.Known); w.path != "" && d != "" {
		return errors.New(e.Name() + " is no longer the program that it was: " + d)
	}
	if w.path == "" {
		w.Known = id
	}
	w.path, w.size, w.changed = e.cmd.Path, info.Size(), info.ModTime()
	return nil
}
