// What the language defines in its own words: a program has of it what it uses, before its own definitions.

import { isNarrowInteger } from "../../values/program-scalars.ts";
import type { Definition } from "../term.ts";
import { isScalarType } from "../types/type.ts";

/** Functions of every program, by any name that has no definition nearer by. Their own texts see the functions over arrays alone. */
const FUNCTIONS: readonly string[] = [
  "id x = x",
  "const x _ = x",
  "flip f x y = f y x",
  "curry f x y = f (x, y)",
  "uncurry f (x, y) = f x y",
  "opaque x = x",
  "manifest x = x",
  "trace x = x",
  "break x = x",
  "iterate (k: i32) f x = loop y = x for _i < k do f y",
  "iterate_while p f x = loop y = x while p y do f y",
  "iterate_until p f x = loop y = x while !(p y) do f y",
  "null xs = length xs == 0",
  "init [n] 't (xs: [n]t) = take (n - 1) xs",
  "tail [n] 't (xs: [n]t) = drop 1 xs",
  "split [n] 't (k: i64) (xs: [n]t) = (take k xs, drop k xs)",
  "and xs = all (\\x -> x) xs",
  "or xs = any (\\x -> x) xs",
  "sized 't [k] (n: i64) (xs: [k]t): [n]t = xs :> [n]t",
  "rep [n] 't (x: t): [n]t = replicate n x",
  "foldr f e xs = foldl (\\a x -> f x a) e (reverse xs)",
  "zip2 xs ys = zip xs ys",
  "zip4 as bs cs ds = map4 (\\a b c d -> (a, b, c, d)) as bs cs ds",
  "zip5 as bs cs ds es = map5 (\\a b c d e -> (a, b, c, d, e)) as bs cs ds es",
  "unzip2 xs = unzip xs",
  "unzip4 xs = (map (\\(a, _, _, _) -> a) xs, map (\\(_, b, _, _) -> b) xs, map (\\(_, _, c, _) -> c) xs, map (\\(_, _, _, d) -> d) xs)",
  `unzip5 xs = (map (\\(a, _, _, _, _) -> a) xs, map (\\(_, b, _, _, _) -> b) xs, map (\\(_, _, c, _, _) -> c) xs,
     map (\\(_, _, _, d, _) -> d) xs, map (\\(_, _, _, _, e) -> e) xs)`,
  `partition2 p q xs =
     let (these, others) = partition p xs
     let (those, rest) = partition q others
     in (these, those, rest)`,
  "hist op ne k is as = reduce_by_index (replicate k ne) op ne is as",
  "spread k x is vs = scatter (replicate k x) is vs",
  "tabulate_2d n m f = tabulate n (\\i -> tabulate m (\\j -> f i j))",
  "tabulate_3d n m o f = tabulate n (\\i -> tabulate m (\\j -> tabulate o (\\k -> f i j k)))",
  "map_2d f xss = map (\\xs -> map f xs) xss",
  "flatten_3d xsss = flatten (flatten xsss)",
  "flatten_4d xssss = flatten (flatten (flatten xssss))",
  `unflatten_to [k] 't (n: i64) (m: i64) (xs: [k]t): [n][m]t =
     let flat = xs :> [n * m]t in map (\\i -> map (\\j -> flat[i * m + j]) (iota m)) (iota n)`,
  `unflatten [k] [n] [m] 't (xs: [k]t): [n][m]t =
     let flat = xs :> [n * m]t in map (\\i -> map (\\j -> flat[i * m + j]) (iota m)) (iota n)`,
  `unflatten_3d [k] [n] [m] [o] 't (xs: [k]t): [n][m][o]t =
     let flat = xs :> [n * m * o]t
     in map (\\i -> map (\\j -> map (\\l -> flat[(i * m + j) * o + l]) (iota o)) (iota m)) (iota n)`,
  `unflatten_4d [k] [n] [m] [o] [p] 't (xs: [k]t): [n][m][o][p]t =
     let flat = xs :> [n * m * o * p]t
     in map (\\i -> map (\\j -> map (\\l -> map (\\q -> flat[((i * m + j) * o + l) * p + q]) (iota p)) (iota o)) (iota m)) (iota n)`,
  "concat_to [n] [m] 't (k: i64) (xs: [n]t) (ys: [m]t): [k]t = concat xs ys :> [k]t",
  `scatter_2d [n] [m] [l] 't (xss: [n][m]t) (is: [l](i64, i64)) (vs: [l]t): [n][m]t =
     let place (i: i64, j: i64) = if 0 <= i && i < n && 0 <= j && j < m then i * m + j else -1
     let flat = scatter (flatten xss) (map place is) vs
     in map (\\i -> map (\\j -> flat[i * m + j]) (iota m)) (iota n)`,
  `reduce_by_index_2d [n] [m] [l] 't (xss: [n][m]t) (f: t -> t -> t) (ne: t) (is: [l](i64, i64)) (vs: [l]t): [n][m]t =
     let place (i: i64, j: i64) = if 0 <= i && i < n && 0 <= j && j < m then i * m + j else -1
     let flat = reduce_by_index (flatten xss) f ne (map place is) vs
     in map (\\i -> map (\\j -> flat[i * m + j]) (iota m)) (iota n)`,
  ...[
    ["scatter_3d", "", "scatter (flatten (flatten xsss)) places vs"],
    [
      "reduce_by_index_3d",
      "(f: t -> t -> t) (ne: t)",
      "reduce_by_index (flatten (flatten xsss)) f ne places vs",
    ],
  ].map(
    ([name, operator, flat]) =>
      `${name} [n] [m] [o] [l] 't (xsss: [n][m][o]t) ${operator} (is: [l](i64, i64, i64)) (vs: [l]t): [n][m][o]t =
     let place (i: i64, j: i64, k: i64) =
       if 0 <= i && i < n && 0 <= j && j < m && 0 <= k && k < o then (i * m + j) * o + k else -1
     let places = map place is
     let flat = ${flat}
     in map (\\i -> map (\\j -> map (\\k -> flat[(i * m + j) * o + k]) (iota o)) (iota m)) (iota n)`,
  ),
];

