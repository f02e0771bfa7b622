import { describe, expect, it } from "vitest";
import { javascriptPrimitives } from "../../executors/javascript/primitives/javascript-primitives.ts";
import { elementFunction } from "../../operators/builder/builder.ts";
import { f64 } from "../../operators/builder/scalar-types.ts";
import { fn } from "../../operators/text/parse-element-function.ts";
import type { Call } from "../call.ts";
import { runCall } from "../run-call.ts";
import { expandCall } from "./expand.ts";
import { filterCall } from "./filter.ts";
import { gatherCall } from "./gather.ts";
import { partitionCall } from "./partition.ts";
import { runLengthDecodeCall } from "./run-length-decode.ts";
import { runLengthEncodeCall } from "./run-length-encode.ts";
import { scatterCall } from "./scatter.ts";
import { uniqueCall } from "./unique.ts";

/* What each function gives for all inputs is compared with its definition in test/algorithms; here is what it accepts and refuses. */

function run<Result>(call: Call<Result>): Result {
  return runCall(javascriptPrimitives(), call);
}

const prices = Float64Array.of(-1, 2, -3, 4);
const flights = {
  delay: Float32Array.of(20, -5, 40),
  origin: Uint32Array.of(3, 3, 1),
  isNight: Uint8Array.of(0, 1, 1),
  at: { x: Float64Array.of(0, 1, 2) },
};

describe("filter", () => {
  it("takes a term, a function, flags of both kinds", () => {
    const kept = Float64Array.of(2, 4);
    for (const predicate of [
      fn`(value: f64) => value >= 0`,
      elementFunction(f64, (value) => value.greater(0)),
      (value: number) => value > 0,
      (_: number, i: number) => i % 2 === 1,
      Uint8Array.of(0, 1, 0, 1),
      [false, true, false, true],
    ]) {
      expect(run(filterCall(prices, predicate))).toEqual(kept);
    }
  });

  it("takes a term over some fields of a record, by their names", () => {
    expect(
      run(
        filterCall(
          flights,
          fn`(flight: { isNight: bool, delay: f32 }) => flight.delay > 15 && flight.isNight`,
        ),
      ),
    ).toEqual({
      delay: Float32Array.of(40),
      origin: Uint32Array.of(1),
      isNight: Uint8Array.of(1),
      at: { x: Float64Array.of(2) },
    });
    const nested = fn`(flight: { at: { x: f64 } }) => flight.at.x < 1`;
    expect(run(filterCall(flights, nested))).toMatchObject({ origin: Uint32Array.of(3) });
  });

  it("calls a plain function with records, in order", () => {
    const seen: unknown[] = [];
    run(filterCall(flights, (flight: unknown, i: number) => seen.push([flight, i]) > 0));
    expect(seen[1]).toEqual([{ delay: -5, origin: 3, isNight: true, at: { x: 1 } }, 1]);
    expect(seen).toHaveLength(3);
  });

  it("reads arrays without a type of their own", () => {
    expect(run(filterCall([1, 2, 3], (x: bigint) => x > 1n, { type: "i64" }))).toEqual(
      BigInt64Array.of(2n, 3n),
    );
    expect(
      run(
        filterCall({ x: [0.5, 1], on: [true, false] }, Uint8Array.of(0, 1), {
          type: { on: "bool", x: "f32" },
        }),
      ),
    ).toEqual({
      on: Uint8Array.of(0),
      x: Float32Array.of(1),
    });
    expect(run(filterCall(Uint8Array.of(1, 0), Uint8Array.of(1, 0), { type: "bool" }))).toEqual(
      Uint8Array.of(1),
    );
  });

  it("keeps the bits of a NaN that signals", () => {
    const bits = Uint32Array.of(0x7f80_0001, 0xffc1_2345, 0x3f80_0000);
    const kept = run(filterCall(new Float32Array(bits.buffer), Uint8Array.of(1, 1, 0))) as Float32Array;
    expect([...new Uint32Array(kept.buffer)]).toEqual([0x7f80_0001, 0xffc1_2345]);
  });

  it("gives nothing of nothing", () => {
    expect(run(filterCall(new Int32Array(0), fn`(value: i32) => value > 0`))).toEqual(new Int32Array(0));
    expect(run(filterCall({ x: new Int32Array(0) }, []))).toEqual({ x: new Int32Array(0) });
  });
});

