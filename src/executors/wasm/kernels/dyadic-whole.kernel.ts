import { type Code, call, get, i32, i32Const, set, when } from "../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../codegen/wasm/module.ts";
import { SCALAR_TYPE_FACTS } from "../../../values/element-types.ts";
import { type BlockJoin, collapse, elementReduce, observeDyadic } from "./dyadic-element.kernel.ts";
import { stripLength, stripReduce, unitLength, unitReduce } from "./dyadic-reduce.kernel.ts";
import type { KernelSubject } from "./lanes.ts";

/*
 * A whole reduce that lies in one piece, in one call: units, strips, elements of the complete blocks, then of the tail, then the value.
 * Calls into WebAssembly cost 30 ns each once a program has several plans, and a reduce of 10,000 elements takes 900.
 */

const FUNCTIONS = { unitReduce: 0, stripReduce: 1, elementReduce: 2, collapse: 3, observe: 4 } as const;

/** The functions of a module whose last is `wholeReduce(state, input, length, complete, scratch)`: complete is length cut to whole blocks. */
export function wholeReduce(subject: KernelSubject, join: BlockJoin): readonly FunctionBuilder[] {
  const builder = new FunctionBuilder("wholeReduce", ["i32", "i32", "i32", "i32", "i32"]);
  const [state, input, length, complete, scratch] = builder.parameters;
  const left = builder.local("i32");
  const { columns, laneBytes } = subject.terms;
  const laneCount = 16 / (laneBytes ?? 8);
  const stride = columns.length > 1 ? 1 : SCALAR_TYPE_FACTS[columns[0]].bytes; // an index or an address

  /** Runs `reduce` on as many pieces of `pieceLength` as are left. */
  const pieces = (pieceLength: number, reduce: (count: Code) => Code): Code => {
    const level = Math.log2(pieceLength);
    const taken = i32("shiftLeft", i32("shiftRight", get(left), i32Const(level)), i32Const(level));
    return when(i32("shiftRight", get(left), i32Const(level)), [
      reduce(i32("shiftRight", get(left), i32Const(level))),
      set(input, i32("add", get(input), i32("multiply", taken, i32Const(stride)))),
      set(left, i32("subtract", get(left), taken)),
    ]);
  };
  const range = [
    pieces(unitLength(laneCount), (count) =>
      call(FUNCTIONS.unitReduce, get(state), get(input), count, get(scratch)),
    ),
    pieces(stripLength(laneCount), (count) => call(FUNCTIONS.stripReduce, get(state), get(input), count)),
    pieces(1, (count) => call(FUNCTIONS.elementReduce, get(state), get(input), count)),
  ];
  builder.body = [
    set(left, get(complete)),
    range,
    when(i32("notEqual", get(length), get(complete)), [
      when(get(complete), call(FUNCTIONS.collapse, get(state))),
      set(left, i32("subtract", get(length), get(complete))),
      range,
    ]),
    call(FUNCTIONS.observe, get(state)),
  ];
  return [
    unitReduce(subject),
    stripReduce(subject),
    elementReduce(subject, join),
    collapse(subject),
    observeDyadic(subject, join),
    builder,
  ];
}