/** What symbols and forms of the language are made of; nothing of a program is called so. */
const OWN_FUNCTIONS: readonly string[] = [
  "apply f x = f x",
  "pipe x f = f x",
  "compose f g x = g (f x)",
  "composed f g x = f (g x)",
  "concat xs ys = concat xs ys",
  "map f xs = map f xs",
  "map2 f xs ys = map2 f xs ys",
  "flatten xs = flatten xs",
  `same_by same xs ys =
     let k = min (length xs) (length ys)
     in length xs == length ys && all (\\x -> x) (map2 same (take k xs) (take k ys))`,
  "count xs = length xs",
  "row_length [n] [m] 't (_: [n][m]t): i64 = m",
  "tabulate n f = tabulate n f",
  // Without types: what they say of rows is held against all of them, and an update is to take no time for those.
  "update xs (i: i64) x = let _ = xs[i] in scatter xs [i] [x]",
  `update_slice xs (start: i64) (end: i64) ys =
     let there = xs[start:end] in scatter xs (map (\\i -> i + start) (indices there)) ys`,
  `strided xs (first: i64) (end: i64) (step: i64) =
     let distance = end - first
     let count = if step == 0 then -1 else if step > 0 then (distance + step - 1) / step else (distance + step + 1) / step
     in map (\\k -> xs[first + k * step]) (iota count)`,
  "steps_to (distance: i64) (step: i64): i64 = if step == 0 then -1 else distance / step + 1",
  `steps_below (distance: i64) (step: i64): i64 =
     if step == 0 then -1 else if step > 0 then (distance + step - 1) / step else (distance + step + 1) / step`,
];

/** The same for every type of numbers, as `i32.sum`; T is the type. */
const NUMBER_FUNCTIONS: readonly string[] = [
  "sum (xs: []T): T = reduce (+) 0 xs",
  "product (xs: []T): T = reduce (*) 1 xs",
  "maximum (xs: []T): T = reduce T.max LEAST xs",
  "minimum (xs: []T): T = reduce T.min MOST xs",
  "from_fraction (x: i64) (y: i64): T = T.i64 x / T.i64 y",
  "to_i64 (x: T): i64 = i64.T x",
  "sgn (x: T): T = if x > 0 then 1 else if x < 0 then 0 - 1 else 0",
];

