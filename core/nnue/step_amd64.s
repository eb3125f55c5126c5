//go:build !purego

#include "textflag.h"
#include "go_asm.h"
#include "kernels_amd64.h"

// See step.go for what each kernel does. Both accumulators are updated one after the
// other, with the same code. DX is the half of the step; SI are the neurons before the
// move and DI those after it; R9, R10, R11 and R13 are rows of weights; R8 are the
// weights of the output; CX are the bytes of an accumulator. A slice begins with its
// pointer.
//
// The products of both go to the same 16 lanes, which is enough, as outputs say. Instead
// of VPDPWSSD, two instructions: there is one sum only, and it would wait.
#define ARGUMENTSOFSTEP \
	MOVQ s+0(FP), BX \
	LEAQ step_perspectives(BX), DX \
	MOVQ step_weights(BX), R12 \
	MOVQ step_output(BX), R8 \
	MOVQ step_first(BX), AX \
	LEAQ (R8)(AX*2), R8 \
	MOVQ step_hidden(BX), CX \
	SHLQ $1, CX \
	MOVL $0x00ff00ff, R10

// ZEROS2 and ZEROS prepare the clamps and the sums: Y2 and Y3, or Z2.
#define ZEROS2 \
	VMOVD R10, X14 \
	VPBROADCASTD X14, Y14 \
	VPXOR Y15, Y15, Y15 \
	VPXOR Y2, Y2, Y2 \
	VPXOR Y3, Y3, Y3

#define ZEROS \
	VPBROADCASTD R10, Z14 \
	VPXORQ Z15, Z15, Z15 \
	VPXORQ Z2, Z2, Z2

// The accumulators of the next record are 2*CX bytes after those of the last one.
#define HALF \
	MOVQ step_neurons(BX), SI \
	MOVQ perspective_from(DX), AX \
	LEAQ (SI)(AX*2), SI \
	LEAQ (SI)(CX*2), DI \
	XORL AX, AX

#define ROW(number, row) \
	MOVL number(DX), row \
	LEAQ (R12)(row*2), row

// OUTPUT2 and OUTPUT store the neurons and add up their products.
#define OUTPUT2 \
	STORE2(DI) \
	PRODUCTS2(0, R8, Y0, Y4, Y2) \
	PRODUCTS2(32, R8, Y1, Y5, Y3)

#define OUTPUT \
	STORE(DI) \
	CLAMP(Z0) \
	VPMULLW (R8)(AX*1), Z0, Z1 \
	VPMADDWD Z1, Z0, Z1 \
	VPADDD Z1, Z2, Z2

#define NEXT(loop, side) \
	ADDQ $64, AX \
	CMPQ AX, CX \
	JLT loop \
	ADDQ CX, R8 \
	ADDQ $perspective__size, DX \
	LEAQ (step_perspectives+2*perspective__size)(BX), AX \
	CMPQ DX, AX \
	JLT side

#define END2 \
	VMOVDQA Y2, Y0 \
	VMOVDQA Y3, Y1 \
	TOTAL2 \
	VZEROUPPER

#define END \
	VMOVDQA64 Z2, Z0 \
	TOTAL \
	VZEROUPPER

// STEP is a kernel: rows sets the rows, update takes the macro that does an operation with one.
#define STEP(zeros, rows, load, update, each, output, end) \
	ARGUMENTSOFSTEP \
	zeros \
side: \
	HALF \
	rows \
loop: \
	load(SI) \
	update(each) \
	output \
	NEXT(loop, side) \
	end

#define ADDSUBROWS \
	ROW(perspective_adds, R9) \
	ROW(perspective_subs, R10)

#define ADDSUB(each) \
	each(VPADDW, R9) \
	each(VPSUBW, R10)

#define ADDSUBSUBROWS \
	ADDSUBROWS \
	ROW(perspective_subs+4, R11)

#define ADDSUBSUB(each) \
	ADDSUB(each) \
	each(VPSUBW, R11)

#define ADDADDSUBSUBROWS \
	ROW(perspective_adds, R9) \
	ROW(perspective_adds+4, R10) \
	ROW(perspective_subs, R11) \
	ROW(perspective_subs+4, R13)

#define ADDADDSUBSUB(each) \
	each(VPADDW, R9) \
	each(VPADDW, R10) \
	each(VPSUBW, R11) \
	each(VPSUBW, R13)

// func addSubOutputAVX2(s *step) int64
TEXT ·addSubOutputAVX2(SB), NOSPLIT, $0-16
	STEP(ZEROS2, ADDSUBROWS, LOAD2, ADDSUB, TWO, OUTPUT2, END2)
	MOVQ AX, ret+8(FP)
	RET

// func addSubSubOutputAVX2(s *step) int64
TEXT ·addSubSubOutputAVX2(SB), NOSPLIT, $0-16
	STEP(ZEROS2, ADDSUBSUBROWS, LOAD2, ADDSUBSUB, TWO, OUTPUT2, END2)
	MOVQ AX, ret+8(FP)
	RET

// func addAddSubSubOutputAVX2(s *step) int64
TEXT ·addAddSubSubOutputAVX2(SB), NOSPLIT, $0-16
	STEP(ZEROS2, ADDADDSUBSUBROWS, LOAD2, ADDADDSUBSUB, TWO, OUTPUT2, END2)
	MOVQ AX, ret+8(FP)
	RET

// func addSubOutputAVX512(s *step) int64
TEXT ·addSubOutputAVX512(SB), NOSPLIT, $0-16
	STEP(ZEROS, ADDSUBROWS, LOAD, ADDSUB, ONE, OUTPUT, END)
	MOVQ AX, ret+8(FP)
	RET

// func addSubSubOutputAVX512(s *step) int64
TEXT ·addSubSubOutputAVX512(SB), NOSPLIT, $0-16
	STEP(ZEROS, ADDSUBSUBROWS, LOAD, ADDSUBSUB, ONE, OUTPUT, END)
	MOVQ AX, ret+8(FP)
	RET

// func addAddSubSubOutputAVX512(s *step) int64
TEXT ·addAddSubSubOutputAVX512(SB), NOSPLIT, $0-16
	STEP(ZEROS, ADDADDSUBSUBROWS, LOAD, ADDADDSUBSUB, ONE, OUTPUT, END)
	MOVQ AX, ret+8(FP)
	RET
