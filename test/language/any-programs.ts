import fc from "fast-check";

/*
 * Programs that are well typed or not: functions where values are asked for and values where functions are, operators curried, partly
 * applied and composed, attributes anywhere, definitions without parameters. Whatever becomes of them, the answer is a value or a typed error.
 */

const DEFINITIONS = [
  "def add (x: i32) (y: i32): i32 = x + y",
  "def compose f g x = f (g x)",
  "def flip f x y = f y x",
  "def id x = x",
  "def pair x y = (x, y)",
  "def table = [3, 1, 4, 1, 5]",
  "def adders = (add 1, \\x -> add x, (+))",
  "def same [n]: ([n]i32 -> [n]i32) = \\xs -> reverse xs",
  "def sized [n] (xs: [n]i32): [n]i32 = map i32.i64 (iota n)",
  "def general 't (x: t): t = x",
];

/** Definitions of which something is open that nothing says. */
const OPEN_DEFINITIONS = [
  "def counted [n]: [n]i64 = iota n",
  "def counting [n]: ([n]i32 -> i64) = \\_ -> n",
  "def none 't: []t = []",
];

const NAMES = [
  "add",
  "compose",
  "flip",
  "id",
  "pair",
  "table",
  "xs",
  "x",
  "adders.0",
  "adders.1",
  "adders.2",
];

const FUNCTIONS: readonly (readonly [name: string, operands: string])[] = [
  ["map", "fa"],
  ["map2", "oaa"],
  ["reduce", "osa"],
  ["scan", "osa"],
  ["exscan", "osa"],
  ["reduce_comm", "osa"],
  ["segmented_scan", "osba"],
  ["segmented_reduce", "osba"],
  ["reduce_by_index", "aosia"],
  ["filter", "pa"],
  ["partition", "pa"],
  ["any", "pa"],
  ["all", "pa"],
  ["zip", "aa"],
  ["unzip", "z"],
  ["foldl", "osa"],
  ["tabulate", "gf"],
  ["iota", "g"],
  ["replicate", "gs"],
  ["concat", "aa"],
  ["head", "a"],
  ["copy", "s"],
  ["rotate", "ga"],
  ["scatter", "aia"],
  ["compose", "ffs"],
  ["flip", "oss"],
  ["id", "s"],
  ["adders.2", "ss"],
  ["i32.max", "ss"],
  ["f32.i32", "s"],
];

const ATTRIBUTES = [
  "left-fold",
  "pairwise",
  "bisection",
  "interleaved:3",
  "linear-carry:4",
  "block-dyadic:5",
  "binned:3",
  "exact",
  "network:sklansky:8",
  "other",
];

/** By letter: scalar, array, function, operator, predicate, array of bools, of indices, of pairs, a count. */
const KINDS = {
  s: scalar,
  a: array,
  f: fn,
  o: operator,
  p: predicate,
  b: (depth: number) => array(depth).map((xs) => `(map (\\v -> v > 1) ${xs})`),
  i: (depth: number) => array(depth).map((xs) => `(map i64.i32 ${xs})`),
  z: (depth: number) => fc.tuple(array(depth), array(depth)).map(([xs, ys]) => `(zip ${xs} ${ys})`),
  g: () => fc.constantFrom("3", "0", "(length xs)", "(-1)", "2", "n"),
} as const;

type Kind = keyof typeof KINDS;

function isKind(letter: string): letter is Kind {
  return Object.hasOwn(KINDS, letter);
}

