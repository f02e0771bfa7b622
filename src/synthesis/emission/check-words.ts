import { UnsupportedError } from "../../values/errors.ts";
import { applyIndexOperation } from "../programs/apply-index-operation.ts";
import { compileCondition, compileTerm, type IndexValues } from "../programs/compile-term.ts";
import { countersOf } from "../programs/expand-program.ts";
import type { IndexTerm } from "../programs/index-term.ts";
import type { ProgramPhase } from "../programs/network-program.ts";
import { partsOf } from "./term-facts.ts";

/**
 * That every value which a phase comes by at a width fits in 32 bits, and every shift is by fewer than 32 places: what i32 computes is then what the program means.
 *
 * @throws UnsupportedError naming i and j where one does not
 */
export function checkWords(phase: ProgramPhase, width: number, values: IndexValues): void {
  const guards = partsOf(phase.guard).map((part) => ({
    holds: compileCondition(part),
    terms: part.kind === "all" ? [] : [part.left, part.right].map(wordOf),
  }));
  const indices = [phase.source, phase.destination].map(wordOf);
  for (const i of countersOf(phase, width, values)) {
    for (let j = 0; j < width; j++) {
      const known = { ...values, N: width, i, j };
      const check = (terms: readonly ((values: IndexValues) => number)[]): void => {
        if (terms.some((term) => Number.isNaN(term(known)))) refuse(width, i, j);
      };
      // As in WGSL, what stands after a condition that fails is not looked at.
      const isActive = guards.every(({ holds, terms }) => {
        check(terms);
        return holds(known);
      });
      if (isActive) check(indices);
    }
  }
}

function refuse(width: number, i: number, j: number): never {
  throw new UnsupportedError(
    `this program in WGSL at width ${width}`,
    `an index at i = ${i}, j = ${j} does not fit in 32 bits`,
    "emit its network instead, which has no indices to compute",
  );
}

/** The value of a term; not a number where it, or a value on the way, is none of i32. */
function wordOf(term: IndexTerm): (values: IndexValues) => number {
  if (term.kind === "integer" || term.kind === "variable") {
    const value = compileTerm(term);
    return (values) => fitted(value(values));
  }
  if (term.kind === "ceilLog2") return compileTerm(term);
  const { operation } = term;
  const [left, right] = [wordOf(term.left), wordOf(term.right)];
  const isShift = operation === "shiftLeft" || operation === "shiftRight";
  return (values) => {
    const [first, second] = [left(values), right(values)];
    if (Number.isNaN(first) || Number.isNaN(second) || (isShift && second > 31)) return Number.NaN;
    return fitted(applyIndexOperation(operation, first, second));
  };
}

function fitted(value: number): number {
  return (value | 0) === value ? value : Number.NaN;
}
