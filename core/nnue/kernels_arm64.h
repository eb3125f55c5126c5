// What kernels share. Neurons are taken 32 in a step, HiddenStep, or 64 bytes: V0 to V3.

#define LOAD(row, r0, r1, r2, r3) \
	VLD1.P 64(row), [r0.H8, r1.H8, r2.H8, r3.H8]

// ROW does an operation with the next 64 bytes of a row and V0 to V3.
#define ROW(op, row) \
	VLD1.P 64(row), [V4.H8, V5.H8, V6.H8, V7.H8] \
	op V4.H8, V0.H8, V0.H8 \
	op V5.H8, V1.H8, V1.H8 \
	op V6.H8, V2.H8, V2.H8 \
	op V7.H8, V3.H8, V3.H8

// Instructions that Go's assembler does not know, on vectors of 8 halves; those that
// end in L go from halves to words.
#define SMAX(m, n, d) WORD $(0x4e606400 | (m)<<16 | (n)<<5 | (d))
#define SMIN(m, n, d) WORD $(0x4e606c00 | (m)<<16 | (n)<<5 | (d))
#define MUL(m, n, d) WORD $(0x4e609c00 | (m)<<16 | (n)<<5 | (d))
#define SMLAL(m, n, d) WORD $(0x0e608000 | (m)<<16 | (n)<<5 | (d))
#define SMLAL2(m, n, d) WORD $(0x4e608000 | (m)<<16 | (n)<<5 | (d))
#define SADDLV(n, d) WORD $(0x4eb03800 | (n)<<5 | (d))

// NEURONS takes 8 neurons in register v with weights in w: clamps them to V30 and
// V31, multiplies by the weight in 16 bits, and by the neuron again in 32 bits, and
// adds that to 4 lanes of low and 4 of high.
#define NEURONS(v, w, low, high) \
	SMAX(31, v, v) \
	SMIN(30, v, v) \
	MUL(w, v, w) \
	SMLAL(w, v, low) \
	SMLAL2(w, v, high)

// ZEROS prepares the clamps, V30 and V31, and the 16 lanes of a sum, V16 to V19.
#define ZEROS(scratch) \
	MOVD $255, scratch \
	VDUP scratch, V30.H8 \
	VEOR V31.B16, V31.B16, V31.B16 \
	VEOR V16.B16, V16.B16, V16.B16 \
	VEOR V17.B16, V17.B16, V17.B16 \
	VEOR V18.B16, V18.B16, V18.B16 \
	VEOR V19.B16, V19.B16, V19.B16

// TOTAL adds the lanes in 64 bits, and sets R5 to the sum.
#define TOTAL \
	SADDLV(16, 16) \
	SADDLV(17, 17) \
	SADDLV(18, 18) \
	SADDLV(19, 19) \
	FMOVD F16, R5 \
	FMOVD F17, R6 \
	FMOVD F18, R7 \
	FMOVD F19, R8 \
	ADD R6, R5 \
	ADD R8, R7 \
	ADD R7, R5
