//go:build !purego

#include "textflag.h"

// See kernels.go for what each kernel does.

// Instructions that Go's assembler does not know. A name that ends in H works on
// halves, W on words, B on bytes; 2 is the half of a register that is meant.
#define SMULL(m, n, d) WORD $(0x0e20c000 | (m)<<16 | (n)<<5 | (d))
#define SMULL2(m, n, d) WORD $(0x4e20c000 | (m)<<16 | (n)<<5 | (d))
#define ADDPH(m, n, d) WORD $(0x4e60bc00 | (m)<<16 | (n)<<5 | (d))
#define SADALP(n, d) WORD $(0x4e606800 | (n)<<5 | (d))
#define SQSHRUN6(n, d) WORD $(0x2f1a8400 | (n)<<5 | (d))
#define SQSHRUN62(n, d) WORD $(0x6f1a8400 | (n)<<5 | (d))
#define UQXTNB(n, d) WORD $(0x2e214800 | (n)<<5 | (d))
#define UQXTNB2(n, d) WORD $(0x6e214800 | (n)<<5 | (d))
#define UQXTNH(n, d) WORD $(0x2e614800 | (n)<<5 | (d))
#define UQXTNH2(n, d) WORD $(0x6e614800 | (n)<<5 | (d))
#define SQXTUNB(n, d) WORD $(0x2e212800 | (n)<<5 | (d))
#define SQXTUNB2(n, d) WORD $(0x6e212800 | (n)<<5 | (d))
#define ABSW(n, d) WORD $(0x4ea0b800 | (n)<<5 | (d))
#define MULW(m, n, d) WORD $(0x4ea09c00 | (m)<<16 | (n)<<5 | (d))
#define SMAXH(m, n, d) WORD $(0x4e606400 | (m)<<16 | (n)<<5 | (d))
#define SMINH(m, n, d) WORD $(0x4e606c00 | (m)<<16 | (n)<<5 | (d))
#define MULH(m, n, d) WORD $(0x4e609c00 | (m)<<16 | (n)<<5 | (d))
#define USHLH(m, n, d) WORD $(0x6e604400 | (m)<<16 | (n)<<5 | (d))

// The groups that are not all zero are listed first, a part of at most 256 at a time:
// no branch depends on what they are. R10 are the inputs of a part, R2 its weights, R4
// the groups after it and R5 those in it. The list is from R6 to R7.
#define ARGUMENTS \
	MOVD out+0(FP), R0 \
	MOVD in+8(FP), R1 \
	MOVD weights+16(FP), R2 \
	MOVD bias+24(FP), R3 \
	MOVD groups+32(FP), R4

#define PART(scan) \
	MOVD $256, R5 \
	CMP R5, R4 \
	CSEL LT, R4, R5, R5 \
	SUB R5, R4 \
	MOVD R1, R10 \
	MOVD $list-256(SP), R6 \
	MOVD R6, R7 \
	MOVD $0, R8 \
scan: \
	MOVWU.P 4(R1), R9 \
	MOVB R8, (R7) \
	CMP $0, R9 \
	CINC NE, R7, R7 \
	ADD $1, R8 \
	CMP R5, R8 \
	BLT scan

// GROUP loads the inputs of the next group to all of V0, and goes to end without one.
// R12 are its weights, of 1<<shift bytes.
#define GROUP(shift, end) \
	CMP R7, R6 \
	BGE end \
	MOVBU.P 1(R6), R9 \
	ADD R9<<2, R10, R11 \
	VLD1R (R11), [V0.S4] \
	ADD R9<<shift, R2, R12

// OUTPUTS multiplies the inputs in V0 by four rows of weights and adds to sums. Inputs
// are at most 127, so that bytes with a sign hold them, and two products fit into a
// half: 2 * 127 * -128 = -32,512.
#define OUTPUTS(weights, sums) \
	SMULL(weights, 0, 1) \
	SMULL2(weights, 0, 2) \
	ADDPH(2, 1, 1) \
	SADALP(1, sums)

// The activations take 16 or 32 numbers in a step; V31 has 127 in each byte.
#define ARGUMENTSOF16 \
	MOVD out+0(FP), R0 \
	MOVD from+8(FP), R1 \
	MOVD n+16(FP), R2 \
	VMOVI $127, V31.B16

// PRODUCTS multiplies neurons in x and y, clamped from 0 in V31 to the limit in V30,
// and shifts them to the left by V29, which is negative. Products have 16 bits without
// a sign.
#define PRODUCTS(x, y) \
	SMAXH(31, x, x) \
	SMAXH(31, y, y) \
	SMINH(30, x, x) \
	SMINH(30, y, y) \
	MULH(y, x, x) \
	USHLH(29, x, x)

