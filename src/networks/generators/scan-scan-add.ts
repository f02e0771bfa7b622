import { checkFunction } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";

import { InvalidArgumentError } from "../../values/errors.ts";
import { checkWidth, copyNetwork, type Network, type Step } from "../network.ts";
import { checkParameter, networkOf, ownedStep } from "./owned-step.ts";
import { sklansky } from "./sklansky.ts";

/** The networks that a scan of blocks is made of; both Sklansky's unless they are given. */
export interface ScanScanAddParts {
  readonly local?: (width: number) => Network; // within each block
  readonly outer?: (width: number) => Network; // over the last wires of complete blocks
}

/**
 * Scan blocks of B wires, scan their last wires, add to every other wire the total of the blocks before.
 *
 * With Sklansky's networks its brackets are `blockDyadic(B)`, with a serial outer one `linearCarry(B)`: a chained scan. The last block may be shorter.
 *
 * @throws InvalidArgumentError for a bad width or block length, and parts that are no networks of the widths asked for
 * @see Sengupta, Harris, Zhang, Owens, Scan Primitives for GPU Computing, 2007
 */
export function scanScanAdd(width: number, blockLength: number, parts: ScanScanAddParts = {}): Network {
  checkWidth(width);
  checkParameter("blockLength", blockLength, 1);
  checkOptionNames(parts, ["local", "outer"]);
  const { local = sklansky, outer = sklansky } = parts;
  checkFunction("local", local);
  checkFunction("outer", outer);
  const blockCount = Math.floor(width / blockLength);
  const lastOf = (block: number): number => (block + 1) * blockLength - 1;
  const add = ownedStep(width, (wire) => {
    const block = Math.floor(wire / blockLength);
    return block > 0 && wire !== lastOf(block) ? lastOf(block - 1) : undefined;
  });
  const overLasts = blockCount === 0 ? [] : moved(partOf("outer", outer, blockCount), lastOf);
  return networkOf(width, [...localSteps(width, blockLength, local), ...overLasts, add]);
}

/** The steps of all blocks side by side. */
function localSteps(width: number, blockLength: number, local: (width: number) => Network): readonly Step[] {
  const known = new Map<number, Network>();
  const localOf = (length: number): Network => {
    const network = known.get(length) ?? partOf("local", local, length);
    known.set(length, network);
    return network;
  };
  const blocks = Array.from({ length: Math.ceil(width / blockLength) }, (_, block) => {
    const start = block * blockLength;
    return moved(localOf(Math.min(blockLength, width - start)), (wire) => start + wire);
  });
  const stepCount = blocks.reduce((most, steps) => Math.max(most, steps.length), 0);
  return Array.from({ length: stepCount }, (_, index) => blocks.flatMap((steps) => steps[index] ?? []));
}

/** @throws InvalidArgumentError for what is not a network of this width */
function partOf(name: "local" | "outer", make: (width: number) => Network, width: number): Network {
  const network = copyNetwork(make(width), name);
  if (network.width === width) return network;
  throw new InvalidArgumentError(name, `a function to networks of ${width} wires`, `one of ${network.width}`);
}

function moved({ steps }: Network, wireOf: (wire: number) => number): readonly Step[] {
  return steps.map((step) => step.map(([source, destination]) => [wireOf(source), wireOf(destination)]));
}
