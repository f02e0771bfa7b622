import { program, type SurfaceProgram } from "./surface-program.ts";

const XS = Int32Array.of(5, 1, 4);

/** Programs of our own, one for each thing that people who know Futhark write. */
export const SURFACE: readonly SurfaceProgram[] = [
  program("update", "entry main (xs: []i32) = xs with [1] = 7", [XS], Int32Array.of(5, 7, 4)),
  program(
    "update of any index type",
    "entry main (xs: []i32) (i: u32) = xs with [i] = 7",
    [XS, 2],
    Int32Array.of(5, 1, 7),
  ),
  program(
    "update of a slice",
    "entry main (xs: *[]i32) = xs with [1:] = [8, 9]",
    [XS],
    Int32Array.of(5, 8, 9),
  ),
  program(
    "updates in a row",
    "entry main (xs: []i32) = xs with [0] = 1 with [2] = xs[0]",
    [XS],
    Int32Array.of(1, 1, 5),
  ),
  program(
    "let with an index",
    "entry main (xs: []i32) = let xs[0] = 9 let xs[1:3] = [7, xs[0]] in xs",
    [XS],
    Int32Array.of(9, 7, 9),
  ),
  program(
    "updates in a loop",
    "entry main (n: i64) = loop xs = replicate n 1 for i < n - 2 do xs with [i + 2] = xs[i] + xs[i + 1]",
    [9n],
    Int32Array.of(1, 1, 2, 3, 5, 8, 13, 21, 34),
  ),
  program(
    "older versions",
    "entry main (xs: []i32) = let a = xs ++ replicate 40 0 let b = a with [0] = 8 let c = b with [1] = 9 in (a[0], b[0], b[1], c[1], i32.sum a)",
    [XS],
    [5, 8, 1, 9, 10],
  ),
  program(
    "update of a row's element",
    "entry main (xss: [][]i32) = let xss[1, 0] = 9 in xss with [0] = [7, 7]",
    [[XS.slice(0, 2), XS.slice(1)]],
    [Int32Array.of(7, 7), Int32Array.of(9, 4)],
  ),
  program(
    "slices with strides",
    "entry main (xs: []i32) = (xs[::-1], xs[::2], xs[1:4:2], xs[3:0:-2], xs[3::3])",
    [Int32Array.of(1, 2, 3, 4, 5)],
    [[5, 4, 3, 2, 1], [1, 3, 5], [2, 4], [4, 2], [4]].map((numbers) => Int32Array.from(numbers)),
  ),
  program(
    "record update",
    "type p = {at: {x: f64, y: f64}, n: i32} entry main (p: p): p = p with at.y = 3 with n = p.n + 1",
    [{ at: { x: 1, y: 2 }, n: 4 }],
    { at: { x: 1, y: 3 }, n: 5 },
  ),
  program(
    "attributes",
    "#[noinline] entry main (xs: []i32) = #[sequential] map (\\x -> #[unsafe] xs[x - x]) xs",
    [XS],
    Int32Array.of(5, 5, 5),
  ),
  program(
    "type of a lambda",
    "entry main (xs: []i32) = map (\\x: f32 -> f32.i32 x / 2) xs",
    [XS],
    Float32Array.of(2.5, 0.5, 2),
  ),
  program("point-free entry", "entry main = i32.max", [3, 4], 4),
  program("point-free entry over arrays", "entry main = map (+ 1) >-> reduce (*) 1", [XS], 60),
  program(
    "point-free entry that waits for more",
    "def scaled (k: i32) = map (* k) entry main (k: i32) = scaled (k + 1)",
    [1, XS],
    Int32Array.of(10, 2, 8),
  ),
  program(
    "ranges",
    "entry main (n: i64) = (0..<n, 1...3, 9i32..7...1, n..>0, 1u32..3..<8)",
    [3n],
    [
      BigInt64Array.of(0n, 1n, 2n),
      Int32Array.of(1, 2, 3),
      Int32Array.of(9, 7, 5, 3, 1),
      BigInt64Array.of(3n, 2n, 1n),
      Uint32Array.of(1, 3, 5, 7),
    ],
  ),
  program(
    "concatenation",
    "entry main (xs: []i32) = xs ++ [2] ++ xs",
    [XS],
    Int32Array.of(5, 1, 4, 2, 5, 1, 4),
  ),
  program(
    "powers",
    "entry main (xs: []i32) (y: f64) = (map (** 3) xs, map (\\x -> 3 ** x) xs, y ** 0.5, 2i64 ** 62)",
    [XS, 2],
    [Int32Array.of(125, 1, 64), Int32Array.of(243, 3, 81), Math.SQRT2, 2n ** 62n],
  ),
  program(
    "powers that wrap",
    "entry main (xs: []u32) = map (\\x -> x ** x) xs",
    [Uint32Array.of(0, 13, 33)],
    Uint32Array.of(1, 2_602_812_925, 942_687_265),
  ),
  program("division that truncates", "entry main (x: i32) = (x // 2, x %% 2)", [-7], [-3, -1]),
  program(
    "operators",
    "def (+++) (a: i32) b = 10 * a + b entry main (x: i32) = (x +++ 1 +++ 2 * 3, map (+++ x) [1, 2])",
    [3],
    [316, Int32Array.of(13, 23)],
  ),
  program(
    "operators that stand for others",
    "def (-) (a: i32) (b: i32) = b entry main (x: i32) = (\\y -> y - 1) x",
    [7],
    1,
  ),
  program("local operators", "entry main (x: i32) = let (<+>) a b = a * b + 1 in x <+> 2 <+> 3", [4], 28),
  program("names as operators", "entry main (x: i32) = 3 `i32.max` x + 2", [0], 3),
  program("coercion", "entry main [n] (xs: [n]i32): [2]i32 = xs[1:] :> [2]i32", [XS], Int32Array.of(1, 4)),
  program(
    "sums of sizes",
    "entry main [n] (xs: [n]i32) (ys: [n+1]i32): [2*n+1]i32 = xs ++ ys",
    [XS, Int32Array.of(1, 2, 3, 4)],
    Int32Array.of(5, 1, 4, 1, 2, 3, 4),
  ),
  program(
    "lengths of no name",
    "def evens [n] (xs: [n]i32): ?[m].[m]i32 = filter (\\x -> x % 2 == 0) xs entry main (xs: []i32) = evens xs",
    [XS],
    Int32Array.of(4),
  ),
  program(
    "abbreviations",
    "type pair 'a 'b = (a, b) type row [n] 't = [n]t entry main (xs: row [3] i32): pair i32 (pair i64 bool) = (xs[0], (3, true))",
    [XS],
    [5, [3n, true]],
  ),
  program(
    "functions of scalar types",
    "entry main (xs: []f64) = (f64.sum xs, f64.product xs, f64.maximum xs, f64.minimum xs, f64.pi, f64.isnan xs[0])",
    [Float64Array.of(1, 2, 4)],
    [7, 8, 4, 1, Math.PI, false],
  ),
  program(
    "the largest of nothing",
    "entry main (xs: []f32) = (f32.maximum xs, f32.minimum xs, f32.sum xs)",
    [new Float32Array(0)],
    [-Infinity, Infinity, 0],
  ),
  program("terms of a scalar type", "entry main (x: i32) = i32.(max x 5) + (i32.+) 1 2", [3], 8),
  program(
    "modules",
    "module m = { local def k = 2i32 def f (x: i32) = x * k module n = { type t = i32 def g (x: t): t = f x + 1 } } module p = m.n open m entry main (x: i32) = p.g x + f x + n.g 1",
    [3],
    16,
  ),
  program(
    "modules of module types",
    "module type S = { type t val f : t -> t } module m : S with t = f32 = { type t = f32 def f (x: t) = x + 1 } module real = f32 entry main (x: real.t): m.t = real.sqrt (m.f x)",
    [8],
    3,
  ),
  program(
    "modules of modules",
    `def k = 10i32
module type number = { type t val (+) : t -> t -> t }
module sums (N: number) (M: { val k: i32 }) = {
  type pair = (N.t, N.t)
  def both ((a, b): pair): N.t = N.(a + b)
  def all (xs: []N.t): N.t = reduce (N.+) xs[0] xs
  def scale (x: i32) = x * M.k * k
}
module ints = sums i32 { def k = 2i32 }
module floats = sums f64 { def k = 1i32 }
open sums i64 { def k = 3i32 }
entry main (k: i32) = (ints.both (1, 2), floats.all [0.5, 2], ints.scale k, scale k, both (1, 2))`,
    [1],
    [3, 2.5, 20, 30, 3n],
  ),
  program(
    "names that are words elsewhere",
    "entry main (open: f64) (type: f64) = let id = open + type in id * 2",
    [1, 2],
    6,
  ),
  program("composition", "entry main (x: i32) = ((+ 1) >-> (* 2)) x + ((+ 1) <-< (* 2)) x", [3], 15),
  program(
    "fields as functions",
    "entry main (xs: []i32) = map (.1) (zip xs (indices xs))",
    [XS],
    BigInt64Array.of(0n, 1n, 2n),
  ),
  program(
    "bits",
    "entry main (x: u32) = (u32.set_bit 4 x 1, u32.set_bit 0 x 0, u32.num_bits, i32.sgn (-3))",
    [5],
    [21, 4, 32, -1],
  ),
  program(
    "types of several constructors",
    `type shape = #circle f64 | #rectangle f64 f64 | #point
def area (s: shape) =
  match s
  case #circle r -> f64.pi * r * r
  case #rectangle w h -> w * h
  case #point -> 0
entry main (xs: []f64) =
  f64.sum (map (\\x -> area (if x > 2 then #circle x else if x < 1 then #point else #rectangle x 3)) xs)`,
    [Float64Array.of(0, 1, 2)],
    9,
  ),
  program(
    "types of several constructors of any type",
    `type opt 'a = #none | #some a
def or_else 'a (other: a) (x: opt a): a = match x case #some y -> y case #none -> other
def bind 'a 'b (f: a -> opt b) (x: opt a): opt b = match x case #none -> #none case #some y -> f y
def half (x: i32): opt i64 = if x % 2 == 0 then #some (i64.i32 x / 2) else #none
entry main (xs: []i32) =
  let later = \\a b -> match (a, b) case (_, #some _) -> b case _ -> a
  let found: opt i64 = reduce later #none (map (\\x -> bind half (#some x)) xs)
  in (or_else (-1) found, map (\\x -> or_else false (if x > 1 then #some true else #none)) xs)`,
    [XS],
    [2n, Uint8Array.of(1, 0, 1)],
  ),
  program(
    "matches of numbers, tuples and records",
    `entry main (xs: []i32) =
  map (\\x -> match (x, {big = x > 4})
            case (1, _) -> 10
            case (-4, {big}) -> if big then 20 else 21
            case (y, {big = true}) -> y * 100
            case (y: i32, {big = false}) -> y) xs`,
    [XS],
    Int32Array.of(500, 10, 4),
  ),
  program(
    "directions",
    `type direction = #up | #down | #left | #right
def step ((x, y): (i32, i32)) (d: direction) =
  match d case #up -> (x, y + 1) case #down -> (x, y - 1) case #left -> (x - 1, y) case #right -> (x + 1, y)
entry main (n: i32) = loop at = (0, 0) for i < n do step at (if i % 3 == 0 then #up else if i < 5 then #left else #down)`,
    [7],
    [-3, 2],
  ),
  program(
    "elementary functions",
    "entry main (xs: []f64) = map (\\x -> f64.log (f64.exp x) + f64.sin 0 + f64.atan2 0 1) xs",
    [Float64Array.of(0, 1)],
    Float64Array.of(0, 1),
  ),
];

