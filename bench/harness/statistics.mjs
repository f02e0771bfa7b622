/** The middle value, or the mean of the two middle ones. @param {readonly number[]} values at least one */
export function median(values) {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Median and minimum, and as spread the width of the middle half of the rounds in parts of the median.
 *
 * @param {readonly number[]} values at least one
 */
export function statistics(values) {
  const sorted = [...values].sort((left, right) => left - right);
  const quarter = Math.floor(sorted.length / 4);
  const middle = median(values);
  const spread = (sorted[sorted.length - 1 - quarter] - sorted[quarter]) / middle;
  return { median: middle, min: sorted[0], spread: Number(spread.toFixed(3)) };
}

/**
 * How many times as fast the one is as the other: the median over the rounds of the ratio within a round, so that what slows a whole
 * round down cancels.
 *
 * @param {readonly number[]} times  of each round
 * @param {readonly number[]} peerTimes  of the same rounds
 */
export function speedRatio(times, peerTimes) {
  return median(times.map((time, round) => peerTimes[round] / time));
}

/** Fewer rounds than these say less than all of them. */
const FEWEST_CALM = 5;

/**
 * The same over the rounds in which neither shared its core with other programs; over all rounds where those are few.
 *
 * @typedef {{ readonly rounds: readonly number[], readonly shared?: readonly number[] }} Timed  `shared`: the rounds whose core was
 * @param {Timed} timed @param {Timed} peer  in the same rounds
 */
export function calmSpeedRatio(timed, peer) {
  const shared = new Set([...(timed.shared ?? []), ...(peer.shared ?? [])]);
  const isCalm = (/** @type {unknown} */ _, /** @type {number} */ round) => !shared.has(round);
  const times = timed.rounds.filter(isCalm);
  if (times.length < FEWEST_CALM) return speedRatio(timed.rounds, peer.rounds);
  return speedRatio(times, peer.rounds.filter(isCalm));
}
