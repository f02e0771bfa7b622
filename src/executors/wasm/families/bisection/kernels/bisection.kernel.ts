import { type Code, call, get, i32, i32Const, set, when } from "../../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../../codegen/wasm/module.ts";
import { valueTypeOf } from "../../../../../codegen/wasm/scalar-operations.ts";
import { SCALAR_TYPE_FACTS } from "../../../../../values/element-types.ts";
import { assign, held, type KernelSubject, lanesOf, popInto } from "../../../kernels/lanes.ts";
import { canonical, cursor, loadElements } from "../../../kernels/load-store.ts";

/*
 * Recursive halving at floor(n/2): at most 32 levels for what fits in memory.
 *
 *   bisect(x, n) = bisect(x, m) · bisect(x + m, n − m),  m = floor(n / 2)
 */

/** `bisect(state, input, length)`: the root of `length` ≥ 1 elements by column, NaNs as they come. Must be function 0 of its module. */
export function bisect(subject: KernelSubject): FunctionBuilder {
  const { columns } = subject.terms;
  const builder = new FunctionBuilder("bisect", ["i32", "i32", "i32"], columns.map(valueTypeOf));
  const lanes = lanesOf(subject, builder);
  const [state, input, length] = builder.parameters;
  const from = cursor(lanes, state, input, "input");
  const half = builder.local("i32");
  const left = lanes.slot();
  const right = lanes.slot();
  const step = columns.length > 1 ? 1 : SCALAR_TYPE_FACTS[columns[0]].bytes; // an index or an address
  const halve: Code = [
    set(half, i32("shiftRight", get(length), i32Const(1))),
    call(0, get(state), get(input), get(half)),
    popInto(left),
    call(
      0,
      get(state),
      i32("add", get(input), i32("multiply", get(half), i32Const(step))),
      i32("subtract", get(length), get(half)),
    ),
    popInto(right),
    lanes.combine(left, held(left), held(right)),
  ];
  // The last levels without a call: most calls would be for one element.
  const element = (index: number) => loadElements(lanes, from, index);
  const small: Code = [
    from.open,
    assign(left, element(0)),
    when(i32("equal", get(length), i32Const(2)), lanes.combine(left, held(left), element(1))),
    when(i32("equal", get(length), i32Const(3)), [
      lanes.combine(right, element(1), element(2)),
      lanes.combine(left, held(left), held(right)),
    ]),
  ];
  builder.body = [when(i32("less", get(length), i32Const(4)), small, halve), held(left)];
  return builder;
}

/** `join(left, right)`: one combine, for the top levels of a bisection whose input does not fit in memory, and for an initial value. */
export function joinTwo(subject: KernelSubject): FunctionBuilder {
  const types = subject.terms.columns.map(valueTypeOf);
  const builder = new FunctionBuilder("join", [...types, ...types], types);
  const lanes = lanesOf(subject, builder);
  const operands = builder.parameters.map(get);
  const value = lanes.slot();
  builder.body = [
    lanes.combine(value, operands.slice(0, types.length), operands.slice(types.length)),
    canonical(lanes, value),
  ];
  return builder;
}
