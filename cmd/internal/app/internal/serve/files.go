package serve

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

// file is a file that is served.
type file struct {
	body []byte
	kind string // the media type
	tag  string
}

// kinds are the media types by extension. Package mime would ask the system, which on
// Windows may say that scripts are text.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon", ".json": "application/json",
	".webmanifest": "application/manifest+json", ".wasm": "application/wasm", ".woff2": "font/woff2", ".txt": "text/plain; charset=utf-8",
}

// front is the page, and linkSign what tells it that it was served.
const (
	front    = "index.html"
	linkSign = `<meta name="nitoryu-link" content="socket">`
)

// load reads all files whose kind is known.
func load(from fs.FS) (map[string]file, error) {
	files := map[string]file{}
	err := fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
		kind, known := kinds[path.Ext(name)]
		if err != nil || d.IsDir() || !known {
			return err
		}
		body, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		if name == front {
			head := []byte("<head>")
			if !bytes.Contains(body, head) {
				return errors.New(front + " has no <head>")
			}
			body = bytes.Replace(body, head, []byte("<head>\n"+linkSign), 1)
		}
		sum := sha256.Sum256(body)
		files["/"+name] = file{body, kind, `"` + hex.EncodeToString(sum[:16]) + `"`}
		return nil
	})
	if err != nil {
		return nil, err
	}
	page, ok := files["/"+front]
	if !ok {
		return nil, errors.New("there is no " + front)
	}
	files["/"] = page
	return files, nil
}

// file answers a request for a file: one of those that were loaded, by its exact path.
func (s *Server) file(w http.ResponseWriter, r *http.Request, path string) {
	f, ok := s.files[path]
	if !ok {
		http.Error(w, "there is no such page", http.StatusNotFound)
		return
	}
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", f.tag)
	http.ServeContent(w, r, strings.TrimPrefix(path, "/"), time.Time{}, bytes.NewReader(f.body))
}
