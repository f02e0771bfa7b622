import fc from "fast-check";
import { NESTED_TERMS } from "./nested-terms.ts";

/** A program over an array of arrays, and data for it. */
interface NestedProgram {
  readonly text: string;
  readonly input: readonly Row[];
}

type Row = Int32Array | Uint32Array | Int16Array | Uint16Array | Int8Array | Uint8Array;

/*
 * Terms over numbers N, arrays V and arrays of arrays M, drawn by type and by the names in scope, with every construct within maps within maps:
 * lengths differ from row to row, loops from element to element, and branches take what others do not. All numbers are of one type, which is
 * another one from program to program.
 */

type Kind = "N" | "V" | "M";

interface Names {
  readonly N: readonly string[];
  readonly V: readonly string[];
  readonly M: readonly string[];
}

/** A term with others in it: `#V` is an array, `#N+x` a number that may have x in it, `#O` an operator. */
interface Template {
  readonly pieces: readonly string[];
  readonly holes: readonly { readonly kind: Kind | "O"; readonly names: readonly string[] }[];
}

const OPERATORS = ["(+)", "(*)", "i32.min", "i32.max", "(\\a b -> a + b)", "(^)"] as const;

function templateOf(text: string): Template {
  const holes = [...text.matchAll(/#([NVMO])((?:\+\w+)*)/g)].map(([, kind, names]) => {
    return { kind: kind as Kind | "O", names: names.split("+").slice(1) };
  });
  return { pieces: text.split(/#[NVMO](?:\+\w+)*/), holes };
}

const TEMPLATES = {
  N: NESTED_TERMS.numbers.map(templateOf),
  V: NESTED_TERMS.vectors.map(templateOf),
  M: NESTED_TERMS.matrices.map(templateOf),
};

/** What names of templates stand for: r, w and z for arrays, q for arrays of arrays, all others for numbers. */
function withNames(names: Names, more: readonly string[]): Names {
  const kindOf = (name: string): Kind => (["r", "w", "z"].includes(name) ? "V" : name === "q" ? "M" : "N");
  const added = (kind: Kind): readonly string[] => [
    ...names[kind].filter((name) => !more.includes(name)),
    ...more.filter((name) => kindOf(name) === kind),
  ];
  return { N: added("N"), V: added("V"), M: added("M") };
}

const items = fc.array(fc.integer({ min: -4, max: 9 }), { minLength: 1, maxLength: 3 });

const LEAVES: Readonly<Record<Kind, fc.Arbitrary<string>>> = {
  N: fc.integer({ min: -4, max: 9 }).map((value) => `(${value})`),
  V: items.map((values) => `(free [${values.join(", ")}])`),
  M: fc.constantFrom("table", "square"),
};

function term(kind: Kind, depth: number, names: Names): fc.Arbitrary<string> {
  const leaves = names[kind].length === 0 ? [LEAVES[kind]] : [LEAVES[kind], fc.constantFrom(...names[kind])];
  if (depth === 0) return fc.oneof(...leaves);
  const composed = fc.constantFrom(...TEMPLATES[kind]).chain(({ pieces, holes }) => {
    const parts = holes.map((hole) =>
      hole.kind === "O"
        ? fc.constantFrom(...OPERATORS)
        : term(hole.kind, depth - 1, withNames(names, hole.names)),
    );
    return fc
      .tuple(...parts)
      .map((texts) => `(${pieces.map((piece, k) => piece + (texts[k] ?? "")).join("")})`);
  });
  return fc.oneof({ arbitrary: fc.oneof(...leaves), weight: 1 }, { arbitrary: composed, weight: 6 });
}

const PRELUDE = `def table = map (\\i -> map (\\j -> i32.i64 (i * j)) (iota i)) (iota 4)
def square = map (\\i -> map (\\j -> i32.i64 (2 * i - j)) (iota 3)) (iota 3)
def free (xs: []i32): []i32 = xs
def total [n] (xs: [n]i32): i32 = reduce (+) 0 xs + i32.i64 n
def upto (k: i32) (n: i64): i64 = i64.i32 (k & 7) % (n + 1)
def cell (k: i32) (n: i64): i64 = i64.i32 (k & 7) % n
type pair = {x: i32, y: []i32}
type opt = #none | #some i32
`;

const TYPES: readonly (readonly [string, new (items: readonly number[]) => Row])[] = [
  ["i32", Int32Array],
  ["i32", Int32Array],
  ["u32", Uint32Array],
  ["i16", Int16Array],
  ["u16", Uint16Array],
  ["i8", Int8Array],
  ["u8", Uint8Array],
];

/** Programs of so many levels. */
export function nestedPrograms(depth: number): fc.Arbitrary<NestedProgram> {
  const names: Names = { N: [], V: [], M: ["xss"] };
  const body = fc.oneof(
    term("N", depth, names).map((text) => `i32 = ${text}`),
    term("V", depth, names).map((text) => `[]i32 = ${text}`),
    term("M", depth, names).map((text) => `[][]i32 = ${text}`),
  );
  const rows = fc.array(fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 4 }), { maxLength: 4 });
  return fc
    .record({ body, rows, type: fc.constantFrom(...TYPES) })
    .map(({ body: text, rows: given, type }) => {
      const [name, ArrayOfType] = type;
      const program = `${PRELUDE}entry main (xss: [][]i32): ${text}`.replaceAll(/\bi32\b/g, name);
      return { text: program, input: given.map((row) => new ArrayOfType(row)) };
    });
}
