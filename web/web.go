package web

import "embed"

// Files are the files of the page.
//
//go:embed *.html *.js
var Files embed.FS
