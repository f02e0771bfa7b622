import fc from "fast-check";

/** A program over an array of arrays, and data for it. */
interface NestedProgram {
  readonly text: string;
  readonly input: readonly Int32Array[];
}

/*
 * Terms over numbers `s`, arrays `v` and arrays of arrays `m`, drawn by type and by the names in scope, with every construct within maps within
 * maps: lengths differ from row to row, loops from element to element, and branches take what others do not.
 */

interface Names {
  readonly numbers: readonly string[];
  readonly vectors: readonly string[];
  readonly matrices: readonly string[];
}

const OPERATORS = ["(+)", "(*)", "i32.min", "i32.max", "(\\a b -> a + b)", "(^)"] as const;

type Draw = (depth: number, names: Names) => fc.Arbitrary<string>;

function withNumber(names: Names, ...more: readonly string[]): Names {
  return { ...names, numbers: [...names.numbers, ...more] };
}

function withVector(names: Names, ...more: readonly string[]): Names {
  return { ...names, vectors: [...names.vectors, ...more] };
}

const number: Draw = (depth, names) => {
  const leaves = [fc.integer({ min: -4, max: 9 }).map((value) => `(${value})`)];
  if (names.numbers.length > 0) leaves.push(fc.constantFrom(...names.numbers));
  if (depth === 0) return fc.oneof(...leaves);
  const [n, v, m] = [number(depth - 1, names), vector(depth - 1, names), matrix(depth - 1, names)];
  const operator = fc.constantFrom(...OPERATORS);
  return fc.oneof(
    ...leaves,
    fc.tuple(n, fc.constantFrom("+", "-", "*", "&"), n).map(([a, o, b]) => `(${a} ${o} ${b})`),
    fc.tuple(operator, n, v).map(([op, ne, xs]) => `(reduce ${op} ${ne} ${xs})`),
    fc.tuple(n, n, n, n).map(([a, b, c, d]) => `(if ${a} < ${b} then ${c} else ${d})`),
    fc
      .tuple(n, v, v)
      .map(([a, xs, ys]) => `(if ${a} > 1 && any (> 2) ${xs} then length ${ys} |> i32.i64 else ${a})`),
    fc.tuple(v, n).map(([xs, a]) => `(let w = concat ${xs} [${a}] in w[i64.i32 (${a} & 1) % length w])`),
    fc.tuple(n, n).map(([a, b]) => `(loop s = ${a} & 15 while s > 3 do s / 2 - (${b} & 1))`),
    fc.tuple(n, n).map(([a, b]) => `(loop s = ${a} for i < (${b} & 3) do s * 2 - i)`),
    fc.tuple(n, v).map(([a, xs]) => `(loop s = ${a} for x in ${xs} do s * 3 + x)`),
    fc
      .tuple(v, number(depth - 1, withNumber(names, "x")))
      .map(([xs, body]) => `(reduce (+) 0 (map (\\x -> ${body}) ${xs}))`),
    m.map((xss) => `(reduce (+) 0 (map (\\r -> i32.i64 (length r)) ${xss}))`),
    v.map((xs) => `(total ${xs})`),
    v.map((xs) => `(if all (> 0) ${xs} then 1 else 2)`),
  );
};

