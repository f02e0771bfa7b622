// Made by `npm run docs` of tools/javascript-loops.mjs; edit there.

import type { ScalarType } from "../../../values/element-types.ts";
import type { MapLoop, SelectLoop, UnaryLoop } from "./loop-types.ts";

/** One operation over two columns of one length, by operation and by their type. */
export const MAP_LOOPS: Readonly<Record<string, { readonly [type in ScalarType]?: MapLoop }>> = {
  add: {
    f64: {
      run(first: Float64Array, second: Float64Array, output: Float64Array): void {
        for (let i = 0; i < output.length; i++) output[i] = first[i] + second[i];
      },
    },
    f32: {
      run(first: Float32Array, second: Float32Array, output: Float32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = Math.fround(first[i] + second[i]);
      },
    },
    i32: {
      run(first: Int32Array, second: Int32Array, output: Int32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = (first[i] + second[i]) | 0;
      },
    },
    u32: {
      run(first: Uint32Array, second: Uint32Array, output: Uint32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = (first[i] + second[i]) >>> 0;
      },
    },
    i64: {
      run(first: BigInt64Array, second: BigInt64Array, output: BigInt64Array): void {
        for (let i = 0; i < output.length; i++) output[i] = BigInt.asIntN(64, first[i] + second[i]);
      },
    },
    u64: {
      run(first: BigUint64Array, second: BigUint64Array, output: BigUint64Array): void {
        for (let i = 0; i < output.length; i++) output[i] = BigInt.asUintN(64, first[i] + second[i]);
      },
    },
  },
  multiply: {
    f64: {
      run(first: Float64Array, second: Float64Array, output: Float64Array): void {
        for (let i = 0; i < output.length; i++) output[i] = first[i] * second[i];
      },
    },
    f32: {
      run(first: Float32Array, second: Float32Array, output: Float32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = Math.fround(first[i] * second[i]);
      },
    },
    i32: {
      run(first: Int32Array, second: Int32Array, output: Int32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = Math.imul(first[i], second[i]) | 0;
      },
    },
    u32: {
      run(first: Uint32Array, second: Uint32Array, output: Uint32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = Math.imul(first[i], second[i]) >>> 0;
      },
    },
    i64: {
      run(first: BigInt64Array, second: BigInt64Array, output: BigInt64Array): void {
        for (let i = 0; i < output.length; i++) output[i] = BigInt.asIntN(64, first[i] * second[i]);
      },
    },
    u64: {
      run(first: BigUint64Array, second: BigUint64Array, output: BigUint64Array): void {
        for (let i = 0; i < output.length; i++) output[i] = BigInt.asUintN(64, first[i] * second[i]);
      },
    },
  },
  min: {
    f64: {
      run(first: Float64Array, second: Float64Array, output: Float64Array): void {
        for (let i = 0; i < output.length; i++) output[i] = Math.min(first[i], second[i]);
      },
    },
    f32: {
      run(first: Float32Array, second: Float32Array, output: Float32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = Math.min(first[i], second[i]);
      },
    },
    i32: {
      run(first: Int32Array, second: Int32Array, output: Int32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = Math.min(first[i], second[i]);
      },
    },
    u32: {
      run(first: Uint32Array, second: Uint32Array, output: Uint32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = Math.min(first[i], second[i]);
      },
    },
    i64: {
      run(first: BigInt64Array, second: BigInt64Array, output: BigInt64Array): void {
        for (let i = 0; i < output.length; i++) output[i] = first[i] < second[i] ? first[i] : second[i];
      },
    },
    u64: {
      run(first: BigUint64Array, second: BigUint64Array, output: BigUint64Array): void {
        for (let i = 0; i < output.length; i++) output[i] = first[i] < second[i] ? first[i] : second[i];
      },
    },
  },
  max: {
    f64: {
      run(first: Float64Array, second: Float64Array, output: Float64Array): void {
        for (let i = 0; i < output.length; i++) output[i] = Math.max(first[i], second[i]);
      },
    },
    f32: {
      run(first: Float32Array, second: Float32Array, output: Float32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = Math.max(first[i], second[i]);
      },
    },
    i32: {
      run(first: Int32Array, second: Int32Array, output: Int32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = Math.max(first[i], second[i]);
      },
    },
    u32: {
      run(first: Uint32Array, second: Uint32Array, output: Uint32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = Math.max(first[i], second[i]);
      },
    },
    i64: {
      run(first: BigInt64Array, second: BigInt64Array, output: BigInt64Array): void {
        for (let i = 0; i < output.length; i++) output[i] = first[i] > second[i] ? first[i] : second[i];
      },
    },
    u64: {
      run(first: BigUint64Array, second: BigUint64Array, output: BigUint64Array): void {
        for (let i = 0; i < output.length; i++) output[i] = first[i] > second[i] ? first[i] : second[i];
      },
    },
  },
  and: {
    i32: {
      run(first: Int32Array, second: Int32Array, output: Int32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = (first[i] & second[i]) | 0;
      },
    },
    u32: {
      run(first: Uint32Array, second: Uint32Array, output: Uint32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = (first[i] & second[i]) >>> 0;
      },
    },
    i64: {
      run(first: BigInt64Array, second: BigInt64Array, output: BigInt64Array): void {
        for (let i = 0; i < output.length; i++) output[i] = BigInt.asIntN(64, first[i] & second[i]);
      },
    },
    u64: {
      run(first: BigUint64Array, second: BigUint64Array, output: BigUint64Array): void {
        for (let i = 0; i < output.length; i++) output[i] = BigInt.asUintN(64, first[i] & second[i]);
      },
    },
    bool: {
      run(first: Uint8Array, second: Uint8Array, output: Uint8Array): void {
        for (let i = 0; i < output.length; i++) output[i] = first[i] & second[i];
      },
    },
  },
  or: {
    i32: {
      run(first: Int32Array, second: Int32Array, output: Int32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = first[i] | second[i] | 0;
      },
    },
    u32: {
      run(first: Uint32Array, second: Uint32Array, output: Uint32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = (first[i] | second[i]) >>> 0;
      },
    },
    i64: {
      run(first: BigInt64Array, second: BigInt64Array, output: BigInt64Array): void {
        for (let i = 0; i < output.length; i++) output[i] = BigInt.asIntN(64, first[i] | second[i]);
      },
    },
    u64: {
      run(first: BigUint64Array, second: BigUint64Array, output: BigUint64Array): void {
        for (let i = 0; i < output.length; i++) output[i] = BigInt.asUintN(64, first[i] | second[i]);
      },
    },
    bool: {
      run(first: Uint8Array, second: Uint8Array, output: Uint8Array): void {
        for (let i = 0; i < output.length; i++) output[i] = first[i] | second[i];
      },
    },
  },
  xor: {
    i32: {
      run(first: Int32Array, second: Int32Array, output: Int32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = (first[i] ^ second[i]) | 0;
      },
    },
    u32: {
      run(first: Uint32Array, second: Uint32Array, output: Uint32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = (first[i] ^ second[i]) >>> 0;
      },
    },
    i64: {
      run(first: BigInt64Array, second: BigInt64Array, output: BigInt64Array): void {
        for (let i = 0; i < output.length; i++) output[i] = BigInt.asIntN(64, first[i] ^ second[i]);
      },
    },
    u64: {
      run(first: BigUint64Array, second: BigUint64Array, output: BigUint64Array): void {
        for (let i = 0; i < output.length; i++) output[i] = BigInt.asUintN(64, first[i] ^ second[i]);
      },
    },
    bool: {
      run(first: Uint8Array, second: Uint8Array, output: Uint8Array): void {
        for (let i = 0; i < output.length; i++) output[i] = first[i] ^ second[i];
      },
    },
  },
  subtract: {
    f64: {
      run(first: Float64Array, second: Float64Array, output: Float64Array): void {
        for (let i = 0; i < output.length; i++) output[i] = first[i] - second[i];
      },
    },
    f32: {
      run(first: Float32Array, second: Float32Array, output: Float32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = Math.fround(first[i] - second[i]);
      },
    },
    i32: {
      run(first: Int32Array, second: Int32Array, output: Int32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = (first[i] - second[i]) | 0;
      },
    },
    u32: {
      run(first: Uint32Array, second: Uint32Array, output: Uint32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = (first[i] - second[i]) >>> 0;
      },
    },
    i64: {
      run(first: BigInt64Array, second: BigInt64Array, output: BigInt64Array): void {
        for (let i = 0; i < output.length; i++) output[i] = BigInt.asIntN(64, first[i] - second[i]);
      },
    },
    u64: {
      run(first: BigUint64Array, second: BigUint64Array, output: BigUint64Array): void {
        for (let i = 0; i < output.length; i++) output[i] = BigInt.asUintN(64, first[i] - second[i]);
      },
    },
  },
  divide: {
    f64: {
      run(first: Float64Array, second: Float64Array, output: Float64Array): void {
        for (let i = 0; i < output.length; i++) output[i] = first[i] / second[i];
      },
    },
    f32: {
      run(first: Float32Array, second: Float32Array, output: Float32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = Math.fround(first[i] / second[i]);
      },
    },
  },
  less: {
    f64: {
      run(first: Float64Array, second: Float64Array, output: Uint8Array): void {
        for (let i = 0; i < output.length; i++) output[i] = first[i] < second[i] ? 1 : 0;
      },
    },
    f32: {
      run(first: Float32Array, second: Float32Array, output: Uint8Array): void {
        for (let i = 0; i < output.length; i++) output[i] = first[i] < second[i] ? 1 : 0;
      },
    },
    i32: {
      run(first: Int32Array, second: Int32Array, output: Uint8Array): void {
        for (let i = 0; i < output.length; i++) output[i] = first[i] < second[i] ? 1 : 0;
      },
    },
    u32: {
      run(first: Uint32Array, second: Uint32Array, output: Uint8Array): void {
        for (let i = 0; i < output.length; i++) output[i] = first[i] < second[i] ? 1 : 0;
      },
    },
  },
  lessOrEqual: {
    f64: {
      run(first: Float64Array, second: Float64Array, output: Uint8Array): void {
        for (let i = 0; i < output.length; i++) output[i] = first[i] <= second[i] ? 1 : 0;
      },
    },
    f32: {
      run(first: Float32Array, second: Float32Array, output: Uint8Array): void {
        for (let i = 0; i < output.length; i++) output[i] = first[i] <= second[i] ? 1 : 0;
      },
    },
    i32: {
      run(first: Int32Array, second: Int32Array, output: Uint8Array): void {
        for (let i = 0; i < output.length; i++) output[i] = first[i] <= second[i] ? 1 : 0;
      },
    },
    u32: {
      run(first: Uint32Array, second: Uint32Array, output: Uint8Array): void {
        for (let i = 0; i < output.length; i++) output[i] = first[i] <= second[i] ? 1 : 0;
      },
    },
  },
  equal: {
    f64: {
      run(first: Float64Array, second: Float64Array, output: Uint8Array): void {
        for (let i = 0; i < output.length; i++) output[i] = first[i] === second[i] ? 1 : 0;
      },
    },
    f32: {
      run(first: Float32Array, second: Float32Array, output: Uint8Array): void {
        for (let i = 0; i < output.length; i++) output[i] = first[i] === second[i] ? 1 : 0;
      },
    },
    i32: {
      run(first: Int32Array, second: Int32Array, output: Uint8Array): void {
        for (let i = 0; i < output.length; i++) output[i] = first[i] === second[i] ? 1 : 0;
      },
    },
    u32: {
      run(first: Uint32Array, second: Uint32Array, output: Uint8Array): void {
        for (let i = 0; i < output.length; i++) output[i] = first[i] === second[i] ? 1 : 0;
      },
    },
    bool: {
      run(first: Uint8Array, second: Uint8Array, output: Uint8Array): void {
        for (let i = 0; i < output.length; i++) output[i] = first[i] === second[i] ? 1 : 0;
      },
    },
  },
};

