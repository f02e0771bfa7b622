import type { Network } from "../../networks/network.ts";
import * as t from "../programs/build-terms.ts";
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
  const { COUNTER: i, THREAD: j, WIDTH: N, integer } = t;
  return {
    first: integer(0),
    count: t.subtract(N, integer(1)),
    direction: "up",
    guard: t.compare(j, "equal", t.subtract(N, integer(1))),
    source: t.subtract(t.subtract(N, integer(2)), i),
    destination: j,
  };
}
