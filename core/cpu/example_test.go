package cpu_test

import (
	"fmt"

	"github.com/nitoryu/nitoryu/core/cpu"
)

func ExampleParse() {
	level, err := cpu.Parse("avx2")
	fmt.Println(level, err)
	_, err = cpu.Parse("avx3")
	fmt.Println(err)
	// Output:
	// avx2 <nil>
	// "avx3" is not an instruction set; there are go, bmi2, avx2, avx512, neon
}
