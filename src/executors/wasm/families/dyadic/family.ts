import { type Expression, iteratedPairwise, linearCarry } from "../../../../expressions/expression.ts";
import type { CombineSource, Family, GeneratedCode, Serving } from "../../family.ts";
import type { RunnerSetting } from "../../runner.ts";
import { type Blocks, NO_BLOCKS } from "./dyadic-kernels.ts";
import { dyadicRunner } from "./dyadic-runner.ts";
import {
  blockReduceCode,
  generateBlockReduce,
  generateBlockScan,
  generateTreeReduce,
  treeReduceCode,
} from "./generated-blocks.ts";

/** The block length that serves associative operators: the fastest of the scan kernels. */
const SERVING_BLOCK_LENGTH = 32;

/** Dyadic trees: over all elements, or over blocks that are joined as a tree or one after the other. */
export const dyadic: Family = {
  serve(expression) {
    const blocks = blocksOf(expression);
    return blocks && dyadicServing(expression, blocks);
  },
  fastest({ terms }, purpose) {
    if (terms.laneBytes === undefined || purpose === "generated") return undefined;
    return purpose === "scan" ? linearCarry(SERVING_BLOCK_LENGTH) : iteratedPairwise;
  },
};

/** The blocks of an expression; undefined for one of another family. */
export function blocksOf(expression: Expression): Blocks | undefined {
  switch (expression.kind) {
    case "iteratedPairwise":
      return NO_BLOCKS;
    case "blockDyadic":
      return { length: expression.blockLength, join: "dyadic" };
    case "linearCarry":
      return { length: expression.blockLength, join: "linear" };
    default:
      return undefined;
  }
}

export function dyadicServing(expression: Expression, blocks: Blocks): Serving {
  return {
    open: (arena, setting) => dyadicRunner(arena, setting, blocks),
    generate: (combine, setting) => codeOf(expression, combine, setting),
    reduceCode(combine, elements) {
      if (expression.kind === "iteratedPairwise") return treeReduceCode(combine, elements);
      return expression.kind === "blockDyadic"
        ? blockReduceCode(combine, expression.blockLength, elements)
        : undefined;
    },
  };
}

function codeOf(expression: Expression, combine: CombineSource, { subject }: RunnerSetting): GeneratedCode {
  switch (expression.kind) {
    case "iteratedPairwise":
      return { scan: undefined, reduce: generateTreeReduce(combine), reducesLong: false };
    case "blockDyadic": {
      const { blockLength } = expression;
      return {
        scan: generateBlockScan(combine, subject, blockLength),
        reduce: generateBlockReduce(combine, blockLength),
        reducesLong: false,
      };
    }
    default:
      return { scan: undefined, reduce: undefined, reducesLong: false };
  }
}
