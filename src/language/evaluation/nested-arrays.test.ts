import { describe, expect, it } from "vitest";
import { ArrayProgram } from "../array-program.ts";
import { costOfDag } from "../cost/schedule.ts";
import { parseProgram } from "../text/parse-program.ts";

const i32 = (...items: number[]): Int32Array => Int32Array.from(items);
const i64 = (...items: number[]): BigInt64Array => BigInt64Array.from(items, BigInt);
const flags = (...items: number[]): Uint8Array => Uint8Array.from(items);
const ROWS = [i32(1, 2), i32(3, 4), i32(5, 6)];

/** The value of a term over `m`, three rows of two; its graph has the work and span that were counted. */
function valueIn(term: string): unknown {
  const program = new ArrayProgram(
    parseProgram(`entry main (m: [][]i32) = let (n, k) = (length m, length m[0]) in ${term}`),
  );
  const { work, span, value } = program.cost("main", [ROWS]);
  expect(costOfDag(program.unfold("main", [ROWS]))).toEqual({ work, span });
  expect(program.interpret("main", [ROWS])).toEqual(value);
  return value;
}

describe("arrays of arrays", () => {
  it.each<[string, unknown]>([
    ["m", ROWS],
    ["(n, k)", [3n, 2n]],
    ["m[1]", i32(3, 4)],
    ["(m[1, 0], m[1][0])", [3, 3]],
    ["m[1:]", [i32(3, 4), i32(5, 6)]],
    ["m[:1]", [i32(1, 2)]],
    ["m[1:1]", []],
    ["length m", 3n],
    ["indices m", i64(0, 1, 2)],
    ["[m[2], m[0]]", [i32(5, 6), i32(1, 2)]],
    ["(m[0], [m])", [i32(1, 2), [ROWS]]],
    ["replicate 2 m[0]", [i32(1, 2), i32(1, 2)]],
    ["replicate 0 m[0]", []],
    ["tabulate 2 (\\i -> iota i)", [i64(), i64(0)]],
    ["concat m m[:1]", [...ROWS, i32(1, 2)]],
    ["flatten m", i32(1, 2, 3, 4, 5, 6)],
    ["flatten [m, m[:1]]", [...ROWS, i32(1, 2)]],
    ["transpose m", [i32(1, 3, 5), i32(2, 4, 6)]],
    ["transpose m[1:1]", [i32(), i32()]],
    ["reverse m", [i32(5, 6), i32(3, 4), i32(1, 2)]],
    ["rotate 1 m", [i32(3, 4), i32(5, 6), i32(1, 2)]],
    ["(head m, last m)", [i32(1, 2), i32(5, 6)]],
    ["take 1 m", [i32(1, 2)]],
    ["drop 2 m", [i32(5, 6)]],
    ["zip m (iota n)", [ROWS, i64(0, 1, 2)]],
    ["zip3 m m (iota n)", [ROWS, ROWS, i64(0, 1, 2)]],
    ["unzip (map (\\r -> (r, r[0])) m)", [ROWS, i32(1, 3, 5)]],
    ["(unzip3 (zip3 m (iota n) m)).2", ROWS],
    ["map (map (* 2)) m", [i32(2, 4), i32(6, 8), i32(10, 12)]],
    ["map (\\r -> reduce (+) 0 r) m", i32(3, 7, 11)],
    ["map (\\r -> filter (\\x -> x % 3 != 0) r) m", [i32(1, 2), i32(4), i32(5)]],
    ["map2 concat m (reverse m)", [i32(1, 2, 5, 6), i32(3, 4, 3, 4), i32(5, 6, 1, 2)]],
    ["map2 (map2 (+)) m m", [i32(2, 4), i32(6, 8), i32(10, 12)]],
    ["map3 (\\a b i -> a[i] + b[1 - i]) m m [0, 1, 0]", i32(3, 7, 11)],
    ["map (\\r -> {row = r, sum = r[0] + r[1]}) m", { row: ROWS, sum: i32(3, 7, 11) }],
    ["map (\\r -> (r[0], (r, true))) m", [i32(1, 3, 5), [ROWS, flags(1, 1, 1)]]],
    ["foldl concat [] m", i32(1, 2, 3, 4, 5, 6)],
    ["foldl (map2 (-)) [0, 0] m", i32(-9, -12)],
    ["reduce (map2 (+)) (replicate k 0) m", i32(9, 12)],
    ["reduce (map2 (+)) (replicate k 0) m[1:1]", i32(0, 0)],
    ["reduce concat [] m", i32(1, 2, 3, 4, 5, 6)],
    ["reduce_comm (map2 i32.max) (replicate k 0) m", i32(5, 6)],
    ["#[expression(left-fold)] reduce (map2 (-)) (replicate k 0) m", i32(-7, -8)],
    ["scan (map2 (+)) (replicate k 0) m", [i32(1, 2), i32(4, 6), i32(9, 12)]],
    ["exscan (map2 (+)) (replicate k 0) m", [i32(0, 0), i32(1, 2), i32(4, 6)]],
    ["scan concat [] m", [i32(1, 2), i32(1, 2, 3, 4), i32(1, 2, 3, 4, 5, 6)]],
    ["segmented_scan (map2 (+)) (replicate k 0) [true, false, true] m", [i32(1, 2), i32(4, 6), i32(5, 6)]],
    ["segmented_reduce (map2 (+)) (replicate k 0) [true, false, true] m", [i32(4, 6), i32(5, 6)]],
    ["reduce_by_index (replicate 2 [10, 20]) (map2 (+)) [0, 0] [1, 5, 1] m", [i32(10, 20), i32(16, 28)]],
    ["filter (\\r -> r[0] > 1) m", [i32(3, 4), i32(5, 6)]],
    ["partition (\\r -> r[0] > 1) m", [[i32(3, 4), i32(5, 6)], [i32(1, 2)]]],
    ["any (any (== 4)) m && !(all (all (> 1)) m)", true],
    ["scatter m [2, 9] [[7, 8], [0, 0]]", [i32(1, 2), i32(3, 4), i32(7, 8)]],
    ["map sort (map reverse m)", ROWS],
    ["loop s = replicate k 0 for r in m do map2 (+) s r", i32(9, 12)],
    ["loop t = m for i < 3 do transpose t", [i32(1, 3, 5), i32(2, 4, 6)]],
    ["loop t = m while length t > 1 do t[1:]", [i32(5, 6)]],
    ["if n > 2 then m else []", ROWS],
    ["let [p] = 1 in m", undefined],
    ["let row (i: i64): []i32 = m[i] in map row [2, 0]", [i32(5, 6), i32(1, 2)]],
    ["map (\\r -> map (\\x -> map (\\y -> x * y) r) r) m[:1]", [[i32(1, 2), i32(2, 4)]]],
    ["copy m", ROWS],
  ])("%s", (term, expected) => {
    if (expected === undefined) expect(() => valueIn(term)).toThrow("expected a name or a pattern");
    else expect(valueIn(term)).toEqual(expected);
  });

  it("have no order of their own, and their rows one length where types or transpose ask for it", () => {
    expect(() => valueIn("sort m")).toThrow("got [][]i32");
    expect(() => valueIn("m < m")).toThrow("got [][]i32");
    expect(valueIn("m == m")).toBe(true);
    expect(() => valueIn("transpose (map (\\r -> filter (> 1) r) m)")).toThrow(
      "expected transpose of arrays of one length, got lengths 1 and 2 and 2",
    );
    const ragged = new ArrayProgram(parseProgram("entry main [n] [k] (m: [n][k]i32) = m"));
    expect(() => ragged.interpret("main", [[i32(1), i32(2, 3)]])).toThrow(
      "program:1:27: expected an array of length k = 1, got length 2",
    );
    const square = new ArrayProgram(parseProgram("entry main [n] (m: [n][]i32): [n][n]i32 = m"));
    expect(square.interpret("main", [[i32(1)]])).toEqual([i32(1)]);
    expect(() => square.interpret("main", [[i32(1), i32(2)]])).toThrow(
      "program:1:34: expected an array of length n = 2, got length 1",
    );
  });

  it("take the span of their longest row, and the work of all", () => {
    const program = new ArrayProgram(
      parseProgram("entry sums (m: [][]i32) = map (\\r -> loop s = 0 for x in r do s + x) m"),
    );
    const short = program.cost("sums", [[i32(1), i32(1), i32(1, 2, 3, 4)]]);
    const long = program.cost("sums", [[i32(1), i32(1), i32(1, 2, 3, 4), i32(1, 2, 3, 4)]]);
    expect(long.span).toBe(short.span);
    expect(long.work - short.work).toBe(
      program.cost("sums", [[i32(1, 2, 3, 4)]]).work - program.cost("sums", [[]]).work,
    );
    // Operators over arrays are parallel inside.
    const rows = new ArrayProgram(parseProgram("entry main (m: [][]i32) = reduce (map2 (+)) [] m"));
    const of = (width: number): number =>
      rows.cost("main", [[new Int32Array(width), new Int32Array(width)]]).span;
    expect(of(100)).toBe(of(1));
  });

  it("come as arrays, and of tuples as tuples of arrays", () => {
    const program = new ArrayProgram(
      parseProgram(
        "entry main (xs: [](i32, []f64)) = map (\\(i, row) -> {at = i, sum = reduce (+) 0 row}) xs",
      ),
    );
    expect(program.interpret("main", [[i32(4, 5), [Float64Array.of(0.5, 1), []]]])).toEqual({
      at: i32(4, 5),
      sum: Float64Array.of(1.5, 0),
    });
    expect(() => program.interpret("main", [[i32(4), []]])).toThrow(
      "columns of one length, got lengths 1 and 0",
    );
    expect(() => program.interpret("main", [[i32(4), [[true]]]])).toThrow(
      '"operands[0][1][0][0]" must be a value of f64, got true',
    );
  });
});
