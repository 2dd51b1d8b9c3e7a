#include "textflag.h"

// A word is 32 bytes: a pair of registers. The lists of places are read two at a time, and the pair
// of a word is loaded by one instruction.

// func gatherWide(w, first *Word, at []int32)
//
// Four words at a time, then two, then one.
TEXT ·gatherWide(SB), NOSPLIT, $0-40
	MOVD  w+0(FP), R0
	MOVD  first+8(FP), R1
	MOVD  at_base+16(FP), R2
	MOVD  at_len+24(FP), R3
	FLDPQ (R0), (F0, F1)
	SUBS  $4, R3, R3
	BLT   two

four:
	LDPSW.P 8(R2), (R4, R5)
	LDPSW.P 8(R2), (R6, R7)
	ADD     R4<<5, R1, R4
	ADD     R5<<5, R1, R5
	ADD     R6<<5, R1, R6
	ADD     R7<<5, R1, R7
	FLDPQ   (R4), (F2, F3)
	FLDPQ   (R5), (F4, F5)
	FLDPQ   (R6), (F6, F7)
	FLDPQ   (R7), (F16, F17)
	VORR    V2.B16, V4.B16, V4.B16
	VORR    V3.B16, V5.B16, V5.B16
	VORR    V6.B16, V16.B16, V16.B16
	VORR    V7.B16, V17.B16, V17.B16
	VORR    V4.B16, V16.B16, V16.B16
	VORR    V5.B16, V17.B16, V17.B16
	VORR    V16.B16, V0.B16, V0.B16
	VORR    V17.B16, V1.B16, V1.B16
	SUBS    $4, R3, R3
	BGE     four

two: // the last two bits of R3 are those of the number that is left
	TBZ     $1, R3, one
	LDPSW.P 8(R2), (R4, R5)
	ADD     R4<<5, R1, R4
	ADD     R5<<5, R1, R5
	FLDPQ   (R4), (F2, F3)
	FLDPQ   (R5), (F4, F5)
	VORR    V2.B16, V4.B16, V4.B16
	VORR    V3.B16, V5.B16, V5.B16
	VORR    V4.B16, V0.B16, V0.B16
	VORR    V5.B16, V1.B16, V1.B16

one:
	TBZ   $0, R3, done
	MOVW  (R2), R4
	ADD   R4<<5, R1, R4
	FLDPQ (R4), (F2, F3)
	VORR  V2.B16, V0.B16, V0.B16
	VORR  V3.B16, V1.B16, V1.B16

done:
	FSTPQ (F0, F1), (R0)
	RET

// func upWide(tail, head, given, out *Word, at, to *int32, last int)
//
// See field.askChildren. R0 to R2, R4 and R7 point to what belongs to the node that is looked at.
TEXT ·upWide(SB), NOSPLIT, $0-56
	MOVD tail+0(FP), R0
	MOVD head+8(FP), R1
	MOVD given+16(FP), R2
	MOVD out+24(FP), R3
	MOVD at+32(FP), R4
	MOVD to+40(FP), R5
	MOVD last+48(FP), R6
	ADD  R6<<5, R0, R0
	ADD  R6<<5, R1, R1
	ADD  R6<<5, R2, R2
	ADD  R6<<5, R3, R7
	ADD  R6<<2, R4, R4
	MOVD R6, R8               // nodes to come

node:
	LDPSW.P -4(R4), (R9, R10)
	FLDPQ   (R0), (F0, F1)
	ADD     R10<<2, R5, R11   // after the children
	SUBS    R9, R10, R10      // how many
	BEQ     told
	ADD     R9<<2, R5, R9

trim: // children after the last node, which stand at the end, are not asked
	MOVW.W -4(R11), R12
	CMP    R6, R12
	BLE    some
	SUBS   $1, R10, R10
	BNE    trim
	B      told

some:
	SUBS $2, R10, R10
	BLT  one

two:
	LDPSW.P 8(R9), (R12, R13)
	ADD     R12<<5, R3, R12
	ADD     R13<<5, R3, R13
	FLDPQ   (R12), (F2, F3)
	FLDPQ   (R13), (F4, F5)
	VORR    V2.B16, V4.B16, V4.B16
	VORR    V3.B16, V5.B16, V5.B16
	VORR    V4.B16, V0.B16, V0.B16
	VORR    V5.B16, V1.B16, V1.B16
	SUBS    $2, R10, R10
	BGE     two

