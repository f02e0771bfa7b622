import { checkWidth, type Network, type Step } from "../network.ts";
import { checkParameter } from "./check-parameter.ts";
import { networkOf, ownedStep } from "./owned-step.ts";
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
 * @throws InvalidArgumentError for a bad width or block length
 * @see Sengupta, Harris, Zhang, Owens, Scan Primitives for GPU Computing, 2007
 */
export function scanScanAdd(width: number, blockLength: number, parts: ScanScanAddParts = {}): Network {
  checkWidth(width);
  checkParameter("blockLength", blockLength, 1);
  const { local = sklansky, outer = sklansky } = parts;
  const blockCount = Math.floor(width / blockLength);
  const lastOf = (block: number): number => (block + 1) * blockLength - 1;
  const add = ownedStep(width, (wire) => {
    const block = Math.floor(wire / blockLength);
    return block > 0 && wire !== lastOf(block) ? lastOf(block - 1) : undefined;
  });
  const overLasts = blockCount === 0 ? [] : moved(outer(blockCount), lastOf);
  return networkOf(width, [...localSteps(width, blockLength, local), ...overLasts, add]);
}

/** The steps of all blocks side by side. */
function localSteps(width: number, blockLength: number, local: (width: number) => Network): readonly Step[] {
  const blocks = Array.from({ length: Math.ceil(width / blockLength) }, (_, block) => {
    const start = block * blockLength;
    return moved(local(Math.min(blockLength, width - start)), (wire) => start + wire);
  });
  const stepCount = Math.max(...blocks.map((steps) => steps.length));
  return Array.from({ length: stepCount }, (_, index) => blocks.flatMap((steps) => steps[index] ?? []));
}

function moved({ steps }: Network, wireOf: (wire: number) => number): readonly Step[] {
  return steps.map((step) => step.map(([source, destination]) => [wireOf(source), wireOf(destination)]));
}
