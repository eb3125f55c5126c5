// What modules of the page take for granted about browsers: what a selector finds is of a kind
// that has what is asked of it, and what an event happened to is an element.

interface ParentNode {
	querySelector(selectors: string): any;
	querySelectorAll(selectors: string): NodeListOf<any>;
}

interface Error {
	answer?: Answer.Problem; // of the web API
}
