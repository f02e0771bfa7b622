import { describe, expect, it } from "vitest";
import {
  affineMap,
  asProved,
  fingerprint,
  largest,
  segmentedSum,
} from "../../test/helpers/operators/operators.ts";
import { printContract } from "../contracts/print.ts";
import { javascriptExecutor } from "../executors/javascript/javascript-executor.ts";
import { bisection, blockDyadic, leftFold } from "../expressions/expression.ts";
import { defineOperator } from "../operators/define-operator.ts";
import { binary, left, right } from "../operators/term.ts";
import { EmptyInputError, InvalidArgumentError, UnsupportedError } from "../values/errors.ts";
import { bind } from "./bind.ts";

const { reduce, inclusiveScan, exclusiveScan, prepare } = bind(() => javascriptExecutor);

const value = Float32Array.of(1, 5, 2, 5, 7);
const index = Uint32Array.of(0, 1, 2, 3, 4);

/** Not what any built-in is. */
const difference = defineOperator("f64", [binary("subtract", left("f64"), right("f64"))], { start: [0] });

describe("records go in as columns and come out as columns", () => {
  it("in reduce and both scans", () => {
    expect(reduce({ value, index }, { operator: largest })).toEqual({ value: 7, index: 4 });
    expect(inclusiveScan({ value, index }, { operator: largest })).toEqual({
      value: Float32Array.of(1, 5, 5, 5, 7),
      index: Uint32Array.of(0, 1, 1, 1, 4),
    });
    expect(exclusiveScan({ value, index }, { operator: largest, direction: "backward" })).toEqual({
      value: Float32Array.of(7, 7, 7, 7, Number.NEGATIVE_INFINITY),
      index: Uint32Array.of(4, 4, 4, 4, 0),
    });
  });

  it("nested, with bools as bytes in columns and as booleans in values", () => {
    const input = {
      position: { x: Float32Array.of(1, 2), y: BigUint64Array.of(3n, 4n) },
      flags: { isOdd: Uint8Array.of(1, 0) },
      count: Int32Array.of(-1, 5),
    };
    const initial = { position: { x: 1, y: 2n }, flags: { isOdd: true }, count: -7 };
    const options = { operator: fingerprint, initial, initialPlacement: "first" } as const;
    const prefixes = exclusiveScan(input, options);
    expect(prefixes.position.x[0]).toBe(1);
    expect(prefixes.flags.isOdd[0]).toBe(1);
    expect(Object.keys(prefixes)).toEqual(["position", "flags", "count"]);
    const total = reduce(input, options);
    const last = inclusiveScan(input, options);
    expect(total.flags.isOdd).toBe(last.flags.isOdd[1] === 1);
    expect(total).toEqual({
      position: { x: last.position.x[1], y: last.position.y[1] },
      flags: { isOdd: total.flags.isOdd },
      count: last.count[1],
    });
    const flagged = { value: BigInt64Array.of(1n, 2n), isHead: Uint8Array.of(0, 1) };
    expect(reduce(flagged, { operator: segmentedSum })).toEqual({ value: 2n, isHead: true });
  });

  it("whatever the order of the input's fields is", () => {
    const swapped = { index, value };
    expect(inclusiveScan(swapped, { operator: largest })).toEqual(
      inclusiveScan({ value, index }, { operator: largest }),
    );
    const initial = { index: 9, value: 6 };
    expect(reduce(swapped, { operator: largest, initial })).toEqual({ value: 7, index: 4 });
  });

  it("of no record: scans give nothing, a reduce its initial value", () => {
    const nothing = { value: new Float32Array(0), index: new Uint32Array(0) };
    expect(inclusiveScan(nothing, { operator: largest })).toEqual(nothing);
    expect(exclusiveScan(nothing, { operator: largest })).toEqual(nothing);
    const initial = { value: 3, index: 1 };
    expect(reduce(nothing, { operator: largest, initial })).toEqual(initial);
    expect(() => reduce(nothing, { operator: largest })).toThrow(EmptyInputError);
    // The operator's start is for exclusive scans only, as it is over elements.
    expect(() => prepare({ operator: largest }).reduce(nothing)).toThrow(EmptyInputError);
  });

  it("with types that say so", () => {
    const options = { operator: segmentedSum } as const;
    const input = { value: BigInt64Array.of(1n), isHead: Uint8Array.of(1) };
    const total: { readonly value: bigint; readonly isHead: boolean } = reduce(input, options);
    const prefixes: { readonly value: BigInt64Array; readonly isHead: Uint8Array } = inclusiveScan(
      input,
      options,
    );
    const plan = prepare(options);
    const planned: { readonly value: BigInt64Array; readonly isHead: Uint8Array } = plan.exclusiveScan(input);
    const own: Float64Array = inclusiveScan(Float64Array.of(1, 2), { operator: difference });
    expect([total.isHead, prefixes.value.length, planned.isHead.length, own.length]).toEqual([true, 1, 1, 2]);
    const failures: readonly (() => unknown)[] = [
      // @ts-expect-error a field is missing
      () => reduce({ value: BigInt64Array.of(1n) }, options),
      // @ts-expect-error a column of another type
      () => inclusiveScan({ value: Float64Array.of(1), isHead: Uint8Array.of(1) }, options),
      // @ts-expect-error a bool is a boolean
      () => reduce(input, { ...options, initial: { value: 1n, isHead: 1 } }),
      // @ts-expect-error elements for an operator over records
      () => reduce(Float64Array.of(1), options),
      // @ts-expect-error an accumulation type
      () => reduce(input, { ...options, accumulate: "f64" }),
    ];
    for (const call of failures) expect(call).toThrow(InvalidArgumentError);
  });
});