/** One operation over a column, likewise. */
export const UNARY_LOOPS: Readonly<Record<string, { readonly [type in ScalarType]?: UnaryLoop }>> = {
  negate: {
    f64: {
      run(operand: Float64Array, output: Float64Array): void {
        for (let i = 0; i < output.length; i++) output[i] = -operand[i];
      },
    },
    f32: {
      run(operand: Float32Array, output: Float32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = Math.fround(-operand[i]);
      },
    },
    i32: {
      run(operand: Int32Array, output: Int32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = -operand[i] | 0;
      },
    },
    u32: {
      run(operand: Uint32Array, output: Uint32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = -operand[i] >>> 0;
      },
    },
    i64: {
      run(operand: BigInt64Array, output: BigInt64Array): void {
        for (let i = 0; i < output.length; i++) output[i] = BigInt.asIntN(64, -operand[i]);
      },
    },
    u64: {
      run(operand: BigUint64Array, output: BigUint64Array): void {
        for (let i = 0; i < output.length; i++) output[i] = BigInt.asUintN(64, -operand[i]);
      },
    },
  },
  abs: {
    f64: {
      run(operand: Float64Array, output: Float64Array): void {
        for (let i = 0; i < output.length; i++) output[i] = Math.abs(operand[i]);
      },
    },
    f32: {
      run(operand: Float32Array, output: Float32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = Math.abs(operand[i]);
      },
    },
    i32: {
      run(operand: Int32Array, output: Int32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = Math.abs(operand[i]) | 0;
      },
    },
  },
  sqrt: {
    f64: {
      run(operand: Float64Array, output: Float64Array): void {
        for (let i = 0; i < output.length; i++) output[i] = Math.sqrt(operand[i]);
      },
    },
    f32: {
      run(operand: Float32Array, output: Float32Array): void {
        for (let i = 0; i < output.length; i++) output[i] = Math.fround(Math.sqrt(operand[i]));
      },
    },
  },
};

