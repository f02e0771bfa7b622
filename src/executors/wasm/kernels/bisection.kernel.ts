import { call, choose, get, i32, i32Const, set } from "../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../codegen/wasm/module.ts";
import { valueTypeOf } from "../../../codegen/wasm/term.ts";
import { canonical, type KernelSubject, lanesOf } from "./lanes.ts";

/*
 * Recursive halving at floor(n/2), down to three elements: at most 31 levels for what fits in memory.
 *
 *   bisect(x, n) = bisect(x, m) · bisect(x + m, n − m),  m = floor(n / 2)
 */

/** `bisect(input, length)`: the root of `length` ≥ 1 elements, NaNs as they come. Must be function 0 of its module. */
export function bisect(subject: KernelSubject): FunctionBuilder {
  const builder = new FunctionBuilder("bisect", ["i32", "i32"], valueTypeOf(subject.type));
  const lanes = lanesOf(subject, builder);
  const [input, length] = builder.parameters;
  const half = builder.local("i32");
  const element = (index: number) => lanes.loadElement(get(input), index * lanes.bytes);
  const pair = lanes.combine(element(0), element(1));
  const small = choose(
    lanes.valueType,
    i32("equal", get(length), i32Const(1)),
    element(0),
    choose(
      lanes.valueType,
      i32("equal", get(length), i32Const(2)),
      pair,
      lanes.combine(element(0), lanes.combine(element(1), element(2))),
    ),
  );
  builder.body = [
    choose(lanes.valueType, i32("less", get(length), i32Const(4)), small, [
      set(half, i32("shiftRight", get(length), i32Const(1))),
      lanes.combine(
        call(0, get(input), get(half)),
        call(
          0,
          i32("add", get(input), i32("multiply", get(half), i32Const(lanes.bytes))),
          i32("subtract", get(length), get(half)),
        ),
      ),
    ]),
  ];
  return builder;
}

/** `join(left, right)`: one combine, for the top levels of a bisection whose input does not fit in memory, and for an initial value. */
export function joinTwo(subject: KernelSubject): FunctionBuilder {
  const valueType = valueTypeOf(subject.type);
  const builder = new FunctionBuilder("join", [valueType, valueType], valueType);
  const lanes = lanesOf(subject, builder);
  const [left, right] = builder.parameters;
  const value = builder.local(valueType);
  builder.body = [set(value, lanes.combine(get(left), get(right))), canonical(subject.type, value)];
  return builder;
}
