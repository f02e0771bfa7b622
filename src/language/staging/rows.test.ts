import { describe, expect, it } from "vitest";
import { outcomes } from "../../../test/helpers/language/outcomes.ts";
import { runCallOn } from "../../algorithms/run-call.ts";
import { fusingJavascriptExecutor } from "../../executors/javascript/primitives/fusing-javascript-executor.ts";
import { fusingWasmExecutor } from "../../executors/wasm/primitives/fusing-wasm-executor.ts";
import { compile } from "../../language.ts";

const ROWS = [Int32Array.of(1, 2, 3), Int32Array.of(4, 5, 6)];
/** Elements of a loop end one by one, so that turns are masked, and set what has ended aside at half. */
const COUNTS = Int32Array.of(7, 1, 9, 3, 0, 8, 5, 9, 2, 9, -4, 9);
const RAGGED = [Int32Array.of(1, 2, 3), new Int32Array(0), Int32Array.of(4, 5), Int32Array.of(6)];

const EVEN = [...ROWS, Int32Array.of(7, 8, 9)];

/** Every construct over the arrays of a map's elements. */
const PROGRAMS: readonly (readonly [string, readonly unknown[]])[] = [
  ...["row[1:]", "row[:2]", "drop 1 row", "take 2 row", "reverse row[1:3]", "map (+ 1) row[:2]"].map(
    (part) => [`entry main (xss: [][]i32) = map (\\row -> ${part}) xss`, [EVEN]] as const,
  ),
  ["entry main (xss: [][]i32) = map (\\r -> reduce (+) 0 r) xss", [ROWS]],
  ["entry main (xss: [][]i32) = map (\\r -> reduce (+) 0 r) xss", [RAGGED]],
  ["entry main (xss: [][]i32) = map (\\r -> scan (+) 0 r) xss", [RAGGED]],
  ["entry main (xss: [][]i32) = map (\\r -> exscan (+) 7 r) xss", [RAGGED]],
  ["entry main (xss: [][]i32) = map (\\r -> map (\\x -> x + length r) (map i64.i32 r)) xss", [RAGGED]],
  [
    "entry main [n][m][k] (a: [n][m]i32) (b: [m][k]i32) = map (\\r -> map (\\c -> reduce (+) 0 (map2 (*) r c)) (transpose b)) a",
    [
      ROWS,
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ].map((r) => Int32Array.from(r)),
    ],
  ],
  ["entry main (xs: []i32) = map (\\x -> reduce (+) 0 [x, x]) xs", [Int32Array.of(1, 2, 3)]],
  ["entry main (xs: []i32) = map (\\x -> [x, 2 * x]) xs", [Int32Array.of(1, 2, 3)]],
  ["entry main (xs: []i32) = flatten (map (\\x -> filter (> 1) [x, 2 * x]) xs)", [Int32Array.of(1, 2, 0)]],
  ["entry main (xs: []i32) = map (\\x -> iota (i64.i32 x)) xs", [Int32Array.of(1, 2, 0)]],
  [
    "entry main (xs: []i32) = map (\\x -> map (\\y -> reduce (+) 0 (iota (i64.i32 x + y))) (iota (i64.i32 x))) xs",
    [Int32Array.of(1, 2, 0, 4)],
  ],
  [
    "entry main (xs: []i32) = map (\\x -> if x > 1 then reduce (+) 0 (iota (i64.i32 x)) else -1) xs",
    [Int32Array.of(1, 2, 0, 4, -3)],
  ],
  [
    "entry main (xs: []i32) = map (\\x -> loop s = x while s > 1 do if s % 2 == 0 then s / 2 else 3 * s + 1) xs",
    [Int32Array.of(1, 2, 0, 4, 27)],
  ],
  [
    "entry main (xs: []i32) = map (\\x -> loop s = 1 for i < x do s * 2 + i) xs",
    [Int32Array.of(1, 2, 0, 4, 27)],
  ],
  [
    "entry main (xs: []i32) = map (\\x -> loop s = [] for i < x do concat s [i]) xs",
    [Int32Array.of(1, 2, 0, 4, 3)],
  ],
  ["entry main (xss: [][]i32) = map (\\r -> loop s = 1 for x in r do s * 3 + x) xss", [RAGGED]],
  ["entry main (xs: []i32) = map (\\x -> loop s = x for i < x do s * 3 + i) xs", [COUNTS]],
  [
    "entry main (xs: []i32) = map (\\x -> loop (s, t) = (x, 0) while s >= 0 do (s - 1, t * 3 + xs[i64.i32 s])) xs",
    [COUNTS],
  ],
  [
    "entry main (xs: []i32) = map (\\x -> loop (s, t) = (x + 2, 0) while s >= 0 do (s - 1, t + xs[i64.i32 s + 2])) xs",
    [COUNTS],
  ],
  [
    "entry main (xs: []i32) = map (\\x -> loop (s, t) = (x, 0) while s > 0 do (s - 1, t + 60 / s)) xs",
    [COUNTS],
  ],
  [
    "entry main (xs: []i32) = map (\\x -> loop (s, t) = (x, 0) while s > 0 do (s - 1, t + reduce (+) x (iota (i64.i32 s) |> map i32.i64))) xs",
    [COUNTS],
  ],
  [
    "entry main (xs: []i32) = map (\\x -> if x > 2 then loop s = x while s < 40 do s + xs[i64.i32 x] + 1 else -x) xs",
    [COUNTS],
  ],
  [
    "entry main (xs: []i32) = map (\\x -> loop (s, w) = (x, [x]) while s > 0 do (s - 1, if s == 3 then [s, x] else w)) xs",
    [COUNTS],
  ],
  ["entry main (xss: [][]i32) = map sort xss", [[[3, 1, 2], [], [5, 4], [9]].map((r) => Int32Array.from(r))]],
  ["entry main (xss: [][]i32) = map reverse xss", [RAGGED]],
  ["entry main (xss: [][]i32) = map (rotate 1) xss", [RAGGED]],
  ["entry main (xss: [][]i32) = map (\\r -> concat r [7,8]) xss", [RAGGED]],
  ["entry main (xss: [][]i32) = (transpose (take 1 xss), flatten xss, length xss)", [RAGGED]],
  ["entry main (xss: [][]i32) = transpose xss", [ROWS]],
  ["entry main (xss: [][]i32) = map (\\r -> (any (> 4) r, all (> 1) r, length r)) xss", [RAGGED]],
  ["entry main (xss: [][]i32) = map (\\r -> partition (> 2) r) xss", [RAGGED]],
  ["entry main (xss: [][]i32) = map (\\r -> scatter [0,0,0] (map i64.i32 r) r) xss", [RAGGED]],
  [
    "entry main (xss: [][]i32) = map (\\r -> reduce_by_index [10,20,30] (+) 0 (map i64.i32 r) r) xss",
    [RAGGED],
  ],
  [
    "entry main (xss: [][]i32) = map (\\r -> segmented_scan (+) 0 (map (\\x -> x % 2 == 0) r) r) xss",
    [RAGGED],
  ],
  [
    "entry main (xss: [][]i32) = map (\\r -> segmented_reduce (+) 0 (map (\\x -> x % 2 == 0) r) r) xss",
    [RAGGED],
  ],
  ["entry main (xss: [][]i32) = map (\\r -> map (\\i -> r[i] + xss[0][i]) (indices r)) xss", [ROWS]],
  ["entry main (xss: [][]i32) = map (\\r -> if length r > 1 then r[1:] else r) xss", [RAGGED]],
  ["entry main (xss: [][]i32) = map (\\r -> take 1 r) (filter (\\r -> length r > 1) xss)", [RAGGED]],
  ["entry main (xss: [][]i32) = map (\\r -> map (\\s -> concat r s) xss) xss", [RAGGED]],
  ["entry main (xss: [][]i32) = map (\\r -> flatten (map (\\s -> concat r s) xss)) xss", [RAGGED]],
  ["entry main (xss: [][]i32) = map (\\r -> transpose (map (\\x -> [x, x + 1]) r)) xss", [ROWS]],
  ["entry main (xss: [][]i32) = concat xss [[1,9],[2,3]]", [RAGGED]],
  ["entry main (xss: [][]i32) = (reverse xss, xss[2], rotate 1 xss, xss[0,1])", [RAGGED]],
  [
    "entry main (xss: [][](i32, bool)) = map (\\r -> map (\\(a, b) -> a) r) (map (\\r -> reverse r) xss)",
    [
      [
        [Int32Array.of(1, 2), Uint8Array.of(0, 1)],
        [Int32Array.of(), Uint8Array.of()],
      ],
    ],
  ],
  ["def sum [n] (xs: [n]i32) = reduce (+) 0 xs\nentry main (xss: [][]i32) = map sum xss", [RAGGED]],
  [
    "def sum [n] (xs: [n]i32) = reduce (+) 0 xs / i32.i64 (n + 1)\nentry main (xss: [][]i32) = map sum xss",
    [RAGGED],
  ],
  [
    "def sum [n] (xs: [n]i32) (ys: [n]i32) = reduce (+) 0 xs / i32.i64 (n + 1)\nentry main (xss: [][]i32) = map (\\r -> sum r (map (+ 1) r)) xss",
    [RAGGED],
  ],
  [
    "def sum [n] (xs: [n]i32) (ys: [n]i32) = reduce (+) 0 xs / i32.i64 (n + 1)\nentry main (xss: [][]i32) = map (\\r -> sum r [1,2]) xss",
    [RAGGED],
  ],
  ["entry main [n][m] (xss: [n][m]i32) = map (reduce (+) 0) xss", [RAGGED]],
  [
    "entry main (xs: []i32) = reduce (+) 0 (map (\\x -> reduce (+) 0 (iota (i64.i32 x))) xs |> map i32.i64)",
    [Int32Array.of(5, 1, 2, 3)],
  ],
  ["entry main (xs: []i32) = replicate 2 xs", [Int32Array.of(1, 2, 3)]],
  ["entry main (xs: []i32) = map (\\x -> replicate 2 xs) xs", [Int32Array.of(1, 2, 3)]],
  ["entry main (xs: []i32) = map (\\x -> replicate (i64.i32 x) x) xs", [Int32Array.of(1, 2, 3)]],
  [
    "entry main (xs: []i32) = tabulate 3 (\\i -> tabulate (i + 1) (\\j -> i * 10 + j))",
    [Int32Array.of(1, 2, 3)],
  ],
  ["entry main (xs: []i32) = map (\\x -> [x,x,x,x,x,x,x,x,x,1]) xs", [Int32Array.of(1, 2, 3)]],
  ["entry main (xs: []i32) = map (\\x -> x > 1 && reduce (+) 0 [x, -7] > -5) xs", [Int32Array.of(1, 2, 3)]],
  ["entry main (xs: []i32) = filter (\\x -> reduce (+) 0 [x, -2] > 0) xs", [Int32Array.of(1, 2, 3)]],
  ["entry main (xs: []i32) = map (\\x -> reduce (+) 0 [x, -2]) (filter (> 1) xs)", [Int32Array.of(1, 2, 3)]],
  [
    "entry main (xs: []i32) = let f = \\x ys -> map (+ x) ys in map (\\x -> f x xs) xs",
    [Int32Array.of(1, 2, 3)],
  ],
  ["entry main (xs: []i32) = foldl (\\a x -> a * 2 + x) 0 xs", [Int32Array.of(1, 2, 3)]],
  ["entry main (xs: []i32) = map (\\x -> {a = x, b = [x, 1]}) xs", [Int32Array.of(1, 2, 3)]],
  ["entry main (xss: [][]i32) = map (\\r -> unzip (zip r r)) xss", [RAGGED]],
  ["entry main (xss: [][]i32) = map (\\r -> r[0]) xss", [RAGGED]],
  ["entry main (xss: [][]i32) = map (\\r -> map2 (+) r [1,2,3]) xss", [RAGGED]],
];

