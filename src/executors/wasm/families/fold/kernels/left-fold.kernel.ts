import {
  type Code,
  get,
  i32,
  i32Const,
  type Local,
  load,
  store,
  when,
  whileLoop,
} from "../../../../../codegen/wasm/code.ts";
import type { FunctionBuilder } from "../../../../../codegen/wasm/module.ts";
import { columnKernel } from "../../../kernels/column-kernel.ts";
import { decrement } from "../../../kernels/counters.ts";
import { assign, held, type KernelSubject, type Lanes, type Slot } from "../../../kernels/lanes.ts";
import {
  type ArrayCursor,
  advance,
  canonical,
  loadElements,
  loadSlots,
  observe,
  storeElements,
  storeSlots,
} from "../../../kernels/load-store.ts";
import { STATE } from "../../../kernels/state.ts";

/*
 * The left fold: one chain of combines.
 *
 *   carry = the first element of all;  for each other: carry = carry · x;  a scan writes carry after each
 *
 * STATE.carry is the fold so far, STATE.blockIndex is 0 until there is one.
 */

/** `foldScan(state, input, output, length)`: every inclusive prefix. */
export function foldScan(subject: KernelSubject): FunctionBuilder {
  const kernel = columnKernel(subject, "foldScan", ["state", "input", "output", "length"]);
  const { lanes, state, from, to, length } = kernel;
  const value = lanes.slot();
  const fold = foldLoop(lanes, { state, from, length }, (carry) => [
    assign(value, held(carry)),
    observe(lanes, state, value),
    storeElements(lanes, to, canonical(lanes, value)),
    advance(lanes, to, 1),
  ]);
  return kernel.define(fold);
}

/** `foldReduce(state, input, length)`. */
export function foldReduce(subject: KernelSubject): FunctionBuilder {
  const kernel = columnKernel(subject, "foldReduce", ["state", "input", "length"]);
  const { lanes, state, from, length } = kernel;
  return kernel.define(foldLoop(lanes, { state, from, length }, () => []));
}

interface FoldOperands {
  readonly state: Local;
  readonly from: ArrayCursor;
  readonly length: Local;
}

/** The loop of a left fold, with `emit` after each combine; the first element of all is the fold so far. */
function foldLoop(lanes: Lanes, { state, from, length }: FoldOperands, emit: (carry: Slot) => Code): Code {
  const carry = lanes.slot();
  const next = [emit(carry), advance(lanes, from, 1), decrement(length)];
  const isFirst = i32(
    "and",
    i32("zero", load("i32", get(state), STATE.blockIndex)),
    i32("notEqual", get(length), i32Const(0)),
  );
  return [
    assign(carry, loadSlots(lanes, get(state), STATE.carry)),
    when(isFirst, [
      assign(carry, loadElements(lanes, from)),
      next,
      store("i32", get(state), i32Const(1), STATE.blockIndex),
    ]),
    whileLoop(get(length), [lanes.combine(carry, held(carry), loadElements(lanes, from)), next]),
    storeSlots(lanes, get(state), held(carry), STATE.carry),
  ];
}

/** `observe(state)`: leaves the fold in STATE.result. At least one element has been seen. */
export function observeFold(subject: KernelSubject): FunctionBuilder {
  const kernel = columnKernel(subject, "observe", ["state"]);
  const { lanes, state } = kernel;
  const value = lanes.slot();
  return kernel.define(
    assign(value, loadSlots(lanes, get(state), STATE.carry)),
    observe(lanes, state, value),
    storeSlots(lanes, get(state), canonical(lanes, value), STATE.result),
  );
}
