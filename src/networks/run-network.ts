import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import type { Network } from "./network.ts";

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
