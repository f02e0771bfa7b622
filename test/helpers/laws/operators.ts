import { parseOperator } from "../../../src/operators/text/parse-operator.ts";
import type { SmtAnswer, SmtSolver } from "../../../src/solvers/smt.ts";

/*
 * Support for tests: operators whose laws are known, as one would write them, and a solver that says what it is told to.
 */

/** The slides' argmax, with the neutral element that they give it. */
export const ARGMAX = parseOperator(`
  operator argmax (left: { value: i32, index: i32 }, right) => if left.value < right.value then right else left
  identity { value: -2147483648, index: -1 }
`);

/** The same on the carrier on which that element is neutral. */
export const ARGMAX_ON_CARRIER = parseOperator(`
  operator argmax-on-carrier (left: { value: i32, index: i32 }, right) => if left.value < right.value then right else left
  identity { value: -2147483648, index: -1 }
  where x => x.value != -2147483648 || x.index == -1
`);

/** Argmax that prefers the smaller index of equal values. */
export const ARGMAX_TIE_BREAK = parseOperator(`
  operator argmax-tie-break (left: { value: i32, index: i32 }, right) =>
    if left.value < right.value || left.value == right.value && right.index < left.index then right else left
  identity { value: -2147483648, index: 2147483647 }
`);

export const SATURATING_U32 = parseOperator(`
  operator saturating-u32 (left: u32, right) => let sum = left + right in if sum < left then 4294967295 else sum
  identity 0
`);

export const SATURATING_I32 = parseOperator(`
  operator saturating-i32 (left: i32, right) => i32(max(min(i64(left) + i64(right), 2147483647), -2147483648))
  identity 0
`);

export const MINUS_I32 = parseOperator("operator minus (left: i32, right) => left - right");

export const AVERAGE_I32 = parseOperator("operator average (left: i32, right) => (left + right) / 2");

export const MAX_BY_LESS = parseOperator(
  "operator max-by-less (left: f32, right) => if left < right then right else left",
);

/** A solver that gives one answer to everything, and remembers what it was asked. */
export function fakeSolver(
  answer: SmtAnswer | ((script: string) => SmtAnswer),
): SmtSolver & { readonly scripts: string[] } {
  const scripts: string[] = [];
  return {
    name: "fake",
    version: "1",
    scripts,
    check: async (script) => {
      scripts.push(script);
      return typeof answer === "function" ? answer(script) : answer;
    },
    close: async () => {},
  };
}