/** An application of some function to as many operands as it has, or one fewer or more, most of them of the right kind. */
function application(depth: number): fc.Arbitrary<string> {
  return fc.constantFrom(...FUNCTIONS).chain(([name, kinds]) => {
    const operands = [...kinds].filter(isKind).map((kind) => {
      return fc.oneof(
        { arbitrary: KINDS[kind](depth - 1), weight: 15 },
        { arbitrary: term(depth - 1), weight: 1 },
      );
    });
    const change = fc.oneof(
      { arbitrary: fc.constant(0), weight: 8 },
      { arbitrary: fc.constantFrom(-1, 1), weight: 1 },
    );
    const attribute = fc.oneof(
      { arbitrary: fc.constant(""), weight: 8 },
      {
        arbitrary: fc.constantFrom(...ATTRIBUTES).map((text) => `#[expression(${text})] `),
        weight: kinds.includes("o") ? 4 : 0,
      },
    );
    return fc
      .tuple(attribute, fc.tuple(...operands), change, scalar(depth - 1))
      .map(([tree, given, by, more]) => {
        const all = by > 0 ? [...given, more] : given.slice(0, Math.max(1, given.length + by));
        return `(${tree}${name} ${all.join(" ")})`;
      });
  });
}

function scalar(depth: number): fc.Arbitrary<string> {
  const leaf = fc.oneof(
    { arbitrary: fc.constantFrom("1", "(-2)", "x", "0", "7i32"), weight: 20 },
    { arbitrary: fc.constantFrom("2.5", "true", "xs"), weight: 1 },
  );
  if (depth <= 0) return leaf;
  const inner = scalar(depth - 1);
  return fc.oneof(
    leaf,
    application(depth),
    fc.tuple(inner, fc.constantFrom("+", "-", "*", "&"), inner).map((parts) => `(${parts.join(" ")})`),
    fc.tuple(array(depth - 1), fc.integer({ min: 0, max: 2 })).map(([xs, at]) => `(${xs}[${at}])`),
    fc.tuple(operator(depth - 1), inner, inner).map(([op, a, b]) => `(${op} ${a} ${b})`),
    fc.tuple(fn(depth - 1), inner).map(([f, a]) => `(let h = ${f} in h (h ${a}))`),
    fc.tuple(fn(depth - 1), inner).map(([f, a]) => `((loop h = ${f} for i < 2 do (\\v -> h (h v))) ${a})`),
  );
}

function array(depth: number): fc.Arbitrary<string> {
  const leaf = fc.constantFrom("xs", "table", "[2, 0, 1]", "[]", "(same xs)", "(sized xs)", "(general xs)");
  if (depth <= 0) return leaf;
  return fc.oneof(
    { arbitrary: leaf, weight: 2 },
    { arbitrary: application(depth), weight: 2 },
    { arbitrary: shaped(depth), weight: 2 },
    { arbitrary: fc.tuple(fn(depth - 1), array(depth - 1)).map(([f, xs]) => `(map ${f} ${xs})`), weight: 3 },
  );
}

/** Arrays of arrays and of records, slices, loops and choices that give arrays. */
function shaped(depth: number): fc.Arbitrary<string> {
  const [xs, ys, a] = [array(depth - 1), array(depth - 1), scalar(depth - 1)];
  return fc.oneof(
    fc.tuple(xs, ys).map(([one, other]) => `(transpose [${one}, ${other}])`),
    fc.tuple(xs, ys).map(([one, other]) => `(flatten [${one}, ${other}])`),
    fc.tuple(xs, a).map(([one, b]) => `(map (\\x -> [x, ${b}]) ${one})`),
    fc.tuple(xs, a).map(([one, b]) => `(map (\\x -> {p = x, q = (${b}, xs)}) ${one})`),
    fc.tuple(xs, a).map(([one, b]) => `(map (\\x -> ${b} + (\\r -> r.q.0) {p = x, q = (x, ${b})}) ${one})`),
    fc.tuple(xs, ys).map(([one, other]) => `(map (\\x -> if x > 1 then ${one} else ${other}) xs)`),
    fc.tuple(xs, ys, a).map(([one, other, b]) => `(if ${b} > 1 then ${one} else ${other})`),
    fc.tuple(xs, a).map(([one, b]) => `(let zs = ${one} in zs[${b}:])`),
    fc.tuple(xs, ys).map(([one, other]) => `(loop zs = ${one} for i < 2 do concat zs ${other})`),
    fc
      .tuple(xs, fn(depth - 1))
      .map(([one, f]) => `(loop zs = ${one} for z in xs do map (\\v -> ${f} v + z) zs)`),
    fc.tuple(xs, a).map(([one, b]) => `(map (\\x -> loop s = x while s < ${b} do s + 3) ${one})`),
    fc
      .tuple(xs, ys)
      .map(([one, other]) => `(let (p, q) = (${one}, ${other}) in map (\\x -> p[x % 2] + length q) q)`),
    fc.tuple(fn(depth - 1), fn(depth - 1)).map(([f, g]) => `(map (\\h -> h 1) [${f}, ${g}])`),
    xs.map((one) => `(map (\\r -> reduce (+) 0 r) (map (\\x -> [x, x]) ${one}))`),
  );
}

