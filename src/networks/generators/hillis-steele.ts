import type { Network } from "../network.ts";
import { koggeStone } from "./kogge-stone.ts";

/**
 * The data-parallel scan of the Connection Machine: pair for pair the network of Kogge and Stone, found again for programs.
 *
 * @throws InvalidArgumentError for a width that is no integer from 1 to 65,536
 * @see Hillis, Steele, Data Parallel Algorithms, 1986
 */
export function hillisSteele(width: number): Network {
  return koggeStone(width);
}
