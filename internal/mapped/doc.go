// Package mapped opens files as bytes in memory. It maps files of which few pages are
// needed, read-only, and shared by all processes that map them. It reads other files into
// memory outside of the garbage collector, where later changes of the file do not matter.
package mapped