const INTEGER_FUNCTIONS: readonly string[] = [
  "num_bits: i32 = BITS",
  "abs (x: T): T = x", // of types without a sign: the others have an operation
  "mul_hi (x: T) (y: T): T = HIGH",
  "mad_hi (x: T) (y: T) (z: T): T = HIGH + z",
  "set_bit (i: i32) (x: T) (bit: i32): T = (x & !(1 << T.i32 i)) | (T.i32 bit << T.i32 i)",
];

/** The high bits of x · y: of 32 bits and less those of one product of 64, else of four of 32. */
const HIGH_OF_NARROW = "T.i64 ((i64.T x * i64.T y) >> BITS)";
const HIGH_OF_WIDE = `(let (x0, x1) = (x & 0xffffffff, x >> 32)
   let (y0, y1) = (y & 0xffffffff, y >> 32)
   let one = x1 * y0 + T.u64 ((u64.T x0 * u64.T y0) >> 32)
   let other = x0 * y1 + (one & 0xffffffff)
   in x1 * y1 + (one >> 32) + (other >> 32))`;

/** What executors have of wider types alone: a narrow value is all of the high bits of one of theirs, or has ones above it. */
const NARROW_FUNCTIONS: readonly string[] = [
  "popc (x: T): i32 = i32.popc (i32.T x << (32 - BITS))",
  "clz (x: T): i32 = i32.clz ((i32.T x << (32 - BITS)) | (1 << (31 - BITS)))",
  "ctz (x: T): i32 = i32.ctz (i32.T x | (1 << BITS))",
];

const FLOAT_FUNCTIONS: readonly string[] = [
  "pi: T = 3.141592653589793",
  "e: T = 2.718281828459045",
  "recip (x: T): T = 1 / x",
  "rsqrt (x: T): T = 1 / T.sqrt x",
  "isnan (x: T): bool = x != x",
  "isinf (x: T): bool = T.abs x == T.inf",
  "lerp (x: T) (y: T) (t: T): T = x + (y - x) * t",
  "mad (x: T) (y: T) (z: T): T = x * y + z",
  "epsilon: T = EPSILON",
  "exp10 (x: T): T = T.pow 10 x",
  "copysign (x: T) (y: T): T = let a = T.abs x in if y < 0 || 1 / y < 0 then -a else a",
  // Of large numbers 1 is nothing beside the square, which might overflow.
  `asinh (x: T): T =
     let a = T.abs x
     let y = if a > 1e8 then T.log a + 0.6931471805599453 else T.log1p (a + a * a / (1 + T.sqrt (a * a + 1)))
     in if x < 0 then -y else if x == 0 then x else y`,
  `acosh (x: T): T =
     let t = x - 1 in if x > 1e8 then T.log x + 0.6931471805599453 else T.log1p (t + T.sqrt (2 * t + t * t))`,
  `atanh (x: T): T =
     let a = T.abs x let y = T.log1p (2 * a / (1 - a)) / 2 in if x < 0 then -y else if x == 0 then x else y`,
  // Within half a turn, where zeros and ends are exact.
  `sinpi (x: T): T =
     let r = x - 2 * T.round (x / 2)
     in T.sin (3.141592653589793 * (if r > 0.5 then 1 - r else if r < -0.5 then -1 - r else r))`,
  `cospi (x: T): T =
     let r = T.abs (x - 2 * T.round (x / 2)) in T.sin (3.141592653589793 * (0.5 - r))`,
  "asinpi (x: T): T = T.asin x / 3.141592653589793",
  "acospi (x: T): T = T.acos x / 3.141592653589793",
  "atanpi (x: T): T = T.atan x / 3.141592653589793",
  "tanpi (x: T): T = T.sinpi x / T.cospi x",
  "atan2pi (y: T) (x: T): T = T.atan2 y x / 3.141592653589793",
  "num_bits: i32 = BITS",
  "get_bit (i: i32) (x: T): i32 = UNSIGNED.get_bit i (T.to_bits x)",
  "set_bit (i: i32) (x: T) (bit: i32): T = T.from_bits (UNSIGNED.set_bit i (T.to_bits x) bit)",
  `nextafter (x: T) (y: T): T =
     let bits = T.to_bits x
     in if x != x || y != y then T.nan
        else if x == y then y
        else if x == 0 then T.copysign (T.from_bits 1) y
        else T.from_bits (if (x < y) == (x > 0) then bits + 1 else bits - 1)`,
  // Two steps reach from any number to any other, and none but the last product is rounded.
  `ldexp (x: T) (n: i32): T =
     let toward (y: T, k: i32) =
       if k > BIAS then (y * 0x1pBIAS, k - BIAS) else if k < 1 - BIAS then (y * 0x1pSTEP, k - STEP) else (y, k)
     let (y, k) = toward (toward (x, n))
     in y * T.from_bits (UNSIGNED.i32 (BIAS + i32.max (1 - BIAS) (i32.min k BIAS)) << FRACTION)`,
  // As schoolbooks divide, in binary: every difference is exact.
  `mod (x: T) (y: T): T =
     let (a, b) = (T.abs x, T.abs y)
     let is_number = a < T.inf && b > 0 && b < T.inf
     let (a0, b0) = if is_number then (a, b) else (0, 1)
     let most = loop d = b0 while d + d <= a0 do d + d
     let (r, _) = loop (r, d) = (a0, most) while d >= b0 do (if r >= d then r - d else r, d / 2)
     in if is_number then T.copysign r x else if a < T.inf && b == T.inf then x else T.nan`,
];

