import { describe, expect, it } from "vitest";
import { parseTestValues, printTestValue } from "../../formats.ts";
import { ArrayProgram } from "../array-program.ts";
import { parseProgram } from "../text/parse-program.ts";
import { ARRAY_SIGNATURES } from "../types/signatures.ts";

/** What a term over `m` gives, an array of arrays, as a test file has it. */
function shapeIn(term: string, m: string, type = "[][]i32"): string {
  const program = new ArrayProgram(parseProgram(`def main (m: ${type}) = ${term}`));
  const data = program.interpret("main", program.operandsOf("main", parseTestValues(m)));
  return program.testValuesOf("main", data).map(printTestValue).join(" ");
}

/** Every function that gives an array, of one that has no rows: what these would be is not lost. */
const OF_NO_ROWS: readonly (readonly [term: string, given: string])[] = [
  ["m", "empty([0][2]i32)"],
  ["concat m m", "empty([0][2]i32)"],
  ["concat [] m", "empty([0][2]i32)"],
  ["concat m []", "empty([0][2]i32)"],
  ["flatten [m, m]", "empty([0][2]i32)"],
  ["flatten m", "empty([0]i32)"],
  ["transpose m", "empty([2][0]i32)"],
  ["transpose (transpose m)", "empty([0][2]i32)"],
  ["(transpose m)[0]", "empty([0]i32)"],
  ["(transpose m)[1:]", "empty([1][0]i32)"],
  ["reverse m", "empty([0][2]i32)"],
  ["rotate 3 m", "empty([0][2]i32)"],
  ["indices m", "empty([0]i64)"],
  ["take 0 m", "empty([0][2]i32)"],
  ["drop 0 m", "empty([0][2]i32)"],
  ["m[0:0]", "empty([0][2]i32)"],
  ["m[:]", "empty([0][2]i32)"],
  ["replicate 3 m", "empty([3][0][2]i32)"],
  ["replicate 0 m", "empty([0][0][2]i32)"],
  ["replicate 0 [1, 2, 3]", "empty([0][3]i32)"],
  ["replicate 0 (m, [true])", "empty([0][0][2]i32) empty([0][1]bool)"],
  ["tabulate 0 (\\i -> [i, i])", "empty([0][2]i64)"],
  ["tabulate 2 (\\_ -> m)", "empty([2][0][2]i32)"],
  ["tabulate 0 (\\_ -> m)", "empty([0][0][2]i32)"],
  ["[m]", "empty([1][0][2]i32)"],
  ["([]: [0][4]i32)", "empty([0][4]i32)"],
  ["zip m m", "empty([0][2]i32) empty([0][2]i32)"],
  ["zip3 m (indices m) m", "empty([0][2]i32) empty([0]i64) empty([0][2]i32)"],
  ["unzip (zip m (indices m))", "empty([0][2]i32) empty([0]i64)"],
  ["(unzip3 (zip3 m m m)).2", "empty([0][2]i32)"],
  ["map (\\r -> r) m", "empty([0][2]i32)"],
  ["map1 (map (* 2)) m", "empty([0][2]i32)"],
  ["map2 (\\a b -> concat a b) m m", "empty([0][4]i32)"],
  ["map3 (\\a b c -> (a, [b, c])) m m m", "empty([0][2]i32) empty([0][2][2]i32)"],
  ["map4 (\\a _ _ _ -> a[1:]) m m m m", "empty([0][1]i32)"],
  ["map5 (\\a _ _ _ _ -> [a]) m m m m m", "empty([0][1][2]i32)"],
  ["map (\\r -> r[0]) m", "empty([0]i32)"],
  ["map (\\r -> m) m", "empty([0][0][2]i32)"],
  ["map (\\r -> replicate 3 r[1]) m", "empty([0][3]i32)"],
  ["map (\\r -> {row = r, sum = [1]}) m", "empty([0][2]i32) empty([0][1]i32)"],
  ["map (\\r -> map (\\x -> map (\\y -> x * y) r) r) m", "empty([0][2][2]i32)"],
  ["map (\\i -> m[i]) (iota 0)", "empty([0][2]i32)"],
  ["map (\\_ -> head m) m", "empty([0][2]i32)"],
  ["map (\\r -> let s: [2]i32 = r in concat s s) m", "empty([0][4]i32)"],
  ["foldl (\\a r -> concat a [r]) m m", "empty([0][2]i32)"],
  ["reduce (map2 (+)) [7, 8] m", "[7, 8]"],
  ["reduce_comm (map2 (+)) [7, 8] m", "[7, 8]"],
  ["scan (map2 (+)) [0, 0] m", "empty([0][2]i32)"],
  ["exscan (map2 (+)) [0, 0] m", "empty([0][2]i32)"],
  ["segmented_scan (map2 (+)) [0, 0] [] m", "empty([0][2]i32)"],
  ["segmented_reduce (map2 (+)) [0, 0] [] m", "empty([0][2]i32)"],
  ["reduce_by_index m (map2 (+)) [0, 0] [1] [[1, 2]]", "empty([0][2]i32)"],
  ["filter (\\_ -> true) m", "empty([0][2]i32)"],
  ["partition (\\_ -> true) m", "empty([0][2]i32) empty([0][2]i32)"],
  ["scatter m [1] [[1, 2]]", "empty([0][2]i32)"],
  ["map sort m", "empty([0][2]i32)"],
  ["loop t = m for i < 2 do transpose t", "empty([0][2]i32)"],
  ["if length m == 0 then m else []", "empty([0][2]i32)"],
  ["copy m", "empty([0][2]i32)"],
  ["let r = {x = m} in r.x", "empty([0][2]i32)"],
  ["assert (length m == 0) m", "empty([0][2]i32)"],
  ["map (\\r -> assert (r[0] > 5) r) m", "empty([0][2]i32)"],
  ["iota 0", "empty([0]i64)"],
  ["map (\\_ -> any (\\x -> x > 0) [1] && all (\\x -> x > 0) [last [1]]) m", "empty([0]bool)"],
];

