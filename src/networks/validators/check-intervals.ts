// The validator that decides: a network is a scan for every associative operator exactly where intervals join without gaps or overlaps.
import { printWord } from "../brackets/bracket.ts";
import { bracketsOf } from "../brackets/brackets-of.ts";
import { copyNetwork, type Network } from "../network.ts";
import { runNetwork } from "../run-network.ts";
import { judge, type NetworkVerdict, type Range } from "./verdict.ts";

/** Elements of a product that a verdict shows before it says "…". */
const SHOWN_ELEMENTS = 24;

/**
 * Whether a network is a scan for **every associative operator**: every wire holds an interval of elements, every pair joins two that adjoin, and
 * output i ends with [0, i] (backward: [i, N)). One comparison for each pair. Exactly so: a free semigroup tells any two other words apart.
 */
export function checkIntervals(given: Network): NetworkVerdict {
  const network = copyNetwork(given);
  return judgeIntervals(network, "intervals", (left, right) => left.last + 1 === right.first);
}

/**
 * Whether a network is a scan for every associative operator that is **idempotent**, x·x = x, as max, and carries are: neighbouring intervals may
 * overlap, for (u·v)·(v·w) = u·v·w.
 */
export function checkIdempotent(given: Network): NetworkVerdict {
  const network = copyNetwork(given);
  return judgeIntervals(
    network,
    "idempotent",
    (left, right) => left.last + 1 >= right.first && left.first <= right.first && left.last <= right.last,
  );
}

function judgeIntervals(
  network: Network,
  validator: "intervals" | "idempotent",
  isJoined: (left: Range, right: Range) => boolean,
): NetworkVerdict {
  const elements = Array.from({ length: network.width }, (_, wire): Range | undefined => ({
    first: wire,
    last: wire,
  }));
  const intervals = runNetwork(network, elements, (left, right) =>
    left !== undefined && right !== undefined && isJoined(left, right)
      ? { first: left.first, last: right.last }
      : undefined,
  );
  return judge(network, intervals, {
    validator,
    isRight: (interval, range) => interval?.first === range.first && interval.last === range.last,
    print: (wire, range) => ({
      computes: printWord(bracketsOf(network)[wire], SHOWN_ELEMENTS),
      expected: printRange(range),
    }),
  });
}

/** x0·x1·x2, or with dots where it is longer. */
export function printRange({ first, last }: Range, between = "·"): string {
  const count = last - first + 1;
  if (count <= 4) return Array.from({ length: count }, (_, index) => `x${first + index}`).join(between);
  return [`x${first}`, `x${first + 1}`, "…", `x${last}`].join(between);
}