one:
	TBZ   $0, R10, told
	MOVW  (R9), R12
	ADD   R12<<5, R3, R12
	FLDPQ (R12), (F2, F3)
	VORR  V2.B16, V0.B16, V0.B16
	VORR  V3.B16, V1.B16, V1.B16

told: // where given the head counts, else the tail
	FLDPQ.P -32(R1), (F2, F3)
	FLDPQ.P -32(R2), (F4, F5)
	FSTPQ.P (F0, F1), -32(R0)
	VBSL    V0.B16, V2.B16, V4.B16
	VBSL    V1.B16, V3.B16, V5.B16
	FSTPQ.P (F4, F5), -32(R7)
	SUBS    $1, R8, R8
	BGE     node
	RET

// func downWide(tail, head, given, out *Word, at, to *int32, last int) bool
//
// See field.askParents. V16 and V17 collect the news; V18 is zero.
TEXT ·downWide(SB), NOSPLIT, $0-57
	MOVD tail+0(FP), R0
	MOVD head+8(FP), R1
	MOVD given+16(FP), R2
	MOVD out+24(FP), R3
	MOVD at+32(FP), R4
	MOVD to+40(FP), R5
	MOVD last+48(FP), R8      // nodes to come
	MOVD R3, R7
	VEOR V16.B16, V16.B16, V16.B16
	VEOR V17.B16, V17.B16, V17.B16
	VEOR V18.B16, V18.B16, V18.B16

node:
	LDPSW.P 4(R4), (R9, R10)
	VEOR    V0.B16, V0.B16, V0.B16
	VEOR    V1.B16, V1.B16, V1.B16
	SUB     R9, R10, R10
	ADD     R9<<2, R5, R9
	SUBS    $2, R10, R10
	BLT     one

two:
	LDPSW.P 8(R9), (R12, R13)
	ADD     R12<<5, R3, R12
	ADD     R13<<5, R3, R13
	FLDPQ   (R12), (F2, F3)
	FLDPQ   (R13), (F4, F5)
	VORR    V2.B16, V4.B16, V4.B16
	VORR    V3.B16, V5.B16, V5.B16
	VORR    V4.B16, V0.B16, V0.B16
	VORR    V5.B16, V1.B16, V1.B16
	SUBS    $2, R10, R10
	BGE     two

one:
	TBZ   $0, R10, told
	MOVW  (R9), R12
	ADD   R12<<5, R3, R12
	FLDPQ (R12), (F2, F3)
	VORR  V2.B16, V0.B16, V0.B16
	VORR  V3.B16, V1.B16, V1.B16

told:
	FLDPQ   (R1), (F2, F3)
	FLDPQ.P 32(R2), (F4, F5)
	FLDPQ.P 32(R0), (F6, F7)
	VORR    V0.B16, V2.B16, V0.B16
	VORR    V1.B16, V3.B16, V1.B16
	VEOR    V0.B16, V2.B16, V2.B16
	VEOR    V1.B16, V3.B16, V3.B16
	VAND    V4.B16, V2.B16, V2.B16
	VAND    V5.B16, V3.B16, V3.B16
	VORR    V2.B16, V16.B16, V16.B16
	VORR    V3.B16, V17.B16, V17.B16
	FSTPQ.P (F0, F1), 32(R1)
	VORR    V0.B16, V6.B16, V6.B16
	VORR    V1.B16, V7.B16, V7.B16
	VBIT    V4.B16, V18.B16, V6.B16 // nothing where given
	VBIT    V5.B16, V18.B16, V7.B16
	FSTPQ.P (F6, F7), 32(R7)
	SUBS    $1, R8, R8
	BGE     node
	VORR    V16.B16, V17.B16, V16.B16
	VMOV    V16.D[0], R9
	VMOV    V16.D[1], R10
	ORR     R9, R10, R9
	CMP     ZR, R9
	CSET    NE, R9
	MOVB    R9, ret+56(FP)
	RET
