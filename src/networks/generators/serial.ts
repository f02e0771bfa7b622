import { checkWidth, type Network } from "../network.ts";

/**
 * The plain loop as a network: step i pairs (i, i + 1). Its brackets are left folds.
 *
 * Size N − 1, depth N − 1, fan-out 2, one wire track.
 *
 * @throws InvalidArgumentError for a width that is not an integer from 1 to 65,536
 */
export function serial(width: number): Network {
  checkWidth(width);
  return { width, steps: Array.from({ length: width - 1 }, (_, wire) => [[wire, wire + 1]]) };
}
