#include "textflag.h"

// func gatherWide(to *lanes, ends []uint32, sources []source, from *lanes, f *factors, p, inverse uint32)
//
// VPMULUDQ multiplies the lanes of even number. Those of odd number are shifted to their
// places first, so that there are four sums for 16 lanes: Y0 and Y1 of the first eight, Y2
// and Y3 of the others. Y8 and Y9 are what has been reduced, Y14 is p and Y15 the inverse in
// all lanes.
TEXT ·gatherWide(SB), NOSPLIT, $0-80
	MOVQ         to+0(FP), DI
	MOVQ         ends_base+8(FP), SI
	MOVQ         ends_len+16(FP), R8
	MOVQ         sources_base+32(FP), BX
	MOVQ         from+56(FP), R9
	MOVQ         f+64(FP), R10
	MOVL         p+72(FP), AX
	MOVL         inverse+76(FP), DX
	VMOVD        AX, X14
	VMOVD        DX, X15
	VPBROADCASTD X14, Y14
	VPBROADCASTD X15, Y15
	MOVQ         BX, R11
	MOVQ         sources_len+40(FP), CX
	LEAQ         -4(BX)(CX*4), CX     // the last source
	TESTQ        R8, R8
	JEQ          done

pair:
	MOVL  (SI), R12
	LEAQ  (R11)(R12*4), R12           // where its sources end
	VPXOR Y8, Y8, Y8
	VPXOR Y9, Y9, Y9

chunk:
	CMPQ  BX, R12
	JGE   store
	LEAQ  32(BX), R13                 // eight sources
	CMPQ  R13, R12
	CMOVQGT R12, R13
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3

source:
	// The lanes are all over the memory: those that are wanted soon are fetched now.
	LEAQ        64(BX), AX
	CMPQ        AX, CX
	CMOVQGT     CX, AX
	MOVL        (AX), AX
	SHRL        $5, AX
	SHLQ        $6, AX
	PREFETCHT0  (R9)(AX*1)

	MOVL     (BX), AX
	ADDQ     $4, BX
	MOVL     AX, DX
	SHRL     $5, AX
	ANDL     $31, DX
	SHLQ     $6, AX
	SHLQ     $6, DX
	VMOVDQU  (R9)(AX*1), Y4
	VMOVDQU  32(R9)(AX*1), Y6
	VMOVDQU  (R10)(DX*1), Y10
	VMOVDQU  32(R10)(DX*1), Y12
	VPSRLQ   $32, Y4, Y5
	VPSRLQ   $32, Y6, Y7
	VPSRLQ   $32, Y10, Y11
	VPSRLQ   $32, Y12, Y13
	VPMULUDQ Y10, Y4, Y4
	VPMULUDQ Y11, Y5, Y5
	VPMULUDQ Y12, Y6, Y6
	VPMULUDQ Y13, Y7, Y7
	VPADDQ   Y4, Y0, Y0
	VPADDQ   Y5, Y1, Y1
	VPADDQ   Y6, Y2, Y2
	VPADDQ   Y7, Y3, Y3
	CMPQ     BX, R13
	JLT      source

	// Each sum and the multiple of p that makes its lower half 0.
	VPMULUDQ Y15, Y0, Y4
	VPMULUDQ Y15, Y1, Y5
	VPMULUDQ Y15, Y2, Y6
	VPMULUDQ Y15, Y3, Y7
	VPMULUDQ Y14, Y4, Y4
	VPMULUDQ Y14, Y5, Y5
	VPMULUDQ Y14, Y6, Y6
	VPMULUDQ Y14, Y7, Y7
	VPADDQ   Y4, Y0, Y0
	VPADDQ   Y5, Y1, Y1
	VPADDQ   Y6, Y2, Y2
	VPADDQ   Y7, Y3, Y3

	// The upper halves, back in their places; then modulo p, and added.
	VPSRLQ   $32, Y0, Y0
	VPSRLQ   $32, Y2, Y2
	VPBLENDD $0xAA, Y1, Y0, Y0
	VPBLENDD $0xAA, Y3, Y2, Y2
	VPSUBD   Y14, Y0, Y1
	VPSUBD   Y14, Y2, Y3
	VPMINUD  Y1, Y0, Y0
	VPMINUD  Y3, Y2, Y2
	VPADDD   Y0, Y8, Y8
	VPADDD   Y2, Y9, Y9
	VPSUBD   Y14, Y8, Y1
	VPSUBD   Y14, Y9, Y3
	VPMINUD  Y1, Y8, Y8
	VPMINUD  Y3, Y9, Y9
	JMP      chunk

store:
	VMOVDQU Y8, (DI)
	VMOVDQU Y9, 32(DI)
	ADDQ    $64, DI
	ADDQ    $4, SI
	DECQ    R8
	JNE     pair

done:
	VZEROUPPER
	RET
