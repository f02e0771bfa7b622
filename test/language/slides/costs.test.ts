import { describe, expect, it } from "vitest";
import { compile } from "../../../src/language.ts";
import { counting, example, growth, i32, i64 } from "./slides.ts";

// Exact numbers of the published equations, W/S. Those of our own constants are ours.

/** W/S of an entry `main` whose body is the term. */
function cost(
  term: string,
  {
    parameters = "",
    operands = [] as readonly unknown[],
    definitions = "",
    model = "verbatim" as const,
  } = {},
): string {
  const program = compile(`${definitions} entry main ${parameters} = ${term}`);
  const { work, span } = program.cost("main", operands, { model });
  return `${work}/${span}`;
}

const NPOW2 = "def npow2 (n: i64): i64 = loop a = 2 while a < n do 2*a";
const SLIDES = `${NPOW2}
def padpow2 [n] (ne: i32) (v: [n]i32): []i32 = concat v (replicate (npow2 n - n) ne)
def red (xs: []i32): i32 =
  let xs = loop xs = padpow2 0 xs
           while length xs > 1 do
             let n = length xs / 2
             in map2 (+) xs[0:n] xs[n:2*n]
  in xs[0]`;

it.each([
  ["1+2", "3/3"],
  ["[1,2,3]", "4/4"],
  ["(1,2)", "3/3"],
  ["iota 10", "11/2"],
  ["iota 0", "1/2"], // S > W
  ["let x=1+2 in x*x", "7/7"],
  ["(\\x->x+1) 2", "6/6"],
  ["map (\\x->x+1) (iota 10)", "42/7"],
  ["map (\\x->x+1) []", "2/3"], // S > W
  ["map (\\i->loop x=0 while x<i do x+1) (iota 4)", "64/29"], // the longest of its loops
])("%s costs %s", (term, expected) => {
  // An array of no elements is an operand, since as a result it would have no type.
  expect(cost(term)).toBe(expected);
});

// k = max(0, ceil(log2 n) - 1) turns: the loop costs 4 + 7k, with its application 7 + 7k.
it.each([
  [0, 7, 2n],
  [1, 7, 2n],
  [2, 7, 2n],
  [3, 14, 4n],
  [4, 14, 4n],
  [5, 21, 8n],
  [8, 21, 8n],
  [10, 28, 16n],
  [100, 49, 128n],
  [1024, 70, 1024n],
  [1025, 77, 2048n],
])("npow2 %d costs %d in work and span, and is %d", (n, expected, value) => {
  const operands = [BigInt(n)];
  const parameters = "(n: i64)";
  expect(cost("npow2 n", { parameters, operands, definitions: NPOW2 })).toBe(`${expected}/${expected}`);
  const k = Math.max(0, Math.ceil(Math.log2(n)) - 1);
  expect(cost("loop a = 2 while a < n do 2*a", { parameters, operands })).toBe(`${4 + 7 * k}/${4 + 7 * k}`);
  expect(compile(NPOW2).interpret("npow2", operands)).toBe(value);
});

it.each([
  ["padpow2 0 v", 3, "32/29"],
  ["padpow2 0 v", 8, "42/36"],
  ["padpow2 0 v", 10, "63/43"],
  ["red v", 1, "58/58"],
  ["red v", 2, "57/58"], // S > W
  ["red v", 4, "93/90"],
  ["red v", 8, "137/122"],
  ["red v", 10, "203/154"],
  ["red v", 16, "197/154"],
  ["red v", 100, "757/250"],
  ["red v", 1000, "4421/346"],
  ["red v", 10_000, "72333/474"],
  ["red v", 100_000, "555857/570"],
])("%s of %d elements costs %s", (term, n, expected) => {
  expect(cost(term, { parameters: "(v: []i32)", operands: [counting(n)], definitions: SLIDES })).toBe(
    expected,
  );
});

const SIX = i32(-1, 2, -3, 4, 5, -6);

it.each([
  ["map (\\a -> if a >= 0 then 1 else 0) v", SIX, "32/8"], // keep, of filter
  ["scan (+) 0 v", i32(0, 1, 0, 1, 1, 0), "21/13"],
  ["reduce (+) 0 v", i32(1, 2, 3, 4), "15/10"],
  ["reduce (+) 0 [1, 2, 3, 4]", i32(), "19/14"], // the same with its literal array, 5/5 for the 1/1 of a variable
])("%s of %j costs %s", (term, operand, expected) => {
  expect(cost(term, { parameters: "(v: []i32)", operands: [operand] })).toBe(expected);
});

it("a scatter of six elements costs 9/4", () => {
  const operands = [i32(0, 0, 0), i64(-1, 0, -1, 1, 2, -1), SIX];
  const parameters = "(v: []i32) (is: []i64) (vs: []i32)";
  expect(cost("scatter v is vs", { parameters, operands })).toBe("9/4");
  expect(compile(`entry main ${parameters} = scatter v is vs`).interpret("main", operands)).toEqual(
    i32(2, 4, 5),
  );
});

describe("the published equations give the forms of the slides", () => {
  it.each<[string, string, [string, string], ((n: number) => unknown)?]>([
    ["increment", "inc_scalar", ["n", "n"]],
    ["increment", "inc_par", ["n", "1"]],
    ["reduction", "npow2", ["log n", "log n"], BigInt],
    ["reduction", "red", ["n", "log n"]],
    ["scans", "brute_force", ["n^2", "log n"]],
    ["scans", "hillis_steele", ["n log n", "log n"]],
    ["scans", "two_sweeps", ["n", "log n"]],
    ["scans", "built_in", ["n", "log n"]],
    ["filter", "by_scan", ["n", "log n"]],
    ["radix-sort", "radix_sort", ["n", "log n"], (n) => Uint32Array.from(counting(n))],
  ])("%s: %s costs %j", (file, entry, forms, operandOf) => {
    const { work, span } = growth(example(file), entry, [16, 32, 64, 128, 256, 512], "verbatim", operandOf);
    expect([work.form, span.form]).toEqual(forms);
  });

  it("S > W of three programs, and of none when corrected", () => {
    const red = example("reduction");
    const empty = compile("entry made = iota 0 entry mapped = map (\\x -> x + 1) (iota 0)");
    const cases = [
      [empty, "made", []],
      [empty, "mapped", []],
      [red, "red", [i32(1, 2)]],
    ] as const;
    for (const [program, entry, operands] of cases) {
      const verbatim = program.cost(entry, operands, { model: "verbatim" });
      expect(verbatim.span).toBeGreaterThan(verbatim.work);
      const { work, span } = program.cost(entry, operands);
      expect(span).toBeLessThanOrEqual(work);
    }
  });
});
