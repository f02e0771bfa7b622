// What all validators share: each computes something on the wires, and the first wrong output is told in the scan's own order.
import { directionIn } from "../direction.ts";
import type { Network } from "../network.ts";

/** How a network was looked at, strongest first. */
export type ValidatorName = "brackets" | "intervals" | "idempotent" | "sums" | "powers-of-two";

/** What a validator says of a network: that every output is what a scan wants, or the first that is not. */
export type NetworkVerdict =
  | { readonly validator: ValidatorName; readonly holds: true }
  | {
      readonly validator: ValidatorName;
      readonly holds: false;
      readonly output: number; // the first wrong one in the scan's own order: backward, the last wire first
      readonly computes: string; // what it gives instead
      readonly expected: string;
    };

/** The elements, first to last, that an output of the scan is made of: its own and all before it, or backward all after it. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** What a validator asks of an output; `print` runs for the first wrong one alone. */
interface Judgement<Value> {
  readonly validator: ValidatorName;
  readonly isRight: (value: Value, range: Range, wire: number) => boolean;
  readonly print: (wire: number, range: Range) => { readonly computes: string; readonly expected: string };
}

/** What each output of a scan is made of, by its wire. */
export function rangesOf(network: Network): readonly Range[] {
  const isForward = directionIn(network) === "forward";
  const last = network.width - 1;
  return Array.from({ length: network.width }, (_, wire) =>
    isForward ? { first: 0, last: wire } : { first: wire, last },
  );
}

/** The verdict on what leaves on the wires. */
export function judge<Value>(
  network: Network,
  values: readonly Value[],
  { validator, isRight, print }: Judgement<Value>,
): NetworkVerdict {
  const isForward = directionIn(network) === "forward";
  const ranges = rangesOf(network);
  for (let index = 0; index < network.width; index++) {
    const wire = isForward ? index : network.width - 1 - index;
    const range = ranges[wire];
    if (!isRight(values[wire], range, wire))
      return { validator, holds: false, output: wire, ...print(wire, range) };
  }
  return { validator, holds: true };
}
