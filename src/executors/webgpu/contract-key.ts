import type { RecordContract, TypedContract } from "../../contracts/contract.ts";
import { printContract } from "../../contracts/print.ts";
import { nameOfSteps } from "../../expressions/name-of-steps.ts";
import type { Network } from "../../networks/network.ts";
import { operatorKey } from "../../operators/operator-key.ts";

const known = new WeakMap<Network, string>();

/**
 * A contract as a key of what is kept for it. Its line is not enough: it has a hash of the operator's terms, and a network of the caller's own
 * may have the name of another.
 */
export function contractKey(contract: TypedContract | RecordContract): string {
  const type = contract.kind === "typed" ? contract.accumulate : undefined;
  const line = `${operatorKey(contract.operator, type)} ${printContract(contract)}`;
  return contract.expression.kind === "network" ? `${line} ${stepsOf(contract.expression.network)}` : line;
}

function stepsOf(network: Network): string {
  const steps = known.get(network) ?? nameOfSteps(network);
  known.set(network, steps);
  return steps;
}
