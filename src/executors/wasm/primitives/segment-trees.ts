import { takesAnyTree } from "../../../contracts/takes-any-tree.ts";
import { SCALAR_TYPE_FACTS } from "../../../values/element-types.ts";
import { type Blocks, fitOf } from "../families/dyadic/dyadic-kernels.ts";
import type { RunnerSetting } from "../runner.ts";
import { type Machine, servingExpression } from "../serving.ts";
import { longestShort } from "./kernels/segment-short.ts";
import type { SegmentTrees } from "./kernels/segment-walk.ts";
import { segmentedServing } from "./segmented-serving.ts";

/** The longest segment that is folded where any tree serves: a chain of combines waits for each, and those of floats take four cycles. */
const LONGEST_FOLD = 64;
const LONGEST_FLOAT_FOLD = 32;

/** By which trees kernels serve a contract over segments; undefined where they do not, and each segment is a call of its own. */
export function segmentTrees(
  machine: Machine,
  setting: RunnerSetting,
  purpose: "scan" | "reduce",
  offsets: Uint32Array,
): SegmentTrees | undefined {
  const { contract, subject } = setting;
  if (contract.initial?.placement === "first") return undefined;
  const isFree = takesAnyTree(contract); // any tree serves
  const { blocksFor } = segmentedServing(servingExpression(machine, setting, purpose));
  const found = blocksFor?.(() => longestOf(offsets));
  if (found === undefined) return undefined;
  if (found === "none") return { ...CHAIN, short: "fold", longest: Number.POSITIVE_INFINITY };
  const blocks = isFree && found.length === Number.POSITIVE_INFINITY ? FREE_BLOCKS : found;
  const { straight, inUnits, inRanges, grouped } = fitOf(setting, blocks);
  const fit = { straight, inUnits, inRanges, grouped: grouped && purpose === "scan" };
  const { columns, list } = subject.terms;
  if (isFree) {
    const isFloat = columns.some((type) => SCALAR_TYPE_FACTS[type].isFloat);
    return {
      blockLength: blocks.length,
      join: blocks.join,
      ...fit,
      short: "fold",
      longest: isFloat ? LONGEST_FLOAT_FOLD : LONGEST_FOLD,
    };
  }
  const longest = Math.min(longestShort(list.nodes.length), blocks.length);
  return { blockLength: blocks.length, join: blocks.join, ...fit, short: "dyadic", longest };
}

const CHAIN = {
  blockLength: Number.POSITIVE_INFINITY,
  join: "linear",
  inRanges: false,
  straight: false,
  grouped: false,
  inUnits: false,
} as const;

/** Where any tree serves, blocks: what is left behind them is folded. */
const FREE_BLOCKS: Blocks = { length: 32, join: "dyadic" };

function longestOf(offsets: Uint32Array): number {
  let longest = 0;
  for (let i = 1; i < offsets.length; i++) longest = Math.max(longest, offsets[i] - offsets[i - 1]);
  return longest;
}
