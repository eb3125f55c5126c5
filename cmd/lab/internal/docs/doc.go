// Package docs reads from the source of the project what its pages quote: the steps
// of the search, constants with their comments, and the folders with the purpose of their
// packages. It writes no files and knows nothing of the pages.
package docs
