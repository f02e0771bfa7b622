import { describe, expect, it } from "vitest";
import { fingerprint, largest, segmentedSum } from "../../test/helpers/operators/operators.ts";
import { javascriptExecutor } from "../executors/javascript/javascript-executor.ts";
import { InvalidArgumentError, LengthMismatchError, SamebitsError } from "../values/errors.ts";
import { bind } from "./bind.ts";

// Callers without types: every argument may be anything.
const algorithms = bind(() => javascriptExecutor);
const reduce = algorithms.reduce as (input?: unknown, options?: unknown) => unknown;
const inclusiveScan = algorithms.inclusiveScan as (input?: unknown, options?: unknown) => unknown;
const exclusiveScan = algorithms.exclusiveScan as (input?: unknown, options?: unknown) => unknown;
const prepare = algorithms.prepare as unknown as (
  options?: unknown,
) => Record<string, (...given: unknown[]) => unknown>;

const x = Float32Array.of(1, 2, 3);
const value = Float32Array.of(1, 2, 3);
const index = Uint32Array.of(1, 2, 3);

/** That every function refuses, for the same reason. */
function expectRefusal(operator: unknown, input: unknown, message: string): void {
  const plan = prepare({ operator });
  const calls = [
    () => reduce(input, { operator }),
    () => inclusiveScan(input, { operator }),
    () => exclusiveScan(input, { operator, initial: initialOf(operator) }),
    () => plan.reduce(input),
    () => plan.inclusiveScan(input),
  ];
  for (const call of calls) {
    expect(call).toThrow(SamebitsError);
    expect(call).toThrow(message);
  }
}

function initialOf(operator: unknown): unknown {
  if (operator !== fingerprint) return undefined;
  return { position: { x: 0, y: 0n }, flags: { isOdd: false }, count: 0 };
}

describe("every function refuses an input that has not the operator's columns", () => {
  it.each<[string, unknown, string]>([
    ["nothing", undefined, '"input" must be an object with value, index, got undefined'],
    ["null", null, '"input" must be an object with value, index, got null'],
    ["a typed array", x, '"input" must be an object with value, index, got a Float32Array of length 3'],
    [
      "an array of records",
      [{ value: 1, index: 2 }],
      "an object with value, index, got an Array of length 1",
    ],
    ["an array of columns", [value, index], "an object with value, index, got an Array of length 2"],
    ["no columns", {}, '"input.value" must be given, as every field is, got none'],
    ["a column too few", { value }, '"input.index" must be given, as every field is, got none'],
    ["a column too many", { value, index, more: x }, 'each one of value, index, got "more"'],
    ["a misspelt column", { valu: value, index }, 'one of value, index (nearest: value), got "valu"'],
    [
      "a column of another type",
      { value: new Float64Array(3), index },
      '"input.value" must be a Float32Array, got a Float64Array of length 3',
    ],
    [
      "an array as column",
      { value, index: [1, 2, 3] },
      '"input.index" must be a Uint32Array, got an Array of length 3',
    ],
    ["a number as column", { value: 1, index }, '"input.value" must be a Float32Array, got 1'],
    [
      "columns of different lengths",
      { value, index: Uint32Array.of(1, 2) },
      '"input.index" must have length 3, got 2',
    ],
    ["an empty column", { value: new Float32Array(0), index }, '"input.index" must have length 0, got 3'],
  ])("%s", (_, input, message) => {
    expectRefusal(largest, input, message);
  });

  it("a record in the place of a column, or a column in the place of a record", () => {
    const columns = { flags: { isOdd: new Uint8Array(1) }, count: new Int32Array(1) };
    expectRefusal(
      fingerprint,
      { ...columns, position: x },
      '"input.position" must be an object with x, y, got a',
    );
    const deep = { x: { x }, y: new BigUint64Array(1) };
    expectRefusal(
      fingerprint,
      { ...columns, position: deep },
      '"input.position.x" must be a Float32Array, got an Object',
    );
    const misspelt = { x: x.slice(0, 1), z: new BigUint64Array(1) };
    expectRefusal(fingerprint, { ...columns, position: misspelt }, '"input.position" must be of fields');
  });

  it("bools that are neither 0 nor 1, or no bytes", () => {
    const sums = new BigInt64Array(4);
    const isHead = Uint8Array.of(0, 1, 2, 1);
    expectRefusal(
      segmentedSum,
      { value: sums, isHead },
      '"input.isHead[2]" must be 0 or 1, being a bool, got 2',
    );
    expectRefusal(
      segmentedSum,
      { value: sums, isHead: [true] },
      '"input.isHead" must be a Uint8Array of 0 and 1, got',
    );
    const clamped = new Uint8ClampedArray(4);
    expectRefusal(segmentedSum, { value: sums, isHead: clamped }, "got a Uint8ClampedArray of length 4");
  });

  it("detached columns, before their lengths", () => {
    const gone = Uint32Array.of(1, 2, 3);
    structuredClone(gone.buffer, { transfer: [gone.buffer] });
    expectRefusal(largest, { value, index: gone }, '"input.index" must be a view inside its buffer');
    expectRefusal(largest, { value: new Float32Array(0), index: gone }, "whose buffer was detached");
  });
});

