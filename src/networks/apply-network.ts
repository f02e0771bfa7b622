import { checkFunction } from "../values/check-arguments.ts";
import { copyElements } from "../values/check-arrays.ts";
import { copyNetwork, type Network } from "./network.ts";
import { type Combine, runNetwork } from "./run-network.ts";

/**
 * What leaves on every wire when these elements enter: the inclusive scan, where the network is one.
 *
 * The definition of a network: in each step all pairs read, then all write. One combine for each pair.
 *
 * @throws LengthMismatchError unless there is an element for every wire; InvalidArgumentError for what is no network
 */
export function applyNetwork<Value>(
  given: Network,
  elements: ArrayLike<Value>,
  combine: Combine<Value>,
): Value[] {
  const network = copyNetwork(given);
  const values = copyElements("elements", elements, network.width);
  checkFunction("combine", combine);
  return runNetwork(network, values, combine);
}
