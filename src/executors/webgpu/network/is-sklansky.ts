import { sklanskySource } from "../../../networks/generators/sklansky.ts";
import type { Network } from "../../../networks/network.ts";

/**
 * Whether a network is Sklansky's of a power of two of wires, whose blocks are those of blockDyadic, prefix by prefix. Another network may build the
 * same trees in more pairs or later steps, and is not looked for.
 */
export function isSklansky({ width, steps }: Network): boolean {
  const levels = Math.log2(width);
  return (
    Number.isInteger(levels) &&
    steps.length === levels &&
    steps.every(
      (step, level) =>
        step.length === width / 2 &&
        step.every(([source, destination]) => source === sklanskySource(destination, level)),
    )
  );
}
