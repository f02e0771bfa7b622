import fc from "fast-check";

/** A well-typed program with an entry `main` over one array of i32, and data for it. */
interface TestProgram {
  readonly text: string;
  readonly input: Int32Array;
}

/*
 * Terms are drawn by type and by the names in scope, so that every program is well typed. Divisors, loops and lengths are such that every
 * program has a value; nesting is bounded by a budget.
 */

interface Names {
  readonly scalars: readonly string[];
  readonly arrays: readonly string[];
  readonly kind: ProgramKind;
}

/** "nested": with what the interpreter alone has, maps within maps and loops that end by their element. */
type ProgramKind = "flat" | "nested";

const OPERATORS = ["+", "*", "i32.min", "i32.max", "&", "|", "^"] as const;

const PRELUDE = `def add (x: i32) (y: i32): i32 = x + y
def compose f g x = f (g x)
def flip f x y = f y x
def id x = x
def table = [3, 1, 4]
`;

/** Operators that are associative and commutative, as written or as functions that take their operands one after the other. */
function operatorTerm(depth: number): fc.Arbitrary<string> {
  const plain = fc.oneof(
    fc.constantFrom(...OPERATORS).map((name) => (name.startsWith("i32") ? name : `(${name})`)),
    fc.constant("add"),
  );
  if (depth === 0) return plain;
  const inner = operatorTerm(depth - 1);
  return fc.oneof(
    { arbitrary: plain, weight: 4 },
    {
      arbitrary: fc
        .tuple(
          inner,
          fc.constantFrom<(op: string) => string>(
            (op) => `(\\a -> ${op} a)`,
            (op) => `(\\a b -> ${op} b a)`,
            (op) => `(\\a -> let h = ${op} a in \\b -> h b)`,
            (op) => `(flip ${op})`,
            (op) => `(compose ${op} id)`,
            (op) => `(if true then ${op} else add)`,
            (op) => `(copy ${op})`,
            (op) => `((${op}, 1).0)`,
            (op) => `((\\h -> h) ${op})`,
          ),
        )
        .map(([op, form]) => form(op)),
      weight: 2,
    },
  );
}

/** Trees that every executor has for every fold; under one that is named an operator need not be associative. */
const TREES = ["left-fold", "pairwise", "interleaved:3", "linear-carry:4", "block-dyadic:5"] as const;

/** A reduce or a scan with its operator, the tree named or not, some of its operands given before the others. */
function foldTerm(depth: number, names: readonly string[]): fc.Arbitrary<string> {
  const named = fc
    .tuple(fc.constantFrom(...TREES), fc.constantFrom("(\\a b -> a - 2 * b)", "(-)", "(flip (-))"))
    .map(([tree, op]) => [`#[expression(${tree})] `, op] as const);
  const associative = operatorTerm(depth).map((op) => ["", op] as const);
  return fc
    .tuple(
      fc.oneof({ arbitrary: associative, weight: 3 }, { arbitrary: named, weight: 1 }),
      fc.constantFrom(...names),
      fc.boolean(),
    )
    .map(([[tree, op], name, isPartial]) =>
      isPartial ? `(let fold = ${tree}${name} ${op} in fold)` : `${tree}${name} ${op}`,
    );
}

/** A function of one number. */
function functionTerm(depth: number, names: Names): fc.Arbitrary<string> {
  const body = lambdaBody(depth, names, "x").map((text) => `(\\x -> ${text})`);
  const partial = fc
    .tuple(operatorTerm(1), fc.integer({ min: -9, max: 9 }))
    .map(([op, value]) => `(${op} (${value}))`);
  return fc.oneof(
    { arbitrary: body, weight: 4 },
    { arbitrary: partial, weight: 1 },
    { arbitrary: fc.tuple(partial, body).map(([f, g]) => `(compose ${f} ${g})`), weight: 1 },
  );
}

