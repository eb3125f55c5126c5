//go:build !purego

#include "textflag.h"
#include "kernels_amd64.h"

// See kernels.go for what each kernel does. All take 32 neurons, HiddenStep, in a
// step: 64 bytes. AX counts the bytes that are done, CX are all.

#define NEXT(loop) \
	ADDQ $64, AX \
	CMPQ AX, CX \
	JLT loop \
	VZEROUPPER \
	RET

#define ARGUMENTS4 \
	MOVQ dst+0(FP), DI \
	MOVQ src+8(FP), SI \
	MOVQ a+16(FP), R8 \
	MOVQ s+24(FP), R9 \
	MOVQ n+32(FP), CX \
	SHLQ $1, CX \
	XORL AX, AX

#define ARGUMENTS5 \
	MOVQ dst+0(FP), DI \
	MOVQ src+8(FP), SI \
	MOVQ a+16(FP), R8 \
	MOVQ s+24(FP), R9 \
	MOVQ t+32(FP), R10 \
	MOVQ n+40(FP), CX \
	SHLQ $1, CX \
	XORL AX, AX

#define ARGUMENTS6 \
	MOVQ dst+0(FP), DI \
	MOVQ src+8(FP), SI \
	MOVQ a+16(FP), R8 \
	MOVQ b+24(FP), R9 \
	MOVQ s+32(FP), R10 \
	MOVQ t+40(FP), R11 \
	MOVQ n+48(FP), CX \
	SHLQ $1, CX \
	XORL AX, AX

// A sum keeps neurons in registers while it goes through the rows, whose numbers are from
// R8 to R9 (added) and from R10 to R11 (subtracted). A row has R13 bytes, ROW sets DX to
// its first.
#define ARGUMENTSOFSUM(size) \
	MOVQ dst+0(FP), DI \
	MOVQ src+8(FP), SI \
	MOVQ weights+16(FP), R12 \
	MOVQ adds+24(FP), R8 \
	MOVQ nAdds+32(FP), R9 \
	LEAQ (R8)(R9*4), R9 \
	MOVQ subs+40(FP), R10 \
	MOVQ nSubs+48(FP), R11 \
	LEAQ (R10)(R11*4), R11 \
	MOVQ n+56(FP), CX \
	LEAQ (CX*size), R13 \
	MOVQ R13, CX \
	XORL AX, AX

#define ROW \
	MOVLQSX (BX), DX \
	ADDQ $4, BX \
	IMULQ R13, DX \
	ADDQ R12, DX

// ROWS does an operation with each row, by a macro that takes the operation and the row.
#define ROWS(first, last, row, enter, each, op) \
	MOVQ first, BX \
	JMP enter \
row: \
	ROW \
	each(op, DX) \
enter: \
	CMPQ BX, last \
	JLT row

#define ADDED(each) ROWS(R8, R9, add, added, each, VPADDW)
#define SUBTRACTED(each) ROWS(R10, R11, subtract, subtracted, each, VPSUBW)
#define FEWADDED(each) ROWS(R8, R9, fewAdd, fewAdded, each, VPADDW)
#define FEWSUBTRACTED(each) ROWS(R10, R11, fewSubtract, fewSubtracted, each, VPSUBW)

// An output multiplies each clamped neuron by its weight in 16 bits, and that by the
// neuron again in 32 bits, two of which are added in a lane. A lane that has added up
// 256 products, each at most 255*255*127, is full: 2,114,092,800. With 2 * MaxHidden
// products that are 16 lanes at least; all have more. The rest is added in 64 bits.
#define ARGUMENTSOFOUTPUT \
	MOVQ own+0(FP), SI \
	MOVQ enemy+8(FP), DI \
	MOVQ weights+16(FP), R8 \
	MOVQ n+24(FP), CX \
	SHLQ $1, CX \
	LEAQ (R8)(CX*1), R9 \
	XORL AX, AX \
	MOVL $0x00ff00ff, R10

// func addSubAVX2(dst, src, a, s *int16, n int)
TEXT ·addSubAVX2(SB), NOSPLIT, $0-40
	ARGUMENTS4
loop:
	LOAD2(SI)
	TWO(VPADDW, R8)
	TWO(VPSUBW, R9)
	STORE2(DI)
	NEXT(loop)

// func addSubSubAVX2(dst, src, a, s, t *int16, n int)
TEXT ·addSubSubAVX2(SB), NOSPLIT, $0-48
	ARGUMENTS5
loop:
	LOAD2(SI)
	TWO(VPADDW, R8)
	TWO(VPSUBW, R9)
	TWO(VPSUBW, R10)
	STORE2(DI)
	NEXT(loop)

