import { program, type SurfaceProgram } from "./surface-program.ts";

const XS = Int32Array.of(5, 1, 4);
const MOST = 2n ** 63n - 1n;

/** Comparisons of compound values, and functions of scalar types: programs of our own, one for each. */
export const FUNCTIONS: readonly SurfaceProgram[] = [
  program(
    "equal tuples and records",
    "entry main (x: i32) = ((x, true) == (3, true), {a = x, b = (1.5, x)} != {a = x, b = (1.5, x)}, () == ())",
    [3],
    [true, false, true],
  ),
  program(
    "equal arrays",
    "entry main (xs: []i32) (ys: []i32) = (xs == ys, xs == xs, xs[1:] != xs[:2], filter (> 9) xs == [])",
    [XS, XS.slice(0, 2)],
    [false, true, true, true],
  ),
  program(
    "equal rows",
    "entry main (xss: [][]i32) = (map (== xss[0]) xss, xss == reverse xss, map (\\r -> (r, r[0]) == (xss[1], 1)) xss)",
    [[XS, XS.map((x) => 6 - x), XS]],
    [Uint8Array.of(1, 0, 1), true, Uint8Array.of(0, 1, 0)],
  ),
  program(
    "equal values of several constructors",
    "type c = #red | #green i32 entry main (xs: []i32) = map (\\x -> let c: c = if x > 4 then #red else #green x in c == #green 1) xs",
    [XS],
    Uint8Array.of(0, 1, 0),
  ),
  program(
    "comparisons as functions",
    "entry main (xs: []i32) = let same a b = a == b in (same (xs, 1) (xs, 1), map2 (==) (zip xs xs) (zip xs [5, 2, 4]))",
    [XS],
    [true, Uint8Array.of(1, 0, 1)],
  ),
  program(
    "NaN is equal to nothing, and zeros to each other",
    "entry main (x: f64) = ((x, x) == (x, x), [0.0] == [-0.0], [x] == [x])",
    [Number.NaN],
    [false, true, false],
  ),
  program(
    "sizes of what is unflattened",
    "entry main (n: i64) (m: i64) (xs: [n*m]i64) = (unflatten xs, iota (n * m) |> unflatten |> transpose)",
    [1n, 2n, BigInt64Array.of(5n, 6n)],
    [[BigInt64Array.of(5n, 6n)], [BigInt64Array.of(0n), BigInt64Array.of(1n)]],
  ),
  program(
    "bits of floats",
    "entry main (xs: []f32) = (map f32.to_bits xs, map (\\x -> f32.from_bits (f32.to_bits x + 1)) xs, f64.to_bits 1, f64.from_bits 1)",
    [Float32Array.of(1, -0)],
    [
      Uint32Array.of(0x3f800000, 0x80000000),
      Float32Array.of(1 + 2 ** -23, -(2 ** -149)),
      0x3ff0000000000000n,
      2 ** -1074,
    ],
  ),
  program(
    "inverse hyperbolic functions",
    "entry main (xs: []f64) = (map f64.asinh xs, map f64.atanh xs, f64.acosh 1, f64.asinh 1e300, f64.acosh 1e300)",
    [Float64Array.of(0, -0, 0.5, -0.5)],
    [
      Float64Array.of(0, -0, 0.48121182505960347, -0.48121182505960347),
      Float64Array.of(0, -0, 0.5493061443340549, -0.5493061443340549),
      0,
      691.4686750787736,
      691.4686750787736,
    ],
  ),
  program(
    "functions of half turns",
    "entry main (xs: []f64) = (map f64.sinpi xs, map f64.cospi xs, f64.asinpi 1, f64.acospi (-1), f64.atanpi 1)",
    [Float64Array.of(0, 0.5, 1, 1.5, 2)],
    [Float64Array.of(0, 1, 0, -1, 0), Float64Array.of(1, 0, -1, 0, 1), 0.5, 1, 0.25],
  ),
  program(
    "further functions of floats",
    "entry main (x: f64) = (f64.copysign x (-0.0), f64.epsilon, f64.exp10 3, f64.from_fraction 1 4, f64.to_i64 (x + 0.5), f32.epsilon)",
    [2],
    [-2, Number.EPSILON, 1000, 0.25, 2n, 2 ** -23],
  ),
  program(
    "high bits of products",
    `entry main (x: i64) =
  (i64.mul_hi x x, i64.mul_hi x (-3), u64.mul_hi (u64.i64 (-1)) (u64.i64 (-1)), i32.mul_hi (-5) 2147483647,
   u32.mad_hi 4294967295u32 2u32 7u32, i8.mul_hi 100i8 (-100i8), i64.from_fraction 7 2, i64.to_i64 x)`,
    [MOST],
    [2n ** 62n - 1n, -2n, 2n ** 64n - 2n, -3, 8, -40, 3n, MOST],
  ),
  program(
    "further functions of shapes",
    "entry main (xs: []i32) = ((unflatten_4d xs: [1][1][2][2]i32), concat_to 4 xs[:1] xs[1:])",
    [Int32Array.of(1, 2, 3, 4)],
    [[[[Int32Array.of(1, 2), Int32Array.of(3, 4)]]], Int32Array.of(1, 2, 3, 4)],
  ),
  program(
    "modules that are functions of modules",
    'import "/prelude/math" module type S = { type t } module f = \\(N: S): S -> { type u = N.t } module d = f i32 module m = { def k = 2i32 } : S entry main (x: d.u) = x + m.k',
    [1],
    3,
  ),
  program(
    "an assertion",
    "entry main (xs: []i32) = (assert (length xs == 3) xs[0], map (\\x -> if x > 4 then assert (x < 6) (x + 1) else x) xs)",
    [XS],
    [5, Int32Array.of(6, 1, 4)],
  ),
  program(
    "shifts that bring in zeros",
    "entry main (xs: []i32) = (map (>>> 1) xs, -1i64 >>> 60, map (\\x -> i8.i32 x >>> 4) xs, 0xf0u8 >>> 4 | 1)",
    [Int32Array.of(-2, 6)],
    [Int32Array.of(0x7fffffff, 3), 15n, Int8Array.of(15, 0), 15],
  ),
  program(
    "remainders of floats",
    "entry main (xs: []f64) = (map (% 2) xs, map (7 %) xs, map2 (%) xs [4, 4, 4], 1e30f32 % 7, f64.mod 0.3 0.1)",
    [Float64Array.of(7.5, -7.5, 0.1)],
    [
      Float64Array.of(1.5, -1.5, 0.1),
      Float64Array.of(7, 7, 7 % 0.1),
      Float64Array.of(3.5, -3.5, 0.1),
      Math.fround(1e30) % 7,
      0.3 % 0.1,
    ],
  ),
  program(
    "pipes as functions",
    "entry main (xs: []i32) = (map (|> (+ 1)) xs, (|>) 3 (+ xs[0]), (<|) (* 2) 4, ((+ 1) <-< (* 2)) 3, (<-<) (+ 1) (* 2) 3)",
    [XS],
    [Int32Array.of(6, 2, 5), 8, 8, 7, 7],
  ),
  program(
    "elements as functions",
    "entry main (xss: [][]i32) = (map (.[1]) xss, map (.[:2]) xss, (.[0, 2]) xss)",
    [[XS, XS]],
    [Int32Array.of(1, 1), [XS.slice(0, 2), XS.slice(0, 2)], 4],
  ),
  program(
    "numbers as bools",
    "entry main (xs: []i32) (x: f64) = (map bool.i32 xs, bool.f64 x, bool.u8 0, bool.bool true)",
    [Int32Array.of(0, -1), Number.NaN],
    [Uint8Array.of(0, 1), true, false, true],
  ),
  program(
    "operators of a type where a module defines its own",
    `module pairs (R: real) = {
  type t = {x: R.t, y: R.t}
  def (a: t) + (b: t): t = {x = a.x R.+ b.x, y = a.y R.+ b.y}
  def (a: t) * (b: t): t = {x = a.x R.* b.x R.- a.y R.* b.y, y = R.(a.x * b.y) R.+ a.y R.* b.x}
}
module p = pairs f64
entry main (x: f64) = let i = {x, y = 1.0} in i p.* i p.+ i`,
    [0],
    { x: -1, y: 1 },
  ),
  program(
    "the bits and neighbours of floats",
    `entry main (x: f32) =
  (f32.num_bits, f32.get_bit 31 (-x), f32.set_bit 31 x 1, f32.nextafter x 2, f32.nextafter x (-f32.inf), f64.nextafter 0 (-1),
   f64.ldexp 0.75 3, f64.ldexp 1 (-1074), f64.ldexp 1.5 (-1075), f64.ldexp 1 2000, f32.ldexp 1 (-149), u32.abs 3)`,
    [1],
    [32, 1, -1, 1 + 2 ** -23, 1 - 2 ** -24, -(2 ** -1074), 6, 2 ** -1074, 2 ** -1074, Infinity, 2 ** -149, 3],
  ),
  program(
    "further functions of half turns",
    "entry main (xs: []f64) = (map f64.tanpi xs, f64.atan2pi 1 (-1))",
    [Float64Array.of(0, 0.5, 1)],
    [Float64Array.of(0, Infinity, -0), 0.75],
  ),
  program("unsafe", "entry main (xs: []i32) = unsafe xs[0] + 1", [XS], 6),
  program(
    "counts of bits",
    "entry main (xs: []u64) = (map u64.popc xs, map u64.clz xs, i64.ctz 8, u32.clz 1)",
    [BigUint64Array.of(2n ** 64n - 1n, 1n)],
    [Int32Array.of(64, 1), Int32Array.of(0, 63), 3, 31],
  ),
  program(
    "operators as parameters",
    `def sorted 't [n] ((<=): t -> t -> bool) (xs: [n]t) = all (\\i -> i == 0 || xs[i - 1] <= xs[i]) (iota n)
def folded ((<+>): i32 -> i32 -> i32) (xs: []i32) = loop a = 0 for x in xs do a <+> x * 2
entry main (xs: []i32) = (sorted (<=) xs, sorted (>=) xs[:2], folded (-) xs)`,
    [XS],
    [false, true, -20],
  ),
  program(
    "filters that one side of a choice has",
    "entry main (xss: [][]i32) = map (\\xs -> if null xs then filter (> 1) [1, 2, 3] else xs) xss",
    [[XS, XS.slice(0, 0)]],
    [XS, Int32Array.of(2, 3)],
  ),
  program(
    "sizes that stand in products alone",
    `def rows [n] [m] 't (xs: [n * m]t) (ys: [n]i32): [n][m]t = unflatten xs
def halves [n] [m] (xs: [n * m]i32): [n][m]i32 = unflatten xs
entry main [n] [m] (xss: [n][m]i32) (ys: [n]i32) (zs: [4]i32) =
  (rows (flatten xss) ys, halves (map (+ 1) (flatten xss)), unflatten (map (* 2) (flatten xss)), unflatten zs :> [2][2]i32,
   rows (iota (n * 2)) ys)`,
    [[XS, XS], Int32Array.of(0, 0), Int32Array.of(1, 2, 3, 4)],
    [
      [XS, XS],
      [XS.map((x) => x + 1), XS.map((x) => x + 1)],
      [XS.map((x) => x * 2), XS.map((x) => x * 2)],
      [Int32Array.of(1, 2), Int32Array.of(3, 4)],
      [BigInt64Array.of(0n, 1n), BigInt64Array.of(2n, 3n)],
    ],
  ),
];
