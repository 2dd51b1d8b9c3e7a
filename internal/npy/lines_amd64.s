#include "textflag.h"

// func nonzeroLines(list []int32, data []byte) int
//
// The number of a line is written in any case, and kept if the line is not 0. SSE2, which every amd64 has.
TEXT ·nonzeroLines(SB), NOSPLIT, $0-56
	MOVQ list_base+0(FP), DI
	MOVQ data_base+24(FP), SI
	MOVQ data_len+32(FP), CX
	SHRQ $6, CX              // lines
	XORQ AX, AX              // lines listed
	XORQ DX, DX              // this line
	PXOR X7, X7
	JMP  more
loop:
	MOVOU    (SI), X0
	MOVOU    16(SI), X1
	MOVOU    32(SI), X2
	MOVOU    48(SI), X3
	POR      X1, X0
	POR      X3, X2
	POR      X2, X0
	PCMPEQB  X7, X0
	PMOVMSKB X0, BX
	MOVL     DX, (DI)(AX*4)
	ADDQ     $64, SI
	INCQ     DX
	XORL     R8, R8
	CMPL     BX, $0xffff
	SETNE    R8
	ADDQ     R8, AX
more:
	CMPQ DX, CX
	JLT  loop
	MOVQ AX, ret+48(FP)
	RET

// func nonzeroBytes(masks []uint64, data []byte, list []int32)
TEXT ·nonzeroBytes(SB), NOSPLIT, $0-72
	MOVQ masks_base+0(FP), DI
	MOVQ data_base+24(FP), SI
	MOVQ list_base+48(FP), DX
	MOVQ list_len+56(FP), CX
	PXOR X7, X7
	JMP  more
loop:
	MOVL     (DX), AX
	SHLQ     $6, AX
	ADDQ     SI, AX
	MOVOU    (AX), X0
	MOVOU    16(AX), X1
	MOVOU    32(AX), X2
	MOVOU    48(AX), X3
	PCMPEQB  X7, X0
	PCMPEQB  X7, X1
	PCMPEQB  X7, X2
	PCMPEQB  X7, X3
	PMOVMSKB X0, R8
	PMOVMSKB X1, R9
	PMOVMSKB X2, R10
	PMOVMSKB X3, R11
	SHLQ     $16, R9
	SHLQ     $32, R10
	SHLQ     $48, R11
	ORQ      R9, R8
	ORQ      R11, R10
	ORQ      R10, R8
	NOTQ     R8
	MOVQ     R8, (DI)
	ADDQ     $4, DX
	ADDQ     $8, DI
	DECQ     CX
more:
	TESTQ CX, CX
	JNE   loop
	RET
