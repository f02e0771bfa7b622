import { ELEMENT_TYPE_FACTS, type ElementType, newElementArray } from "../../../src/values/element-types.ts";
import type { ColumnArray } from "../../../src/values/value-types.ts";

/** What a fold may take: maps, filters, several arrays, numbers, values that are known when it runs, records, bools. */
export const textFor = (type: ElementType): string => {
  const one = `${type}.i32 1`;
  return `
def mapped [n] (xs: [n]${type}) = reduce (+) (${one}) (map (\\x -> x * x + x) xs)
def prefixes [n] (xs: [n]${type}) = scan (+) (${one}) (map2 (\\x y -> x - y) xs (reverse xs))
def before [n] (xs: [n]${type}) = exscan (+) (${type}.i32 7) (map (\\x -> x + x) xs)
def kept [n] (xs: [n]${type}) = reduce ${type}.max (${one}) (filter (\\x -> x > ${one}) xs)
def keptSum [n] (xs: [n]${type}) = reduce (+) (${one}) (map (\\x -> x * ${type}.i32 3) (filter (\\x -> x > ${one}) xs))
def keptScan [n] (xs: [n]${type}) = scan (+) (${one}) (filter (\\x -> x < ${type}.i32 5) (map (\\x -> x + ${one}) xs))
def keptBefore [n] (xs: [n]${type}) = exscan (+) (${one}) (filter (\\x -> x < ${type}.i32 5) xs)
def twice [n] (xs: [n]${type}) = reduce ${type}.min (${one}) (filter (\\x -> x < ${type}.i32 90) (filter (\\x -> x > ${one}) xs))
def nothing [n] (xs: [n]${type}) = (reduce (+) (${type}.i32 4) (filter (\\_ -> false) xs), scan (+) (${one}) (filter (\\_ -> false) xs))
def known [n] (xs: [n]${type}) =
  let top = reduce ${type}.max (${one}) xs
  in reduce (+) (${one}) (map (\\x -> x + top) xs)
def indexed [n] (xs: [n]${type}): (${type}, i64) =
  #[expression(block-dyadic:8)] reduce (\\(a, i) (b, j) -> if a < b then (b, j) else (a, i)) (${one}, -1) (zip xs (indices xs))
def indexScan [n] (xs: [n]${type}) =
  #[expression(linear-carry:16)] scan (\\(a, i) (b, j) -> if a < b then (b, j) else (a, i)) (${one}, -1) (filter (\\(x, _) -> x > ${one}) (zip xs (indices xs)))
def tests [n] (xs: [n]${type}) = (any (\\x -> x == ${type}.i32 3) xs, all (\\x -> x < ${type}.i32 99) (filter (\\x -> x > ${one}) xs))
def parity [n] (xs: [n]${type}) = reduce (!=) false (map (\\x -> x > ${one}) xs)
def numbers [n] (_: [n]${type}) = reduce (+) 0 (map (\\i -> i * i - 3) (iota n))
def madeKnown [n] (xs: [n]${type}) =
  let top = reduce ${type}.max (${one}) xs
  in map (\\x -> x + top) xs
def madeKept [n] (xs: [n]${type}) = filter (\\x -> x > ${one}) (map (\\x -> x * ${type}.i32 3) xs)
def madePairs [n] (xs: [n]${type}) = unzip (filter (\\(x, _) -> x > ${one}) (zip xs (indices xs)))
def madeNumbers [n] (_: [n]${type}) = map (\\i -> i * 2 - 1) (filter (\\i -> i % 3 == 1) (iota n))
def slices [n] (xs: [n]${type}) =
  let half = n / 2
  in (map2 (+) xs[0:half] xs[half:2*half], xs[half:n], reduce (+) (${one}) xs[half:n][0:half])
def gathered [n] (xs: [n]${type}) = reduce (+) (${one}) (map (\\i -> xs[n - 1 - i]) (filter (\\i -> i % 3 == 1) (iota n)))
`;
};
/** The definitions of the text. */
export const ENTRIES = [...textFor("i32").matchAll(/def (\w+)/g)].map(([, name]) => name);
export const TYPES: readonly ElementType[] = ["f64", "f32", "i32", "u32", "i64", "u64"];

/** Of every kind that a fold may name. */
export const EXPRESSIONS = [
  "left-fold",
  "pairwise",
  "bisection",
  "interleaved:4",
  "linear-carry:8",
  "block-dyadic:5",
  "binned:3",
  "exact",
];

/** Sums, and where the expression has them scans. */
export function entriesUnder(expression: string): readonly string[] {
  const sums = ["mapped", "keptSum"];
  return expression === "bisection" ? sums : [...sums, "prefixes", "before", "keptScan", "keptBefore"];
}

/** Repeatable elements, with NaN, −0 and infinities among the floats. */
export function elementsOf(type: ElementType, length: number): ColumnArray {
  const array = newElementArray(type, length);
  let state = 12345 + length;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const draw = state >>> 8;
    if (ELEMENT_TYPE_FACTS[type].isFloat) {
      const special = [Number.NaN, -0, Number.POSITIVE_INFINITY];
      array[i] = draw % 5003 < 3 ? special[draw % 3] : (draw % 2001) / 20 - 50;
    } else if (type === "i64" || type === "u64") array[i] = BigInt(draw % 121) - (type === "i64" ? 60n : 0n);
    else array[i] = (draw % 121) - (type === "i32" ? 60 : 0);
  }
  return array;
}
