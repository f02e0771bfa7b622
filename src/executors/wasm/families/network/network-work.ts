import { nameOfSteps } from "../../../../expressions/check-network-expression.ts";
import type { NetworkExpression } from "../../../../expressions/expression.ts";
import { type NetworkRows, networkRows } from "../../../../networks/network-rows.ts";
import { showsInLast, type WireProgram, wireProgram } from "./wire-program.ts";

/** What is known of a network whatever the operator. */
export interface NetworkWork {
  readonly key: string; // equal for equal networks
  readonly width: number;
  readonly rows: NetworkRows;
  readonly scan: WireProgram;
  readonly root: WireProgram;
  readonly showsInLast: boolean;
}

/** The same network is looked at once. A network is not changed after it was made. */
const known = new WeakMap<NetworkExpression["network"], NetworkWork>();

/** See NetworkWork. O(size) for a network that is new. */
export function networkWork({ network }: NetworkExpression): NetworkWork {
  const found = known.get(network) ?? workOf(network);
  known.set(network, found);
  return found;
}

function workOf(network: NetworkExpression["network"]): NetworkWork {
  const { width } = network;
  const rows = networkRows(network);
  return {
    // A name may be the caller's own, and stand for another network elsewhere.
    key: `${nameOfSteps(network)}:${width}`,
    width,
    rows,
    scan: wireProgram(rows, width, "every-output"),
    root: wireProgram(rows, width, "last-output"),
    showsInLast: showsInLast(rows, width),
  };
}
