import {
  type Code,
  get,
  i32,
  i32Const,
  type Local,
  load,
  set,
  store,
  when,
  whileLoop,
} from "../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../codegen/wasm/module.ts";
import { canonical, type KernelSubject, lanesOf, observed, offsetBy } from "./lanes.ts";
import { STATE } from "./state.ts";

/*
 * The left fold: one chain of combines. STATE.carry is the fold so far, STATE.blockIndex is 0 until there is one.
 */

/** `foldScan(state, input, output, length)`: every inclusive prefix. */
export function foldScan(subject: KernelSubject): FunctionBuilder {
  const builder = new FunctionBuilder("foldScan", ["i32", "i32", "i32", "i32"]);
  const [state, input, output, length] = builder.parameters;
  const lanes = lanesOf(subject, builder);
  const value = builder.local(lanes.valueType);
  return withFold(subject, builder, { state, input, length }, (carry) => [
    set(value, observed(subject, lanes, state, get(carry))),
    lanes.storeElement(get(output), canonical(subject.type, value)),
    set(output, offsetBy(get(output), lanes.bytes)),
  ]);
}

/** `foldReduce(state, input, length)`. */
export function foldReduce(subject: KernelSubject): FunctionBuilder {
  const builder = new FunctionBuilder("foldReduce", ["i32", "i32", "i32"]);
  const [state, input, length] = builder.parameters;
  return withFold(subject, builder, { state, input, length }, () => []);
}

interface FoldOperands {
  readonly state: Local;
  readonly input: Local;
  readonly length: Local;
}

/** Gives `builder` the loop of a left fold, with `observe` after each combine; the first element of all is the fold so far. */
function withFold(
  subject: KernelSubject,
  builder: FunctionBuilder,
  { state, input, length }: FoldOperands,
  observe: (carry: Local) => Code,
): FunctionBuilder {
  const lanes = lanesOf(subject, builder);
  const carry = builder.local(lanes.valueType);
  const next = [
    observe(carry),
    set(input, offsetBy(get(input), lanes.bytes)),
    set(length, i32("subtract", get(length), i32Const(1))),
  ];
  const isFirst = i32(
    "and",
    i32("zero", load("i32", get(state), STATE.blockIndex)),
    i32("notEqual", get(length), i32Const(0)),
  );
  builder.body = [
    set(carry, lanes.loadElement(get(state), STATE.carry)),
    when(isFirst, [
      set(carry, lanes.loadElement(get(input))),
      next,
      store("i32", get(state), i32Const(1), STATE.blockIndex),
    ]),
    whileLoop(get(length), [set(carry, lanes.combine(get(carry), lanes.loadElement(get(input)))), next]),
    lanes.storeElement(get(state), get(carry), STATE.carry),
  ];
  return builder;
}

/** `observe(state)`: leaves the fold in STATE.result. At least one element has been seen. */
export function observeFold(subject: KernelSubject): FunctionBuilder {
  const builder = new FunctionBuilder("observe", ["i32"]);
  const lanes = lanesOf(subject, builder);
  const [state] = builder.parameters;
  const value = builder.local(lanes.valueType);
  builder.body = [
    set(value, observed(subject, lanes, state, lanes.loadElement(get(state), STATE.carry))),
    lanes.storeElement(get(state), canonical(subject.type, value), STATE.result),
  ];
  return builder;
}
