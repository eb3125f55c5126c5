// Package mapped maps files into memory, read-only, or reads them where the system cannot
// map files. The pages of a mapped file are shared by all processes that map it.
package mapped
