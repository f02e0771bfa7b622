// Made by `npm run docs` of tools/javascript-loops.mjs; edit there.

import type { ElementType } from "../../../values/element-types.ts";
import type { BlockState, FoldLoops, TreeLoops } from "./loop-types.ts";

/** Running values, from any end, by operation and type. */
export const FOLD_LOOPS: Readonly<Record<string, { readonly [type in ElementType]?: FoldLoops }>> = {
  add: {
    f64: {
      reduce(input: Float64Array, first: number, step: number, count: number, value: number): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) running = running + input[i];
        return running;
      },
      inclusive(
        input: Float64Array,
        output: Float64Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = running + input[i];
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: Float64Array,
        output: Float64Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = running + input[i];
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    f32: {
      reduce(input: Float32Array, first: number, step: number, count: number, value: number): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) running = Math.fround(running + input[i]);
        return running;
      },
      inclusive(
        input: Float32Array,
        output: Float32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = Math.fround(running + input[i]);
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: Float32Array,
        output: Float32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = Math.fround(running + input[i]);
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    i32: {
      reduce(input: Int32Array, first: number, step: number, count: number, value: number): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) running = (running + input[i]) | 0;
        return running;
      },
      inclusive(
        input: Int32Array,
        output: Int32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = (running + input[i]) | 0;
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: Int32Array,
        output: Int32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = (running + input[i]) | 0;
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    u32: {
      reduce(input: Uint32Array, first: number, step: number, count: number, value: number): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) running = (running + input[i]) >>> 0;
        return running;
      },
      inclusive(
        input: Uint32Array,
        output: Uint32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = (running + input[i]) >>> 0;
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: Uint32Array,
        output: Uint32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = (running + input[i]) >>> 0;
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    i64: {
      reduce(input: BigInt64Array, first: number, step: number, count: number, value: bigint): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) running = BigInt.asIntN(64, running + input[i]);
        return running;
      },
      inclusive(
        input: BigInt64Array,
        output: BigInt64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = BigInt.asIntN(64, running + input[i]);
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: BigInt64Array,
        output: BigInt64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = BigInt.asIntN(64, running + input[i]);
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    u64: {
      reduce(input: BigUint64Array, first: number, step: number, count: number, value: bigint): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step)
          running = BigInt.asUintN(64, running + input[i]);
        return running;
      },
      inclusive(
        input: BigUint64Array,
        output: BigUint64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = BigInt.asUintN(64, running + input[i]);
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: BigUint64Array,
        output: BigUint64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = BigInt.asUintN(64, running + input[i]);
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
  },
  multiply: {
    f64: {
      reduce(input: Float64Array, first: number, step: number, count: number, value: number): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) running = running * input[i];
        return running;
      },
      inclusive(
        input: Float64Array,
        output: Float64Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = running * input[i];
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: Float64Array,
        output: Float64Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = running * input[i];
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    f32: {
      reduce(input: Float32Array, first: number, step: number, count: number, value: number): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) running = Math.fround(running * input[i]);
        return running;
      },
      inclusive(
        input: Float32Array,
        output: Float32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = Math.fround(running * input[i]);
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: Float32Array,
        output: Float32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = Math.fround(running * input[i]);
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    i32: {
      reduce(input: Int32Array, first: number, step: number, count: number, value: number): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) running = Math.imul(running, input[i]) | 0;
        return running;
      },
      inclusive(
        input: Int32Array,
        output: Int32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = Math.imul(running, input[i]) | 0;
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: Int32Array,
        output: Int32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = Math.imul(running, input[i]) | 0;
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    u32: {
      reduce(input: Uint32Array, first: number, step: number, count: number, value: number): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) running = Math.imul(running, input[i]) >>> 0;
        return running;
      },
      inclusive(
        input: Uint32Array,
        output: Uint32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = Math.imul(running, input[i]) >>> 0;
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: Uint32Array,
        output: Uint32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = Math.imul(running, input[i]) >>> 0;
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    i64: {
      reduce(input: BigInt64Array, first: number, step: number, count: number, value: bigint): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) running = BigInt.asIntN(64, running * input[i]);
        return running;
      },
      inclusive(
        input: BigInt64Array,
        output: BigInt64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = BigInt.asIntN(64, running * input[i]);
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: BigInt64Array,
        output: BigInt64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = BigInt.asIntN(64, running * input[i]);
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    u64: {
      reduce(input: BigUint64Array, first: number, step: number, count: number, value: bigint): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step)
          running = BigInt.asUintN(64, running * input[i]);
        return running;
      },
      inclusive(
        input: BigUint64Array,
        output: BigUint64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = BigInt.asUintN(64, running * input[i]);
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: BigUint64Array,
        output: BigUint64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = BigInt.asUintN(64, running * input[i]);
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
  },
  min: {
    f64: {
      reduce(input: Float64Array, first: number, step: number, count: number, value: number): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) running = Math.min(running, input[i]);
        return running;
      },
      inclusive(
        input: Float64Array,
        output: Float64Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = Math.min(running, input[i]);
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: Float64Array,
        output: Float64Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = Math.min(running, input[i]);
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    f32: {
      reduce(input: Float32Array, first: number, step: number, count: number, value: number): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) running = Math.min(running, input[i]);
        return running;
      },
      inclusive(
        input: Float32Array,
        output: Float32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = Math.min(running, input[i]);
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: Float32Array,
        output: Float32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = Math.min(running, input[i]);
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    i32: {
      reduce(input: Int32Array, first: number, step: number, count: number, value: number): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) running = Math.min(running, input[i]);
        return running;
      },
      inclusive(
        input: Int32Array,
        output: Int32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = Math.min(running, input[i]);
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: Int32Array,
        output: Int32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = Math.min(running, input[i]);
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    u32: {
      reduce(input: Uint32Array, first: number, step: number, count: number, value: number): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) running = Math.min(running, input[i]);
        return running;
      },
      inclusive(
        input: Uint32Array,
        output: Uint32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = Math.min(running, input[i]);
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: Uint32Array,
        output: Uint32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = Math.min(running, input[i]);
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    i64: {
      reduce(input: BigInt64Array, first: number, step: number, count: number, value: bigint): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step)
          running = running < input[i] ? running : input[i];
        return running;
      },
      inclusive(
        input: BigInt64Array,
        output: BigInt64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = running < input[i] ? running : input[i];
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: BigInt64Array,
        output: BigInt64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = running < input[i] ? running : input[i];
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    u64: {
      reduce(input: BigUint64Array, first: number, step: number, count: number, value: bigint): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step)
          running = running < input[i] ? running : input[i];
        return running;
      },
      inclusive(
        input: BigUint64Array,
        output: BigUint64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = running < input[i] ? running : input[i];
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: BigUint64Array,
        output: BigUint64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = running < input[i] ? running : input[i];
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
  },
  max: {
    f64: {
      reduce(input: Float64Array, first: number, step: number, count: number, value: number): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) running = Math.max(running, input[i]);
        return running;
      },
      inclusive(
        input: Float64Array,
        output: Float64Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = Math.max(running, input[i]);
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: Float64Array,
        output: Float64Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = Math.max(running, input[i]);
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    f32: {
      reduce(input: Float32Array, first: number, step: number, count: number, value: number): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) running = Math.max(running, input[i]);
        return running;
      },
      inclusive(
        input: Float32Array,
        output: Float32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = Math.max(running, input[i]);
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: Float32Array,
        output: Float32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = Math.max(running, input[i]);
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    i32: {
      reduce(input: Int32Array, first: number, step: number, count: number, value: number): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) running = Math.max(running, input[i]);
        return running;
      },
      inclusive(
        input: Int32Array,
        output: Int32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = Math.max(running, input[i]);
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: Int32Array,
        output: Int32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = Math.max(running, input[i]);
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    u32: {
      reduce(input: Uint32Array, first: number, step: number, count: number, value: number): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) running = Math.max(running, input[i]);
        return running;
      },
      inclusive(
        input: Uint32Array,
        output: Uint32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = Math.max(running, input[i]);
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: Uint32Array,
        output: Uint32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = Math.max(running, input[i]);
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    i64: {
      reduce(input: BigInt64Array, first: number, step: number, count: number, value: bigint): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step)
          running = running > input[i] ? running : input[i];
        return running;
      },
      inclusive(
        input: BigInt64Array,
        output: BigInt64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = running > input[i] ? running : input[i];
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: BigInt64Array,
        output: BigInt64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = running > input[i] ? running : input[i];
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    u64: {
      reduce(input: BigUint64Array, first: number, step: number, count: number, value: bigint): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step)
          running = running > input[i] ? running : input[i];
        return running;
      },
      inclusive(
        input: BigUint64Array,
        output: BigUint64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = running > input[i] ? running : input[i];
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: BigUint64Array,
        output: BigUint64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = running > input[i] ? running : input[i];
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
  },
  and: {
    i32: {
      reduce(input: Int32Array, first: number, step: number, count: number, value: number): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) running = (running & input[i]) | 0;
        return running;
      },
      inclusive(
        input: Int32Array,
        output: Int32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = (running & input[i]) | 0;
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: Int32Array,
        output: Int32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = (running & input[i]) | 0;
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    u32: {
      reduce(input: Uint32Array, first: number, step: number, count: number, value: number): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) running = (running & input[i]) >>> 0;
        return running;
      },
      inclusive(
        input: Uint32Array,
        output: Uint32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = (running & input[i]) >>> 0;
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: Uint32Array,
        output: Uint32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = (running & input[i]) >>> 0;
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    i64: {
      reduce(input: BigInt64Array, first: number, step: number, count: number, value: bigint): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) running = BigInt.asIntN(64, running & input[i]);
        return running;
      },
      inclusive(
        input: BigInt64Array,
        output: BigInt64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = BigInt.asIntN(64, running & input[i]);
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: BigInt64Array,
        output: BigInt64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = BigInt.asIntN(64, running & input[i]);
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    u64: {
      reduce(input: BigUint64Array, first: number, step: number, count: number, value: bigint): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step)
          running = BigInt.asUintN(64, running & input[i]);
        return running;
      },
      inclusive(
        input: BigUint64Array,
        output: BigUint64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = BigInt.asUintN(64, running & input[i]);
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: BigUint64Array,
        output: BigUint64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = BigInt.asUintN(64, running & input[i]);
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
  },
  or: {
    i32: {
      reduce(input: Int32Array, first: number, step: number, count: number, value: number): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) running = running | input[i] | 0;
        return running;
      },
      inclusive(
        input: Int32Array,
        output: Int32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = running | input[i] | 0;
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: Int32Array,
        output: Int32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = running | input[i] | 0;
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    u32: {
      reduce(input: Uint32Array, first: number, step: number, count: number, value: number): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) running = (running | input[i]) >>> 0;
        return running;
      },
      inclusive(
        input: Uint32Array,
        output: Uint32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = (running | input[i]) >>> 0;
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: Uint32Array,
        output: Uint32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = (running | input[i]) >>> 0;
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    i64: {
      reduce(input: BigInt64Array, first: number, step: number, count: number, value: bigint): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) running = BigInt.asIntN(64, running | input[i]);
        return running;
      },
      inclusive(
        input: BigInt64Array,
        output: BigInt64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = BigInt.asIntN(64, running | input[i]);
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: BigInt64Array,
        output: BigInt64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = BigInt.asIntN(64, running | input[i]);
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    u64: {
      reduce(input: BigUint64Array, first: number, step: number, count: number, value: bigint): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step)
          running = BigInt.asUintN(64, running | input[i]);
        return running;
      },
      inclusive(
        input: BigUint64Array,
        output: BigUint64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = BigInt.asUintN(64, running | input[i]);
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: BigUint64Array,
        output: BigUint64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = BigInt.asUintN(64, running | input[i]);
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
  },
  xor: {
    i32: {
      reduce(input: Int32Array, first: number, step: number, count: number, value: number): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) running = (running ^ input[i]) | 0;
        return running;
      },
      inclusive(
        input: Int32Array,
        output: Int32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = (running ^ input[i]) | 0;
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: Int32Array,
        output: Int32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = (running ^ input[i]) | 0;
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    u32: {
      reduce(input: Uint32Array, first: number, step: number, count: number, value: number): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) running = (running ^ input[i]) >>> 0;
        return running;
      },
      inclusive(
        input: Uint32Array,
        output: Uint32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = (running ^ input[i]) >>> 0;
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: Uint32Array,
        output: Uint32Array,
        first: number,
        step: number,
        count: number,
        value: number,
      ): number {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = (running ^ input[i]) >>> 0;
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    i64: {
      reduce(input: BigInt64Array, first: number, step: number, count: number, value: bigint): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) running = BigInt.asIntN(64, running ^ input[i]);
        return running;
      },
      inclusive(
        input: BigInt64Array,
        output: BigInt64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = BigInt.asIntN(64, running ^ input[i]);
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: BigInt64Array,
        output: BigInt64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = BigInt.asIntN(64, running ^ input[i]);
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
    u64: {
      reduce(input: BigUint64Array, first: number, step: number, count: number, value: bigint): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step)
          running = BigInt.asUintN(64, running ^ input[i]);
        return running;
      },
      inclusive(
        input: BigUint64Array,
        output: BigUint64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          running = BigInt.asUintN(64, running ^ input[i]);
          output[i] = running;
        }
        return running;
      },
      exclusive(
        input: BigUint64Array,
        output: BigUint64Array,
        first: number,
        step: number,
        count: number,
        value: bigint,
      ): bigint {
        let running = value;
        for (let k = 0, i = first; k < count; k++, i += step) {
          const next = BigInt.asUintN(64, running ^ input[i]);
          output[i] = running;
          running = next;
        }
        return running;
      },
    },
  },
};

