import type { RecordContract, TypedContract } from "../../contracts/contract.ts";
import { operatorKey } from "../../operators/operator-key.ts";
import { SCALAR_TYPE_FACTS, type Scalar } from "../../values/element-types.ts";
import type { Arenas } from "./arenas.ts";
import type { RunnerSetting } from "./runner.ts";
import { nanRuleOf, subjectOf } from "./subject.ts";

/** What the runners of a contract are specialised to. */
export function settingOf(arenas: Arenas, contract: TypedContract | RecordContract): RunnerSetting {
  const subject = subjectOf(contract);
  const { operator, direction } = contract;
  const { columns } = subject.terms;
  const type = contract.kind === "typed" ? contract.accumulate : undefined;
  const outside = outsideOf(contract);
  return {
    key: `${operatorKey(operator, type)} ${direction} ${subject.hasOutsideInitial}`,
    subject,
    stride: columns.length > 1 ? 1 : SCALAR_TYPE_FACTS[columns[0]].bytes,
    initial: outside,
    nanRule: nanRuleOf(subject),
    hasSuspectInitial: outside?.some((value) => !Number.isFinite(Number(value))) ?? false,
    counts: arenas.counts,
  };
}

function outsideOf(contract: TypedContract | RecordContract): readonly Scalar[] | undefined {
  const { initial } = contract;
  if (initial?.placement !== "outside") return undefined;
  return contract.kind === "record" ? contract.initial?.value : [initial.value as Scalar];
}
