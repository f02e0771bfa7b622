import { describe, expect, it } from "vitest";
import { runCallOn } from "../../algorithms/run-call.ts";
import { fusingJavascriptExecutor } from "../../executors/javascript/primitives/fusing-javascript-executor.ts";
import { fusingWasmExecutor } from "../../executors/wasm/primitives/fusing-wasm-executor.ts";
import { runProgram } from "../evaluation/run-program.ts";
import { parseProgram } from "../text/parse-program.ts";
import { inferProgram } from "../types/infer-program.ts";
import { programCall } from "./program-call.ts";

const TEXT = `
def npow2 (n: i64): i64 = loop a = 2 while a < n do 2*a
def padpow2 [n] (ne: i32) (v: [n]i32): []i32 = concat v (replicate (npow2 n - n) ne)
def red (xs: []i32): i32 =
  let xs = loop xs = padpow2 0 xs
           while length xs > 1 do
             let n = length xs / 2
             in map2 (+) xs[0:n] xs[n:2*n]
  in xs[0]
def radix_sort_step [n] (xs: [n]u32) (b: i32): [n]u32 =
  let bits = map (u32.get_bit b) xs
  let bits_neg = map (1-) bits
  let offs = reduce (+) 0 bits_neg
  let idxs0 = map2 (*) bits_neg (scan (+) 0 bits_neg)
  let idxs1 = map2 (*) bits (map (+offs) (scan (+) 0 bits))
  let idxs2 = map2 (+) idxs0 idxs1
  let idxs = map (\\x->x-1) idxs2
  in scatter (copy xs) (map i64.i32 idxs) xs
def radix_sort [n] (xs: [n]u32): [n]u32 = loop xs for i < 32 do radix_sort_step xs i
def argmax [n] (xs: [n]i32): (i32, i64) =
  reduce (\\(ax, ai) (bx, bi) -> if ax < bx then (bx, bi) else (ax, ai)) (i32.smallest, -1) (zip xs (indices xs))
def hillis [n] (xs: [n]i32): [n]i32 =
  let (ys, _) = loop (ys, d) = (xs, 1) while d < n do
    (map (\\i -> if i >= d then ys[i-d] + ys[i] else ys[i]) (iota n), 2*d)
  in ys
def several [n] (xs: [n]f64) =
  let positive = filter (\\x -> x > 0) (map (*2) xs)
  in (reduce (+) 0 positive, exscan f64.max (-f64.inf) xs, positive, partition (>= 1) xs, any (== 3) xs,
      last xs / head xs, zip (reverse xs) (map i64.f64 (rotate 2 xs)))
def segments [n] (ks: [n]i64) (vs: [n]i32) =
  let heads = map (\\k -> k % 3 == 0) ks
  in (reduce_by_index [10,20,30] (+) 0 ks vs, segmented_scan (+) 0 heads vs,
      segmented_reduce (\\a b -> if a < b then b else a) i32.smallest heads vs, sort vs)
def beyond [n] (xs: [n]i32) = map (\\i -> xs[i+1]) (iota n)
def squares [n] (xs: [n]f64) = map (\\x -> x ** 2) xs
`;
const HOSTILE = [
  Number.NaN,
  Infinity,
  -Infinity,
  5e-324,
  -1.5e-162,
  2.3e-162,
  1.1e-154,
  1e200,
  -0,
  0.1,
  -1.3407807929942597e154,
];
const typed = inferProgram(parseProgram(TEXT, "test.sb"));

describe("a program on executors", () => {
  it.each([
    ["red", [Int32Array.of(5, 3, 0, 7, 2, 6, 1, 4, 9, 10)]],
    ["radix_sort", [Uint32Array.of(5, 3, 0, 7, 2, 6, 1, 4, 4_000_000_000)]],
    ["argmax", [Int32Array.of(5, 3, 9, 7, 9, 6, 1)]],
    ["argmax", [new Int32Array(0)]],
    ["hillis", [Int32Array.of(5, 3, 9, 7, 9, 6, 1)]],
    ["several", [Float64Array.of(0.1, -3, 3, 1.5, 0.3, -0, 1)]],
    ["squares", [Float64Array.from(HOSTILE)]],
    ["segments", [BigInt64Array.of(0n, 1n, 2n, -1n, 5n, 0n, 2n), Int32Array.of(1, 2, 3, 4, 5, 6, 7)]],
  ])("gives what the interpreter gives: %s", (entry, operands) => {
    const expected = runProgram(typed, entry, operands);
    expect(runCallOn(fusingJavascriptExecutor, programCall(typed, entry, operands))).toEqual(expected);
    expect(runCallOn(fusingWasmExecutor(), programCall(typed, entry, operands))).toEqual(expected);
  });

  it("says which index is outside, as the interpreter does", () => {
    const operands = [Int32Array.of(1, 2, 3)];
    const message = "test.sb:34:46: expected an index from 0 to 2, got index 3";
    expect(() => runProgram(typed, "beyond", operands)).toThrow(message);
    expect(() => runCallOn(fusingJavascriptExecutor, programCall(typed, "beyond", operands))).toThrow(
      message,
    );
  });
});
