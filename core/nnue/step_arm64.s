//go:build !purego

#include "textflag.h"
#include "go_asm.h"
#include "kernels_arm64.h"

// See step.go for what each kernel does. Both accumulators are updated one after the
// other, with the same code. R0 is the half of the step and R1 the end of the last; R2
// are the neurons before the move and R3 those after it; R4 to R7 are rows of weights; R8
// are the weights of the output. A slice begins with its pointer.
#define ARGUMENTSOFSTEP \
	MOVD s+0(FP), R9 \
	ADD $step_perspectives, R9, R0 \
	ADD $(2*perspective__size), R0, R1 \
	MOVD step_weights(R9), R10 \
	MOVD step_neurons(R9), R11 \
	MOVD step_output(R9), R8 \
	MOVD step_first(R9), R12 \
	ADD R12<<1, R8, R8 \
	MOVD step_hidden(R9), R12 \
	ZEROS(R5)

// The accumulators of the next record are 2*hidden neurons after those of the last one.
// R13 counts the neurons that are left.
#define HALF \
	MOVD perspective_from(R0), R13 \
	ADD R13<<1, R11, R2 \
	ADD R12<<2, R2, R3 \
	MOVD R12, R13

#define WEIGHTS(number, row) \
	MOVWU number(R0), row \
	ADD row<<1, R10, row

// NEXT stores the neurons and adds up their products.
#define NEXT(loop, side) \
	VST1.P [V0.H8, V1.H8, V2.H8, V3.H8], 64(R3) \
	LOAD(R8, V4, V5, V6, V7) \
	NEURONS(0, 4, 16, 17) \
	NEURONS(1, 5, 18, 19) \
	NEURONS(2, 6, 16, 17) \
	NEURONS(3, 7, 18, 19) \
	SUBS $32, R13 \
	BNE loop \
	ADD $perspective__size, R0 \
	CMP R1, R0 \
	BLT side

// func addSubOutputNEON(s *step) int64
TEXT ·addSubOutputNEON(SB), NOSPLIT, $0-16
	ARGUMENTSOFSTEP
side:
	HALF
	WEIGHTS(perspective_adds, R4)
	WEIGHTS(perspective_subs, R5)
loop:
	LOAD(R2, V0, V1, V2, V3)
	ROW(VADD, R4)
	ROW(VSUB, R5)
	NEXT(loop, side)
	TOTAL
	MOVD R5, ret+8(FP)
	RET

// func addSubSubOutputNEON(s *step) int64
TEXT ·addSubSubOutputNEON(SB), NOSPLIT, $0-16
	ARGUMENTSOFSTEP
side:
	HALF
	WEIGHTS(perspective_adds, R4)
	WEIGHTS(perspective_subs, R5)
	WEIGHTS(perspective_subs+4, R6)
loop:
	LOAD(R2, V0, V1, V2, V3)
	ROW(VADD, R4)
	ROW(VSUB, R5)
	ROW(VSUB, R6)
	NEXT(loop, side)
	TOTAL
	MOVD R5, ret+8(FP)
	RET

// func addAddSubSubOutputNEON(s *step) int64
TEXT ·addAddSubSubOutputNEON(SB), NOSPLIT, $0-16
	ARGUMENTSOFSTEP
side:
	HALF
	WEIGHTS(perspective_adds, R4)
	WEIGHTS(perspective_adds+4, R5)
	WEIGHTS(perspective_subs, R6)
	WEIGHTS(perspective_subs+4, R7)
loop:
	LOAD(R2, V0, V1, V2, V3)
	ROW(VADD, R4)
	ROW(VADD, R5)
	ROW(VSUB, R6)
	ROW(VSUB, R7)
	NEXT(loop, side)
	TOTAL
	MOVD R5, ret+8(FP)
	RET