describe("arrays within maps", () => {
  it.each(PROGRAMS)("are what the interpreter gives, or the same error: %s", (text, input) => {
    const { interpreted, staged } = outcomes(text, input);
    for (const each of staged) expect(each).toEqual(interpreted);
  });

  const views = (...bounds: readonly (readonly [number, number])[]): readonly Int32Array[] => {
    const all = Int32Array.from({ length: 12 }, (_, k) => k * k - 7);
    return bounds.map(([start, end]) => all.subarray(start, end));
  };

  it.each([
    ["one after another", views([1, 4], [4, 7], [7, 10]), true],
    ["of several lengths", [...views([1, 1], [1, 4], [4, 5]), new Int32Array(0)], true],
    ["with a gap", views([0, 3], [4, 7]), false],
    ["turned around", views([3, 6], [0, 3]), false],
    ["over one another", views([0, 3], [2, 5]), false],
    ["the same twice", views([0, 3], [0, 3]), false],
    ["of two memories", [...views([0, 3]), ...views([3, 6])], false],
  ])("are read where they lie: views of one memory %s", (_, rows, isInPlace) => {
    const text =
      "entry main (xss: [][]i32) = (xss, flatten xss, map (\\r -> reduce (+) 0 r) xss, reverse xss)";
    const program = compile(text);
    const expected = program.interpret("main", [rows.map((row) => row.slice())]);
    const memory = rows[0].buffer;
    expect(program.callOf("main", [rows]).input.some(({ buffer }) => buffer === memory)).toBe(isInPlace);
    for (const executor of [fusingJavascriptExecutor, fusingWasmExecutor(undefined, 0)]) {
      const given = rows.map((row) => row.slice());
      const results = runCallOn(executor, program.callOf("main", [rows]));
      expect(results).toEqual(expected);
      // What came back is the caller's: nothing of it is in the memory of the operands.
      for (const result of [results].flat(2)) (result as Int32Array).fill(-1);
      expect(rows).toEqual(given);
    }
  });

  it("keep how long the rows of nothing would be", () => {
    const program = compile("entry main (xss: [][3]i32) = transpose (map (\\r -> concat r r) xss)");
    const expected = program.interpret("main", [[]]);
    expect(expected).toEqual(Array(6).fill(new Int32Array(0)));
    expect(runCallOn(fusingJavascriptExecutor, program.callOf("main", [[]]))).toEqual(expected);
  });
});
