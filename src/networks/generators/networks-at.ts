import { checkInteger } from "../../values/check-arguments.ts";
import { hasSamePairs, type Network } from "../network.ts";
import { generateNetwork } from "./generate-network.ts";
import { levelCountOf } from "./owned-step.ts";

/** A generated network with every name that it has at its width. */
export interface NamedNetwork {
  readonly name: string; // what `generateNetwork` takes
  readonly aliases: readonly string[];
  readonly network: Network;
}

/** Over a hundred networks of 1,700,000 pairs in all, in 1.4 s. */
const LARGEST_LISTED = 4096;

/**
 * What the generators make at a width: all of Harris' taxonomy, and blocks of every power of two. Those that coincide there are one, with aliases.
 *
 * @throws InvalidArgumentError for a width that is not an integer from 1 to 4,096: beyond it they would be hundreds of millions of pairs
 */
export function networksAt(width: number): readonly NamedNetwork[] {
  checkInteger("width", width, 1, LARGEST_LISTED);
  const found: { readonly name: string; readonly aliases: string[]; readonly network: Network }[] = [];
  for (const name of namesAt(width)) {
    const network = generateNetwork(name, width);
    const same = found.find((each) => hasSamePairs(each.network, network));
    if (same === undefined) found.push({ name, aliases: [], network });
    else same.aliases.push(name);
  }
  return found;
}

function namesAt(width: number): readonly string[] {
  const sum = levelCountOf(width) - 1;
  const between = Array.from({ length: Math.max(0, sum - 1) }, (_, index) => index + 1); // 1 … sum − 1
  const mixed = [0, ...between].flatMap((levels) =>
    between.flatMap((fanOut) =>
      levels + fanOut < sum ? [`harris:${levels}:${fanOut}:${sum - levels - fanOut}`] : [],
    ),
  );
  const blocks = Array.from({ length: Math.max(0, sum) }, (_, index) => 2 ** (index + 1)); // below the width
  return [
    ...["serial", "kogge-stone", "hillis-steele", "sklansky", "brent-kung", "up-down-sweep"],
    ...between.map((levels) => `ladner-fischer:${levels}`),
    ...between.map((levels) => `han-carlson:${levels}`),
    ...mixed,
    ...(sum >= 1 ? [`knowles:2${":1".repeat(sum)}`] : []),
    ...blocks.map((blockLength) => `scan-scan-add:${blockLength}`),
    ...blocks.map((blockLength) => `scan-scan-add:${blockLength}:sklansky:serial`),
    ...blocks.map((blockLength) => `scan-scan-add:${blockLength}:sklansky:kogge-stone`),
  ];
}