function scalarTerm(depth: number, names: Names): fc.Arbitrary<string> {
  const leaves: fc.Arbitrary<string>[] = [fc.integer({ min: -9, max: 9 }).map((value) => `(${value})`)];
  if (names.scalars.length > 0) leaves.push(fc.constantFrom(...names.scalars));
  if (depth === 0) return fc.oneof(...leaves);
  const inner = scalarTerm(depth - 1, names);
  const array = arrayTerm(depth - 1, names);
  return fc.oneof(
    ...leaves,
    fc.tuple(inner, fc.constantFrom("+", "-", "*", "&", "^"), inner).map(([a, o, b]) => `(${a} ${o} ${b})`),
    fc.tuple(inner, inner, inner, inner).map(([a, b, c, d]) => `(if ${a} < ${b} then ${c} else ${d})`),
    fc.tuple(inner, inner).map(([a, b]) => `(let v = ${a} in v * v + ${b})`),
    fc
      .tuple(inner, fc.integer({ min: 0, max: 3 }), inner)
      .map(([a, k, b]) => `(loop s = ${a} for i < ${k} do s + i * ${b})`),
    fc.tuple(foldTerm(depth, ["reduce"]), inner, array).map(([fold, ne, xs]) => `(${fold} ${ne} ${xs})`),
    array.map((xs) => `(i32.i64 (length ${xs}))`),
    fc.tuple(inner, inner).map(([a, b]) => `(let (p, q) = (${a}, ${b}) in p - q)`),
    fc.tuple(inner, inner).map(([a, b]) => `(let r = {x = ${a}, y = ${b}} in r.x & r.y)`),
    fc.tuple(inner, inner).map(([a, b]) => `(let id x = x in if id true then id ${a} else ${b})`),
    fc.tuple(inner, inner).map(([a, b]) => `(let f = \\x y -> (y, x) in (f ${a} true).1 - (f 1.5 ${b}).0)`),
    fc
      .tuple(lambdaBody(depth - 1, names, "x"), array, inner)
      .map(([body, xs, a]) => `(if any (\\x -> ${body} > 0) ${xs} then ${a} else 1)`),
    ...(names.kind === "flat" ? [] : nestedScalars(inner, array)),
  );
}

function nestedScalars(inner: fc.Arbitrary<string>, array: fc.Arbitrary<string>): fc.Arbitrary<string>[] {
  return [
    inner.map((a) => `(loop s = ${a} while s & 7 != 0 do s - 1)`),
    fc.tuple(inner, array).map(([a, xs]) => `(foldl (\\s v -> s * 3 + v) ${a} ${xs})`),
    fc.tuple(inner, array).map(([a, xs]) => `(loop s = ${a} for v in ${xs} do s ^ v)`),
    inner.map((a) => `(reduce (+) 0 [${a}, 1, ${a}])`),
  ];
}

function nestedArrays(depth: number, names: Names, inner: fc.Arbitrary<string>): fc.Arbitrary<string>[] {
  return [
    inner.map((xs) => `(flatten (map (\\x -> [x, 2 * x]) ${xs}))`),
    inner.map((xs) => `(let zs = ${xs} in flatten (transpose [zs, reverse zs]))`),
    fc
      .tuple(lambdaBody(depth, names, "x", "y"), inner)
      .map(([body, xs]) => `(map (\\x -> reduce (+) 0 (map (\\y -> ${body}) [x, 1])) ${xs})`),
  ];
}

function lambdaBody(depth: number, names: Names, ...parameters: readonly string[]): fc.Arbitrary<string> {
  return scalarTerm(depth, { ...names, scalars: [...names.scalars, ...parameters], arrays: [] });
}

