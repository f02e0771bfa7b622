import type { ColumnContract } from "../../contracts/column-contract.ts";
import { operatorKey } from "../../operators/operator-key.ts";
import { type ElementType, SCALAR_TYPE_FACTS } from "../../values/element-types.ts";
import type { Arenas } from "./memory/arena.ts";
import type { RunnerSetting } from "./runner.ts";
import { nanRuleOf, subjectOf } from "./subject.ts";

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
