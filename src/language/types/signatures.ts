// The functions of the language and their types, in its own words.

import type { ScalarType } from "../../values/element-types.ts";

export const FLOATS: readonly ScalarType[] = ["f64", "f32"];
export const INTEGERS: readonly ScalarType[] = ["i32", "i64", "u32", "u64"];
export const NUMBERS: readonly ScalarType[] = [...INTEGERS, ...FLOATS];
export const SCALARS: readonly ScalarType[] = [...NUMBERS, "bool"];

/** Type variables of the signatures below that stand for some scalar types only. */
export const CLASSES: Readonly<Record<string, readonly ScalarType[]>> = {
  number: NUMBERS,
  integer: INTEGERS,
  index: INTEGERS,
  key: SCALARS,
};

/** The types of the functions over arrays, in the language's own words. Small letters are type variables, `n` and `k` sizes. */
export const ARRAY_SIGNATURES = {
  iota: "i64 -> []i64",
  replicate: "i64 -> a -> []a",
  tabulate: "i64 -> (i64 -> a) -> []a",
  length: "[]a -> i64",
  concat: "[]a -> []a -> []a",
  flatten: "[][]a -> []a",
  transpose: "[n][k]a -> [k][n]a",
  reverse: "[n]a -> [n]a",
  rotate: "i64 -> [n]a -> [n]a",
  indices: "[n]a -> [n]i64",
  head: "[]a -> a",
  last: "[]a -> a",
  take: "i64 -> []a -> []a",
  drop: "i64 -> []a -> []a",
  zip: "[n]a -> [n]b -> [n](a, b)",
  zip3: "[n]a -> [n]b -> [n]c -> [n](a, b, c)",
  unzip: "[n](a, b) -> ([n]a, [n]b)",
  unzip3: "[n](a, b, c) -> ([n]a, [n]b, [n]c)",
  map: "(a -> b) -> [n]a -> [n]b",
  map1: "(a -> b) -> [n]a -> [n]b",
  map2: "(a -> b -> c) -> [n]a -> [n]b -> [n]c",
  map3: "(a -> b -> c -> d) -> [n]a -> [n]b -> [n]c -> [n]d",
  map4: "(a -> b -> c -> d -> e) -> [n]a -> [n]b -> [n]c -> [n]d -> [n]e",
  map5: "(a -> b -> c -> d -> e -> f) -> [n]a -> [n]b -> [n]c -> [n]d -> [n]e -> [n]f",
  foldl: "(b -> a -> b) -> b -> []a -> b",
  reduce: "(a -> a -> a) -> a -> []a -> a",
  reduce_comm: "(a -> a -> a) -> a -> []a -> a",
  scan: "(a -> a -> a) -> a -> [n]a -> [n]a",
  exscan: "(a -> a -> a) -> a -> [n]a -> [n]a",
  segmented_scan: "(a -> a -> a) -> a -> [n]bool -> [n]a -> [n]a",
  segmented_reduce: "(a -> a -> a) -> a -> [n]bool -> [n]a -> []a",
  reduce_by_index: "[k]a -> (a -> a -> a) -> a -> [n]i64 -> [n]a -> [k]a",
  filter: "(a -> bool) -> []a -> []a",
  partition: "(a -> bool) -> []a -> ([]a, []a)",
  scatter: "[k]a -> [n]i64 -> [n]a -> [k]a",
  sort: "[n]key -> [n]key",
  any: "(a -> bool) -> []a -> bool",
  all: "(a -> bool) -> []a -> bool",
  assert: "bool -> a -> a",
} as const satisfies Readonly<Record<string, string>>;

/** Those that combine elements by a tree, which an attribute may name. */
export const FOLDS: readonly string[] = [
  "reduce",
  "reduce_comm",
  "scan",
  "exscan",
  "segmented_scan",
  "segmented_reduce",
  "reduce_by_index",
] satisfies readonly (keyof typeof ARRAY_SIGNATURES)[];

/** A function over arrays that the language has. */
export type ArrayFunction = keyof typeof ARRAY_SIGNATURES;

/** The same for functions of scalars; those of one type are in `scalarFunctionOf`. */
export const SCALAR_SIGNATURES = {
  min: "number -> number -> number",
  max: "number -> number -> number",
  abs: "number -> number",
  not: "bool -> bool",
  copy: "a -> a",
  "**": "number -> number -> number",
  "//": "integer -> integer -> integer",
  "%%": "integer -> integer -> integer",
  ">>>": "integer -> integer -> integer",
  // Whole numbers of any type, and i64: one as that, how far it is from one to another, and that as one of the type of another.
  "i64.integer": "index -> i64",
  "i64.distance": "integer -> integer -> i64",
  "i64.like": "integer -> i64 -> integer",
} as const satisfies Readonly<Record<string, string>>;

export type ScalarFunction = keyof typeof SCALAR_SIGNATURES;

/** What stands where nobody looks: a value of any type, in the parts of a record that its constructor has not. */
export const BLANK = "prelude.blank";

/** How many operands those functions wait for: arrows in brackets are those of operands. */
export const ARITIES: Readonly<Record<ArrayFunction | ScalarFunction, number>> = aritiesOf({
  ...ARRAY_SIGNATURES,
  ...SCALAR_SIGNATURES,
});

function aritiesOf<Name extends string>(signatures: Readonly<Record<Name, string>>): Record<Name, number> {
  const arities = Object.entries<string>(signatures).map(([name, text]) => {
    return [name, text.replaceAll(/\([^()]*\)/g, "").split("->").length - 1];
  });
  return Object.fromEntries(arities);
}

export function isArrayFunction(name: string): name is ArrayFunction {
  return Object.hasOwn(ARRAY_SIGNATURES, name);
}

export function isPlainScalarFunction(name: string): name is ScalarFunction {
  return Object.hasOwn(SCALAR_SIGNATURES, name);
}
