import fc from "fast-check";

/** A program over floats with an entry `main` over one array of them, and data for it, NaNs of any bits among them. */
interface FloatProgram {
  readonly text: string;
  readonly input: Float64Array | Float32Array;
}

/*
 * Terms are drawn by the type of their floats. Each of them may make a NaN, hand one on or hide it: quotients, roots, conversions, constants,
 * literals, choices, and every way in which elements are moved.
 */

type Float = "f64" | "f32";

const BINARY = ["+", "-", "*", "/"] as const;
const UNARY = ["abs", "neg", "sqrt", "floor", "ceil", "trunc", "round"] as const;
const FOLDS = ["(+)", "(*)", "max", "min"] as const;
const TREES = ["left-fold", "pairwise", "block-dyadic:4", "interleaved:2"] as const;

function scalarTerm(type: Float, depth: number, names: readonly string[]): fc.Arbitrary<string> {
  const leaves = fc.oneof(
    fc.constantFrom(...names, "0", "1.5", "(-2)", `${type}.nan`, `${type}.inf`, `(-${type}.inf)`),
    fc.constantFrom("(0 / 0)", `(${type}.sqrt (-1))`, "(-(0 / 0))"),
  );
  if (depth === 0) return leaves;
  const inner = scalarTerm(type, depth - 1, names);
  const array = arrayTerm(type, depth - 1);
  const other = type === "f64" ? "f32" : "f64";
  return fc.oneof(
    leaves,
    fc.tuple(inner, fc.constantFrom(...BINARY), inner).map(([a, o, b]) => `(${a} ${o} ${b})`),
    fc.tuple(fc.constantFrom(...UNARY), inner).map(([f, a]) => `(${type}.${f} ${a})`),
    fc.tuple(fc.constantFrom("max", "min"), inner, inner).map(([f, a, b]) => `(${type}.${f} ${a} ${b})`),
    inner.map((a) => `(${type}.${other} (${other}.${type} ${a}))`),
    inner.map((a) => `(${type}.i32 (i32.${type} ${a}))`),
    fc.tuple(inner, inner, inner).map(([a, b, c]) => `(if ${a} < ${b} then ${c} else ${a})`),
    fc.tuple(inner, inner).map(([a, b]) => `(let v = ${a} in v * ${b} - v)`),
    ...(names.length > 0
      ? []
      : [fc.tuple(foldTerm(type, ["reduce"]), inner, array).map(([f, ne, xs]) => `(${f} ${ne} ${xs})`)]),
  );
}

function foldTerm(type: Float, names: readonly string[]): fc.Arbitrary<string> {
  const operator = fc.constantFrom(...FOLDS).map((name) => (name.startsWith("(") ? name : `${type}.${name}`));
  return fc
    .tuple(fc.constantFrom(...TREES), fc.constantFrom(...names), operator)
    .map(([tree, name, op]) => `#[expression(${tree})] ${name} ${op}`);
}

function arrayTerm(type: Float, depth: number): fc.Arbitrary<string> {
  const known = scalarTerm(type, 0, []);
  const leaves = fc.oneof(
    fc.constant("xs"),
    fc.array(scalarTerm(type, 0, []), { minLength: 1, maxLength: 3 }).map((items) => `[${items.join(", ")}]`),
    scalarTerm(type, 0, []).map((item) => `(replicate 2 ${item})`),
  );
  if (depth === 0) return leaves;
  const inner = arrayTerm(type, depth - 1);
  const body = (...names: readonly string[]): fc.Arbitrary<string> => scalarTerm(type, depth - 1, names);
  const other = type === "f64" ? "f32" : "f64";
  return fc.oneof(
    leaves,
    fc.tuple(body("x"), inner).map(([b, xs]) => `(map (\\x -> ${b}) ${xs})`),
    fc
      .tuple(body("x", "y"), inner)
      .map(([b, xs]) => `(let zs = ${xs} in map2 (\\x y -> ${b}) zs (reverse zs))`),
    inner.map((xs) => `(map ${type}.${other} (map ${other}.${type} ${xs}))`),
    fc.tuple(body("x"), inner).map(([b, xs]) => `(filter (\\x -> !(${b} < 1)) ${xs})`),
    fc.tuple(foldTerm(type, ["scan", "exscan"]), known, inner).map(([f, ne, xs]) => `(${f} ${ne} ${xs})`),
    fc.tuple(inner, inner).map(([xs, ys]) => `(concat ${xs} ${ys})`),
    inner.map((xs) => `(sort ${xs})`),
    inner.map((xs) => `(rotate 1 ${xs})`),
    inner.map((xs) => `(unzip (let zs = ${xs} in zip zs (map (+ 1) zs))).0`),
    inner.map((xs) => `(let (a, b) = partition (\\x -> x == x) ${xs} in concat b a)`),
    fc.tuple(inner, inner).map(([xs, ys]) => `(let vs = ${ys} in scatter ${xs} (indices vs) vs)`),
    fc
      .tuple(inner, inner)
      .map(([xs, ys]) => `(let vs = ${ys} in reduce_by_index ${xs} ${type}.max 0 (indices vs) vs)`),
    inner.map((xs) => `(loop ys = ${xs} for i < 2 do map (\\y -> y * y - y) ys)`),
  );
}

/** Elements of any bits: numbers, infinities, NaNs with either sign and any payload. */
function inputOf(type: Float): fc.Arbitrary<Float64Array | Float32Array> {
  const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  const special = fc.constantFrom(
    0,
    0x80000000,
    0x7f800000,
    0xff800000,
    0x7f800001,
    0xffc00001,
    0x7fc00000,
    0xfff00000,
    0x7ff00001,
  );
  const words = fc.array(fc.oneof(word, special), { maxLength: 12 });
  return words.map((items) => {
    if (type === "f32") return new Float32Array(Uint32Array.from(items).buffer);
    return new Float64Array(Uint32Array.from(items.length % 2 === 0 ? items : [...items, 0x7ff80000]).buffer);
  });
}

/** Programs of so many levels. */
export function floatPrograms(depth: number): fc.Arbitrary<FloatProgram> {
  return fc.constantFrom<Float>("f64", "f32").chain((type) => {
    const body = fc.oneof(
      scalarTerm(type, depth, []).map((term) => `entry main (xs: []${type}): ${type} = ${term}`),
      arrayTerm(type, depth).map((term) => `entry main (xs: []${type}): []${type} = ${term}`),
      fc
        .tuple(scalarTerm(type, 1, []), arrayTerm(type, depth))
        .map(([a, xs]) => `entry main (xs: []${type}) = (${a}, {r = ${xs}})`),
    );
    return fc.record({ text: body, input: inputOf(type) });
  });
}
