import { get, i32, i32Const, load, set, store, when, whileLoop } from "../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../codegen/wasm/module.ts";
import { canonical, type KernelSubject, lanesOf, observed, offsetBy } from "./lanes.ts";
import { STATE } from "./state.ts";

/*
 * The left fold: one chain of combines. STATE.carry is the fold so far, STATE.blockIndex is 0 until there is one.
 */

/** `foldScan(state, input, output, length)`: every inclusive prefix. */
export function foldScan(subject: KernelSubject): FunctionBuilder {
  const builder = new FunctionBuilder("foldScan", ["i32", "i32", "i32", "i32"]);
  const lanes = lanesOf(subject, builder);
  const [state, input, output, length] = builder.parameters;
  const carry = builder.local(lanes.valueType);
  const value = builder.local(lanes.valueType);
  const observe = [
    set(value, observed(subject, lanes, state, get(carry))),
    lanes.storeElement(get(output), canonical(subject.type, value)),
    set(input, offsetBy(get(input), lanes.bytes)),
    set(output, offsetBy(get(output), lanes.bytes)),
    set(length, i32("subtract", get(length), i32Const(1))),
  ];
  builder.body = [
    set(carry, lanes.loadElement(get(state), STATE.carry)),
    when(
      i32(
        "and",
        i32("zero", load("i32", get(state), STATE.blockIndex)),
        i32("notEqual", get(length), i32Const(0)),
      ),
      [
        set(carry, lanes.loadElement(get(input))),
        observe,
        store("i32", get(state), i32Const(1), STATE.blockIndex),
      ],
    ),
    whileLoop(get(length), [set(carry, lanes.combine(get(carry), lanes.loadElement(get(input)))), observe]),
    lanes.storeElement(get(state), get(carry), STATE.carry),
  ];
  return builder;
}

/** `foldReduce(state, input, length)`. */
export function foldReduce(subject: KernelSubject): FunctionBuilder {
  const builder = new FunctionBuilder("foldReduce", ["i32", "i32", "i32"]);
  const lanes = lanesOf(subject, builder);
  const [state, input, length] = builder.parameters;
  const carry = builder.local(lanes.valueType);
  const next = [
    set(input, offsetBy(get(input), lanes.bytes)),
    set(length, i32("subtract", get(length), i32Const(1))),
  ];
  builder.body = [
    set(carry, lanes.loadElement(get(state), STATE.carry)),
    when(
      i32(
        "and",
        i32("zero", load("i32", get(state), STATE.blockIndex)),
        i32("notEqual", get(length), i32Const(0)),
      ),
      [
        set(carry, lanes.loadElement(get(input))),
        next,
        store("i32", get(state), i32Const(1), STATE.blockIndex),
      ],
    ),
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
