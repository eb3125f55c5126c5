package main

import "github.com/nitoryu/nitoryu/cmd/internal/app"

func main() { app.Main() }
