package web

import "embed"

// Files are the files of the page.
//
//go:embed *.html *.css *.svg *.webmanifest *.js js/*.js exercises/*.txt
var Files embed.FS