describe("partition", () => {
  it("gives both sides as views of the output", () => {
    const output = new Float64Array(4);
    const sides = run(partitionCall(prices, [true, false, true, false], { output })) as {
      kept: Float64Array;
      others: Float64Array;
    };
    expect(output).toEqual(Float64Array.of(-1, -3, 2, 4));
    expect(sides).toEqual({ kept: Float64Array.of(-1, -3), others: Float64Array.of(2, 4) });
    expect([sides.kept.buffer, sides.others.buffer]).toEqual([output.buffer, output.buffer]);
  });

  it("works in place", () => {
    const own = prices.slice();
    run(partitionCall(own, (value: number) => value > 0, { output: own }));
    expect(own).toEqual(Float64Array.of(2, 4, -1, -3));
  });
});

describe("unique and runs", () => {
  const keys = Float64Array.of(NaN, NaN, -0, 0, 0, 2, NaN, -0);

  it("look at neighbours, by Object.is", () => {
    expect(run(uniqueCall(keys))).toEqual(Float64Array.of(NaN, -0, 0, 2, NaN, -0));
    const { values, lengths } = run(runLengthEncodeCall(keys)) as {
      values: Float64Array;
      lengths: Uint32Array;
    };
    expect(lengths).toEqual(Uint32Array.of(2, 1, 2, 1, 1, 1));
    expect(run(runLengthDecodeCall({ values, lengths }))).toEqual(keys);
  });

  it("look anywhere, and give each once in order", () => {
    expect(run(uniqueCall(keys, { anywhere: true }))).toEqual(Float64Array.of(-0, 0, 2, NaN));
    const records = { flag: Uint8Array.of(1, 0, 1, 0, 0), n: Int32Array.of(5, -1, 5, -1, -7) };
    expect(run(uniqueCall(records, { anywhere: true }))).toEqual({
      flag: Uint8Array.of(0, 0, 1),
      n: Int32Array.of(-7, -1, 5),
    });
  });

  it("refuse runs that are none", () => {
    expect(() => runLengthDecodeCall(prices)).toThrow(
      '"runs" must be an object with values and lengths, as runLengthEncode gives',
    );
    expect(() => runLengthDecodeCall({ values: prices, lengths: [1] })).toThrow(
      '"runs.lengths" must have length 4, got 1',
    );
    expect(() => runLengthDecodeCall({ values: [1], lengths: [1] })).toThrow(
      '"runs.values" must be a typed array',
    );
  });
});

describe("expand", () => {
  it("copies elements as often as they count", () => {
    const input = { n: Int32Array.of(2, 3, 5), flag: Uint8Array.of(0, 1, 0) };
    expect(run(expandCall(input, [1, 0, 2]))).toEqual({
      n: Int32Array.of(2, 5, 5),
      flag: Uint8Array.of(0, 0, 0),
    });
    expect(run(expandCall(new Float32Array(0), []))).toEqual(new Float32Array(0));
    const output = new Float64Array(3);
    expect(run(expandCall(prices, Int32Array.of(0, 3, 0, 0), { output }))).toBe(output);
    expect(output).toEqual(Float64Array.of(2, 2, 2));
  });

  it.each<[string, unknown, string]>([
    ["negative", Int32Array.of(1, -2, 0, 0), '"counts[1]" must be 0 or more, got -2'],
    ["negative in an Array", [1, -2, 0, 0], '"counts[1]" must be an integer from 0 to 4294967295, got -2'],
    ["too few", [1], '"counts" must have length 4, got 1'],
    [
      "too large together",
      new Uint32Array(4).fill(2 ** 31),
      '"counts" must be counts of at most 4294967295 together, got 4294967296 by index 1',
    ],
    ["fractions", [0.5, 1, 1, 1], "an integer from 0 to"],
    [
      "floats",
      new Float64Array(4),
      "a Uint32Array, an Int32Array or an Array of integers, got a Float64Array of length 4",
    ],
  ])("refuses counts that are %s", (_, counts, message) => {
    expect(() => expandCall(prices, counts)).toThrow(message);
  });

  it("refuses an output that does not fit", () => {
    const expandInto = (output: unknown) => () => expandCall(prices, [1, 1, 0, 0], { output });
    expect(expandInto(new Float64Array(3))).toThrow('"output" must have length 2, got 3');
    expect(expandInto(new Float32Array(2))).toThrow('"output" must be a Float64Array, got a Float32Array');
    expect(expandInto(prices.subarray(0, 2))).toThrow('"output" must be bytes apart from "input"');
  });
});

