import type { RecordContract, TypedContract } from "../../../contracts/contract.ts";
import { takesAnyTree } from "../../../contracts/takes-any-tree.ts";
import { blockDyadic, type Expression } from "../../../expressions/expression.ts";
import { SCALAR_TYPE_FACTS } from "../../../values/element-types.ts";
import { type Blocks, fitOf } from "../dyadic-kernels.ts";
import { longestShort } from "../kernels/segment-short.ts";
import type { SegmentTrees } from "../kernels/segment-walk.ts";
import type { RunnerSetting } from "../runner.ts";
import { servingExpression } from "../subject.ts";

/** The longest segment that is folded where any tree serves: a chain of combines waits for each, and those of floats take four cycles. */
const LONGEST_FOLD = 64;
const LONGEST_FLOAT_FOLD = 32;

/** By which trees kernels serve a contract over segments; undefined where they do not, and each segment is a call of its own. */
export function segmentTrees(
  contract: TypedContract | RecordContract,
  setting: RunnerSetting,
  purpose: "scan" | "reduce",
  offsets: Uint32Array,
): SegmentTrees | undefined {
  if (contract.initial?.placement === "first") return undefined;
  const { subject } = setting;
  const isFree = takesAnyTree(contract); // any tree serves
  const serving = servingExpression(contract, subject, purpose);
  // Blocks, so that what is left behind them is folded.
  const expression = isFree && serving.kind === "iteratedPairwise" ? blockDyadic(32) : serving;
  if (expression.kind === "leftFold")
    return { ...NO_BLOCKS, short: "fold", longest: Number.POSITIVE_INFINITY };
  const blocks = blocksOf(expression, offsets);
  if (blocks === undefined) return undefined;
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

const NO_BLOCKS = {
  blockLength: Number.POSITIVE_INFINITY,
  join: "linear",
  inRanges: false,
  straight: false,
  grouped: false,
  inUnits: false,
} as const;

function blocksOf(expression: Expression, offsets: Uint32Array): Blocks | undefined {
  const whole = { length: Number.POSITIVE_INFINITY, join: "dyadic" } as const;
  switch (expression.kind) {
    case "iteratedPairwise":
      return whole;
    case "blockDyadic":
      return { length: expression.blockLength, join: "dyadic" };
    case "linearCarry":
      return { length: expression.blockLength, join: "linear" };
    case "interleaved": {
      // Where no lane has more than one element, the tree over lanes is the tree over elements.
      const { laneCount } = expression;
      return laneCount === 1 || longestOf(offsets) <= laneCount ? whole : undefined;
    }
    default:
      return undefined;
  }
}

function longestOf(offsets: Uint32Array): number {
  let longest = 0;
  for (let i = 1; i < offsets.length; i++) longest = Math.max(longest, offsets[i] - offsets[i - 1]);
  return longest;
}
