import { ArrayProgram } from "../../src/language/array-program.ts";
import { parseProgram } from "../../src/language/text/parse-program.ts";

/** Programs that use every kind of step: filters in the middle, lengths that only the executor knows, loops, gathers, scatters, records. */
export const PROGRAM = new ArrayProgram(
  parseProgram(`
def dot [n] (xs: [n]i32) = reduce (+) 0 (map2 (*) xs (reverse xs))
def kept [n] (xs: [n]i32) =
  let ys = filter (\\x -> x > 0) (map (\\x -> x - 3) xs)
  in (reduce (+) 0 ys, scan (+) 0 ys, exscan i32.max i32.smallest ys, length ys)
def sifted [n] (xs: [n]i32) = reduce (+) 0 (map (\\x -> x * x) (filter (\\x -> x > 0) xs))
def nothing [n] (xs: [n]i32) = let ys = filter (\\_ -> false) xs in (reduce (+) 7 ys, scan (+) 0 ys, length ys)
def parted [n] (xs: [n]i32) = let (a, b) = partition (\\x -> x % 2 == 0) xs in concat (sort b) (map (\\x -> -x) a)
def step [n] (xs: [n]u32) (b: i32): [n]u32 =
  let bits = map (u32.get_bit b) xs
  let bits_neg = map (1-) bits
  let offs = reduce (+) 0 bits_neg
  let idxs0 = map2 (*) bits_neg (scan (+) 0 bits_neg)
  let idxs1 = map2 (*) bits (map (+offs) (scan (+) 0 bits))
  let idxs2 = map2 (+) idxs0 idxs1
  let idxs = map (\\x -> x - 1) idxs2
  in scatter (copy xs) (map i64.i32 idxs) xs
def radix [n] (xs: [n]i32): [n]u32 = loop ys = map u32.i32 xs for i < 3 do step ys i
def red [n] (xs: [n]i32): i32 =
  let m = loop m = 1 while m < n do 2 * m
  let ys = loop ys = concat xs (replicate (m - n) 0) while length ys > 1 do
    let h = length ys / 2 in map2 (+) ys[0:h] ys[h:2*h]
  in ys[0]
def argmax [n] (xs: [n]i32): (i32, i64) =
  reduce (\\(a, i) (b, j) -> if a < b then (b, j) else (a, i)) (i32.smallest, -1) (zip xs (indices xs))
def hillis [n] (xs: [n]i32): [n]i32 =
  let (ys, _) = loop (ys, d) = (xs, 1) while d < n do
    (map (\\i -> if i >= d then ys[i-d] + ys[i] else ys[i]) (iota n), 2 * d)
  in ys
def bins [n] (xs: [n]i32) = reduce_by_index [10, 20, 30] (+) 0 (map (\\x -> i64.i32 (x % 4)) xs) xs
def segments [n] (xs: [n]i32) =
  let heads = map (\\x -> x % 3 == 0) xs
  in (segmented_scan (+) 0 heads xs, segmented_reduce (\\a b -> if a < b then b else a) i32.smallest heads xs)
def tests [n] (xs: [n]i32) = (any (== 3) xs, all (\\x -> x < 99) xs, head xs, last (rotate 2 xs), take 2 xs)
def product [n] (xs: [n]i32) =
  let m = map (\\i -> map (\\j -> xs[(i + j) % n]) (iota n)) (iota 5)
  in map (\\row -> map (\\column -> reduce (+) 0 (map2 (*) row column)) m) m
def ragged [n] (xs: [n]i32) =
  let rows = map (\\x -> filter (> 0) (map (\\i -> xs[i] - x) (iota (i64.i32 (x & 7) % n)))) xs
  in (map (reduce (+) 0) rows, map (scan (+) 0) rows, map sort rows, flatten rows, map length rows)
def uneven [n] (xs: [n]i32) =
  map (\\x -> if x > 5 then loop y = x while y > 3 do y / 2 else reduce i32.max 0 [x, -x]) xs
def beyond [n] (xs: [n]i32) = map (\\i -> xs[i + 1]) (iota n)
`),
);

/** Those that have a value. */
export const ENTRIES: readonly string[] = PROGRAM.entries
  .map(({ name }) => name)
  .filter((name) => name !== "beyond" && name !== "step");

/** Repeatable numbers from −20 to 40. */
export function numbersOf(length: number): Int32Array {
  let state = length + 1;
  return new Int32Array(length).map(() => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return ((state >>> 9) % 61) - 20;
  });
}
