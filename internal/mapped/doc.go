// Package mapped opens files as bytes in memory. Files of which few pages are needed are
// mapped, read-only, and shared by all processes that map them. Others are read into memory
// outside of the garbage collector, where nothing that happens to the file reaches them.
package mapped
