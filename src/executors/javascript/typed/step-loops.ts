// Made by `npm run docs` of tools/javascript-loops.mjs; edit there.

import type { CellValue, StepLoop, StepTexts } from "./step-types.ts";

/** One text, as often as there are operators with a loop of their own. */
export const STEP_LOOPS: readonly StepLoop[] = [
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
  (step, tape, from, end) => {
    for (let at = from; at < end; at += 5) {
      let left = tape[at];
      let right = tape[at + 1];
      const count = tape[at + 2];
      const leftStep = tape[at + 3];
      const rightStep = tape[at + 4];
      for (let k = 0; k < count; k++) {
        step(left, right);
        left += leftStep;
        right += rightStep;
      }
    }
  },
];

/** Each text twice: an engine does not put a function into one of the same text, so that those of a term and of its operands take turns. */
export const STEP_TEXTS: readonly [StepTexts, StepTexts] = [
  {
    constant: (value) => () => value,
    unary: (apply, first) => (left, right) => apply(first(left, right)),
    binary: (apply, first, second) => (left, right) => apply(first(left, right), second(left, right)),
    select: (condition, pick) => (left, right) => pick(condition(left, right), left, right),
    pick: (first, second) => (isFirst, left, right) =>
      isFirst === 1 ? first(left, right) : second(left, right),
    both: (first, second) => (left, right) => {
      first(left, right);
      second(left, right);
    },
    cells: {
      f64: {
        left: (cells: Float64Array) => (left: number) => cells[left],
        right: (cells: Float64Array) => (_: number, right: number) => cells[right],
        kept: (cell: Float64Array) => () => cell[0],
        keep: (cell: Float64Array, value: CellValue<number>) => (left, right) => {
          cell[0] = value(left, right);
        },
        write: (cells: Float64Array, value: CellValue<number>) => (left, right) => {
          cells[right] = value(left, right);
        },
      },
      f32: {
        left: (cells: Float32Array) => (left: number) => cells[left],
        right: (cells: Float32Array) => (_: number, right: number) => cells[right],
        kept: (cell: Float32Array) => () => cell[0],
        keep: (cell: Float32Array, value: CellValue<number>) => (left, right) => {
          cell[0] = value(left, right);
        },
        write: (cells: Float32Array, value: CellValue<number>) => (left, right) => {
          cells[right] = value(left, right);
        },
      },
      i32: {
        left: (cells: Int32Array) => (left: number) => cells[left],
        right: (cells: Int32Array) => (_: number, right: number) => cells[right],
        kept: (cell: Int32Array) => () => cell[0],
        keep: (cell: Int32Array, value: CellValue<number>) => (left, right) => {
          cell[0] = value(left, right);
        },
        write: (cells: Int32Array, value: CellValue<number>) => (left, right) => {
          cells[right] = value(left, right);
        },
      },
      u32: {
        left: (cells: Uint32Array) => (left: number) => cells[left],
        right: (cells: Uint32Array) => (_: number, right: number) => cells[right],
        kept: (cell: Uint32Array) => () => cell[0],
        keep: (cell: Uint32Array, value: CellValue<number>) => (left, right) => {
          cell[0] = value(left, right);
        },
        write: (cells: Uint32Array, value: CellValue<number>) => (left, right) => {
          cells[right] = value(left, right);
        },
      },
      i64: {
        left: (cells: BigInt64Array) => (left: number) => cells[left],
        right: (cells: BigInt64Array) => (_: number, right: number) => cells[right],
        kept: (cell: BigInt64Array) => () => cell[0],
        keep: (cell: BigInt64Array, value: CellValue<bigint>) => (left, right) => {
          cell[0] = value(left, right);
        },
        write: (cells: BigInt64Array, value: CellValue<bigint>) => (left, right) => {
          cells[right] = value(left, right);
        },
      },
      u64: {
        left: (cells: BigUint64Array) => (left: number) => cells[left],
        right: (cells: BigUint64Array) => (_: number, right: number) => cells[right],
        kept: (cell: BigUint64Array) => () => cell[0],
        keep: (cell: BigUint64Array, value: CellValue<bigint>) => (left, right) => {
          cell[0] = value(left, right);
        },
        write: (cells: BigUint64Array, value: CellValue<bigint>) => (left, right) => {
          cells[right] = value(left, right);
        },
      },
      bool: {
        left: (cells: Uint8Array) => (left: number) => cells[left],
        right: (cells: Uint8Array) => (_: number, right: number) => cells[right],
        kept: (cell: Uint8Array) => () => cell[0],
        keep: (cell: Uint8Array, value: CellValue<number>) => (left, right) => {
          cell[0] = value(left, right);
        },
        write: (cells: Uint8Array, value: CellValue<number>) => (left, right) => {
          cells[right] = value(left, right);
        },
      },
    },
  },
  {
    constant: (value) => () => value,
    unary: (apply, first) => (left, right) => apply(first(left, right)),
    binary: (apply, first, second) => (left, right) => apply(first(left, right), second(left, right)),
    select: (condition, pick) => (left, right) => pick(condition(left, right), left, right),
    pick: (first, second) => (isFirst, left, right) =>
      isFirst === 1 ? first(left, right) : second(left, right),
    both: (first, second) => (left, right) => {
      first(left, right);
      second(left, right);
    },
    cells: {
      f64: {
        left: (cells: Float64Array) => (left: number) => cells[left],
        right: (cells: Float64Array) => (_: number, right: number) => cells[right],
        kept: (cell: Float64Array) => () => cell[0],
        keep: (cell: Float64Array, value: CellValue<number>) => (left, right) => {
          cell[0] = value(left, right);
        },
        write: (cells: Float64Array, value: CellValue<number>) => (left, right) => {
          cells[right] = value(left, right);
        },
      },
      f32: {
        left: (cells: Float32Array) => (left: number) => cells[left],
        right: (cells: Float32Array) => (_: number, right: number) => cells[right],
        kept: (cell: Float32Array) => () => cell[0],
        keep: (cell: Float32Array, value: CellValue<number>) => (left, right) => {
          cell[0] = value(left, right);
        },
        write: (cells: Float32Array, value: CellValue<number>) => (left, right) => {
          cells[right] = value(left, right);
        },
      },
      i32: {
        left: (cells: Int32Array) => (left: number) => cells[left],
        right: (cells: Int32Array) => (_: number, right: number) => cells[right],
        kept: (cell: Int32Array) => () => cell[0],
        keep: (cell: Int32Array, value: CellValue<number>) => (left, right) => {
          cell[0] = value(left, right);
        },
        write: (cells: Int32Array, value: CellValue<number>) => (left, right) => {
          cells[right] = value(left, right);
        },
      },
      u32: {
        left: (cells: Uint32Array) => (left: number) => cells[left],
        right: (cells: Uint32Array) => (_: number, right: number) => cells[right],
        kept: (cell: Uint32Array) => () => cell[0],
        keep: (cell: Uint32Array, value: CellValue<number>) => (left, right) => {
          cell[0] = value(left, right);
        },
        write: (cells: Uint32Array, value: CellValue<number>) => (left, right) => {
          cells[right] = value(left, right);
        },
      },
      i64: {
        left: (cells: BigInt64Array) => (left: number) => cells[left],
        right: (cells: BigInt64Array) => (_: number, right: number) => cells[right],
        kept: (cell: BigInt64Array) => () => cell[0],
        keep: (cell: BigInt64Array, value: CellValue<bigint>) => (left, right) => {
          cell[0] = value(left, right);
        },
        write: (cells: BigInt64Array, value: CellValue<bigint>) => (left, right) => {
          cells[right] = value(left, right);
        },
      },
      u64: {
        left: (cells: BigUint64Array) => (left: number) => cells[left],
        right: (cells: BigUint64Array) => (_: number, right: number) => cells[right],
        kept: (cell: BigUint64Array) => () => cell[0],
        keep: (cell: BigUint64Array, value: CellValue<bigint>) => (left, right) => {
          cell[0] = value(left, right);
        },
        write: (cells: BigUint64Array, value: CellValue<bigint>) => (left, right) => {
          cells[right] = value(left, right);
        },
      },
      bool: {
        left: (cells: Uint8Array) => (left: number) => cells[left],
        right: (cells: Uint8Array) => (_: number, right: number) => cells[right],
        kept: (cell: Uint8Array) => () => cell[0],
        keep: (cell: Uint8Array, value: CellValue<number>) => (left, right) => {
          cell[0] = value(left, right);
        },
        write: (cells: Uint8Array, value: CellValue<number>) => (left, right) => {
          cells[right] = value(left, right);
        },
      },
    },
  },
];
