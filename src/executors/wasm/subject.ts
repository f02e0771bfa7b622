import { hasVectorForm } from "../../codegen/wasm/term.ts";
import type { TypedContract } from "../../contracts/contract.ts";
import { type Expression, iteratedPairwise, leftFold, linearCarry } from "../../expressions/expression.ts";
import { swapSides, type Term } from "../../operators/term.ts";
import { ELEMENT_TYPE_FACTS } from "../../values/element-types.ts";
import type { KernelSubject } from "./kernels/lanes.ts";

/** The block length that serves associative operators: the fastest of the scan kernels. */
const SERVING_BLOCK_LENGTH = 32;

/** What the kernels of a contract are specialised to. Backward contracts run on the reversed sequence with sides swapped. */
export function subjectOf(contract: TypedContract): KernelSubject {
  const { operator, accumulate, direction, initial } = contract;
  const term = operator.term(accumulate);
  return {
    type: accumulate,
    term: direction === "backward" && !operator.isCommutative ? swapSides(term) : term,
    identity: operator.identity(accumulate),
    hasOutsideInitial: initial?.placement === "outside",
  };
}

/** Whether the vector kernels can run: lanes, and an identity for those with nothing on their left. */
export function hasVectorKernels(subject: KernelSubject): boolean {
  return subject.identity !== undefined && hasVectorForm(subject.term);
}

/**
 * The expression whose kernels compute a contract: its own, or, where the operator is proved associative bit for bit, the one with the
 * fastest kernels, since then all of them have the same bits.
 */
export function servingExpression(
  contract: TypedContract,
  subject: KernelSubject,
  purpose: "scan" | "reduce",
): Expression {
  if (!contract.operator.isAssociative(contract.accumulate)) return contract.expression;
  if (!hasVectorKernels(subject)) return leftFold;
  return purpose === "scan" ? linearCarry(SERVING_BLOCK_LENGTH) : iteratedPairwise;
}

/** When NaNs of vector kernels are made canonical: never for integers, on suspicion for float add, always for the rest. */
export type NaNRule = "none" | "guard" | "always";

export function nanRuleOf(contract: TypedContract): NaNRule {
  if (!ELEMENT_TYPE_FACTS[contract.accumulate].isFloat) return "none";
  // The guard's argument is for sums of the two operands and of nothing else.
  const { term } = subjectOf(contract);
  const isOperand = ({ kind }: Term): boolean => kind === "left" || kind === "right";
  const isSum =
    term.kind === "binary" && term.operation === "add" && isOperand(term.first) && isOperand(term.second);
  return isSum ? "guard" : "always";
}
