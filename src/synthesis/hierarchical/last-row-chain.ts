import type { Network } from "../../networks/network.ts";
import {
  compare,
  COUNTER as i,
  integer,
  THREAD as j,
  WIDTH as N,
  subtract,
} from "../programs/build-terms.ts";
import type { ProgramPhase } from "../programs/network-program.ts";

/**
 * The loop of a reduce in place, where the last row takes up the others one by one: `a[N - 1] = a[N - 2 - i] . a[N - 1]`. Undefined where a
 * network is something else.
 */
export function lastRowChain(networks: readonly Network[]): ProgramPhase | undefined {
  const isChain = networks.every(
    ({ width, steps }) =>
      steps.length === width - 1 &&
      steps.every(
        ([pair, ...others], index) =>
          others.length === 0 && pair[0] === width - 2 - index && pair[1] === width - 1,
      ),
  );
  if (!isChain) return undefined;
  return {
    first: integer(0),
    count: subtract(N, integer(1)),
    direction: "up",
    guard: compare(j, "equal", subtract(N, integer(1))),
    source: subtract(subtract(N, integer(2)), i),
    destination: j,
  };
}
