// Package docs reads in the source of the project what its pages quote of it: the
// steps of the search, constants with what their comments say, and the folders with
// what their packages are for. It writes no files and knows nothing of the pages.
package docs
