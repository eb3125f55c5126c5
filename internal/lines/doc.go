// Package lines reads files with one item a line, such as openings and positions. Empty lines and
// lines that begin with # have none; lines end as on any system, and a byte order mark may begin
// the file.
package lines
