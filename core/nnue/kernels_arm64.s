//go:build !purego

#include "textflag.h"
#include "kernels_arm64.h"

// See kernels.go for what each kernel does. All take 32 neurons, HiddenStep, in a
// step: 64 bytes, four registers.

#define NEXT(dst, n, loop) \
	VST1.P [V0.H8, V1.H8, V2.H8, V3.H8], 64(dst) \
	SUBS $32, n \
	BNE loop \
	RET

// Sums keep 32 neurons in registers while they go through the rows. R7 counts the bytes of
// a row that are done. NUMBERED sets R9 to the first of them that are not.
#define ARGUMENTSOFSUM \
	MOVD dst+0(FP), R0 \
	MOVD src+8(FP), R1 \
	MOVD weights+16(FP), R10 \
	MOVD adds+24(FP), R2 \
	MOVD nAdds+32(FP), R3 \
	MOVD subs+40(FP), R4 \
	MOVD nSubs+48(FP), R5 \
	MOVD n+56(FP), R6 \
	ADD R3<<2, R2, R3 \
	ADD R5<<2, R4, R5 \
	MOVD $0, R7

#define NUMBERED \
	MOVW.P 4(R8), R9 \
	MADD R11, R10, R9, R9 \
	ADD R7, R9

// func addSubNEON(dst, src, a, s *int16, n int)
TEXT ·addSubNEON(SB), NOSPLIT, $0-40
	MOVD dst+0(FP), R0
	MOVD src+8(FP), R1
	MOVD a+16(FP), R2
	MOVD s+24(FP), R3
	MOVD n+32(FP), R4
loop:
	LOAD(R1, V0, V1, V2, V3)
	ROW(VADD, R2)
	ROW(VSUB, R3)
	NEXT(R0, R4, loop)

// func addSubSubNEON(dst, src, a, s, t *int16, n int)
TEXT ·addSubSubNEON(SB), NOSPLIT, $0-48
	MOVD dst+0(FP), R0
	MOVD src+8(FP), R1
	MOVD a+16(FP), R2
	MOVD s+24(FP), R3
	MOVD t+32(FP), R4
	MOVD n+40(FP), R5
loop:
	LOAD(R1, V0, V1, V2, V3)
	ROW(VADD, R2)
	ROW(VSUB, R3)
	ROW(VSUB, R4)
	NEXT(R0, R5, loop)

// func addAddSubSubNEON(dst, src, a, b, s, t *int16, n int)
TEXT ·addAddSubSubNEON(SB), NOSPLIT, $0-56
	MOVD dst+0(FP), R0
	MOVD src+8(FP), R1
	MOVD a+16(FP), R2
	MOVD b+24(FP), R3
	MOVD s+32(FP), R4
	MOVD t+40(FP), R5
	MOVD n+48(FP), R6
loop:
	LOAD(R1, V0, V1, V2, V3)
	ROW(VADD, R2)
	ROW(VADD, R3)
	ROW(VSUB, R4)
	ROW(VSUB, R5)
	NEXT(R0, R6, loop)

// func sumNEON(dst, src, weights *int16, adds *int32, nAdds int, subs *int32, nSubs int, n int)
TEXT ·sumNEON(SB), NOSPLIT, $0-64
	ARGUMENTSOFSUM
	LSL $1, R6, R11
loop:
	LOAD(R1, V0, V1, V2, V3)
	MOVD R2, R8
	B added
add:
	NUMBERED
	ROW(VADD, R9)
added:
	CMP R3, R8
	BLT add
	MOVD R4, R8
	B subtracted
subtract:
	NUMBERED
	ROW(VSUB, R9)
subtracted:
	CMP R5, R8
	BLT subtract
	ADD $64, R7
	NEXT(R0, R6, loop)

// A sum of bytes widens as it adds: SADDW and SADDW2, SSUBW and SSUBW2 of a register to d,
// of the lower and the upper half of m. The assembler does not know them.
#define SADDW(m, d) WORD $(0x0E201000 | m<<16 | d<<5 | d)
#define SADDW2(m, d) WORD $(0x4E201000 | m<<16 | d<<5 | d)
#define SSUBW(m, d) WORD $(0x0E203000 | m<<16 | d<<5 | d)
#define SSUBW2(m, d) WORD $(0x4E203000 | m<<16 | d<<5 | d)

