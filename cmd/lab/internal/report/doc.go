// Package report is what the reports of the lab are made of: pages in Markdown
// whose parts between marks are written anew, the frame of pages in HTML, tables, and bar
// charts in SVG. It reads no files and knows nothing of what was measured.
package report