// func addAddSubSubAVX2(dst, src, a, b, s, t *int16, n int)
TEXT ·addAddSubSubAVX2(SB), NOSPLIT, $0-56
	ARGUMENTS6
loop:
	LOAD2(SI)
	TWO(VPADDW, R8)
	TWO(VPADDW, R9)
	TWO(VPSUBW, R10)
	TWO(VPSUBW, R11)
	STORE2(DI)
	NEXT(loop)

// func addSubAVX512(dst, src, a, s *int16, n int)
TEXT ·addSubAVX512(SB), NOSPLIT, $0-40
	ARGUMENTS4
loop:
	LOAD(SI)
	ONE(VPADDW, R8)
	ONE(VPSUBW, R9)
	STORE(DI)
	NEXT(loop)

// func addSubSubAVX512(dst, src, a, s, t *int16, n int)
TEXT ·addSubSubAVX512(SB), NOSPLIT, $0-48
	ARGUMENTS5
loop:
	LOAD(SI)
	ONE(VPADDW, R8)
	ONE(VPSUBW, R9)
	ONE(VPSUBW, R10)
	STORE(DI)
	NEXT(loop)

// func addAddSubSubAVX512(dst, src, a, b, s, t *int16, n int)
TEXT ·addAddSubSubAVX512(SB), NOSPLIT, $0-56
	ARGUMENTS6
loop:
	LOAD(SI)
	ONE(VPADDW, R8)
	ONE(VPADDW, R9)
	ONE(VPSUBW, R10)
	ONE(VPSUBW, R11)
	STORE(DI)
	NEXT(loop)

// A sum of 16 bits keeps 128 neurons in registers, 256 bytes, as long as there are so many.
#define EIGHT2(op, row) \
	op (row)(AX*1), Y0, Y0 \
	op 32(row)(AX*1), Y1, Y1 \
	op 64(row)(AX*1), Y2, Y2 \
	op 96(row)(AX*1), Y3, Y3 \
	op 128(row)(AX*1), Y4, Y4 \
	op 160(row)(AX*1), Y5, Y5 \
	op 192(row)(AX*1), Y6, Y6 \
	op 224(row)(AX*1), Y7, Y7

#define LOAD8(row) \
	VMOVDQU (row)(AX*1), Y0 \
	VMOVDQU 32(row)(AX*1), Y1 \
	VMOVDQU 64(row)(AX*1), Y2 \
	VMOVDQU 96(row)(AX*1), Y3 \
	VMOVDQU 128(row)(AX*1), Y4 \
	VMOVDQU 160(row)(AX*1), Y5 \
	VMOVDQU 192(row)(AX*1), Y6 \
	VMOVDQU 224(row)(AX*1), Y7

#define STORE8(row) \
	VMOVDQU Y0, (row)(AX*1) \
	VMOVDQU Y1, 32(row)(AX*1) \
	VMOVDQU Y2, 64(row)(AX*1) \
	VMOVDQU Y3, 96(row)(AX*1) \
	VMOVDQU Y4, 128(row)(AX*1) \
	VMOVDQU Y5, 160(row)(AX*1) \
	VMOVDQU Y6, 192(row)(AX*1) \
	VMOVDQU Y7, 224(row)(AX*1)

#define FOUR(op, row) \
	op (row)(AX*1), Z0, Z0 \
	op 64(row)(AX*1), Z1, Z1 \
	op 128(row)(AX*1), Z2, Z2 \
	op 192(row)(AX*1), Z3, Z3

#define LOAD4(row) \
	VMOVDQU64 (row)(AX*1), Z0 \
	VMOVDQU64 64(row)(AX*1), Z1 \
	VMOVDQU64 128(row)(AX*1), Z2 \
	VMOVDQU64 192(row)(AX*1), Z3

#define STORE4(row) \
	VMOVDQU64 Z0, (row)(AX*1) \
	VMOVDQU64 Z1, 64(row)(AX*1) \
	VMOVDQU64 Z2, 128(row)(AX*1) \
	VMOVDQU64 Z3, 192(row)(AX*1)

// SUM takes 128 neurons at a time, and the last ones 32 at a time.
#define SUM(load8, eight, store8, load2, two, store2) \
	ARGUMENTSOFSUM(2) \
	JMP next \
many: \
	load8(SI) \
	ADDED(eight) \
	SUBTRACTED(eight) \
	store8(DI) \
	ADDQ $256, AX \
next: \
	LEAQ 256(AX), DX \
	CMPQ DX, CX \
	JLE many \
	JMP rest \
few: \
	load2(SI) \
	FEWADDED(two) \
	FEWSUBTRACTED(two) \
	store2(DI) \
	ADDQ $64, AX \
