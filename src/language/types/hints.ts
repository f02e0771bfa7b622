// What is meant by names that are not defined here: what other languages call so, what Futhark has and nothing here, and the nearest name.

import { nearestHint } from "../../values/check-name.ts";
import { PROGRAM_SCALARS } from "../../values/program-scalars.ts";
import { isOfPrelude } from "../text/prelude.ts";
import { scalarMeaning } from "./scalar-functions.ts";

/** What other languages call by these names, and this one by others. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  len: "length xs",
  size: "length xs",
  range: "iota n, or 0..<n",
  fmap: "map f xs",
  fold: "reduce f e xs",
  foldl1: "reduce f e xs",
  zipWith: "map2 f xs ys",
  concatMap: "flatten (map f xs)",
  cumsum: "scan (+) 0 xs",
  append: "xs ++ ys",
  enumerate: "zip (indices xs) xs",
  zeros: "replicate n 0",
  exists: "any p xs",
  even: "x % 2 == 0",
  odd: "x % 2 != 0",
  print: "trace x, or what an entry gives",
  return: "the value alone, which ends a definition",
  int: "i32.f64 x, or the types that it is of",
  float: "f64.i32 x, or the types that it is of",
  True: "true",
  False: "false",
  scanl: "scan f e xs",
  sum: "reduce (+) 0 xs, or f64.sum xs",
  product: "reduce (*) 1 xs, or f64.product xs",
  maximum: "f64.maximum xs",
  minimum: "f64.minimum xs",
  fst: "pair.0",
  snd: "pair.1",
  div: "x / y",
  mod: "x % y",
  subtract: "(\\x -> x - y)",
  neg: "-x",
  pow: "x ** y",
};

/** What Futhark has and no executor could give the same bits of, and why. */
const NOT_HERE: Readonly<Record<string, string>> = {
  gamma: "nothing says which bits it gives",
  lgamma: "nothing says which bits it gives",
  erf: "nothing says which bits it gives",
  erfc: "nothing says which bits it gives",
  fma: "executors round twice, as mad does",
  jvp: "there is no automatic differentiation",
  vjp: "there is no automatic differentiation",
  jvp2: "there is no automatic differentiation",
  vjp2: "there is no automatic differentiation",
  f16: "no executor has it; f32 is the narrowest float",
  scatter_stream: "write scatter",
  reduce_by_index_stream: "write reduce_by_index",
  reduce_stream: "write reduce",
  map_stream: "write map",
};

/** Scalar types by the names that other languages have for them. */
const TYPES_ELSEWHERE: Readonly<Record<string, string>> = {
  int: "i32 or i64",
  long: "i64",
  float: "f32 or f64",
  double: "f64",
  real: "f64",
  boolean: "bool",
  char: "u8",
  string: "[]u8",
};

/** What is meant by the name of a type that nothing is called by. */
export function hintForType(name: string): string {
  if (Object.hasOwn(TYPES_ELSEWHERE, name)) return ` (here: ${TYPES_ELSEWHERE[name]})`;
  return notHere(name) || nearestHint(name, PROGRAM_SCALARS);
}

/** Whether types of numbers have such a function, or such a constant. */
function isMember(name: string): boolean {
  return scalarMeaning(`f64.${name}`) !== undefined || isOfPrelude(`f64.${name}`);
}

/** Why a name that Futhark has is not here; nothing for any other. */
function notHere(name: string): string {
  return Object.hasOwn(NOT_HERE, name) ? ` (not here: ${NOT_HERE[name]})` : "";
}

/** What is meant by a name that nothing is called by, or why it is not here. */
export function hintFor(name: string, known: readonly string[]): string {
  if (Object.hasOwn(ELSEWHERE, name)) return ` (here: ${ELSEWHERE[name]})`;
  if (!name.includes(".") && isMember(name)) return ` (here: of a type, as f64.${name} or f32.${name})`;
  return notHere(name.slice(name.indexOf(".") + 1)) || nearestHint(name, known);
}