// func sums32NEON(out *int32, in *uint8, weights *int8, bias *int32, groups int)
TEXT ·sums32NEON(SB), NOSPLIT, $256-40
	ARGUMENTS
	VLD1.P 64(R3), [V16.S4, V17.S4, V18.S4, V19.S4]
	VLD1 (R3), [V20.S4, V21.S4, V22.S4, V23.S4]
part:
	PART(scan)
loop:
	GROUP(7, next)
	VLD1.P 64(R12), [V4.B16, V5.B16, V6.B16, V7.B16]
	VLD1 (R12), [V8.B16, V9.B16, V10.B16, V11.B16]
	OUTPUTS(4, 16)
	OUTPUTS(5, 17)
	OUTPUTS(6, 18)
	OUTPUTS(7, 19)
	OUTPUTS(8, 20)
	OUTPUTS(9, 21)
	OUTPUTS(10, 22)
	OUTPUTS(11, 23)
	B loop
next:
	ADD R5<<7, R2
	CBNZ R4, part
	VST1.P [V16.S4, V17.S4, V18.S4, V19.S4], 64(R0)
	VST1 [V20.S4, V21.S4, V22.S4, V23.S4], (R0)
	RET

// func sums16NEON(out *int32, in *uint8, weights *int8, bias *int32, groups int)
TEXT ·sums16NEON(SB), NOSPLIT, $256-40
	ARGUMENTS
	VLD1 (R3), [V16.S4, V17.S4, V18.S4, V19.S4]
part:
	PART(scan)
loop:
	GROUP(6, next)
	VLD1 (R12), [V4.B16, V5.B16, V6.B16, V7.B16]
	OUTPUTS(4, 16)
	OUTPUTS(5, 17)
	OUTPUTS(6, 18)
	OUTPUTS(7, 19)
	B loop
next:
	ADD R5<<6, R2
	CBNZ R4, part
	VST1 [V16.S4, V17.S4, V18.S4, V19.S4], (R0)
	RET

// func sums8NEON(out *int32, in *uint8, weights *int8, bias *int32, groups int)
TEXT ·sums8NEON(SB), NOSPLIT, $256-40
	ARGUMENTS
	VLD1 (R3), [V16.S4, V17.S4]
part:
	PART(scan)
loop:
	GROUP(5, next)
	VLD1 (R12), [V4.B16, V5.B16]
	OUTPUTS(4, 16)
	OUTPUTS(5, 17)
	B loop
next:
	ADD R5<<5, R2
	CBNZ R4, part
	VEOR V18.B16, V18.B16, V18.B16
	VEOR V19.B16, V19.B16, V19.B16
	VST1 [V16.S4, V17.S4, V18.S4, V19.S4], (R0)
	RET

// func sums1NEON(out *int32, in *uint8, weights *int8, bias *int32, groups int)
TEXT ·sums1NEON(SB), NOSPLIT, $0-40
	ARGUMENTS
	VEOR V16.B16, V16.B16, V16.B16
	VEOR V17.B16, V17.B16, V17.B16
loop:
	VLD1.P 32(R1), [V6.B16, V7.B16]
	VLD1.P 32(R2), [V4.B16, V5.B16]
	VMOV V6.B16, V0.B16
	OUTPUTS(4, 16)
	VMOV V7.B16, V0.B16
	OUTPUTS(5, 17)
	SUBS $8, R4
	BNE loop
	VADD V17.S4, V16.S4, V16.S4
	VADDV V16.S4, V16
	FMOVS F16, R5
	MOVW (R3), R6
	ADD R6, R5
	MOVW R5, (R0)
	RET

// func clipNEON(out *uint8, from *int32, n int)
TEXT ·clipNEON(SB), NOSPLIT, $0-24
	ARGUMENTSOF16
loop:
	VLD1.P 64(R1), [V0.S4, V1.S4, V2.S4, V3.S4]
	SQSHRUN6(0, 0) // clamps to 0 to 65535
	SQSHRUN62(1, 0)
	SQSHRUN6(2, 2)
	SQSHRUN62(3, 2)
	UQXTNB(0, 0)
	UQXTNB2(2, 0)
	VUMIN V31.B16, V0.B16, V0.B16
	VST1.P [V0.B16], 16(R0)
	SUBS $16, R2
	BNE loop
	RET

// func squareNEON(out *uint8, from *int32, n int)
//
// From 8192 on a square is more than 127 after the shift, so that a sum clamped to that
// will do, and has a square of less than 32 bits.
TEXT ·squareNEON(SB), NOSPLIT, $0-24
	ARGUMENTSOF16
	MOVD $8192, R3
	VDUP R3, V30.S4
