// Package ablate measures what each technique of our search is worth: it searches
// the bench positions with everything, then with one technique after the other
// switched off, and compares; the results become a table and a page. It plays no
// games itself and never changes how the engine searches.
package ablate