describe("output over records", () => {
  it("is filled and given back, in place, apart, or some columns of each", () => {
    const expected = inclusiveScan({ value, index }, { operator: largest });
    const apart = { value: new Float32Array(5), index: new Uint32Array(5) };
    expect(inclusiveScan({ value, index }, { operator: largest, output: apart })).toBe(apart);
    expect(apart).toEqual(expected);
    const both = { value: value.slice(), index: index.slice() };
    expect(inclusiveScan(both, { operator: largest, output: both })).toBe(both);
    expect(both).toEqual(expected);
    const some = { value: value.slice(), index };
    const output = { value: some.value, index: new Uint32Array(5) };
    exclusiveScan(some, { operator: largest, output });
    expect(output).toEqual(exclusiveScan({ value, index }, { operator: largest }));
  });

  it("may lie in the buffer of the input, and be an equal view of its own column", () => {
    const buffer = new ArrayBuffer(64);
    const input = { value: new Float32Array(buffer, 0, 5), index: new Uint32Array(buffer, 20, 5) };
    input.value.set(value);
    input.index.set(index);
    const output = { value: new Float32Array(buffer, 40, 5), index: new Uint32Array(buffer, 20, 5) };
    inclusiveScan(input, { operator: largest, output });
    expect(output).toEqual(inclusiveScan({ value, index }, { operator: largest }));
  });
});

