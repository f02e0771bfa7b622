import { frozen } from "../../values/frozen.ts";
import { copyNetwork, type Network } from "../network.ts";
import { checkIdempotent, checkIntervals } from "./check-intervals.ts";
import { checkPowersOfTwo, checkSums } from "./check-sums.ts";
import type { NetworkVerdict } from "./verdict.ts";

/** What an operator must be for a network to scan with it, the least demanding first; "nothing": the network is no scan. */
export const SERVED = frozen(["associative", "idempotent", "commutative", "nothing"] as const);

/** "idempotent" and "commutative" beside associative. */
export type Served = (typeof SERVED)[number];

/** For which operators a network is a scan, and what each validator found. */
export interface Validation {
  readonly serves: Served;
  readonly verdicts: readonly NetworkVerdict[]; // intervals, idempotent, sums, powers-of-two
}

/**
 * For which operators a network is a scan, with the verdict of every validator: the strongest that holds wins.
 *
 * The check by powers of two is shown and decides nothing: it is unsound. For operators that are not even associative ask `checkBrackets`.
 */
export function validateNetwork(given: Network): Validation {
  const network = copyNetwork(given);
  const verdicts = [checkIntervals, checkIdempotent, checkSums, checkPowersOfTwo].map((check) =>
    check(network),
  );
  const strongest = verdicts.slice(0, 3).findIndex(({ holds }) => holds);
  return { serves: strongest < 0 ? "nothing" : SERVED[strongest], verdicts };
}
