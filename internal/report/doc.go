// Package report draws charts as SVG and writes tables and pages as Markdown and HTML.
// It opens no files and knows nothing of what the charts show.
package report