describe("an array of no rows knows what these would be", () => {
  it.each(OF_NO_ROWS)("%s", (term, given) => {
    expect(shapeIn(term, "empty([0][2]i32)")).toBe(given);
  });

  it("in every function over arrays", () => {
    const tried = OF_NO_ROWS.map(([term]) => term).join(" ");
    const missing = Object.keys(ARRAY_SIGNATURES).filter((name) => !new RegExp(`\\b${name}\\b`).test(tried));
    expect(missing).toEqual([]);
  });

  it.each([
    ["m[1:1]", "empty([0][2]i32)"],
    ["filter (\\r -> r[0] > 9) m", "empty([0][2]i32)"],
    ["partition (\\_ -> true) m", "[[1, 2], [3, 4]] empty([0][2]i32)"],
    ["transpose (map (\\_ -> []: [0]i32) m)", "empty([0][2]i32)"],
    ["transpose (transpose m[1:1])", "empty([0][2]i32)"],
    ["flatten (map (\\_ -> [m[1:1]]) m)", "empty([2][0][2]i32)"],
    ["segmented_reduce (map2 (+)) [0, 0] [true] m[1:1][0:0]", undefined],
  ])("also when it has none left: %s", (term, given) => {
    if (given === undefined) expect(() => shapeIn(term, "[[1, 2], [3, 4]]")).toThrow("of one length");
    else expect(shapeIn(term, "[[1, 2], [3, 4]]")).toBe(given);
  });

  it.each([
    ["empty([0][1]i32)", "empty([1][0]i32)"],
    ["empty([0][0]i32)", "empty([0][0]i32)"],
    ["empty([3][0]i32)", "empty([0][3]i32)"],
  ])("transposed: %s", (m, given) => {
    expect(shapeIn("transpose m", m)).toBe(given);
  });

  it("in records and tuples, as their columns say", () => {
    const deep = "[]([][]i32, {x: []f64})";
    expect(shapeIn("m", "empty([0][2][3]i32) empty([0][4]f64)", deep)).toBe(
      "empty([0][2][3]i32) empty([0][4]f64)",
    );
    expect(
      shapeIn("map (\\(a, b) -> (b, transpose a)) m", "empty([0][2][3]i32) empty([0][4]f64)", deep),
    ).toBe("empty([0][4]f64) empty([0][3][2]i32)");
    expect(shapeIn("m", "empty([0][2]i32) empty([0][2]bool)", "[][](i32, bool)")).toBe(
      "empty([0][2]i32) empty([0][2]bool)",
    );
    expect(() => shapeIn("m", "empty([0][2]i32) empty([0][3]bool)", "[][](i32, bool)")).toThrow(
      '"values[1]" must be of length 2, as values[0] is, got 3',
    );
  });

  it("and types hold it to them", () => {
    const program = new ArrayProgram(
      parseProgram("def f [n] [k] (xs: [n][k]i32) (ys: [k]i32) = (n, k)\ndef three (xs: [][3]i32) = xs"),
    );
    const operands = program.operandsOf("f", parseTestValues("empty([0][2]i32) [1, 2]"));
    expect(program.interpret("f", operands)).toEqual([0n, 2n]);
    expect(() => program.interpret("f", [operands[0], Int32Array.of(1)])).toThrow(
      "expected an array of length k = 2, got length 1",
    );
    expect(() => program.interpret("three", [operands[0]])).toThrow(
      "expected an array of length 3, got length 2",
    );
    // Data that say nothing fit, and have what the types say of them.
    expect(program.interpret("f", [[], Int32Array.of(1)])).toEqual([0n, 1n]);
    const given = program.interpret("three", [[]]);
    expect(program.testValuesOf("three", given).map(printTestValue)).toEqual(["empty([0][3]i32)"]);
  });

  it("however long, and makes no more of them than there is room for", () => {
    expect(shapeIn("m", "empty([0][9007199254740991]i32)")).toBe("empty([0][9007199254740991]i32)");
    expect(shapeIn("map (map (+ 1)) m", "empty([0][9007199254740991]i32)")).toBe("empty([0][0]i32)"); // too long to be tried
    expect(() => shapeIn("transpose m", "empty([0][1000000000]i32)")).toThrow("at most 1048576 columns");
    expect(() => shapeIn("m", "empty([1000000000][0]i32)")).toThrow(
      "at most 1048576 rows without an element",
    );
  });

  it("as far as it does not depend on elements that are not there", () => {
    const program = new ArrayProgram(
      parseProgram(`
def rows [n] (ks: [n]i64): [n][3]i64 = map (\\k -> iota k) ks
def endless (xs: []i32): [][]i32 = map (\\x -> let _ = loop y = x while true do y + 1 in [x]) xs
def deep (n: i64) (xs: []i32) = map (\\x -> replicate n x) xs`),
    );
    expect(program.interpret("rows", [new BigInt64Array(0)])).toEqual([]); // of unknown length: it may well be 3
    expect(program.interpret("rows", [BigInt64Array.of(3n)])).toEqual([BigInt64Array.of(0n, 1n, 2n)]);
    expect(program.interpret("endless", [new Int32Array(0)], { fuel: 1e6 })).toEqual([]);
    const { work, span } = program.cost("deep", [5n, new Int32Array(0)]);
    expect([work, span]).toEqual([program.cost("deep", [9n, new Int32Array(0)]).work, span]); // asking costs nothing
  });
});