const vector: Draw = (depth, names) => {
  const leaves = [
    fc
      .array(fc.integer({ min: -4, max: 9 }), { minLength: 1, maxLength: 3 })
      .map((items) => `(free [${items.join(", ")}])`),
  ];
  if (names.vectors.length > 0) leaves.push(fc.constantFrom(...names.vectors));
  if (depth === 0) return fc.oneof(...leaves);
  const [n, v, m] = [number(depth - 1, names), vector(depth - 1, names), matrix(depth - 1, names)];
  const body = number(depth - 1, withNumber(names, "x"));
  const operator = fc.constantFrom(...OPERATORS);
  return fc.oneof(
    ...leaves,
    fc.tuple(body, v).map(([f, xs]) => `(map (\\x -> ${f}) ${xs})`),
    fc.tuple(body, v).map(([f, xs]) => `(filter (\\x -> ${f} > 0) ${xs})`),
    fc.tuple(operator, n, v).map(([op, ne, xs]) => `(scan ${op} ${ne} ${xs})`),
    fc.tuple(operator, n, v).map(([op, ne, xs]) => `(exscan ${op} ${ne} ${xs})`),
    fc.tuple(v, v).map(([xs, ys]) => `(concat ${xs} ${ys})`),
    v.map((xs) => `(sort ${xs})`),
    v.map((xs) => `(reverse ${xs})`),
    fc.tuple(v, n).map(([xs, a]) => `(rotate (i64.i32 (${a} & 3)) ${xs})`),
    n.map((a) => `(map i32.i64 (iota (i64.i32 (${a} & 3))))`),
    fc.tuple(n, n).map(([a, b]) => `(replicate (i64.i32 (${a} & 3)) ${b})`),
    n.map((a) => `(free [${a}, ${a} * 2])`),
    fc.tuple(n, v, v).map(([a, xs, ys]) => `(if ${a} < 2 then ${xs} else ${ys})`),
    fc.tuple(v, n).map(([xs, a]) => `(let w = ${xs} in w[: i64.i32 (${a} & 7) % (length w + 1)])`),
    fc.tuple(n, v).map(([a, xs]) => `(loop w = ${xs} for i < (${a} & 3) do map (+ i) w)`),
    fc.tuple(n, v).map(([a, xs]) => `(loop w = ${xs} for i < (${a} & 1) do concat w [i])`),
    m.map((xss) => `(flatten ${xss})`),
    m.map((xss) => `(reduce concat [] ${xss})`),
    m.map((xss) => `(#[expression(left-fold)] reduce (\\p q -> map (+ total p) q) [1] ${xss})`),
    m.map((xss) => `(map total ${xss})`),
    fc.tuple(v, v).map(([xs, ys]) => `(let w = ${ys} in scatter ${xs} (map (\\e -> i64.i32 (e & 3)) w) w)`),
    fc
      .tuple(v, v)
      .map(([xs, ys]) => `(let w = ${ys} in reduce_by_index ${xs} (+) 0 (map (\\e -> i64.i32 (e & 3)) w) w)`),
    v.map((xs) => `(let w = ${xs} in segmented_scan (+) 0 (map (> 2) w) w)`),
    v.map((xs) => `(let w = ${xs} in segmented_reduce (+) 0 (map (> 2) w) w)`),
    v.map((xs) => `(let (a, b) = partition (> 2) ${xs} in concat b a)`),
  );
};

const matrix: Draw = (depth, names) => {
  const leaves: fc.Arbitrary<string>[] = [fc.constant("table")];
  if (names.matrices.length > 0) leaves.push(fc.constantFrom(...names.matrices));
  if (depth === 0) return fc.oneof(...leaves);
  const [n, v, m] = [number(depth - 1, names), vector(depth - 1, names), matrix(depth - 1, names)];
  return fc.oneof(
    ...leaves,
    fc.tuple(vector(depth - 1, withNumber(names, "x")), v).map(([row, xs]) => `(map (\\x -> ${row}) ${xs})`),
    fc
      .tuple(vector(depth - 1, withVector(names, "r")), m)
      .map(([row, xss]) => `(map (\\r -> ${row}) ${xss})`),
    fc
      .tuple(number(depth - 1, withVector(names, "r")), m)
      .map(([a, xss]) => `(filter (\\r -> ${a} > 0) ${xss})`),
    fc.tuple(m, m).map(([xss, yss]) => `(concat ${xss} ${yss})`),
    m.map((xss) => `(reverse ${xss})`),
    m.map((xss) => `(scan concat [] ${xss})`),
    fc.tuple(n, v).map(([a, xs]) => `(replicate (i64.i32 (${a} & 3)) ${xs})`),
    v.map((xs) => `(let w = ${xs} in map free (transpose [w, reverse w, map (+ 1) w]))`),
    fc.tuple(n, m, m).map(([a, xss, yss]) => `(if ${a} < 3 then ${xss} else ${yss})`),
    fc.tuple(n, m).map(([a, xss]) => `(loop q = ${xss} for i < (${a} & 1) do map (\\r -> map (+ i) r) q)`),
  );
};

const PRELUDE = `def table = map (\\i -> map (\\j -> i32.i64 (i * j)) (iota i)) (iota 4)
def free (xs: []i32): []i32 = xs
def total [n] (xs: [n]i32): i32 = reduce (+) 0 xs + i32.i64 n
`;

/** Programs of so many levels. */
export function nestedPrograms(depth: number): fc.Arbitrary<NestedProgram> {
  const names: Names = { numbers: [], vectors: [], matrices: ["xss"] };
  const main = `${PRELUDE}entry main (xss: [][]i32)`;
  const text = fc.oneof(
    number(depth, names).map((term) => `${main}: i32 = ${term}`),
    vector(depth, names).map((term) => `${main}: []i32 = ${term}`),
    matrix(depth, names).map((term) => `${main}: [][]i32 = ${term}`),
  );
  const row = fc
    .array(fc.integer({ min: -9, max: 9 }), { maxLength: 4 })
    .map((items) => Int32Array.from(items));
  return fc.record({ text, input: fc.array(row, { maxLength: 4 }) });
}