function arrayTerm(depth: number, names: Names): fc.Arbitrary<string> {
  const leaves: fc.Arbitrary<string>[] = [
    fc
      .array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 4 })
      .map((items) => `[${items.join(", ")}]`),
    fc.integer({ min: 0, max: 6 }).map((length) => `(map i32.i64 (iota ${length}))`),
    fc.constant("table"),
  ];
  if (names.arrays.length > 0) leaves.push(fc.constantFrom(...names.arrays));
  if (depth === 0) return fc.oneof(...leaves);
  const inner = arrayTerm(depth - 1, names);
  return fc.oneof(
    ...leaves,
    fc.tuple(functionTerm(depth - 1, names), inner).map(([f, xs]) => `(map ${f} ${xs})`),
    fc
      .tuple(lambdaBody(depth - 1, names, "x", "y"), inner)
      .map(([body, xs]) => `(let zs = ${xs} in map2 (\\x y -> ${body}) zs (reverse zs))`),
    fc
      .tuple(lambdaBody(depth - 1, names, "x"), inner)
      .map(([body, xs]) => `(filter (\\x -> ${body} > 0) ${xs})`),
    fc.tuple(foldTerm(depth, ["scan", "exscan"]), inner).map(([fold, xs]) => `(${fold} 0 ${xs})`),
    fc.tuple(inner, inner).map(([xs, ys]) => `(concat ${xs} ${ys})`),
    inner.map((xs) => `(sort ${xs})`),
    fc.tuple(inner, fc.integer({ min: -3, max: 3 })).map(([xs, by]) => `(rotate (${by}) ${xs})`),
    fc
      .tuple(lambdaBody(depth - 1, names, "x"), inner)
      .map(([body, xs]) => `(let zs = ${xs} in segmented_scan (+) 0 (map (\\x -> ${body} > 0) zs) zs)`),
    fc
      .tuple(inner, inner)
      .map(
        ([xs, ys]) => `(let vs = ${ys} in reduce_by_index ${xs} (+) 0 (map (\\v -> i64.i32 (v & 3)) vs) vs)`,
      ),
    fc.tuple(inner, inner).map(([xs, ys]) => `(let vs = ${ys} in scatter ${xs} (map i64.i32 vs) vs)`),
    fc
      .tuple(inner, lambdaBody(depth - 1, names, "a"))
      .map(([xs, body]) => `(loop ys = ${xs} for i < 2 do map (\\a -> ${body}) ys)`),
    fc
      .tuple(lambdaBody(depth - 1, names, "x"), inner)
      .map(([body, xs]) => `(let (zs, ws) = partition (\\x -> ${body} > 0) ${xs} in concat ws zs)`),
    fc
      .tuple(inner, inner)
      .map(
        ([xs, ys]) =>
          `(let f zs = zs[length zs / 2:] in concat (f ${xs}) (let vs = ${ys} in map (\\p -> p.1) (f (zip (indices vs) vs))))`,
      ),
    ...(names.kind === "flat" ? [] : nestedArrays(depth - 1, names, inner)),
  );
}

/** Programs over a number and an array: what staging looks at changes with the number. */
export function programsOfScalars(depth: number): fc.Arbitrary<string> {
  const names: Names = { scalars: ["n"], arrays: ["xs"], kind: "flat" };
  const main = `${PRELUDE}entry main (n: i32) (xs: []i32)`;
  const cut = arrayTerm(depth - 1, names);
  return fc.oneof(
    scalarTerm(depth, names).map((term) => `${main}: i32 = ${term}`),
    arrayTerm(depth, names).map((term) => `${main}: []i32 = ${term}`),
    // These have no value for some numbers.
    cut.map((xs) => `${main}: []i32 = (let zs = ${xs} in zs[i64.i32 n:])`),
    cut.map((xs) => `${main}: i32 = (let zs = ${xs} in zs[n] + n)`),
    cut.map((xs) => `${main}: []i32 = (let zs = ${xs} in map (\\x -> if x > n then zs[x & 3] else n) zs)`),
    cut.map(
      (xs) => `${main}: []i32 = loop zs = ${xs} while reduce i32.max n zs > 4 do map (\\z -> z / 2) zs`,
    ),
    cut.map((xs) => `${main}: []i32 = take (i64.i32 n) ${xs}`),
  );
}

/** Programs of so many levels. */
export function testPrograms(depth: number, kind: ProgramKind = "flat"): fc.Arbitrary<TestProgram> {
  const names: Names = { scalars: [], arrays: ["xs"], kind };
  const body = fc.oneof(
    scalarTerm(depth, names).map((term) => `${PRELUDE}entry main (xs: []i32): i32 = ${term}`),
    arrayTerm(depth, names).map((term) => `${PRELUDE}entry main (xs: []i32): []i32 = ${term}`),
  );
  return fc.record({
    text: body,
    input: fc.array(fc.integer(), { maxLength: 9 }).map((items) => Int32Array.from(items)),
  });
}