/** A function of one operand. */
function fn(depth: number): fc.Arbitrary<string> {
  const leaf = fc.constantFrom(
    "id",
    "(add 1)",
    "(+ 1)",
    "(2 *)",
    "adders.0",
    "(\\v -> v)",
    "(i32.max 3)",
    "copy",
  );
  if (depth <= 0) return leaf;
  const inner = fn(depth - 1);
  return fc.oneof(
    leaf,
    scalar(depth - 1).map((body) => `(\\x -> ${body})`),
    fc.tuple(operator(depth - 1), scalar(depth - 1)).map(([op, a]) => `(${op} ${a})`),
    fc.tuple(operator(depth - 1), scalar(depth - 1)).map(([op, a]) => `(flip ${op} ${a})`),
    fc.tuple(inner, inner).map(([f, g]) => `(compose ${f} ${g})`),
    fc.tuple(inner, inner).map(([f, g]) => `(if x > 1 then ${f} else ${g})`),
    fc.tuple(inner, inner).map(([f, g]) => `((${f}, ${g}).1)`),
  );
}

/** A function of two, whose operands it may take one after the other. */
function operator(depth: number): fc.Arbitrary<string> {
  const leaf = fc.constantFrom(
    "(+)",
    "add",
    "i32.max",
    "adders.1",
    "adders.2",
    "(\\a b -> a - b)",
    "(*)",
    "pair",
  );
  if (depth <= 0) return leaf;
  const inner = operator(depth - 1);
  return fc.oneof(
    leaf,
    inner.map((op) => `(\\a -> ${op} a)`),
    inner.map((op) => `(\\a -> let h = ${op} in \\b -> h a b)`),
    inner.map((op) => `(flip ${op})`),
    fc.tuple(inner, fn(depth - 1)).map(([op, f]) => `(compose ${op} ${f})`),
    fc.tuple(inner, inner).map(([op, other]) => `(\\a -> if a > 1 then ${op} a else ${other} a)`),
    fn(depth - 1).map((f) => `(\\a b -> ${f} a + b)`),
  );
}

function predicate(depth: number): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom("(> 1)", "(\\v -> v > 0)"),
    fn(depth - 1).map((f) => `(compose (> 1) ${f})`),
  );
}

function term(depth: number): fc.Arbitrary<string> {
  return fc.oneof(fc.constantFrom(...NAMES), scalar(depth), array(depth), fn(depth), operator(depth));
}

/** Texts of programs with an entry `main` over an array of i32. */
export function anyPrograms(depth: number): fc.Arbitrary<string> {
  const open = fc.oneof(
    { arbitrary: fc.constant([]), weight: 20 },
    { arbitrary: fc.constantFrom(...OPEN_DEFINITIONS).map((text) => [text]), weight: 1 },
  );
  const body = fc.oneof(
    { arbitrary: scalar(depth), weight: 3 },
    { arbitrary: array(depth), weight: 4 },
    { arbitrary: term(depth), weight: 1 },
  );
  return fc
    .tuple(open, body)
    .map(([extra, main]) =>
      [...DEFINITIONS, ...extra, `entry main [n] (xs: [n]i32) = let x = 2 in ${main}`].join("\n"),
    );
}
