package web

import "embed"

// Files are the files of the page.
//
//go:embed *.html *.css *.svg *.js js/*.js
var Files embed.FS
