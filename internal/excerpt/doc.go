// Package excerpt shows the beginning of what a user or a file has said, which may be long and
// hold anything, in messages.
package excerpt
