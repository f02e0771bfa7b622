import type { RecordContract, TypedContract } from "../../contracts/contract.ts";
import { printContract } from "../../contracts/print.ts";
import { nameOfSteps } from "../../expressions/name-of-steps.ts";
import type { Network } from "../../networks/network.ts";

const known = new WeakMap<Network, string>();

/** A contract as a key of what is kept for it. Its line is not enough of a network of the caller's own, whose name another network may have too. */
export function contractKey(contract: TypedContract | RecordContract): string {
  const line = printContract(contract);
  return contract.expression.kind === "network" ? `${line} ${stepsOf(contract.expression.network)}` : line;
}

function stepsOf(network: Network): string {
  const steps = known.get(network) ?? nameOfSteps(network);
  known.set(network, steps);
  return steps;
}