loop:
	VLD1.P 64(R1), [V0.S4, V1.S4, V2.S4, V3.S4]
	ABSW(0, 0)
	ABSW(1, 1)
	ABSW(2, 2)
	ABSW(3, 3)
	VUMIN V30.S4, V0.S4, V0.S4
	VUMIN V30.S4, V1.S4, V1.S4
	VUMIN V30.S4, V2.S4, V2.S4
	VUMIN V30.S4, V3.S4, V3.S4
	MULW(0, 0, 0)
	MULW(1, 1, 1)
	MULW(2, 2, 2)
	MULW(3, 3, 3)
	VUSHR $19, V0.S4, V0.S4
	VUSHR $19, V1.S4, V1.S4
	VUSHR $19, V2.S4, V2.S4
	VUSHR $19, V3.S4, V3.S4
	UQXTNH(0, 0)
	UQXTNH2(1, 0)
	UQXTNH(2, 2)
	UQXTNH2(3, 2)
	UQXTNB(0, 0)
	UQXTNB2(2, 0)
	VUMIN V31.B16, V0.B16, V0.B16
	VST1.P [V0.B16], 16(R0)
	SUBS $16, R2
	BNE loop
	RET

// func clipNeuronsNEON(out *uint8, from *int16, n int)
TEXT ·clipNeuronsNEON(SB), NOSPLIT, $0-24
	ARGUMENTSOF16
loop:
	VLD1.P 64(R1), [V0.H8, V1.H8, V2.H8, V3.H8]
	SQXTUNB(0, 0) // clamps to 0 to 255
	SQXTUNB2(1, 0)
	SQXTUNB(2, 1)
	SQXTUNB2(3, 1)
	VUMIN V31.B16, V0.B16, V0.B16
	VUMIN V31.B16, V1.B16, V1.B16
	VST1.P [V0.B16, V1.B16], 32(R0)
	SUBS $32, R2
	BNE loop
	RET

// func multiplyNEON(out *uint8, low, high *int16, limit int16, shift uint, n int)
TEXT ·multiplyNEON(SB), NOSPLIT, $0-48
	MOVD out+0(FP), R0
	MOVD low+8(FP), R1
	MOVD high+16(FP), R2
	MOVH limit+24(FP), R3
	MOVD shift+32(FP), R4
	MOVD n+40(FP), R5
	NEG R4, R4
	VEOR V31.B16, V31.B16, V31.B16
	VDUP R3, V30.H8
	VDUP R4, V29.H8
loop:
	VLD1.P 64(R1), [V0.H8, V1.H8, V2.H8, V3.H8]
	VLD1.P 64(R2), [V4.H8, V5.H8, V6.H8, V7.H8]
	PRODUCTS(0, 4)
	PRODUCTS(1, 5)
	PRODUCTS(2, 6)
	PRODUCTS(3, 7)
	UQXTNB(0, 0)
	UQXTNB2(1, 0)
	UQXTNB(2, 1)
	UQXTNB2(3, 1)
	VST1.P [V0.B16, V1.B16], 32(R0)
	SUBS $32, R5
	BNE loop
	RET

// func multiplySumsNEON(out *uint8, low, high, moreLow, moreHigh *int16, limit int16, shift uint, n int)
TEXT ·multiplySumsNEON(SB), NOSPLIT, $0-64
	MOVD out+0(FP), R0
	MOVD low+8(FP), R1
	MOVD high+16(FP), R2
	MOVD moreLow+24(FP), R6
	MOVD moreHigh+32(FP), R7
	MOVH limit+40(FP), R3
	MOVD shift+48(FP), R4
	MOVD n+56(FP), R5
	NEG R4, R4
	VEOR V31.B16, V31.B16, V31.B16
	VDUP R3, V30.H8
	VDUP R4, V29.H8
loop:
	VLD1.P 32(R1), [V0.H8, V1.H8]
	VLD1.P 32(R2), [V4.H8, V5.H8]
	VLD1.P 32(R6), [V2.H8, V3.H8]
	VLD1.P 32(R7), [V6.H8, V7.H8]
	VADD V2.H8, V0.H8, V0.H8
	VADD V3.H8, V1.H8, V1.H8
	VADD V6.H8, V4.H8, V4.H8
	VADD V7.H8, V5.H8, V5.H8
	PRODUCTS(0, 4)
	PRODUCTS(1, 5)
	UQXTNB(0, 0)
	UQXTNB2(1, 0)
	VST1.P [V0.B16], 16(R0)
	SUBS $16, R5
	BNE loop
	RET
