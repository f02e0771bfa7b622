import {
  type Code,
  get,
  i32Const,
  type Local,
  load,
  set,
  shuffleLanes,
  store,
  whileLoop,
} from "../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import { splatConst } from "../../../../codegen/wasm/vector-operations.ts";
import { decrease, increaseBy } from "../../kernels/counters.ts";
import { INFINITIES, lane, lanes, loadHalf } from "../../kernels/instructions.ts";
import { SUM_STATE } from "./sum-state.ts";

/*
 *   for each pair of elements: largest = max, lowest = min, smallest = min of the nonzero ones, of magnitudes;  fold the two lanes
 *
 * What windows are chosen by: the largest magnitude of a range, and its smallest that is not zero, by the upper halves of their bits.
 *
 * The smallest is taken of bits less 1, where a zero is the largest of all; a NaN then is no number, and min leaves it out.
 */

/** `measure(state, input, length)`: an even number of elements, into `largest`, `smallest` and `lowest`. */
export function measure(type: "f64" | "f32"): FunctionBuilder {
  const builder = new FunctionBuilder("measure", ["i32", "i32", "i32"]);
  const [state, input, length] = builder.parameters;
  const [magnitude, minusOne, largest, smallest, lowest, absolute, raw] = Array.from({ length: 7 }, () =>
    builder.local("v128"),
  );
  const take = (value: Code): Code => [
    set(absolute, lanes("and", value, get(magnitude))),
    set(largest, lanes("maxU32", get(largest), get(absolute))),
    set(lowest, lanes("minU32", get(lowest), get(absolute))),
    set(smallest, lanes("pseudoMinF64", get(smallest), lanes("addI64", get(absolute), get(minusOne)))),
  ];
  const elements =
    type === "f64"
      ? take(load("v128", get(input)))
      : [set(raw, lanes("promoteLow", loadHalf(get(input)))), take(get(raw))];
  builder.body = [
    set(magnitude, splatConst("i64", 2n ** 63n - 1n, 8)),
    set(minusOne, splatConst("i64", -1n, 8)),
    set(smallest, INFINITIES),
    set(lowest, get(magnitude)),
    whileLoop(get(length), [
      elements,
      increaseBy(input, type === "f64" ? 16 : 8),
      decrease(length, i32Const(2)),
    ]),
    foldInto(state, SUM_STATE.largest, largest, "maxU32"),
    foldInto(state, SUM_STATE.lowest, lowest, "minU32"),
    set(
      smallest,
      lanes("pseudoMinF64", get(smallest), shuffleLanes(8, [1, 1], get(smallest), get(smallest))),
    ),
    store("i32", get(state), lane("i32", get(smallest), 1), SUM_STATE.smallest),
  ];
  return builder;
}

/** The upper halves of both lanes in one. */
function foldInto(state: Local, offset: number, value: Local, operation: "maxU32" | "minU32"): Code {
  const other = shuffleLanes(8, [1, 1], get(value), get(value));
  return store("i32", get(state), lane("i32", lanes(operation, get(value), other), 1), offset);
}
