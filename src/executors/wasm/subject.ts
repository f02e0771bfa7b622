import { emittableTerms } from "../../codegen/wasm/term.ts";
import type { RecordContract, TypedContract } from "../../contracts/contract.ts";
import { takesAnyTree } from "../../contracts/takes-any-tree.ts";
import { type Expression, iteratedPairwise, leftFold, linearCarry } from "../../expressions/expression.ts";
import { swapSides, type Term } from "../../operators/term.ts";
import { SCALAR_TYPE_FACTS, type ScalarType } from "../../values/element-types.ts";
import type { KernelSubject } from "./kernels/lanes.ts";

/** The block length that serves associative operators: the fastest of the scan kernels. */
const SERVING_BLOCK_LENGTH = 32;

/** What the kernels of a contract are specialised to. Backward contracts run on the reversed sequence with sides swapped. */
export function subjectOf(contract: TypedContract | RecordContract): KernelSubject {
  const { operator, direction, initial } = contract;
  const { columns, terms, identity } = bodyOf(contract);
  const isSwapped = direction === "backward" && !operator.isCommutative;
  return {
    terms: emittableTerms(columns, isSwapped ? swapSides(terms) : terms),
    identity,
    hasOutsideInitial: initial?.placement === "outside",
  };
}

interface Body {
  readonly columns: readonly ScalarType[];
  readonly terms: readonly Term[];
  readonly identity: readonly (number | bigint)[] | undefined;
}

function bodyOf(contract: TypedContract | RecordContract): Body {
  if (contract.kind === "record") {
    const { columns, terms } = contract.operator;
    return { columns: columns.map(({ type }) => type), terms, identity: undefined };
  }
  const { operator, accumulate } = contract;
  const identity = operator.identity(accumulate);
  return {
    columns: [accumulate],
    terms: [operator.term(accumulate)],
    identity: identity === undefined ? undefined : [identity],
  };
}

/** The expression whose kernels compute a contract: its own, or, where any tree has its bits, the one with the fastest kernels. */
export function servingExpression(
  contract: TypedContract | RecordContract,
  subject: KernelSubject,
  purpose: "scan" | "reduce",
): Expression {
  if (!takesAnyTree(contract)) return contract.expression;
  if (subject.terms.laneBytes === undefined) return leftFold;
  return purpose === "scan" ? linearCarry(SERVING_BLOCK_LENGTH) : iteratedPairwise;
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