const TO_SIX = Int32Array.of(1, 2, 3, 4, 5, 6);

/** What the prelude defines: a term over `xs`, which is 5, 1, 4, and its value. */
export const PRELUDE: readonly SurfaceProgram[] = (
  [
    ["id xs", XS],
    ["const xs 3", XS],
    ["flip (-) 1 3", 2],
    ["(curry (.0) 1 2, uncurry (+) (1, 2))", [1, 3]],
    ["(opaque xs, manifest xs, trace xs)", [XS, XS, XS]],
    ["(null xs, null (filter (> 9) xs))", [false, true]],
    ["(init xs, tail xs)", [XS.slice(0, 2), XS.slice(1)]],
    ["split 1 xs", [XS.slice(0, 1), XS.slice(1)]],
    ["(and (map (> 1) xs), or (map (> 1) xs))", [false, true]],
    ["sized 3 xs", XS],
    ["(rep 1: [2]i32)", Int32Array.of(1, 1)],
    ["unzip2 (zip2 xs xs)", [XS, XS]],
    ["unzip4 (zip4 xs xs xs xs)", [XS, XS, XS, XS]],
    ["unzip5 (zip5 xs xs xs xs xs)", [XS, XS, XS, XS, XS]],
    ["partition2 (< 2) (< 5) xs", [Int32Array.of(1), Int32Array.of(4), Int32Array.of(5)]],
    ["hist (+) 0 2 [0, 1, 0] xs", Int32Array.of(9, 1)],
    ["spread 4 0 [3, 1, 9] xs", Int32Array.of(0, 1, 0, 5)],
    [
      "(break xs, iterate 3 (+ 1) 2, iterate_while (< 9) (* 2) 1, iterate_until (> 9) (+ 7) 1)",
      [XS, 5, 16, 15],
    ],
  ] as const
).map(([term, value]) => program(`prelude: ${term}`, `entry main (xs: []i32) = ${term}`, [XS], value));

