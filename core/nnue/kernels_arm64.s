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

// func sumNEON(dst, src *int16, adds **int16, nAdds int, subs **int16, nSubs int, n int)
//
// It keeps 32 neurons in registers while it goes through the rows. R7 counts the
// bytes of a row that are done.
TEXT ·sumNEON(SB), NOSPLIT, $0-56
	MOVD dst+0(FP), R0
	MOVD src+8(FP), R1
	MOVD adds+16(FP), R2
	MOVD nAdds+24(FP), R3
	MOVD subs+32(FP), R4
	MOVD nSubs+40(FP), R5
	MOVD n+48(FP), R6
	ADD R3<<3, R2, R3
	ADD R5<<3, R4, R5
	MOVD $0, R7
loop:
	LOAD(R1, V0, V1, V2, V3)
	MOVD R2, R8
	B added
add:
	MOVD.P 8(R8), R9
	ADD R7, R9
	ROW(VADD, R9)
added:
	CMP R3, R8
	BLT add
	MOVD R4, R8
	B subtracted
subtract:
	MOVD.P 8(R8), R9
	ADD R7, R9
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

// func sumBytesNEON(dst, src *int16, adds **int8, nAdds int, subs **int8, nSubs int, n int)
//
// It keeps 32 neurons in registers while it goes through the rows. R7 counts the
// bytes of a row that are done.
TEXT ·sumBytesNEON(SB), NOSPLIT, $0-56
	MOVD dst+0(FP), R0
	MOVD src+8(FP), R1
	MOVD adds+16(FP), R2
	MOVD nAdds+24(FP), R3
	MOVD subs+32(FP), R4
	MOVD nSubs+40(FP), R5
	MOVD n+48(FP), R6
	ADD R3<<3, R2, R3
	ADD R5<<3, R4, R5
	MOVD $0, R7
loop:
	LOAD(R1, V0, V1, V2, V3)
	MOVD R2, R8
	B added
add:
	MOVD.P 8(R8), R9
	ADD R7, R9
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
	MOVD.P 8(R8), R9
	ADD R7, R9
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