// func sumBytesNEON(dst, src *int16, weights *int8, adds *int32, nAdds int, subs *int32, nSubs int, n int)
TEXT ·sumBytesNEON(SB), NOSPLIT, $0-64
	ARGUMENTSOFSUM
	MOVD R6, R11
loop:
	LOAD(R1, V0, V1, V2, V3)
	MOVD R2, R8
	B added
add:
	NUMBERED
	VLD1 (R9), [V4.B16, V5.B16]
	SADDW(4, 0)
	SADDW2(4, 1)
	SADDW(5, 2)
	SADDW2(5, 3)
added:
	CMP R3, R8
	BLT add
	MOVD R4, R8
	B subtracted
subtract:
	NUMBERED
	VLD1 (R9), [V4.B16, V5.B16]
	SSUBW(4, 0)
	SSUBW2(4, 1)
	SSUBW(5, 2)
	SSUBW2(5, 3)
subtracted:
	CMP R5, R8
	BLT subtract
	ADD $32, R7
	NEXT(R0, R6, loop)

// func sumMaterialNEON(dst, src, material *Material, adds *int32, nAdds int, subs *int32, nSubs int)
TEXT ·sumMaterialNEON(SB), NOSPLIT, $0-56
	MOVD dst+0(FP), R0
	MOVD src+8(FP), R1
	MOVD material+16(FP), R10
	MOVD adds+24(FP), R2
	MOVD nAdds+32(FP), R3
	MOVD subs+40(FP), R4
	MOVD nSubs+48(FP), R5
	ADD R3<<2, R2, R3
	ADD R5<<2, R4, R5
	VLD1 (R1), [V0.S4, V1.S4]
	B added
add:
	MOVW.P 4(R2), R9
	ADD R9<<5, R10, R9
	VLD1 (R9), [V2.S4, V3.S4]
	VADD V2.S4, V0.S4, V0.S4
	VADD V3.S4, V1.S4, V1.S4
added:
	CMP R3, R2
	BLT add
	B subtracted
subtract:
	MOVW.P 4(R4), R9
	ADD R9<<5, R10, R9
	VLD1 (R9), [V2.S4, V3.S4]
	VSUB V2.S4, V0.S4, V0.S4
	VSUB V3.S4, V1.S4, V1.S4
subtracted:
	CMP R5, R4
	BLT subtract
	VST1 [V0.S4, V1.S4], (R0)
	RET

// func prefetch(weights *int8, material *Material, rows *int32, nRows int, n int)
//
// It asks for 256 bytes of a row.
TEXT ·prefetch(SB), NOSPLIT, $0-40
	MOVD weights+0(FP), R0
	MOVD material+8(FP), R1
	MOVD rows+16(FP), R2
	MOVD nRows+24(FP), R3
	MOVD n+32(FP), R4
	ADD R3<<2, R2, R3
	B next
row:
	MOVW.P 4(R2), R5
	ADD R5<<5, R1, R6
	PRFM (R6), PLDL1KEEP
	MADD R4, R0, R5, R5
	PRFM (R5), PLDL1KEEP
	PRFM 64(R5), PLDL1KEEP
	PRFM 128(R5), PLDL1KEEP
	PRFM 192(R5), PLDL1KEEP
next:
	CMP R3, R2
	BLT row
	RET

// func outputNEON(own, enemy, weights *int16, n int) int64
//
// There are 16 lanes, V16 to V19. With 2 * MaxHidden neurons each adds up 256 products
// of at most 255*255*127, and is full: 2,114,092,800. The rest is added in 64 bits.
TEXT ·outputNEON(SB), NOSPLIT, $0-40
	MOVD own+0(FP), R0
	MOVD enemy+8(FP), R1
	MOVD weights+16(FP), R2
	MOVD n+24(FP), R4
	ADD R4<<1, R2, R3
	ZEROS(R5)
loop:
	LOAD(R0, V0, V1, V2, V3)
	LOAD(R2, V4, V5, V6, V7)
	LOAD(R1, V8, V9, V10, V11)
	LOAD(R3, V12, V13, V14, V15)
	NEURONS(0, 4, 16, 17)
	NEURONS(8, 12, 18, 19)
	NEURONS(1, 5, 16, 17)
	NEURONS(9, 13, 18, 19)
	NEURONS(2, 6, 16, 17)
	NEURONS(10, 14, 18, 19)
	NEURONS(3, 7, 16, 17)
	NEURONS(11, 15, 18, 19)
	SUBS $32, R4
	BNE loop
	TOTAL
	MOVD R5, ret+32(FP)
	RET
