import type { RecordContract, TypedContract } from "../../../contracts/contract.ts";
import { printContract } from "../../../contracts/print.ts";
import { operatorKey } from "../../../operators/operator-key.ts";
import { RecentMap } from "../../../values/recent-map.ts";
import type { SumsWasmExecutor } from "../order-free/sums-wasm-executor.ts";

/** Plans that are kept at least, of those used last. A program has few of them; operators and initial values that always differ must not fill the memory. */
const KEPT_PLANS = 64;

/**
 * The same executor, with the plans that it has made: calls ask for theirs each time, and making one compiles code, which takes as long as reducing 2^19 doubles.
 *
 * What is known of an operator decides what a plan does, so that plans are kept by the operator's key; its contracts differ in their lines.
 */
export function keepPlans(executor: SumsWasmExecutor): SumsWasmExecutor {
  const { plan, planRecords } = executor;
  const typed = keeper(plan);
  return planRecords === undefined
    ? { ...executor, plan: typed }
    : { ...executor, plan: typed, planRecords: keeper(planRecords) };
}

function keeper<Contract extends TypedContract | RecordContract, Plan>(
  make: (contract: Contract) => Plan,
): (contract: Contract) => Plan {
  const plans = new RecentMap<string, Plan>(KEPT_PLANS);
  return (contract) => {
    if (contract.expression.kind === "network") return make(contract); // whose name another network may have too
    const type = contract.kind === "typed" ? contract.accumulate : undefined;
    const key = `${operatorKey(contract.operator, type)} ${printContract(contract)}`;
    return plans.getOrMake(key, () => make(contract));
  };
}