/** The same of arrays of arrays, over 1, 2, …, 6, and what goes over elements in turn. */
export const PRELUDE_OF_ROWS: readonly SurfaceProgram[] = (
  [
    ["foldr (\\x a -> x - a) 0 xs", -3],
    ["(unflatten xs: [3][2]i32)", [TO_SIX.slice(0, 2), TO_SIX.slice(2, 4), TO_SIX.slice(4)]],
    ["unflatten (xs :> [2*3]i32)", [TO_SIX.slice(0, 3), TO_SIX.slice(3)]],
    ["xs |> unflatten 2 3", [TO_SIX.slice(0, 3), TO_SIX.slice(3)]],
    ["flatten_3d (unflatten_3d xs: [1][2][3]i32)", TO_SIX],
    ["flatten_4d [(unflatten_3d xs: [1][2][3]i32)]", TO_SIX],
    ["tabulate_2d 2 2 (\\i j -> 2 * i + j)", [BigInt64Array.of(0n, 1n), BigInt64Array.of(2n, 3n)]],
    ["flatten_3d (tabulate_3d 1 2 2 (\\i j k -> i + j + k))", BigInt64Array.of(0n, 1n, 1n, 2n)],
    ["map_2d (+ 1) [xs]", [TO_SIX.map((x) => x + 1)]],
    [
      "scatter_2d [[1, 2], [3, 4]] [(0, 1), (2, 0), (0, -1)] [7, 8, 9]",
      [Int32Array.of(1, 7), Int32Array.of(3, 4)],
    ],
    [
      "reduce_by_index_2d [[1, 2], [3, 4]] (+) 0 [(0, 1), (2, 0), (0, 1)] [7, 8, 9]",
      [Int32Array.of(1, 18), Int32Array.of(3, 4)],
    ],
    [
      "scatter_3d [[[1, 2]], [[3, 4]]] [(0, 0, 1), (1, 0, 2), (1, 0, 0)] [7, 8, 9]",
      [[Int32Array.of(1, 7)], [Int32Array.of(9, 4)]],
    ],
    [
      "reduce_by_index_3d [[[1, 2]], [[3, 4]]] (+) 0 [(0, 0, 1), (-1, 0, 0), (0, 0, 1)] [7, 8, 9]",
      [[Int32Array.of(1, 18)], [Int32Array.of(3, 4)]],
    ],
  ] as const
).map(([term, value]) => program(`prelude: ${term}`, `entry main (xs: []i32) = ${term}`, [TO_SIX], value));
