import { createHash } from "node:crypto";

/** @typedef {Readonly<Record<string, string>>} Found  by name: a hash or a count */

/**
 * The names whose values differ, or that the reference does not have; and where both were asked the same, those that are missing.
 *
 * @param {Found} reference @param {Found} found @param {"all" | "part"} asked  of what the reference was asked
 * @returns {readonly string[]}
 */
export function differences(reference, found, asked) {
  const wrong = Object.keys(found).filter((name) => found[name] !== reference[name]);
  const missing = asked === "part" ? [] : Object.keys(reference).filter((name) => found[name] === undefined);
  return [...wrong, ...missing];
}

/** The fingerprints but for those of executors that an engine has not. @param {Found} found @param {readonly string[]} executors @returns {Found} */
export function withoutExecutors(found, executors) {
  const isOf = (/** @type {string} */ name, /** @type {string} */ executor) =>
    name.startsWith(`${executor} | `) || name.includes(` on ${executor} | `);
  const left = Object.entries(found).filter(([name]) => !executors.some((executor) => isOf(name, executor)));
  return Object.fromEntries(left);
}

const FUNCTION_CASE = /^([a-z]+) \| ((?:matrices\.)?[A-Za-z]+)(?:, .*)? of [a-z0-9]+, [a-z]+, n = (\d+)$/;
const CASE = /^([a-z, ]+) \| .* (?!backward )([a-z-]+(?::\d+)?) (?:backward )?initial=.*, n = (\d+)$/;

/**
 * What is committed of a run: one hash for each executor, expression and length, over all operators, types and directions; and for each executor,
 * everyday function and length, over all its calls. What suites counted is left out: suites grow, bits may not change.
 *
 * @param {Found} found @returns {Readonly<Record<string, string>>}
 */
export function groupsOf(found) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const [name, hash] of Object.entries(found)) {
    const parts = CASE.exec(name) ?? FUNCTION_CASE.exec(name);
    if (parts === null) continue;
    const [, executor, what, length] = parts;
    const group = `${executor} | ${what}, n = ${length}`;
    groups.set(group, [...(groups.get(group) ?? []), `${name} = ${hash}`]);
  }
  const digests = Array.from(groups, ([group, lines]) => [group, digestOf(lines)]);
  return Object.fromEntries(digests.sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** @param {readonly string[]} lines in any order */
function digestOf(lines) {
  return createHash("sha256")
    .update([...lines].sort().join("\n"))
    .digest("hex")
    .slice(0, 32);
}
