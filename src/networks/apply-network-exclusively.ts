import { checkFunction } from "../values/check-arguments.ts";
import { copyElements } from "../values/check-arrays.ts";
import { directionIn } from "./direction-in.ts";
import { copyNetwork, type Network } from "./network.ts";
import { type Combine, runNetwork } from "./run-network.ts";

/**
 * The exclusive scan by the same network: `start` enters on the first wire and every element one wire further on (backward: on the
 * last wire, and one wire before). The last element (backward: the first) takes no part.
 *
 * So `start` is element 0 of the tree. Blelloch's scan is `applyNetworkExclusively(upDownSweep(N), …)`: its moves only rename wires.
 *
 * @throws LengthMismatchError unless there is an element for every wire; InvalidArgumentError for what is no network
 */
export function applyNetworkExclusively<Value>(
  given: Network,
  elements: ArrayLike<Value>,
  start: Value,
  combine: Combine<Value>,
): Value[] {
  const network = copyNetwork(given);
  const all = copyElements("elements", elements, network.width);
  checkFunction("combine", combine);
  const shifted =
    directionIn(network) === "forward" ? [start, ...all.slice(0, -1)] : [...all.slice(1), start];
  return runNetwork(network, shifted, combine);
}