describe("plans of records", () => {
  it("are resolved once and say what they do", () => {
    const plan = prepare({ operator: largest, expression: leftFold });
    expect(printContract(plan.contract)).toBe(
      `term:${largest.hash} {value:f32,index:u32} left-fold initial=none v1`,
    );
    expect(plan.exclusiveContract?.initial).toEqual({
      value: [Number.NEGATIVE_INFINITY, 0],
      placement: "outside",
    });
    expect(plan.achieved).toEqual({
      determinism: "everywhere",
      executor: "javascript",
      expression: "left-fold",
    });
    const input = { value, index };
    expect(plan.reduce(input)).toEqual(reduce(input, { operator: largest, expression: leftFold }));
    expect(plan.inclusiveScan(input)).toEqual(
      inclusiveScan(input, { operator: largest, expression: leftFold }),
    );
    const output = { value: new Float32Array(5), index: new Uint32Array(5) };
    expect(plan.exclusiveScan(input, output)).toBe(output);
    expect(output).toEqual(exclusiveScan(input, { operator: largest, expression: leftFold }));
    const initial = { value: 6, index: 9 };
    const given = prepare({ operator: largest, initial, type: { value: "f32", index: "u32" } });
    expect(given.exclusiveScan(input)).toEqual(exclusiveScan(input, { operator: largest, initial }));
  });

  it("serve what they can where an exclusive scan, or any scan, cannot be had", () => {
    const input = { scale: Float64Array.of(2, 3), offset: Float64Array.of(1, 1) };
    const plan = prepare({ operator: affineMap });
    expect(plan.exclusiveContract).toBeUndefined();
    expect(plan.reduce(input)).toEqual({ scale: 6, offset: 4 });
    expect(() => plan.exclusiveScan(input)).toThrow(
      '"initial" must be given for an exclusive scan with affine-map',
    );
    const halving = prepare({ operator: affineMap, expression: bisection });
    expect(halving.reduce(input)).toEqual({ scale: 6, offset: 4 });
    expect(() => halving.inclusiveScan(input)).toThrow(UnsupportedError);
  });

  it("are remembered by operator and initial value, not by the objects that a caller may change", () => {
    const input = { value, index };
    const initial = { value: 6, index: 8 };
    const options = { operator: largest, initial };
    const first = inclusiveScan(input, options);
    expect(first.index[0]).toBe(8);
    initial.index = 9;
    expect(inclusiveScan(input, options).index[0]).toBe(9);
    expect(inclusiveScan(input, { operator: largest, initial: { value: 6, index: 8 } })).toEqual(first);
    expect(inclusiveScan(input, { operator: largest, initial: { value: -0, index: 8 } }).value[0]).toBe(1);
    const smallest = defineOperator(largest.type, [
      binary("min", left("f32"), right("f32")),
      binary("max", left("u32", 1), right("u32", 1)),
    ]);
    expect(reduce(input, { operator: smallest })).toEqual({ value: 1, index: 4 });
    expect(reduce(input, { operator: largest })).toEqual({ value: 7, index: 4 });
    expect(() =>
      inclusiveScan(input, { operator: largest, initial: { ...initial, extra: 1 } as never }),
    ).toThrow('"initial" must be of fields that are each one of value, index');
  });
});

describe("operators of one's own over elements", () => {
  it("run as built-ins do", () => {
    const x = Float64Array.of(10, 1, 2, 3);
    expect(reduce(x, { operator: difference, expression: leftFold })).toBe(4);
    expect(inclusiveScan(x, { operator: difference, expression: leftFold })).toEqual(
      Float64Array.of(10, 9, 7, 4),
    );
    expect(exclusiveScan(x, { operator: difference, expression: leftFold })).toEqual(
      Float64Array.of(0, -10, -9, -7),
    );
    expect(prepare({ type: "f64", operator: difference, expression: blockDyadic(2) }).reduce(x)).toBe(10);
    expect(inclusiveScan([10, 1], { type: "f64", operator: difference })).toEqual(Float64Array.of(10, 9));
    expect(() => reduce(Float32Array.of(1), { operator: difference })).toThrow("an operator defined on f32");
  });
});

it("a proved associative operator is scanned by bisection without asking twice", () => {
  const input = { value: BigInt64Array.of(1n, 2n, 3n, 4n), isHead: Uint8Array.of(0, 0, 1, 0) };
  const scan = (operator: typeof segmentedSum) => inclusiveScan(input, { operator, expression: bisection });
  expect(scan(asProved(segmentedSum) as typeof segmentedSum)).toEqual({
    value: BigInt64Array.of(1n, 3n, 3n, 7n),
    isHead: Uint8Array.of(0, 0, 1, 1),
  });
  expect(() => scan(segmentedSum)).toThrow(UnsupportedError);
});
