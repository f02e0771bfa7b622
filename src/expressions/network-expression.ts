import { generateNetwork } from "../networks/generators/generate-network.ts";
import { copyNetwork, type Network } from "../networks/network.ts";
import { checkText } from "../values/check-arguments.ts";
import { describe, describeText } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { checkNetworkExpression, nameOfSteps, ownNetworkExpression } from "./check-network-expression.ts";
import type { Expression, NetworkExpression } from "./expression.ts";

import { parseExpression } from "./parse.ts";
import { printExpression } from "./print.ts";

/**
 * The expression of a scan network: blocks of its width N, in each the trees that the network builds, and blocks joined as by blockDyadic(N).
 *
 * A prefix that ends at offset j of block b is D_b·output_j, where D_b is T over the last outputs of the blocks before; at j = N − 1 it is
 * D_(b+1). So `networkExpression("sklansky", 2^k)` is blockDyadic(2^k), to the bit. Given by a generator's name, with its parameters, and a
 * width: `networkExpression("ladner-fischer:2", 64)`, which is `network:ladner-fischer:2:64`. Or any network, under a name of your own; without
 * one it is called by a hash of its steps, `network:steps-…:N`. One combine for each pair to make it.
 *
 * @throws InvalidArgumentError for a network that is not a forward scan for every associative operator, naming the first wrong output and what it
 * computes; for a name that is not kebab-case, or means another network; and as `generateNetwork` does
 * @see docs/networks.md
 */
export function networkExpression(generator: string, width: number): NetworkExpression;
export function networkExpression(network: Network, name?: string): NetworkExpression;
export function networkExpression(from: string | Network, second?: number | string): NetworkExpression {
  if (typeof from === "string") return named(from, generateNetwork(from, second as number));
  // A copy: the caller's network may change, and an expression may not.
  const network = copyNetwork(from);
  return named(second === undefined ? nameOfSteps(network) : checkText("name", second), network);
}

function named(name: string, network: Network): NetworkExpression {
  const expression = ownNetworkExpression(name, network);
  checkNetworkExpression(expression);
  return expression;
}

const NETWORK = "network:";

/**
 * The expression that `text` names, as `parseExpression` says, and every generated network besides: `network:sklansky:16`,
 * `network:ladner-fischer:2:64`. A network of the caller's own is known by its text when it is passed in `own`.
 *
 * @throws InvalidArgumentError as `parseExpression` and `generateNetwork` do
 */
export function parseNetworkExpression(text: string, own: readonly Expression[] = []): Expression {
  checkText("expression", text);
  if (!Array.isArray(own)) throw new InvalidArgumentError("own", "an array of expressions", describe(own));
  if (!text.startsWith(NETWORK) || own.some((expression) => printExpression(expression) === text)) {
    return parseExpression(text, own);
  }
  const end = text.lastIndexOf(":");
  const width = text.slice(end + 1);
  if (end >= NETWORK.length && /^[1-9]\d*$/.test(width)) {
    return networkExpression(text.slice(NETWORK.length, end), Number(width));
  }
  const expected = '"network:", a network\'s name with its parameters, ":" and its width';
  throw new InvalidArgumentError("expression", expected, describeText(text));
}
