module github.com/nitoryu/nitoryu

go 1.26