rest: \
	CMPQ AX, CX \
	JLT few \
	VZEROUPPER \
	RET

// func sumAVX2(dst, src, weights *int16, adds *int32, nAdds int, subs *int32, nSubs int, n int)
TEXT ·sumAVX2(SB), NOSPLIT, $0-64
	SUM(LOAD8, EIGHT2, STORE8, LOAD2, TWO, STORE2)

// func sumAVX512(dst, src, weights *int16, adds *int32, nAdds int, subs *int32, nSubs int, n int)
TEXT ·sumAVX512(SB), NOSPLIT, $0-64
	SUM(LOAD4, FOUR, STORE4, LOAD, ONE, STORE)

// A sum of bytes keeps 64 neurons in registers (AVX2) or 256 (AVX-512) while it goes
// through the rows. AX counts the bytes of a row that are done, twice that those of
// neurons.
#define WIDEN2(op, k, reg) \
	VPMOVSXBW (16*k)(DX)(AX*1), Y4 \
	op Y4, reg, reg

#define WIDEN(op, k, reg) \
	VPMOVSXBW (32*k)(DX)(AX*1), Z4 \
	op Z4, reg, reg

#define FOURBYTES2(op, row) \
	WIDEN2(op, 0, Y0) \
	WIDEN2(op, 1, Y1) \
	WIDEN2(op, 2, Y2) \
	WIDEN2(op, 3, Y3)

#define FOURBYTES(op, row) \
	WIDEN(op, 0, Z16) \
	WIDEN(op, 1, Z17) \
	WIDEN(op, 2, Z18) \
	WIDEN(op, 3, Z19)

#define EIGHTBYTES(op, row) \
	FOURBYTES(op, row) \
	WIDEN(op, 4, Z20) \
	WIDEN(op, 5, Z21) \
	WIDEN(op, 6, Z22) \
	WIDEN(op, 7, Z23)

// func sumBytesAVX2(dst, src *int16, weights *int8, adds *int32, nAdds int, subs *int32, nSubs int, n int)
TEXT ·sumBytesAVX2(SB), NOSPLIT, $0-64
	ARGUMENTSOFSUM(1)
loop:
	VMOVDQU (SI)(AX*2), Y0
	VMOVDQU 32(SI)(AX*2), Y1
	VMOVDQU 64(SI)(AX*2), Y2
	VMOVDQU 96(SI)(AX*2), Y3
	ADDED(FOURBYTES2)
	SUBTRACTED(FOURBYTES2)
	VMOVDQU Y0, (DI)(AX*2)
	VMOVDQU Y1, 32(DI)(AX*2)
	VMOVDQU Y2, 64(DI)(AX*2)
	VMOVDQU Y3, 96(DI)(AX*2)
	NEXT(loop)

// func sumBytesAVX512(dst, src *int16, weights *int8, adds *int32, nAdds int, subs *int32, nSubs int, n int)
//
// It keeps 256 neurons, as long as there are so many: a row is four cache lines at a time.
TEXT ·sumBytesAVX512(SB), NOSPLIT, $0-64
	ARGUMENTSOFSUM(1)
	TESTQ $128, CX
	JZ even
	JMP small
even:
	CMPQ AX, CX
	JGE done
	VMOVDQU64 0(SI)(AX*2), Z16
	VMOVDQU64 64(SI)(AX*2), Z17
	VMOVDQU64 128(SI)(AX*2), Z18
	VMOVDQU64 192(SI)(AX*2), Z19
	VMOVDQU64 256(SI)(AX*2), Z20
	VMOVDQU64 320(SI)(AX*2), Z21
	VMOVDQU64 384(SI)(AX*2), Z22
	VMOVDQU64 448(SI)(AX*2), Z23
	ADDED(EIGHTBYTES)
	SUBTRACTED(EIGHTBYTES)
	VMOVDQU64 Z16, 0(DI)(AX*2)
	VMOVDQU64 Z17, 64(DI)(AX*2)
	VMOVDQU64 Z18, 128(DI)(AX*2)
	VMOVDQU64 Z19, 192(DI)(AX*2)
	VMOVDQU64 Z20, 256(DI)(AX*2)
	VMOVDQU64 Z21, 320(DI)(AX*2)
	VMOVDQU64 Z22, 384(DI)(AX*2)
	VMOVDQU64 Z23, 448(DI)(AX*2)
	ADDQ $256, AX
	JMP even
small: // the first 128 of an odd number of them
	VMOVDQU64 0(SI), Z16
	VMOVDQU64 64(SI), Z17
	VMOVDQU64 128(SI), Z18
	VMOVDQU64 192(SI), Z19
	FEWADDED(FOURBYTES)
	FEWSUBTRACTED(FOURBYTES)
	VMOVDQU64 Z16, 0(DI)
	VMOVDQU64 Z17, 64(DI)
	VMOVDQU64 Z18, 128(DI)
	VMOVDQU64 Z19, 192(DI)
	MOVQ $128, AX
	JMP even