function nameOf(text: string): string {
  return text.slice(0, text.search(/[^A-Za-z0-9_]/));
}

const PLAIN: ReadonlyMap<string, string> = new Map(FUNCTIONS.map((text) => [nameOf(text), text]));
const OWN: ReadonlyMap<string, string> = new Map(OWN_FUNCTIONS.map((text) => [nameOf(text), text]));

/** The names that any program may use. */
export const PRELUDE_NAMES: readonly string[] = [...PLAIN.keys()];

function memberText(type: string, member: string): string | undefined {
  if (!isScalarType(type) || type === "bool") return undefined;
  const special = type.startsWith("f")
    ? FLOAT_FUNCTIONS
    : [...INTEGER_FUNCTIONS, ...(isNarrowInteger(type) ? NARROW_FUNCTIONS : [])];
  const text = [...NUMBER_FUNCTIONS, ...special].find((each) => nameOf(each) === member);
  const [least, most] = type.startsWith("f") ? ["(-T.inf)", "T.inf"] : ["T.lowest", "T.highest"];
  return text
    ?.replace("LEAST", least)
    .replace("MOST", most)
    .replace("HIGH", type.endsWith("64") ? HIGH_OF_WIDE : HIGH_OF_NARROW)
    .replace("EPSILON", type === "f64" ? "2.220446049250313e-16" : "1.1920929e-7")
    .replaceAll("BITS", type.slice(1))
    .replaceAll("UNSIGNED", `u${type.slice(1)}`)
    .replaceAll("BIAS", type === "f64" ? "1023" : "127")
    .replaceAll("STEP", type === "f64" ? "-969" : "-102")
    .replaceAll("FRACTION", type === "f64" ? "52" : "23")
    .replaceAll(/\bT\b/g, type);
}

/** The text of a name's definition: of `id`, of `i32.sum`, and of `prelude.id`, which is what a program sees where it calls something else so. */
function textOf(name: string): string | undefined {
  const [first, second] = name.split(".");
  if (second === undefined) return undefined;
  return first === "prelude" ? (PLAIN.get(second) ?? OWN.get(second)) : memberText(first, second);
}

/** Whether the prelude has a definition of a name behind a dot: `i32.sum`, `prelude.id`. */
export function isOfPrelude(name: string): boolean {
  return textOf(name) !== undefined;
}

const known = new Map<string, PreludeEntry>();

/** A definition of the prelude, and the names in it that are of the prelude themselves. */
interface PreludeEntry {
  readonly definition: Definition;
  readonly uses: readonly string[];
}

/** The definition of a name, which `parse` reads once. It stands at no place of a program's text. */
export function preludeEntry(name: string, parse: (text: string) => PreludeEntry): PreludeEntry {
  const made = known.get(name) ?? parse(`def ${textOf(name)}`);
  if (!known.has(name)) {
    known.set(name, { ...made, definition: { ...withoutPlaces(made.definition), name, isPrelude: true } });
  }
  return known.get(name) ?? made;
}

/** A copy of terms in which every place is that of no text. */
function withoutPlaces<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(withoutPlaces) as Part;
  if (typeof part !== "object" || part === null) return part;
  const entries = Object.entries(part).map(([key, value]) => [key, key === "at" ? -1 : withoutPlaces(value)]);
  return Object.fromEntries(entries) as Part;
}
