import { program, type SurfaceProgram } from "./surface-program.ts";

const XS = Int32Array.of(5, 1, 4);
const ROWS = [Int32Array.of(1, 2, 3), Int32Array.of(4, 5, 6)];

/** Forms of definitions, operators, indices and patterns: programs of our own, one for each. */
export const FORMS: readonly SurfaceProgram[] = [
  program("a column", "entry main (xss: [][]i32) = xss[:, 1]", [ROWS], Int32Array.of(2, 5)),
  program("a slice of a row", "entry main (xss: [][]i32) = xss[1, :2]", [ROWS], Int32Array.of(4, 5)),
  program(
    "slices of rows and columns",
    "entry main (xss: [][]i32) (k: i64) = xss[0:1, k + 1:]",
    [ROWS, 0n],
    [Int32Array.of(2, 3)],
  ),
  program(
    "strides of columns",
    "entry main (xss: [][]i32) = xss[::-1, ::2]",
    [ROWS],
    [Int32Array.of(4, 6), Int32Array.of(1, 3)],
  ),
  program(
    "update of a column",
    "entry main (xss: *[][]i32) = let xss[:, 0] = [8, 9] in xss",
    [ROWS],
    [Int32Array.of(8, 2, 3), Int32Array.of(9, 5, 6)],
  ),
  program(
    "update of a block",
    "entry main (xss: [][]i32) (k: i64) = xss with [1:, k:k + 2] = [[7, 8]]",
    [ROWS, 1n],
    [Int32Array.of(1, 2, 3), Int32Array.of(4, 7, 8)],
  ),
  program(
    "local sizes and types",
    "entry main (xs: []i32) (ys: []bool) = let f [n] 't (xs: [n]t): (i64, [n]t) = (n, reverse xs) in (f xs, f ys)",
    [XS, [true, false]],
    [
      [3n, Int32Array.of(4, 1, 5)],
      [2n, Uint8Array.of(0, 1)],
    ],
  ),
  program(
    "local sizes of rows",
    "entry main (xss: [][]i32) = let f [n] [m] (xss: [n][m]i32) (ys: [m]i32) = (n, m, map2 (+) xss[0] ys) in f xss xss[1]",
    [ROWS],
    [2n, 3n, Int32Array.of(5, 7, 9)],
  ),
  program(
    "sizes of what a let binds",
    "entry main (xs: []i32) = let [n] (ys: [n]i32) = filter (> 1) xs in (n, zip ys (iota n)).0",
    [XS],
    2n,
  ),
  program(
    "sizes of parts of tuples",
    "entry main (xs: []i32) = let f [n] ((xs, k): ([n]i32, i64)) = n * k in f (xs, 2)",
    [XS],
    6n,
  ),
  program(
    "definitions between their operands",
    "def (x: i32) +++ (y: i32) = 10 * x + y entry main (x: i32) = x +++ 2 +++ 3",
    [1],
    123,
  ),
  program(
    "local definitions between their operands",
    "entry main (x: i32) = let a <+> b = a * b + 1 in x <+> 2 <+> 3",
    [4],
    28,
  ),
  program(
    "functions defined between their operands",
    "def (x: i32) `less` (y: i32) = x - y entry main (x: i32) = let a `plus` b = a + b in (x `less` 1) `plus` 5",
    [4],
    8,
  ),
  program(
    "operators of modules",
    `module type num = { type t val +: t -> t -> t val -: t -> t -> t }
module both (N: num) = {
  def double (x: N.t) = x N.+ x N.- x N.+ x
  def less (xs: []N.t) (y: N.t) = (map (N.- y) xs, map (y N.-) xs, reduce (N.+) xs[0] xs)
}
module m = { def x <+> y: i32 = x * y module n = i64 }
module d = both i32
entry main (x: i32) = (d.double x, d.less [5, 1] x, x m.<+> 3, 1 m.n.+ 2)`,
    [3],
    [6, [Int32Array.of(2, -2), Int32Array.of(-2, 2), 6], 9, 3n],
  ),
  program(
    "types of functions by other names",
    "type^ f = i32 -> i32 type~ xs = []i32 def g: f = (+ 1) entry main (xs: xs) = map g xs",
    [XS],
    Int32Array.of(6, 2, 5),
  ),
  program(
    "types within patterns of records",
    "def f {x: i32, y: f64} = f64.i32 x + y entry main (x: i32) = f {x, y = 2}",
    [1],
    3,
  ),
  program(
    "hexadecimal floats",
    "entry main (x: f64) = (x + 0x1.8p1, 0x.8p0f32 + 0x1p-149f32, 0x1p-1074f64 > 0)".replace(
      "0x.8p0",
      "0x0.8p0",
    ),
    [1],
    [4, 0.5, true],
  ),
  program(
    "negation as a function",
    "entry main (xs: []bool) = map (!) xs",
    [[true, false]],
    Uint8Array.of(0, 1),
  ),
  program(
    "fields of what is handed on",
    "entry main (xs: []i32) = split 1 xs |> (.1) |> \\ys -> ys[0] + ys[1]",
    [XS],
    5,
  ),
  program(
    "attributes of any name",
    "entry main (#[unique_name] x: i32) = #[bench(1, 2)] if x > 0 then #[deep] x else 2",
    [3],
    3,
  ),
  program(
    "cases of characters",
    "entry main (xs: []u8) = map (\\x -> match x case 'a' -> 1i32 case '\\n' -> 2 case _ -> 0) xs",
    [Uint8Array.of(97, 10, 98)],
    Int32Array.of(1, 2, 0),
  ),
  program(
    "types of several constructors where they are needed",
    `def turned (d: #up | #down): #up | #down = match d case #up -> #down case #down -> #up
entry main (x: i32) =
  let found = if x > 0 then (#some x : #some i32 | #none) else #none
  let d = #in : #in | #out
  in (match found case #some y -> y case #none -> 0, turned #up == #down, match d case #out -> 1 case _ -> 2)`,
    [3],
    [3, true, 2],
  ),
  program(
    "constructors that several types have",
    `type one = #none | #yes type other = #yes | #zero type third = #yes i32 | #zero
def first (x: i32): one = if x > 0 then #yes else #none
def of_one (v: one): i32 = match v case #yes -> 1 case #none -> 2
def of_other (v: other): i32 = match (v : other) case #yes -> 3 case _ -> 4
entry main (x: i32) = (of_one (first x), of_one (#yes : one), of_other #yes, match (#yes x : third) case #yes y -> y case #zero -> 0)`,
    [5],
    [1, 1, 3, 5],
  ),
];
