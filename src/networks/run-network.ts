// The meaning of a network: what leaves on the wires when these values enter. The oracle for every kernel and every emitted program.
import { checkFunction } from "../values/check-arguments.ts";
import { copyElements } from "../values/check-arrays.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { directionIn } from "./direction.ts";
import { copyNetwork, type Network } from "./network.ts";

/** Any two values to one, the left one standing on the lower wires. */
export type Combine<Value> = (left: Value, right: Value) => Value;

/** What leaves on every wire of a network that was looked at, when these elements enter, one for each wire. They are replaced. */
export function runNetwork<Value>({ steps }: Network, values: Value[], combine: Combine<Value>): Value[] {
  for (const step of steps) {
    const combined = step.map(([source, destination]) =>
      source < destination
        ? combine(values[source], values[destination])
        : combine(values[destination], values[source]),
    );
    step.forEach(([, destination], index) => {
      values[destination] = combined[index];
    });
  }
  return values;
}

/** @throws InvalidArgumentError unless it is an integer from 0 to width − 1 */
export function checkWire(wire: number, { width }: Network, argument: string): void {
  if (Number.isInteger(wire) && wire >= 0 && wire < width) return;
  throw new InvalidArgumentError(argument, `a wire from 0 to ${width - 1}`, describe(wire));
}

/**
 * What leaves on every wire when these elements enter: the inclusive scan, where the network is one.
 *
 * The definition of a network: in each step all pairs read, then all write. One combine for each pair.
 *
 * @throws LengthMismatchError unless there is an element for every wire; InvalidArgumentError for what is not a network
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

/**
 * The exclusive scan by the same network: `start` enters on the first wire and every element one wire further on (backward: on the
 * last wire, and one wire before). The last element (backward: the first) takes no part.
 *
 * So `start` is element 0 of the tree. Blelloch's scan is `applyNetworkExclusively(upDownSweep(N), …)`: its moves only rename wires.
 *
 * @throws LengthMismatchError unless there is an element for every wire; InvalidArgumentError for what is not a network
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
