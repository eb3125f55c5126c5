// Package measure is what all measurements of the lab share: jobs done one after the
// other, a log of their results that later runs continue, the machine, medians and pages.
// It knows nothing of what a job measures.
package measure
