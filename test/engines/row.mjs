import { differences, withoutExecutors } from "./compare.mjs";
import { WHOLE } from "./inside/scopes.mjs";

/** @typedef {import("./engine.mjs").Engine} Engine */
/** @typedef {import("./engine.mjs").Told} Told */

export const DIFFERENCES_SHOWN = 10;

/**
 * What an engine found, judged by what the first one found. Nothing found is no pass.
 *
 * @param {Pick<Engine, "name" | "scope">} engine @param {Told} reference @param {Told} told
 * @param {(line: string) => void} say  takes the first differences and failures
 * @returns {import("./results.mjs").Row}
 */
export function rowOf({ name, scope }, reference, told, say) {
  const { found, version, javascript, architecture, checks, failures, lacks } = told;
  const expected = withoutExecutors(
    reference.found,
    lacks.map(({ executor }) => executor),
  );
  const wrong = differences(expected, found, scope === WHOLE.name ? "all" : "part");
  for (const each of wrong.slice(0, DIFFERENCES_SHOWN)) {
    say(`${each}: expected ${reference.found[each]}, got ${found[each]}`);
  }
  for (const each of failures.slice(0, DIFFERENCES_SHOWN)) say(each);
  const compared = Object.keys(found).length;
  const isEqual = wrong.length === 0 && failures.length === 0 && compared > 0;
  return {
    engine: name,
    outcome: isEqual ? "equal" : "different",
    ...{ version, javascript, architecture, compared, differing: wrong.length },
    ...{ checks, failures: failures.length, seconds: Math.round(told.seconds) },
    without: lacks.map(({ executor, reason }) => `${executor}: ${reason}`),
  };
}
