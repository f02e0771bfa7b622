import { describe, expect, it } from "vitest";
import { elementFunction } from "../../operators/builder/builder.ts";
import { f32 } from "../../operators/builder/scalar-types.ts";
import { fn } from "../../operators/text/parse-element-function.ts";
import { SamebitsError } from "../../values/errors.ts";
import { expandCall } from "./expand.ts";
import { filterCall } from "./filter.ts";
import { filterIndicesCall } from "./filter-indices.ts";
import { gatherCall } from "./gather.ts";
import { partitionCall } from "./partition.ts";
import { runLengthDecodeCall } from "./run-length-decode.ts";
import { runLengthEncodeCall } from "./run-length-encode.ts";
import { scatterCall } from "./scatter.ts";
import { uniqueCall } from "./unique.ts";

const prices = Float64Array.of(-1, 2, -3, 4);
const flights = {
  delay: Float32Array.of(20, -5, 40),
  origin: Uint32Array.of(3, 3, 1),
};

describe("a predicate is refused", () => {
  it.each<[string, unknown, unknown, string]>([
    [
      "missing",
      prices,
      undefined,
      '"predicate" must be an element function such as fn`(value: f64) => value > 0`, a function, or flags, got undefined',
    ],
    ["a text", prices, "value > 0", 'got "value > 0"'],
    [
      "of another type",
      prices,
      fn`(value: f32) => value > 0`,
      '"predicate" must be a function of f64, got one of f32',
    ],
    [
      "of a record, for elements",
      prices,
      fn`(p: { x: f64 }) => p.x > 0`,
      '"predicate" must be a function of f64, got one of {x:f64}',
    ],
    [
      "of a field that is not there",
      flights,
      elementFunction({ delays: f32 }, ({ delays }) => delays.less(0)),
      "or of some of its fields, got one of {delays:f32}",
    ],
    [
      "of a field of another type",
      flights,
      fn`(p: { origin: i32 }) => p.origin > 0`,
      'whose "input.origin" is u32, got one of {origin:i32}',
    ],
    [
      "that gives no bool",
      prices,
      fn`(value: f64) => value`,
      '"predicate" must be a function that gives a bool, got one that gives f64',
    ],
    [
      "that gives a number",
      prices,
      (value: number) => value,
      '"predicate" must be a function that gives true or false, got -1 for index 0',
    ],
    ["that gives nothing", prices, () => undefined, "got undefined for index 0"],
    ["as flags too few", prices, Uint8Array.of(1), '"predicate" must have length 4, got 1'],
    [
      "as flags that are none",
      prices,
      Uint8Array.of(0, 1, 2, 1),
      '"predicate[2]" must be 0 or 1, being a bool, got 2',
    ],
    ["as flags of numbers", prices, [0, 1, 0, 1], '"predicate[0]" must be true or false, got 0'],
    [
      "as numbers",
      prices,
      new Float64Array(4),
      '"predicate" must be flags: a Uint8Array of 0 and 1, or an Array of booleans, got a Float64Array of length 4',
    ],
  ])("%s", (_, input, predicate, message) => {
    for (const call of [filterCall, filterIndicesCall, partitionCall]) {
      expect(() => call(input, predicate)).toThrow(SamebitsError);
      expect(() => call(input, predicate)).toThrow(message);
    }
  });

  it("with its own error where it throws", () => {
    const failure = new Error("mine");
    const predicate = () => {
      throw failure;
    };
    expect(() => filterCall(prices, predicate)).toThrow(failure);
  });
});

describe("an input is refused", () => {
  const gone = Float32Array.of(1);
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  const deep: Record<string, unknown> = {};
  deep.self = deep;

  it.each<[string, unknown, string]>([
    ["missing", undefined, '"input" must be a typed array, an array or a DataView, got undefined'],
    ["an Array without a type", [1, 2], 'or come with a "type" to be read as, got an Array of length 2'],
    ["bytes without a type", new Uint16Array(2), 'or come with a "type" to be read as'],
    ["a record of nothing", {}, '"input" must be a record with at least one field, got none'],
    [
      "a record of Arrays",
      { x: [1] },
      '"input.x" must be a typed array, a Uint8Array of bools, or come with a "type" to be read as, got an Array of length 1',
    ],
    ["a record of numbers", { at: { x: 1 } }, '"input.at.x" must be a typed array'],
    ["a record within itself", deep, "must be nested at most 16 deep"],
    ["a field of a strange name", { "dep delay": prices }, "of fields named by letters, digits and _"],
    [
      "columns of different lengths",
      { x: prices, y: new Int32Array(3) },
      '"input.y" must have length 4, got 3',
    ],
    [
      "bools that are none",
      { x: prices, y: Uint8Array.of(0, 1, 2, 0) },
      '"input.y[2]" must be 0 or 1, being a bool, got 2',
    ],
    ["detached", gone, '"input" must be a view inside its buffer'],
    ["a detached column", { x: gone }, '"input.x" must be a view inside its buffer'],
  ])("%s", (_, input, message) => {
    const calls = [
      () => filterCall(input, []),
      () => filterIndicesCall(input, []),
      () => partitionCall(input, []),
      () => uniqueCall(input),
      () => runLengthEncodeCall(input),
      () => gatherCall(input, []),
      () => scatterCall(input, [], 0),
      () => expandCall(input, []),
    ];
    for (const call of calls) {
      expect(call).toThrow(SamebitsError);
      expect(call).toThrow(message);
    }
  });

  it("that has not what its type says", () => {
    expect(() => filterCall([1.5], [true], { type: "i32" })).toThrow(
      '"input[0]" must be a value that i32 has exactly',
    );
    expect(() => filterCall({ x: [1, 300] }, [true, true], { type: { x: "bool" } })).toThrow(
      '"input.x[0]" must be true or false',
    );
    expect(() => filterCall(prices, [], { type: "f32" })).toThrow('"input" must be an array of f32');
    expect(() => uniqueCall([1], { type: "f8" as never })).toThrow('"type" must be one of f64');
    expect(() => gatherCall({ x: prices, y: prices }, [], { type: { x: "f64" } })).toThrow('got "y"');
  });

  it("with an option that nothing looks at", () => {
    const calls = [
      () => filterCall(prices, [], { output: prices } as never),
      () => filterIndicesCall(prices, [], { tpye: "f64" } as never),
      () => partitionCall(prices, [], { check: "range" } as never),
      () => uniqueCall(prices, { anywere: true } as never),
      () => runLengthEncodeCall(prices, { anywhere: true } as never),
      () => runLengthDecodeCall({ values: prices, lengths: [] }, { check: "range" } as never),
      () => expandCall(prices, [], { check: "range" } as never),
      () => gatherCall(prices, [], { chekc: "range" } as never),
      () => scatterCall(prices, [], 0, null as never),
    ];
    for (const call of calls) expect(call).toThrow(/"options" must be/);
    expect(() => uniqueCall(prices, { anywhere: 1 })).toThrow('"anywhere" must be true or false, got 1');
  });
});
