import {
  type Code,
  call,
  get,
  i32,
  i32Const,
  i64Const,
  type Local,
  load,
  set,
  store,
  when,
} from "../../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../../codegen/wasm/module.ts";
import { valueTypeOf } from "../../../../../codegen/wasm/scalar-operations.ts";
import { SCALAR_TYPE_FACTS } from "../../../../../values/element-types.ts";
import { decrease, increase } from "../../../kernels/counters.ts";
import type { KernelSubject } from "../../../kernels/lanes.ts";
import { NO_BLOCKS, STATE } from "../../../kernels/state.ts";
import { blockScan } from "./dyadic-block.kernel.ts";
import {
  type BlockJoin,
  collapse,
  elementReduce,
  elementScan,
  observeDyadic,
} from "./dyadic-element.kernel.ts";
import { GROUP, groupScan } from "./dyadic-group.kernel.ts";
import { rangeReduce, stripLength, stripReduce, unitLength, unitReduce } from "./dyadic-reduce.kernel.ts";

/*
 *   reduce:  state = empty;  the complete blocks, as a range;  collapse;  the tail, as a range;  observe
 *   scan:    state = empty;  groups;  blocks;  elements
 *
 * What lies in one piece, in one call: a reduce of the complete blocks, then of the tail, each as a range or by units, strips and elements,
 * then the value; a scan by groups, blocks and elements. Calls into WebAssembly cost 30 ns each once a program has several plans, and setting up the state
 * from outside as much again; a reduce of 10,000 elements takes 700.
 */

// The places of functions in the module of a scan.
const GROUP_SCAN = 0;
const BLOCK_SCAN = 1;
const ELEMENT_SCAN = 2;

/**
 * The functions of a module whose last is `wholeReduce(state, input, length, complete, scratch)`, over one column,
 * from a state that need not be set up: complete is length cut to whole blocks. It gives the value.
 */
export function wholeReduce(subject: KernelSubject, join: BlockJoin): readonly FunctionBuilder[] {
  const type = valueTypeOf(subject.terms.columns[0]);
  const builder = new FunctionBuilder("wholeReduce", ["i32", "i32", "i32", "i32", "i32"], [type]);
  const [state, input, length, complete, scratch] = builder.parameters;
  const left = builder.local("i32");
  const laneCount = 16 / (subject.terms.laneBytes ?? 8);
  // With an identity a range of any length is one piece; without one, it is units, strips and elements.
  const kernels =
    subject.identity === undefined
      ? [unitReduce(subject), stripReduce(subject), elementReduce(subject, join)]
      : [rangeReduce(subject)];
  const collapseAt = kernels.length;
  const levels =
    kernels.length === 1 ? [0] : [unitLength(laneCount), stripLength(laneCount), 1].map(Math.log2);
  const range = levels.map((level, kernel) => {
    const count = i32("shiftRight", get(left), i32Const(level));
    const taken = i32("shiftLeft", count, i32Const(level));
    return when(count, [
      call(kernel, get(state), get(input), count, kernel === 0 ? get(scratch) : []),
      increase(input, i32("multiply", taken, i32Const(strideOf(subject)))),
      decrease(left, taken),
    ]);
  });
  builder.body = [
    begin(state, NO_BLOCKS),
    set(left, get(complete)),
    range,
    when(i32("notEqual", get(length), get(complete)), [
      when(get(complete), call(collapseAt, get(state))),
      set(left, i32("subtract", get(length), get(complete))),
      range,
    ]),
    call(collapseAt + 1, get(state)),
    load(type, get(state), STATE.result),
  ];
  return [...kernels, collapse(subject), observeDyadic(subject, join), builder];
}

/**
 * The functions of a module whose last is `wholeScan(state, input, output, groupCount, blockCount, length, scratch)`: that many groups,
 * blocks and then elements, fewer than a block, from a state that need not be set up.
 */
export function wholeScan(
  subject: KernelSubject,
  blockLength: number,
  join: BlockJoin,
): readonly FunctionBuilder[] {
  const builder = new FunctionBuilder("wholeScan", ["i32", "i32", "i32", "i32", "i32", "i32", "i32"]);
  const [state, input, output, groupCount, blockCount, length, scratch] = builder.parameters;
  const kernels = [
    groupScan(subject, blockLength, join),
    blockScan(subject, blockLength, join),
    elementScan(subject, join),
  ];
  const goOn = (count: Local, each: number): Code =>
    [input, output].map((address) =>
      increase(address, i32("multiply", get(count), i32Const(each * strideOf(subject)))),
    );
  const run = (kernel: number, count: Local, each: number): Code =>
    when(get(count), [
      call(
        kernel,
        get(state),
        get(input),
        get(output),
        get(count),
        kernel === GROUP_SCAN ? get(scratch) : [],
      ),
      goOn(count, each),
    ]);
  builder.body = [
    begin(state, blockLength),
    run(GROUP_SCAN, groupCount, GROUP * blockLength),
    run(BLOCK_SCAN, blockCount, blockLength),
    run(ELEMENT_SCAN, length, 1),
  ];
  return [...kernels, builder];
}

/** A state that nothing has been taken into. */
export function begin(state: Local, blockLength: number): Code {
  const write = (field: number, value: number): Code =>
    store("i64", get(state), i64Const(BigInt(value)), field);
  return [
    write(STATE.inBlock, 0),
    write(STATE.blockIndex, 0),
    write(STATE.blockLength, blockLength),
    write(STATE.guard, 0),
  ];
}

/** Between the places of neighbouring elements: bytes, or 1 for an index into columns. */
function strideOf({ terms: { columns } }: KernelSubject): number {
  return columns.length > 1 ? 1 : SCALAR_TYPE_FACTS[columns[0]].bytes;
}
