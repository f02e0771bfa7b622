import { emittableTerms } from "../../codegen/wasm/term.ts";
import type { ColumnContract } from "../../contracts/column-contract.ts";
import { isOrderFree } from "../../expressions/expression.ts";
import { operatorKey } from "../../operators/operator-key.ts";
import { swapSides, type Term } from "../../operators/term.ts";
import { type ElementType, SCALAR_TYPE_FACTS } from "../../values/element-types.ts";
import type { Row } from "../../values/value-types.ts";

import type { KernelSubject } from "./kernels/lanes.ts";
import type { Arenas } from "./memory/arena.ts";
import type { NaNRule, RunnerSetting } from "./runner.ts";

/** What the runners of a contract are specialised to. */
export function settingOf(arenas: Arenas, contract: ColumnContract): RunnerSetting {
  const subject = subjectOf(contract);
  const { operator, sums, direction, initial } = contract;
  const type = operator.kind === "operator" ? (sums[0] as ElementType) : undefined;
  const outside = initial?.placement === "outside" ? initial.value : undefined;
  return {
    contract,
    key: `${operatorKey(operator, type)} ${direction} ${subject.hasOutsideInitial}`,
    subject,
    stride: sums.length > 1 ? 1 : SCALAR_TYPE_FACTS[sums[0]].bytes,
    initial: outside,
    nanRule: nanRuleOf(subject),
    hasSuspectInitial: outside?.some((value) => !Number.isFinite(Number(value))) ?? false,
    counts: arenas.counts,
  };
}

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

/** See NaNRule. */
function nanRuleOf({ terms: { columns, list }, identity }: KernelSubject): NaNRule {
  if (columns.every((type) => !SCALAR_TYPE_FACTS[type].isFloat)) return "none";
  // The guard's argument is for sums of the two operands and of nothing else.
  const { term } = list.nodes[list.roots[0]];
  const isOperand = ({ kind }: Term): boolean => kind === "left" || kind === "right";
  const isSum =
    term.kind === "binary" && term.operation === "add" && isOperand(term.first) && isOperand(term.second);
  return isSum && identity !== undefined ? "guard" : "always";
}

/** The initial value by column where it is the first element of the sequence: if it is placed so, and in a sum without an order. */
export function firstTermOf(contract: ColumnContract): Row | undefined {
  const { initial, expression } = contract;
  if (initial === undefined || (initial.placement !== "first" && !isOrderFree(expression))) return undefined;
  return initial.value;
}