describe("gather", () => {
  it("takes elements by index, and zeros from beyond", () => {
    expect(run(gatherCall(prices, [3, 0, 9, 0]))).toEqual(Float64Array.of(4, -1, 0, -1));
    expect(run(gatherCall(prices, Int32Array.of(-1, 1)))).toEqual(Float64Array.of(0, 2));
    expect(run(gatherCall(BigUint64Array.of(5n), Uint32Array.of(0, 1)))).toEqual(BigUint64Array.of(5n, 0n));
    expect(run(gatherCall(new Float32Array(0), [0]))).toEqual(new Float32Array(1));
    const own = prices.slice();
    run(gatherCall(own, [3, 2, 1, 0], { output: own }));
    expect(own).toEqual(Float64Array.of(4, -3, 2, -1));
  });

  it("refuses what it is told to check", () => {
    const check = "range";
    expect(() => gatherCall(prices, [0, 4], { check })).toThrow('"indices[1]" must be from 0 to 3, got 4');
    expect(() => gatherCall(prices, Int32Array.of(-1), { check })).toThrow("got 4294967295 (as an i32 -1)");
    expect(() => gatherCall(new Int32Array(0), [0], { check })).toThrow("absent, as there are no elements");
    expect(() => gatherCall(prices, [], { check: "ranges" })).toThrow('"check" must be "range" or left out');
    expect(() => gatherCall(prices, [2 ** 32])).toThrow(
      '"indices[0]" must be an integer from -2147483648 to 4294967295',
    );
    expect(() => gatherCall(prices, prices)).toThrow('"indices" must be a Uint32Array');
    expect(() => gatherCall(prices, [0], { output: new Float64Array(2) })).toThrow(
      '"output" must have length 1, got 2',
    );
  });
});

describe("scatter", () => {
  it("brings elements to their places, into zeros or other columns", () => {
    expect(run(scatterCall(prices, [3, 1, 9, 1], 5))).toEqual(Float64Array.of(0, 4, 0, -1, 0));
    expect(run(scatterCall(BigInt64Array.of(7n), [1], 2))).toEqual(BigInt64Array.of(0n, 7n));
    const into = Float64Array.of(8, 9);
    expect(run(scatterCall(prices, [-1, 0, 5, 5], into))).toEqual(Float64Array.of(2, 9));
    expect(into).toEqual(Float64Array.of(8, 9));
    run(scatterCall(prices, [-1, 0, 5, 5], into, { output: into }));
    expect(into).toEqual(Float64Array.of(2, 9));
    expect(run(scatterCall({ flag: Uint8Array.of(1) }, [1], { flag: Uint8Array.of(0, 0) }))).toEqual({
      flag: Uint8Array.of(0, 1),
    });
  });

  it("refuses what it is told to check", () => {
    const check = "duplicates";
    expect(() => scatterCall(prices, [0, 9, 9, 0], 5, { check })).toThrow(
      '"indices[3]" must be another place than that of "indices[0]", got 0 again',
    );
    expect(() => scatterCall(prices, [0, 9, 9, 1], 5, { check })).not.toThrow();
    expect(() => scatterCall(prices, [0, 9, 0, 0], 5, { check: "range" })).toThrow(
      '"indices[1]" must be from 0 to 4, got 9',
    );
    expect(() => scatterCall(prices, [0, 1, 2, 3], 5, { check: true })).toThrow(
      '"check" must be "duplicates", "range" or left out',
    );
  });

  it("refuses what does not fit", () => {
    expect(() => scatterCall(prices, [0], 5)).toThrow('"indices" must have length 4, got 1');
    expect(() => scatterCall(prices, [0, 1, 2, 3], -1)).toThrow(
      '"into" must be a length from 0 to 4294967295, got -1',
    );
    expect(() => scatterCall(prices, [0, 1, 2, 3], undefined)).toThrow(
      '"into" must be columns like the input, or a length, got undefined',
    );
    expect(() => scatterCall(prices, [0, 1, 2, 3], new Float32Array(4))).toThrow(
      '"into" must be an array of f64',
    );
    expect(() => scatterCall({ x: prices }, [0, 1, 2, 3], { y: prices })).toThrow('"into"');
    expect(() => scatterCall(prices, [0, 1, 2, 3], 5, { output: new Float64Array(4) })).toThrow(
      '"output" must have length 5, got 4',
    );
  });
});
