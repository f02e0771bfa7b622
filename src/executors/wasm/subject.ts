import { emittableTerms } from "../../codegen/wasm/term.ts";
import type { ColumnContract } from "../../contracts/column-contract.ts";
import { swapSides, type Term } from "../../operators/term.ts";
import { SCALAR_TYPE_FACTS } from "../../values/element-types.ts";
import type { KernelSubject } from "./kernels/lanes.ts";

/** What the kernels of a contract are specialised to. Backward contracts run on the reversed sequence with sides swapped. */
export function subjectOf(contract: ColumnContract): KernelSubject {
  const { operator, sums, terms, identity, direction, initial } = contract;
  const isSwapped = direction === "backward" && !operator.isCommutative;
  return {
    terms: emittableTerms(sums, isSwapped ? swapSides(terms) : terms),
    identity,
    hasOutsideInitial: initial?.placement === "outside",
  };
}

/** When NaNs of vector kernels are made canonical: never for integers, on suspicion for float add, always for the rest. */
export type NaNRule = "none" | "guard" | "always";

/** See NaNRule. */
export function nanRuleOf({ terms: { columns, list }, identity }: KernelSubject): NaNRule {
  if (columns.every((type) => !SCALAR_TYPE_FACTS[type].isFloat)) return "none";
  // The guard's argument is for sums of the two operands and of nothing else.
  const { term } = list.nodes[list.roots[0]];
  const isOperand = ({ kind }: Term): boolean => kind === "left" || kind === "right";
  const isSum =
    term.kind === "binary" && term.operation === "add" && isOperand(term.first) && isOperand(term.second);
  return isSum && identity !== undefined ? "guard" : "always";
}