export const SELECT_LOOPS: Readonly<Record<ScalarType, SelectLoop>> = {
  f64: {
    run(condition: Uint8Array, first: Float64Array, second: Float64Array, output: Float64Array): void {
      for (let i = 0; i < output.length; i++) output[i] = condition[i] === 1 ? first[i] : second[i];
    },
  },
  f32: {
    run(condition: Uint8Array, first: Float32Array, second: Float32Array, output: Float32Array): void {
      for (let i = 0; i < output.length; i++) output[i] = condition[i] === 1 ? first[i] : second[i];
    },
  },
  i32: {
    run(condition: Uint8Array, first: Int32Array, second: Int32Array, output: Int32Array): void {
      for (let i = 0; i < output.length; i++) output[i] = condition[i] === 1 ? first[i] : second[i];
    },
  },
  u32: {
    run(condition: Uint8Array, first: Uint32Array, second: Uint32Array, output: Uint32Array): void {
      for (let i = 0; i < output.length; i++) output[i] = condition[i] === 1 ? first[i] : second[i];
    },
  },
  i64: {
    run(condition: Uint8Array, first: BigInt64Array, second: BigInt64Array, output: BigInt64Array): void {
      for (let i = 0; i < output.length; i++) output[i] = condition[i] === 1 ? first[i] : second[i];
    },
  },
  u64: {
    run(condition: Uint8Array, first: BigUint64Array, second: BigUint64Array, output: BigUint64Array): void {
      for (let i = 0; i < output.length; i++) output[i] = condition[i] === 1 ? first[i] : second[i];
    },
  },
  bool: {
    run(condition: Uint8Array, first: Uint8Array, second: Uint8Array, output: Uint8Array): void {
      for (let i = 0; i < output.length; i++) output[i] = condition[i] === 1 ? first[i] : second[i];
    },
  },
};
