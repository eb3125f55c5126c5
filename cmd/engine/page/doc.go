// Command page is what stands behind the page in a browser: the web API and the engine of both games, on
// its standard streams. With the tag apart it has no networks, but asks the script around it for the network of
// a game when it searches the first position of it.
package main
