import { directionIn } from "../networks/direction.ts";
import { GENERATOR_NAMES, generateNetwork } from "../networks/generators/generate-network.ts";
import { copyNetwork, hasSamePairs, type Network } from "../networks/network.ts";
import { checkIntervals } from "../networks/validators/check-intervals.ts";
import { checkText } from "../values/check-arguments.ts";
import { KEBAB_CASE } from "../values/check-name.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { hashBytes } from "../values/hash.ts";
import { EXPRESSIONS, type NetworkExpression } from "./expression.ts";

/** What the name of a network without a name begins with. */
const STEPS = "steps-";

/** `steps-` and the FNV-1a 64 of the network as one line of JSON, pairs of a step by their destinations, for they have no order of their own. */
export function nameOfSteps({ width, steps }: Network): string {
  const ordered = steps.map((step) => [...step].sort(([, one], [, other]) => one - other));
  return STEPS + hashBytes(new TextEncoder().encode(JSON.stringify({ width, steps: ordered })));
}

/** What has passed once is not looked at again; it is frozen. */
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
  checkText("expression.name", name);
  checkScan(copyNetwork(network, "expression.network"));
  freezeData("expression", expression);
  checkName(name, network);
  checked.add(expression);
}

/** The expression of a network that `networkExpression` looks at, or another thread of this program has looked at. */
export function ownNetworkExpression(name: string, network: Network): NetworkExpression {
  return EXPRESSIONS.mark({ kind: "network", name, network });
}

/** The expression that another thread of this program has checked and sent. */
export function receivedNetworkExpression(name: string, network: Network): NetworkExpression {
  const expression = ownNetworkExpression(name, network);
  freezeData("expression", expression);
  checked.add(expression);
  return expression;
}

/** What has been looked at stays as it is: nothing of it may change, or be computed when it is read. */
function freezeData(place: string, value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  if (ArrayBuffer.isView(value)) {
    throw new InvalidArgumentError(place, "data that cannot change", describe(value));
  }
  for (const [field, { get, set }] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
    if (get === undefined && set === undefined) continue;
    throw new InvalidArgumentError(`${place}.${field}`, "data", "a getter or a setter");
  }
  Object.freeze(value);
  for (const [field, part] of Object.entries(value)) freezeData(`${place}.${field}`, part);
}

function checkScan(network: Network): void {
  const verdict = checkIntervals(network);
  if (!verdict.holds) {
    const { output, computes, expected } = verdict;
    throw new InvalidArgumentError("network", `a scan, whose output ${output} is ${expected}`, computes);
  }
  if (directionIn(network) === "forward") return;
  throw new InvalidArgumentError(
    "network",
    'a scan of prefixes; a backward contract reads its input from the end, and needs reverseNetwork of this one and direction "backward"',
    `one of suffixes, whose output 0 is all of its ${network.width} elements`,
  );
}

function checkName(text: string, network: Network): void {
  const [family] = text.split(":");
  if (text.startsWith(STEPS)) {
    const expected = nameOfSteps(network);
    if (text !== expected)
      throw new InvalidArgumentError("name", `that of its steps, "${expected}"`, `"${text}"`);
  } else if (GENERATOR_NAMES.includes(family)) {
    if (/:0\d/.test(text))
      throw new InvalidArgumentError("name", "with integers that begin with no 0", `"${text}"`);
    if (hasSamePairs(network, generateNetwork(text, network.width))) return;
    throw new InvalidArgumentError("name", "one that means no other network", `"${text}", a generator's`);
  } else if (!KEBAB_CASE.test(text)) {
    throw new InvalidArgumentError("name", "kebab-case", `"${text}"`);
  }
}
