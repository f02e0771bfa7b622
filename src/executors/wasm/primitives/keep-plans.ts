import type { RecordContract, TypedContract } from "../../../contracts/contract.ts";
import { printContract } from "../../../contracts/print.ts";
import type { SumsWasmExecutor } from "../order-free/sums-wasm-executor.ts";

/** Plans that are kept of one operator. A program has few of them; initial values that always differ must not fill the memory. */
const KEPT_PLANS = 16;

/**
 * The same executor, with the plans that it has made: calls ask for theirs each time, and making one compiles code, which takes as long as reducing 2^19 doubles.
 *
 * An operator's claims decide what a plan does, so that plans are kept by the operator itself; its contracts differ in their lines.
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
  const all = new WeakMap<Contract["operator"], Map<string, Plan>>();
  return (contract) => {
    if (contract.expression.kind === "network") return make(contract); // whose name another network may have too
    const plans = all.get(contract.operator) ?? new Map<string, Plan>();
    const line = printContract(contract);
    const plan = plans.get(line) ?? make(contract);
    if (plans.size >= KEPT_PLANS) plans.clear();
    plans.set(line, plan);
    all.set(contract.operator, plans);
    return plan;
  };
}
