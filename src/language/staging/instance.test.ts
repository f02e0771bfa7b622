import { describe, expect, it } from "vitest";
import { compile, javascriptExecutor, run } from "../../language.ts";

/** The value of a term over `x`, which is 1.5: the interpreter's, and that of two executors. */
function resultOf(term: string, definitions = ""): unknown {
  const program = compile(`${definitions} entry main (x: f64) = ${term}`);
  const value = program.interpret("main", [1.5]);
  expect(run(program, "main", [1.5])).toEqual(value);
  expect(run(program, "main", [1.5], { on: javascriptExecutor })).toEqual(value);
  return value;
}

const f64s = (...items: number[]): Float64Array => Float64Array.from(items);
const i32s = (...items: number[]): Int32Array => Int32Array.from(items);
const bools = (...items: number[]): Uint8Array => Uint8Array.from(items);

// Only an array of no elements asks for its type: others have it from their elements.
describe("a general function in each of its uses", () => {
  it("makes empty arrays of its own types", () => {
    const definitions = "def none 'a (_: a): []a = [] def nothing _ = [] def again 'b (y: b): []b = none y";
    expect(resultOf("(concat (none x) [x], concat (none true) [false])", definitions)).toEqual([
      f64s(1.5),
      bools(0),
    ]);
    expect(resultOf("(map (* 0.5) (again x), concat (again 1) [2])", definitions)).toEqual([f64s(), i32s(2)]);
    expect(resultOf("(concat (nothing 1) [x], concat (nothing 1) [(1, true)])", definitions)).toEqual([
      f64s(1.5),
      [i32s(1), bools(1)],
    ]);
  });

  it.each([
    ["let f _ = [] in (concat (f x) [x], concat (f x) [1])", [f64s(1.5), i32s(1)]],
    ["let f = \\_ -> [] let g = f in (concat (g 1) [x], concat (g 1) [true])", [f64s(1.5), bools(1)]],
    [
      "let (f, g) = (\\_ -> [], \\y -> y) in (g (map (* 0.5) (f 1)), map (\\b -> !b) (f 1))",
      [f64s(), bools()],
    ],
    [
      "let p = {f = \\_ -> [], g = \\y -> y} in (concat (p.f 1) [p.g x], concat (p.f 1) [p.g 1])",
      [f64s(1.5), i32s(1)],
    ],
    ["let f y = let g _ = concat [y] [] in g 1 in (f x, f true)", [f64s(1.5), bools(1)]],
    [
      "let f y = let g z = ([y][1:], [z]) in (g 1, g true) in f x",
      [
        [f64s(), i32s(1)],
        [f64s(), bools(1)],
      ],
    ],
    ["map (\\y -> let id z = z in if id true then id y else 0) [x]", f64s(1.5)],
    ["let apply f y = f y in (apply (\\y -> y + 1) x, apply (\\b -> !b) true)", [2.5, false]],
    [
      "let fold op e xs = reduce op e xs in (fold (+) 0 [1, 2], fold f64.max 0 [x], fold (&&) true [true])",
      [3, 1.5, true],
    ],
  ])("%s", (term, expected) => {
    expect(resultOf(term)).toEqual(expected);
  });

  it("is as general as the values that it uses", () => {
    const definitions = "def none = [] def f y = concat none [y]";
    expect(resultOf("f x", definitions)).toEqual(f64s(1.5));
    expect(resultOf("map (* 2) (f 1.5)", definitions)).toEqual(f64s(3));
  });

  it("that leaves a result's elements open gives i32, as literals of which nothing says more", () => {
    expect(resultOf("[]")).toEqual(i32s());
    expect(resultOf("([], x)")).toEqual([i32s(), 1.5]);
    expect(resultOf("f 1", "def f 'a (n: i32): []a = []")).toEqual(i32s());
  });
});
