import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outcomes } from "../../../test/helpers/language/outcomes.ts";
import { runCallOn } from "../../algorithms/run-call.ts";
import { fusingJavascriptExecutor } from "../../executors/javascript/primitives/fusing-javascript-executor.ts";
import { compile } from "../../language.ts";
import { UnsupportedError } from "../../values/errors.ts";

// biome-ignore format: rows stand side by side
const PAIRS = [[1, 2], [3, 4], [5, 6], [7, 8], [9, 1]].map((row) => Int32Array.from(row));
// biome-ignore format: the same
const RAGGED = [[1, 2], [3], [], [7, 8, 5], [9, 1]].map((row) => Int32Array.from(row));
const THIRDS = Array.from({ length: 37 }, (_, i) => Float64Array.of(i / 3, -1 / (i + 1), 1e16 * (i % 2)));
const NAMED = Array.from({ length: 9 }, (_, i) => [Float64Array.of(i % 4, -i), Int32Array.of(i, 2 * i)]);
const GROUPS = [PAIRS.slice(0, 2), [], PAIRS.slice(2, 3), PAIRS];
const XS = Int32Array.of(3, 1, 2, 5);
const POWERS = Array.from({ length: 7 }, () => [Int32Array.of(1, 1), Int32Array.of(1, 0)]);
const PRODUCT = "map (\\r -> map (\\c -> reduce (+) 0 (map2 (*) r c)) (transpose b)) a";

/** The first reduce or scan of each is by an operator that no primitive has. */
const PROGRAMS: readonly (readonly [string, readonly unknown[]])[] = [
  ["(xss: [][]i32) = reduce (map2 (+)) [0, 0] xss", [PAIRS]],
  ["(xss: [][]i32) = reduce (map2 (+)) [0, 0] xss", [RAGGED]],
  ["(xss: [][]i32) = reduce (map2 (+)) [0, 0] xss", [[]]],
  ["(xss: [][]i32) = reduce (map2 (+)) [0, 0] xss", [PAIRS.slice(0, 1)]],
  ["(xss: [][]i32) = scan (map2 (+)) [0, 0] xss", [PAIRS]],
  ["(xss: [][]i32) = exscan (map2 (+)) [7, 9] xss", [PAIRS]],
  ["(xss: [][]i32) = exscan (map2 (+)) [7, 9] xss", [PAIRS.slice(0, 1)]],
  ["(xss: [][]i32) = #[expression(left-fold)] scan (map2 (-)) [0, 0] xss", [PAIRS]],
  ["(xss: [][]f64) = #[expression(interleaved:2)] reduce (map2 (-)) [0, 0] xss", [THIRDS]],
  ["(xss: [][]f64) = #[expression(block-dyadic:2)] exscan (map2 (+)) [0.1, 0, 0] xss", [THIRDS]],
  [
    "(xss: [][](f64, i32)) = reduce (map2 (\\(a, i) (b, j) -> if a < b then (b, j) else (a, i))) [] xss",
    [NAMED],
  ],
  ["(xss: [][]i32) = reduce concat [] xss", [RAGGED]],
  ["(xss: [][]i32) = #[expression(left-fold)] scan concat [] xss", [RAGGED]],
  ["(xss: [][]i32) = #[expression(block-dyadic:2)] exscan concat [4] xss", [RAGGED]],
  ["(xss: [][]i32) = #[expression(interleaved:2)] reduce (\\a b -> concat b a) [] xss", [RAGGED]],
  ["(xss: [][]i32) = #[expression(left-fold)] reduce (\\_ b -> b) [0] xss", [RAGGED]],
  ["(xss: [][]i32) = reduce (map2 (+)) [0, 0] (filter (\\r -> r[0] > 1) xss)", [PAIRS]],
  ["(xss: [][]i32) = reduce (map2 (+)) [0, 0] (filter (\\r -> r[0] > 99) xss)", [PAIRS]],
  [`(xss: [][][]i32) = reduce (\\a b -> ${PRODUCT}) [[1, 0], [0, 1]] xss`, [POWERS]],
  [
    "(xss: [][]i32) = reduce (\\(a, x) (b, y) -> (a + b, map2 (+) x y)) (0, [0, 0]) (map (\\r -> (r[0], r)) xss)",
    [PAIRS],
  ],
  ["(xs: []i32) = #[expression(left-fold)] reduce (\\a b -> xs[i64.i32 ((a + b) % 3)]) 0 xs", [XS]],
  [
    "(xs: []i32) = #[expression(pairwise)] scan (\\a b -> (loop (s, i) = (a, b) while i > 0 do (s + b, i / 2)).0) 0 xs",
    [XS],
  ],
  ["(xs: []i32) = map (\\k -> #[expression(left-fold)] reduce (\\a b -> a * k + b) 0 xs) xs", [XS]],
  ["(xs: []i32) = map (\\k -> #[expression(left-fold)] exscan (\\a b -> a * k + b) k xs) xs", [XS]],
  ["(xss: [][][]i32) = map (\\m -> reduce (map2 (+)) [0, 0] m) xss", [GROUPS]],
  ["(xss: [][][]i32) = map (\\m -> exscan (map2 (+)) [7, 9] m) xss", [GROUPS]],
  ["(xss: [][][]i32) = map (\\m -> scan concat [] m) xss", [GROUPS]],
  [
    "(xss: [][][]i32) = map (\\m -> if length m > 1 then reduce (map2 (*)) [1, 1] m else [length m |> i32.i64]) xss",
    [GROUPS],
  ],
];

function checkOutcomes(text: string, input: readonly unknown[]): void {
  const { interpreted, staged } = outcomes(`entry main ${text}`, input);
  for (const each of staged) expect(each).toEqual(interpreted);
}

describe("a fold by an operator of arrays", () => {
  it.each(PROGRAMS)("is what the interpreter gives, or the same error: %s", (text, input) => {
    checkOutcomes(text, input);
  });

  it("has the tree of its expression, of each row by itself", () => {
    const row = fc.tuple(fc.double({ noNaN: true }), fc.double({ noNaN: true }));
    const expressions = [
      "left-fold",
      "pairwise",
      "block-dyadic:4",
      "linear-carry:2",
      "interleaved:3",
      "bisection",
    ];
    fc.assert(
      fc.property(
        fc.array(fc.array(row, { maxLength: 12 }), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...expressions),
        fc.constantFrom("reduce", "scan"),
        (rows, expression, fold) => {
          const groups = rows.map((pairs) => pairs.map((pair) => Float64Array.from(pair)));
          const term = `#[expression(${expression})] ${fold} (map2 (+)) [0.0, 0.0]`;
          checkOutcomes(`(xss: [][][]f64) = map (\\m -> ${term} m) xss`, [groups]);
          checkOutcomes(`(xss: [][]f64) = ${term} xss`, [groups[0]]);
        },
      ),
      { seed: 30, numRuns: 40 },
    );
  });

  it("by no tree is refused, with the place", () => {
    const program = compile("entry main (xss: [][]f64) = #[expression(exact)] reduce (map2 (+)) [0.0] xss");
    const refused = (): unknown => runCallOn(fusingJavascriptExecutor, program.callOf("main", [[[1], [2]]]));
    expect(refused).toThrow(UnsupportedError);
    expect(refused).toThrow(/"reduce" by exact with this operator .*\(program:1:\d+\)/);
  });
});
