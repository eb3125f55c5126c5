// Package ablate measures what each technique of our search is worth: it searches the
// bench positions with everything, and again with one technique after another switched
// off, and has them play matches. It plays no games itself and never changes how the
// engine searches.
package ablate