describe("records and elements are not taken for each other", () => {
  it("columns for an operator over elements", () => {
    const message = '"operator" must be one over records, for columns as input, got one over single elements';
    for (const call of [reduce, inclusiveScan, exclusiveScan]) {
      for (const options of [
        undefined,
        {},
        { operator: "max" },
        { type: "f32" },
        { type: { value: "f32" } },
      ]) {
        expect(() => call({ value, index }, options)).toThrow(InvalidArgumentError);
        expect(() => call({ value, index }, options)).toThrow(message);
      }
      expect(() => call(x, { type: { value: "f32" } })).toThrow(
        '"operator" must be an operator over records of',
      );
      expect(() => call([1], { type: { value: "f32" } })).toThrow(message);
      expect(() => call({ value }, { operator: () => 0 })).toThrow(
        '"input" must be an array or a typed array',
      );
      expect(() => call([1], { operator: () => 0, type: { value: "f32" } })).toThrow(
        '"type" must be an element type',
      );
    }
    expect(() => prepare({ type: "f32" }).reduce({ value, index })).toThrow(
      '"input" must be an array of f32, or one without an element type of its own, got an Object',
    );
  });

  it("other options that only operators over elements have", () => {
    for (const call of [reduce, inclusiveScan, exclusiveScan]) {
      const withRecords = (options: object) => () =>
        call({ value, index }, { operator: largest, ...options });
      expect(withRecords({ accumulate: "f64" })).toThrow('"accumulate" must be left out');
      expect(withRecords({ type: "f32" })).toThrow('"type" must be left out or that of operator largest');
      expect(withRecords({ initial: 0 })).toThrow('"initial" must be an object with value, index, got 0');
      expect(withRecords({ oprator: 1 })).toThrow("(nearest: operator)");
    }
  });
});

describe("scans refuse an output that has not the operator's columns", () => {
  const out = { value: new Float32Array(3), index: new Uint32Array(3) };
  const shared = new ArrayBuffer(64);

  it.each<[string, unknown, string]>([
    ["null", null, '"output" must be an object with value, index, got null'],
    ["a typed array", x, '"output" must be an object with value, index, got a Float32Array'],
    ["a missing column", { value: out.value }, '"output.index" must be given'],
    [
      "a column of another type",
      { ...out, index: x },
      '"output.index" must be a Uint32Array, got a Float32Array',
    ],
    ["a shorter column", { ...out, index: new Uint32Array(2) }, '"output.index" must have length 3, got 2'],
    [
      "a column of the input that is not its own",
      { value: new Float32Array(index.buffer), index: out.index },
      '"output.value" must be bytes apart from "input.index", got bytes [0, 12) of the buffer that has that at [0, 12)',
    ],
    [
      "two columns in one place",
      { value: new Float32Array(shared, 0, 3), index: new Uint32Array(shared, 8, 3) },
      '"output.index" must be bytes apart from "output.value", got bytes [8, 20)',
    ],
  ])("%s", (_, output, message) => {
    const plan = prepare({ operator: largest });
    const input = { value, index };
    const calls = [
      () => inclusiveScan(input, { operator: largest, output }),
      () => exclusiveScan(input, { operator: largest, output }),
      () => plan.inclusiveScan(input, output),
      () => plan.exclusiveScan(input, output),
    ];
    for (const call of calls) {
      expect(call).toThrow(SamebitsError);
      expect(call).toThrow(message);
    }
    expect([value, index]).toEqual([Float32Array.of(1, 2, 3), Uint32Array.of(1, 2, 3)]);
  });

  it("a part of its own input column, shifted, and lengths by their error", () => {
    const long = new Float32Array(4);
    const input = { value: long.subarray(0, 3), index };
    const output = { value: long.subarray(1, 4), index: out.index };
    expect(() => inclusiveScan(input, { operator: largest, output })).toThrow(
      '"output.value" must be the same elements as "input.value" (in place) or bytes apart from it, got bytes [4, 16)',
    );
    const short = { ...out, value: new Float32Array(1) };
    expect(() => inclusiveScan(input, { operator: largest, output: short })).toThrow(LengthMismatchError);
    // Two columns of the input may be one array; in place each is then also the other's.
    const twice = BigInt64Array.of(0x0100n, 5n);
    const heads = new Uint8Array(twice.buffer, 0, 2); // 0 and 1: a segment begins at the second record
    expect(inclusiveScan({ value: twice, isHead: heads }, { operator: segmentedSum })).toEqual({
      value: BigInt64Array.of(0x0100n, 5n),
      isHead: Uint8Array.of(0, 1),
    });
    expect(() =>
      inclusiveScan(
        { value: twice, isHead: heads },
        { operator: segmentedSum, output: { value: twice, isHead: heads } },
      ),
    ).toThrow('"output.value" must be bytes apart from "input.isHead"');
  });
});
