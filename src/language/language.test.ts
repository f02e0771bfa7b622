import { describe, expect, it } from "vitest";
import type { CostModel } from "./cost/construct-costs.ts";
import { CountingMeter } from "./cost/meter.ts";
import { runProgram } from "./evaluation/run-program.ts";
import { arrayValue, type Value } from "./evaluation/value.ts";
import { parseProgram } from "./text/parse-program.ts";
import { inferProgram } from "./types/infer-program.ts";

const SLIDES = `
def npow2 (n: i64): i64 = loop a = 2 while a < n do 2*a
def padpow2 [n] (ne: i32) (v: [n]i32): []i32 = concat v (replicate (npow2 n - n) ne)
def red (xs: []i32): i32 =
  let xs = loop xs = padpow2 0 xs
           while length xs > 1 do
             let n = length xs / 2
             in map2 (+) xs[0:n] xs[n:2*n]
  in xs[0]
`;
function cost(term: string, model: CostModel = "verbatim", parameters = "", ...operands: Value[]): string {
  const meter = new CountingMeter();
  const typed = inferProgram(parseProgram(`${SLIDES} entry main ${parameters} = ${term}`));
  runProgram(typed, "main", operands, { meter, model });
  return `${meter.work}/${meter.span}`;
}
const iota = (n: number): Value => arrayValue(Array.from({ length: n }, (_, i) => i));

describe("verbatim", () => {
  it.each([
    ["1+2", "3/3"],
    ["[1,2,3]", "4/4"],
    ["(1,2)", "3/3"],
    ["iota 10", "11/2"],
    ["iota 0", "1/2"],
    ["let x=1+2 in x*x", "7/7"],
    ["(\\x->x+1) 2", "6/6"],
    ["map (\\x->x+1) (iota 10)", "42/7"],
    ["map (\\x->x+1) []", "2/3"],
    ["map (\\i->loop x=0 while x<i do x+1) (iota 4)", "64/29"],
  ])("%s costs %s", (term, expected) => {
    expect(cost(term)).toBe(expected);
  });
  it.each([
    [0, 7],
    [1, 7],
    [2, 7],
    [3, 14],
    [4, 14],
    [5, 21],
    [8, 21],
    [10, 28],
    [100, 49],
    [1024, 70],
    [1025, 77],
  ])("npow2 %s", (n, w) => {
    expect(cost("npow2 n", "verbatim", "(n: i64)", BigInt(n))).toBe(`${w}/${w}`);
  });
  it.each([
    [3, "32/29"],
    [8, "42/36"],
    [10, "63/43"],
  ])("padpow2 %s", (n, w) => {
    expect(cost("padpow2 0 v", "verbatim", "(v: []i32)", iota(Number(n)))).toBe(w);
  });
  it.each([
    [1, "58/58"],
    [2, "57/58"],
    [4, "93/90"],
    [8, "137/122"],
    [10, "203/154"],
    [16, "197/154"],
    [100, "757/250"],
    [1000, "4421/346"],
    [10000, "72333/474"],
    [100000, "555857/570"],
  ])("red %s", (n, w) => {
    expect(cost("red v", "verbatim", "(v: []i32)", iota(Number(n)))).toBe(w);
  });
  it("rest", () => {
    const six = arrayValue([-1, 2, -3, 4, 5, -6]);
    expect(cost("map (\\a -> if a >= 0 then 1 else 0) v", "verbatim", "(v: []i32)", six)).toBe("32/8");
    expect(cost("scan (+) 0 v", "verbatim", "(v: []i32)", six)).toBe("21/13");
    expect(cost("reduce (+) 0 v", "verbatim", "(v: []i32)", arrayValue([1, 2, 3, 4]))).toBe("15/10");
    expect(
      cost("scatter v i v", "verbatim", "(v: []i32) (i: []i64)", six, arrayValue([0n, 1n, 2n, 3n, 4n, 5n])),
    ).toBe("9/4");
    expect(cost("map (\\x->x+1) []", "corrected")).toBe("3/3");
  });
});
