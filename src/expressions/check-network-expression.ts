import { directionOf } from "../networks/direction.ts";
import { GENERATOR_NAMES, generateNetwork } from "../networks/generators/generate-network.ts";
import { defineNetwork, isSameNetwork, type Network } from "../networks/network.ts";
import { checkIntervals } from "../networks/validators/check-intervals.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { KEBAB_CASE } from "../values/kebab-case.ts";
import type { NetworkExpression } from "./expression.ts";
import { nameOfSteps, STEPS } from "./name-of-steps.ts";

/** What has passed once is not looked at again; a network is not changed after it was made. */
const checked = new WeakSet<NetworkExpression>();

/**
 * That an expression is what its text says: a scan network, by a name that means no other. Objects written by hand and those from another
 * thread have not passed through `networkExpression`. Asked by every executor that serves networks, before anything runs.
 *
 * @throws InvalidArgumentError naming the first wrong output and what it computes, or the name and what it stands for
 */
export function checkNetworkExpression(expression: NetworkExpression): void {
  if (checked.has(expression)) return;
  const { name, network } = expression;
  checkScan(defineNetwork(network?.width, network?.steps));
  checkName(name, network);
  checked.add(expression);
}

function checkScan(network: Network): void {
  const verdict = checkIntervals(network);
  if (!verdict.holds) {
    const { output, computes, expected } = verdict;
    throw new InvalidArgumentError("network", `a scan, whose output ${output} is ${expected}`, computes);
  }
  if (directionOf(network) === "forward") return;
  throw new InvalidArgumentError(
    "network",
    'a scan of prefixes; a backward contract reads its input from the end, and needs reverseNetwork of this one and direction "backward"',
    `one of suffixes, whose output 0 is all of its ${network.width} elements`,
  );
}

function checkName(name: unknown, network: Network): void {
  const text = String(name);
  const [family] = text.split(":");
  if (text.startsWith(STEPS)) {
    const expected = nameOfSteps(network);
    if (text !== expected)
      throw new InvalidArgumentError("name", `that of its steps, "${expected}"`, `"${text}"`);
  } else if (GENERATOR_NAMES.includes(family)) {
    if (/:0\d/.test(text))
      throw new InvalidArgumentError("name", "with integers that begin with no 0", `"${text}"`);
    if (isSameNetwork(network, generateNetwork(text, network.width))) return;
    throw new InvalidArgumentError("name", "one that means no other network", `"${text}", a generator's`);
  } else if (!KEBAB_CASE.test(text)) {
    throw new InvalidArgumentError("name", "kebab-case", `"${text}"`);
  }
}
