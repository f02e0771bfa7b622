/**
 * The state of one running scan or reduce, in wasm memory: everything a kernel needs to go on where another stopped, so that any
 * mixture of kernels over any cut of the input gives the same bits. Offsets are in bytes; values take the low bytes of their slot.
 *
 * Records have one such region for each column, STATE_BYTES apart; position and blocks stand in the first alone.
 */
export const STATE = {
  inBlock: 0, // i64: elements of the open block seen so far
  blockIndex: 8, // i64: complete blocks so far
  blockLength: 16, // i64
  carry: 24, // value: the combine of all complete blocks; undefined while blockIndex is 0
  guard: 32, // element: not finite once a carry was not, see guard.ts
  initial: 40, // value: the initial value placed "outside"
  result: 48, // value: where `observe` leaves the reduce
  input: 56, // i32, of records: the address of the column that is read; kernels are given an index
  output: 60, // i32, of records: the address of the column that is written
  elementRoots: 64, // 64 slots: root of the complete dyadic range of 2^k elements in the open block, where bit k of inBlock is set
  blockRoots: 576, // 64 slots: the same over complete blocks, by blockIndex
} as const;

/** Bytes of one slot of a root table, whatever the element type. */
export const SLOT_BYTES = 8;

export const STATE_BYTES = 1088;

/** The block length of an expression without blocks: longer than any input. */
export const NO_BLOCKS = 2 ** 62;