/** Canonical trees of floats, for the operations that rounding keeps from being associative. */
export const TREE_LOOPS: Readonly<Record<string, { readonly [type in ElementType]?: TreeLoops }>> = {
  add: {
    f64: {
      identity: -0,
      roots(input: Float64Array, start: number, count: number, output: Float64Array): void {
        for (let k = 0, i = start; k < count; k++, i += 8)
          output[k] =
            input[i] +
            input[i + 1] +
            (input[i + 2] + input[i + 3]) +
            (input[i + 4] + input[i + 5] + (input[i + 6] + input[i + 7]));
      },
      blocks(
        input: Float64Array,
        output: Float64Array,
        start: number,
        end: number,
        state: BlockState,
      ): boolean {
        const { octets, isLinear, roots } = state;
        let index = state.index;
        let carry = roots[0];
        if (!isLinear) {
          let slot = index === 0 ? 0 : 31 - Math.clz32(index & -index);
          carry = roots[slot];
          for (let rest = (index >> slot) >> 1; rest !== 0; rest >>= 1) {
            slot++;
            carry = roots[slot] + carry;
          }
        }
        let guard = 0;
        let octet = 0;
        let root8 = -0;
        let root16 = -0;
        let i = start;
        for (const last = end - 8; i <= last; i += 8) {
          const q0 = input[i];
          const q1 = q0 + input[i + 1];
          const x2 = input[i + 2];
          const q2 = q1 + x2;
          const q3 = q1 + (x2 + input[i + 3]);
          const x4 = input[i + 4];
          const q4 = q3 + x4;
          const x45 = x4 + input[i + 5];
          const q5 = q3 + x45;
          const x6 = input[i + 6];
          const q6 = q3 + (x45 + x6);
          const q7 = q3 + (x45 + (x6 + input[i + 7]));
          const p0 = carry + (root16 + (root8 + q0));
          output[i] = p0;
          const p1 = carry + (root16 + (root8 + q1));
          output[i + 1] = p1;
          const p2 = carry + (root16 + (root8 + q2));
          output[i + 2] = p2;
          const p3 = carry + (root16 + (root8 + q3));
          output[i + 3] = p3;
          const p4 = carry + (root16 + (root8 + q4));
          output[i + 4] = p4;
          const p5 = carry + (root16 + (root8 + q5));
          output[i + 5] = p5;
          const p6 = carry + (root16 + (root8 + q6));
          output[i + 6] = p6;
          const p7 = carry + (root16 + (root8 + q7));
          output[i + 7] = p7;
          guard += (p0 + p1 + (p2 + p3) + (p4 + p5 + (p6 + p7))) * 0;
          let root = root16 + (root8 + q7);
          octet++;
          if (octet !== octets) {
            if (octet === 2) {
              root16 = root;
              root8 = -0;
            } else root8 = q7;
            continue;
          }
          octet = 0;
          root8 = -0;
          root16 = -0;
          if (isLinear) {
            carry = carry + root;
            roots[0] = carry;
          } else {
            let slot = 0;
            let rest = index;
            for (; (rest & 1) === 1; rest >>= 1) {
              root = roots[slot] + root;
              roots[slot] = -0;
              slot++;
            }
            roots[slot] = root;
            carry = root;
            for (rest >>= 1; rest !== 0; rest >>= 1) {
              slot++;
              carry = roots[slot] + carry;
            }
          }
          index++;
          guard += carry * 0;
          output[i + 7] = carry;
        }
        state.index = index;
        if (i === end) return !(guard === 0);
        const q0 = input[i];
        const p0 = carry + (root16 + (root8 + q0));
        output[i] = p0;
        guard += p0 * 0;
        if (i + 1 === end) return !(guard === 0);
        const q1 = q0 + input[i + 1];
        const p1 = carry + (root16 + (root8 + q1));
        output[i + 1] = p1;
        guard += p1 * 0;
        if (i + 2 === end) return !(guard === 0);
        const x2 = input[i + 2];
        const q2 = q1 + x2;
        const p2 = carry + (root16 + (root8 + q2));
        output[i + 2] = p2;
        guard += p2 * 0;
        if (i + 3 === end) return !(guard === 0);
        const q3 = q1 + (x2 + input[i + 3]);
        const p3 = carry + (root16 + (root8 + q3));
        output[i + 3] = p3;
        guard += p3 * 0;
        if (i + 4 === end) return !(guard === 0);
        const x4 = input[i + 4];
        const q4 = q3 + x4;
        const p4 = carry + (root16 + (root8 + q4));
        output[i + 4] = p4;
        guard += p4 * 0;
        if (i + 5 === end) return !(guard === 0);
        const x45 = x4 + input[i + 5];
        const q5 = q3 + x45;
        const p5 = carry + (root16 + (root8 + q5));
        output[i + 5] = p5;
        guard += p5 * 0;
        if (i + 6 === end) return !(guard === 0);
        const x6 = input[i + 6];
        const q6 = q3 + (x45 + x6);
        const p6 = carry + (root16 + (root8 + q6));
        output[i + 6] = p6;
        guard += p6 * 0;
        return !(guard === 0);
      },
      prepend(value: number, array: Float64Array, start: number, end: number): void {
        for (let i = start; i < end; i++) array[i] = value + array[i];
      },
    },
    f32: {
      identity: -0,
      roots(input: Float32Array, start: number, count: number, output: Float32Array): void {
        for (let k = 0, i = start; k < count; k++, i += 8)
          output[k] = Math.fround(
            Math.fround(Math.fround(input[i] + input[i + 1]) + Math.fround(input[i + 2] + input[i + 3])) +
              Math.fround(
                Math.fround(input[i + 4] + input[i + 5]) + Math.fround(input[i + 6] + input[i + 7]),
              ),
          );
      },
      blocks(
        input: Float32Array,
        output: Float32Array,
        start: number,
        end: number,
        state: BlockState,
      ): boolean {
        const { octets, isLinear, roots } = state;
        let index = state.index;
        let carry = roots[0];
        if (!isLinear) {
          let slot = index === 0 ? 0 : 31 - Math.clz32(index & -index);
          carry = roots[slot];
          for (let rest = (index >> slot) >> 1; rest !== 0; rest >>= 1) {
            slot++;
            carry = Math.fround(roots[slot] + carry);
          }
        }
        let guard = 0;
        let octet = 0;
        let root8 = -0;
        let root16 = -0;
        let i = start;
        for (const last = end - 8; i <= last; i += 8) {
          const q0 = input[i];
          const q1 = Math.fround(q0 + input[i + 1]);
          const x2 = input[i + 2];
          const q2 = Math.fround(q1 + x2);
          const q3 = Math.fround(q1 + Math.fround(x2 + input[i + 3]));
          const x4 = input[i + 4];
          const q4 = Math.fround(q3 + x4);
          const x45 = Math.fround(x4 + input[i + 5]);
          const q5 = Math.fround(q3 + x45);
          const x6 = input[i + 6];
          const q6 = Math.fround(q3 + Math.fround(x45 + x6));
          const q7 = Math.fround(q3 + Math.fround(x45 + Math.fround(x6 + input[i + 7])));
          const p0 = Math.fround(carry + Math.fround(root16 + Math.fround(root8 + q0)));
          output[i] = p0;
          const p1 = Math.fround(carry + Math.fround(root16 + Math.fround(root8 + q1)));
          output[i + 1] = p1;
          const p2 = Math.fround(carry + Math.fround(root16 + Math.fround(root8 + q2)));
          output[i + 2] = p2;
          const p3 = Math.fround(carry + Math.fround(root16 + Math.fround(root8 + q3)));
          output[i + 3] = p3;
          const p4 = Math.fround(carry + Math.fround(root16 + Math.fround(root8 + q4)));
          output[i + 4] = p4;
          const p5 = Math.fround(carry + Math.fround(root16 + Math.fround(root8 + q5)));
          output[i + 5] = p5;
          const p6 = Math.fround(carry + Math.fround(root16 + Math.fround(root8 + q6)));
          output[i + 6] = p6;
          const p7 = Math.fround(carry + Math.fround(root16 + Math.fround(root8 + q7)));
          output[i + 7] = p7;
          guard += (p0 + p1 + (p2 + p3) + (p4 + p5 + (p6 + p7))) * 0;
          let root = Math.fround(root16 + Math.fround(root8 + q7));
          octet++;
          if (octet !== octets) {
            if (octet === 2) {
              root16 = root;
              root8 = -0;
            } else root8 = q7;
            continue;
          }
          octet = 0;
          root8 = -0;
          root16 = -0;
          if (isLinear) {
            carry = Math.fround(carry + root);
            roots[0] = carry;
          } else {
            let slot = 0;
            let rest = index;
            for (; (rest & 1) === 1; rest >>= 1) {
              root = Math.fround(roots[slot] + root);
              roots[slot] = -0;
              slot++;
            }
            roots[slot] = root;
            carry = root;
            for (rest >>= 1; rest !== 0; rest >>= 1) {
              slot++;
              carry = Math.fround(roots[slot] + carry);
            }
          }
          index++;
          guard += carry * 0;
          output[i + 7] = carry;
        }
        state.index = index;
        if (i === end) return !(guard === 0);
        const q0 = input[i];
        const p0 = Math.fround(carry + Math.fround(root16 + Math.fround(root8 + q0)));
        output[i] = p0;
        guard += p0 * 0;
        if (i + 1 === end) return !(guard === 0);
        const q1 = Math.fround(q0 + input[i + 1]);
        const p1 = Math.fround(carry + Math.fround(root16 + Math.fround(root8 + q1)));
        output[i + 1] = p1;
        guard += p1 * 0;
        if (i + 2 === end) return !(guard === 0);
        const x2 = input[i + 2];
        const q2 = Math.fround(q1 + x2);
        const p2 = Math.fround(carry + Math.fround(root16 + Math.fround(root8 + q2)));
        output[i + 2] = p2;
        guard += p2 * 0;
        if (i + 3 === end) return !(guard === 0);
        const q3 = Math.fround(q1 + Math.fround(x2 + input[i + 3]));
        const p3 = Math.fround(carry + Math.fround(root16 + Math.fround(root8 + q3)));
        output[i + 3] = p3;
        guard += p3 * 0;
        if (i + 4 === end) return !(guard === 0);
        const x4 = input[i + 4];
        const q4 = Math.fround(q3 + x4);
        const p4 = Math.fround(carry + Math.fround(root16 + Math.fround(root8 + q4)));
        output[i + 4] = p4;
        guard += p4 * 0;
        if (i + 5 === end) return !(guard === 0);
        const x45 = Math.fround(x4 + input[i + 5]);
        const q5 = Math.fround(q3 + x45);
        const p5 = Math.fround(carry + Math.fround(root16 + Math.fround(root8 + q5)));
        output[i + 5] = p5;
        guard += p5 * 0;
        if (i + 6 === end) return !(guard === 0);
        const x6 = input[i + 6];
        const q6 = Math.fround(q3 + Math.fround(x45 + x6));
        const p6 = Math.fround(carry + Math.fround(root16 + Math.fround(root8 + q6)));
        output[i + 6] = p6;
        guard += p6 * 0;
        return !(guard === 0);
      },
      prepend(value: number, array: Float32Array, start: number, end: number): void {
        for (let i = start; i < end; i++) array[i] = Math.fround(value + array[i]);
      },
    },
  },
  multiply: {
    f64: {
      identity: 1,
      roots(input: Float64Array, start: number, count: number, output: Float64Array): void {
        for (let k = 0, i = start; k < count; k++, i += 8)
          output[k] =
            input[i] *
            input[i + 1] *
            (input[i + 2] * input[i + 3]) *
            (input[i + 4] * input[i + 5] * (input[i + 6] * input[i + 7]));
      },
      blocks(
        input: Float64Array,
        output: Float64Array,
        start: number,
        end: number,
        state: BlockState,
      ): boolean {
        const { octets, isLinear, roots } = state;
        let index = state.index;
        let carry = roots[0];
        if (!isLinear) {
          let slot = index === 0 ? 0 : 31 - Math.clz32(index & -index);
          carry = roots[slot];
          for (let rest = (index >> slot) >> 1; rest !== 0; rest >>= 1) {
            slot++;
            carry = roots[slot] * carry;
          }
        }
        let guard = 0;
        let octet = 0;
        let root8 = 1;
        let root16 = 1;
        let i = start;
        for (const last = end - 8; i <= last; i += 8) {
          const q0 = input[i];
          const q1 = q0 * input[i + 1];
          const x2 = input[i + 2];
          const q2 = q1 * x2;
          const q3 = q1 * (x2 * input[i + 3]);
          const x4 = input[i + 4];
          const q4 = q3 * x4;
          const x45 = x4 * input[i + 5];
          const q5 = q3 * x45;
          const x6 = input[i + 6];
          const q6 = q3 * (x45 * x6);
          const q7 = q3 * (x45 * (x6 * input[i + 7]));
          const p0 = carry * (root16 * (root8 * q0));
          output[i] = p0;
          const p1 = carry * (root16 * (root8 * q1));
          output[i + 1] = p1;
          const p2 = carry * (root16 * (root8 * q2));
          output[i + 2] = p2;
          const p3 = carry * (root16 * (root8 * q3));
          output[i + 3] = p3;
          const p4 = carry * (root16 * (root8 * q4));
          output[i + 4] = p4;
          const p5 = carry * (root16 * (root8 * q5));
          output[i + 5] = p5;
          const p6 = carry * (root16 * (root8 * q6));
          output[i + 6] = p6;
          const p7 = carry * (root16 * (root8 * q7));
          output[i + 7] = p7;
          guard += (p0 + p1 + (p2 + p3) + (p4 + p5 + (p6 + p7))) * 0;
          let root = root16 * (root8 * q7);
          octet++;
          if (octet !== octets) {
            if (octet === 2) {
              root16 = root;
              root8 = 1;
            } else root8 = q7;
            continue;
          }
          octet = 0;
          root8 = 1;
          root16 = 1;
          if (isLinear) {
            carry = carry * root;
            roots[0] = carry;
          } else {
            let slot = 0;
            let rest = index;
            for (; (rest & 1) === 1; rest >>= 1) {
              root = roots[slot] * root;
              roots[slot] = 1;
              slot++;
            }
            roots[slot] = root;
            carry = root;
            for (rest >>= 1; rest !== 0; rest >>= 1) {
              slot++;
              carry = roots[slot] * carry;
            }
          }
          index++;
          guard += carry * 0;
          output[i + 7] = carry;
        }
        state.index = index;
        if (i === end) return !(guard === 0);
        const q0 = input[i];
        const p0 = carry * (root16 * (root8 * q0));
        output[i] = p0;
        guard += p0 * 0;
        if (i + 1 === end) return !(guard === 0);
        const q1 = q0 * input[i + 1];
        const p1 = carry * (root16 * (root8 * q1));
        output[i + 1] = p1;
        guard += p1 * 0;
        if (i + 2 === end) return !(guard === 0);
        const x2 = input[i + 2];
        const q2 = q1 * x2;
        const p2 = carry * (root16 * (root8 * q2));
        output[i + 2] = p2;
        guard += p2 * 0;
        if (i + 3 === end) return !(guard === 0);
        const q3 = q1 * (x2 * input[i + 3]);
        const p3 = carry * (root16 * (root8 * q3));
        output[i + 3] = p3;
        guard += p3 * 0;
        if (i + 4 === end) return !(guard === 0);
        const x4 = input[i + 4];
        const q4 = q3 * x4;
        const p4 = carry * (root16 * (root8 * q4));
        output[i + 4] = p4;
        guard += p4 * 0;
        if (i + 5 === end) return !(guard === 0);
        const x45 = x4 * input[i + 5];
        const q5 = q3 * x45;
        const p5 = carry * (root16 * (root8 * q5));
        output[i + 5] = p5;
        guard += p5 * 0;
        if (i + 6 === end) return !(guard === 0);
        const x6 = input[i + 6];
        const q6 = q3 * (x45 * x6);
        const p6 = carry * (root16 * (root8 * q6));
        output[i + 6] = p6;
        guard += p6 * 0;
        return !(guard === 0);
      },
      prepend(value: number, array: Float64Array, start: number, end: number): void {
        for (let i = start; i < end; i++) array[i] = value * array[i];
      },
    },
    f32: {
      identity: 1,
      roots(input: Float32Array, start: number, count: number, output: Float32Array): void {
        for (let k = 0, i = start; k < count; k++, i += 8)
          output[k] = Math.fround(
            Math.fround(Math.fround(input[i] * input[i + 1]) * Math.fround(input[i + 2] * input[i + 3])) *
              Math.fround(
                Math.fround(input[i + 4] * input[i + 5]) * Math.fround(input[i + 6] * input[i + 7]),
              ),
          );
      },
      blocks(
        input: Float32Array,
        output: Float32Array,
        start: number,
        end: number,
        state: BlockState,
      ): boolean {
        const { octets, isLinear, roots } = state;
        let index = state.index;
        let carry = roots[0];
        if (!isLinear) {
          let slot = index === 0 ? 0 : 31 - Math.clz32(index & -index);
          carry = roots[slot];
          for (let rest = (index >> slot) >> 1; rest !== 0; rest >>= 1) {
            slot++;
            carry = Math.fround(roots[slot] * carry);
          }
        }
        let guard = 0;
        let octet = 0;
        let root8 = 1;
        let root16 = 1;
        let i = start;
        for (const last = end - 8; i <= last; i += 8) {
          const q0 = input[i];
          const q1 = Math.fround(q0 * input[i + 1]);
          const x2 = input[i + 2];
          const q2 = Math.fround(q1 * x2);
          const q3 = Math.fround(q1 * Math.fround(x2 * input[i + 3]));
          const x4 = input[i + 4];
          const q4 = Math.fround(q3 * x4);
          const x45 = Math.fround(x4 * input[i + 5]);
          const q5 = Math.fround(q3 * x45);
          const x6 = input[i + 6];
          const q6 = Math.fround(q3 * Math.fround(x45 * x6));
          const q7 = Math.fround(q3 * Math.fround(x45 * Math.fround(x6 * input[i + 7])));
          const p0 = Math.fround(carry * Math.fround(root16 * Math.fround(root8 * q0)));
          output[i] = p0;
          const p1 = Math.fround(carry * Math.fround(root16 * Math.fround(root8 * q1)));
          output[i + 1] = p1;
          const p2 = Math.fround(carry * Math.fround(root16 * Math.fround(root8 * q2)));
          output[i + 2] = p2;
          const p3 = Math.fround(carry * Math.fround(root16 * Math.fround(root8 * q3)));
          output[i + 3] = p3;
          const p4 = Math.fround(carry * Math.fround(root16 * Math.fround(root8 * q4)));
          output[i + 4] = p4;
          const p5 = Math.fround(carry * Math.fround(root16 * Math.fround(root8 * q5)));
          output[i + 5] = p5;
          const p6 = Math.fround(carry * Math.fround(root16 * Math.fround(root8 * q6)));
          output[i + 6] = p6;
          const p7 = Math.fround(carry * Math.fround(root16 * Math.fround(root8 * q7)));
          output[i + 7] = p7;
          guard += (p0 + p1 + (p2 + p3) + (p4 + p5 + (p6 + p7))) * 0;
          let root = Math.fround(root16 * Math.fround(root8 * q7));
          octet++;
          if (octet !== octets) {
            if (octet === 2) {
              root16 = root;
              root8 = 1;
            } else root8 = q7;
            continue;
          }
          octet = 0;
          root8 = 1;
          root16 = 1;
          if (isLinear) {
            carry = Math.fround(carry * root);
            roots[0] = carry;
          } else {
            let slot = 0;
            let rest = index;
            for (; (rest & 1) === 1; rest >>= 1) {
              root = Math.fround(roots[slot] * root);
              roots[slot] = 1;
              slot++;
            }
            roots[slot] = root;
            carry = root;
            for (rest >>= 1; rest !== 0; rest >>= 1) {
              slot++;
              carry = Math.fround(roots[slot] * carry);
            }
          }
          index++;
          guard += carry * 0;
          output[i + 7] = carry;
        }
        state.index = index;
        if (i === end) return !(guard === 0);
        const q0 = input[i];
        const p0 = Math.fround(carry * Math.fround(root16 * Math.fround(root8 * q0)));
        output[i] = p0;
        guard += p0 * 0;
        if (i + 1 === end) return !(guard === 0);
        const q1 = Math.fround(q0 * input[i + 1]);
        const p1 = Math.fround(carry * Math.fround(root16 * Math.fround(root8 * q1)));
        output[i + 1] = p1;
        guard += p1 * 0;
        if (i + 2 === end) return !(guard === 0);
        const x2 = input[i + 2];
        const q2 = Math.fround(q1 * x2);
        const p2 = Math.fround(carry * Math.fround(root16 * Math.fround(root8 * q2)));
        output[i + 2] = p2;
        guard += p2 * 0;
        if (i + 3 === end) return !(guard === 0);
        const q3 = Math.fround(q1 * Math.fround(x2 * input[i + 3]));
        const p3 = Math.fround(carry * Math.fround(root16 * Math.fround(root8 * q3)));
        output[i + 3] = p3;
        guard += p3 * 0;
        if (i + 4 === end) return !(guard === 0);
        const x4 = input[i + 4];
        const q4 = Math.fround(q3 * x4);
        const p4 = Math.fround(carry * Math.fround(root16 * Math.fround(root8 * q4)));
        output[i + 4] = p4;
        guard += p4 * 0;
        if (i + 5 === end) return !(guard === 0);
        const x45 = Math.fround(x4 * input[i + 5]);
        const q5 = Math.fround(q3 * x45);
        const p5 = Math.fround(carry * Math.fround(root16 * Math.fround(root8 * q5)));
        output[i + 5] = p5;
        guard += p5 * 0;
        if (i + 6 === end) return !(guard === 0);
        const x6 = input[i + 6];
        const q6 = Math.fround(q3 * Math.fround(x45 * x6));
        const p6 = Math.fround(carry * Math.fround(root16 * Math.fround(root8 * q6)));
        output[i + 6] = p6;
        guard += p6 * 0;
        return !(guard === 0);
      },
      prepend(value: number, array: Float32Array, start: number, end: number): void {
        for (let i = start; i < end; i++) array[i] = Math.fround(value * array[i]);
      },
    },
  },
};
