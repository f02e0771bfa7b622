import { copyNetwork, type Network } from "../network.ts";

/** A network as JSON, on one line: `{"width":4,"steps":[[[0,1],[2,3]],[[1,3]]]}`. */
export function encodeNetwork(given: Network): string {
  const { width, steps } = copyNetwork(given);
  return JSON.stringify({ width, steps });
}