done:
	VZEROUPPER
	RET

// func sumMaterialAVX2(dst, src, material *Material, adds *int32, nAdds int, subs *int32, nSubs int)
TEXT ·sumMaterialAVX2(SB), NOSPLIT, $0-56
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ material+16(FP), R12
	MOVQ adds+24(FP), R8
	MOVQ nAdds+32(FP), R9
	MOVQ subs+40(FP), R10
	MOVQ nSubs+48(FP), R11
	VMOVDQU (SI), Y0
	XORL BX, BX
	JMP added
add:
	MOVLQSX (R8)(BX*4), DX
	SHLQ $5, DX
	VPADDD (R12)(DX*1), Y0, Y0
	INCQ BX
added:
	CMPQ BX, R9
	JLT add
	XORL BX, BX
	JMP subtracted
subtract:
	MOVLQSX (R10)(BX*4), DX
	SHLQ $5, DX
	VPSUBD (R12)(DX*1), Y0, Y0
	INCQ BX
subtracted:
	CMPQ BX, R11
	JLT subtract
	VMOVDQU Y0, (DI)
	VZEROUPPER
	RET

// func prefetch(weights *int8, material *Material, rows *int32, nRows int, n int)
//
// It asks for 256 bytes of a row.
TEXT ·prefetch(SB), NOSPLIT, $0-40
	MOVQ weights+0(FP), R12
	MOVQ material+8(FP), R10
	MOVQ rows+16(FP), R8
	MOVQ nRows+24(FP), R9
	MOVQ n+32(FP), R13
	JMP next
row:
	DECQ R9
	MOVLQSX (R8)(R9*4), DX
	MOVQ DX, AX
	SHLQ $5, AX
	PREFETCHT0 (R10)(AX*1)
	IMULQ R13, DX
	PREFETCHT0 (R12)(DX*1)
	PREFETCHT0 64(R12)(DX*1)
	PREFETCHT0 128(R12)(DX*1)
	PREFETCHT0 192(R12)(DX*1)
next:
	TESTQ R9, R9
	JNE row
	RET

// func outputAVX2(own, enemy, weights *int16, n int) int64
TEXT ·outputAVX2(SB), NOSPLIT, $0-40
	ARGUMENTSOFOUTPUT
	VMOVD R10, X14
	VPBROADCASTD X14, Y14
	VPXOR Y15, Y15, Y15
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3
loop:
	NEURONS2(0, SI, R8, Y4, Y8, Y0)
	NEURONS2(0, DI, R9, Y5, Y9, Y1)
	NEURONS2(32, SI, R8, Y6, Y10, Y2)
	NEURONS2(32, DI, R9, Y7, Y11, Y3)
	ADDQ $64, AX
	CMPQ AX, CX
	JLT loop
	VPADDD Y1, Y0, Y0 // now 256 products in each lane
	VPADDD Y3, Y2, Y1
	TOTAL2
	MOVQ AX, ret+32(FP)
	VZEROUPPER
	RET

// func outputAVX512(own, enemy, weights *int16, n int) int64
TEXT ·outputAVX512(SB), NOSPLIT, $0-40
	ARGUMENTSOFOUTPUT
	VPBROADCASTD R10, Z14
	VPXORQ Z15, Z15, Z15
	VPXORQ Z0, Z0, Z0
	VPXORQ Z1, Z1, Z1
	VPXORQ Z2, Z2, Z2
	VPXORQ Z3, Z3, Z3
	// A VPDPWSSD waits for the one before with the same sum: four sums are better than
	// two. An odd 64 bytes come first.
	TESTQ $64, CX
	JZ even
	NEURONS(0, SI, R8, Z4, Z8, Z0)
	NEURONS(0, DI, R9, Z5, Z9, Z1)
	ADDQ $64, AX
	CMPQ AX, CX
	JGE done
even:
	NEURONS(0, SI, R8, Z4, Z8, Z0)
	NEURONS(0, DI, R9, Z5, Z9, Z1)
	NEURONS(64, SI, R8, Z6, Z10, Z2)
	NEURONS(64, DI, R9, Z7, Z11, Z3)
	ADDQ $128, AX
	CMPQ AX, CX
	JLT even
done:
	VPADDD Z1, Z0, Z0 // in the end 256 products in each lane
	VPADDD Z3, Z2, Z2
	VPADDD Z2, Z0, Z0
	TOTAL
	MOVQ AX, ret+32(FP)
	VZEROUPPER
	RET
