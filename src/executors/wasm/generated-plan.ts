import type { TypedContract } from "../../contracts/contract.ts";
import { takesAnyTree } from "../../contracts/takes-any-tree.ts";
import { type Expression, leftFold } from "../../expressions/expression.ts";
import type { ElementArray, Scalar } from "../../values/element-types.ts";
import { RecentMap } from "../../values/recent-map.ts";
import {
  type CombineSource,
  combineSource,
  generateReduce,
  generateScan,
  KEPT_CODE,
} from "./generated-javascript.ts";
import type { RunnerSetting } from "./runner.ts";

/** When generated JavaScript serves arrays that JavaScript owns. A longest length of −1 means never. */
export interface Generated {
  readonly longestScan: number; // elements
  readonly longestReduce: number;
  readonly scan: (input: ElementArray, output: ElementArray) => boolean; // whether NaNs may be there, not canonical
  readonly reduce: (input: ElementArray) => Scalar;
}

/** Positions in generated code are 32-bit integers. */
const LONGEST = 2 ** 31 - 1;

/*
 * Measured on arrays that JavaScript owns (docs/notes/wasm-executor.md): for f64, generated code is at least as fast as staging at every length
 * of a scan, and up to about 1,000 elements of a reduce, where a call into WebAssembly and its copy still weigh. For 32-bit
 * integers the plain loop wins up to about the same length. f32 pays for Math.fround more than for the copies.
 */
const SHORT = 1024;

/** Code of an operator by an expression, where JavaScript has it. */
interface Code {
  readonly scan: ReturnType<typeof generateScan>;
  readonly reduce: ReturnType<typeof generateReduce>;
}

const NOTHING: Code = { scan: undefined, reduce: undefined };

/** Operators are made anew by programs that define them in a loop; V8 need not learn the same code again. */
const knownCode = new RecentMap<string, Code>(KEPT_CODE);

function generated(combine: CombineSource, setting: RunnerSetting, expression: Expression): Code {
  const make = (): Code => ({
    scan: generateScan(combine, setting.subject, expression),
    reduce: generateReduce(combine, expression),
  });
  switch (expression.kind) {
    case "blockDyadic":
      return knownCode.getOrMake(`${setting.key} ${expression.blockLength}`, make);
    case "leftFold":
    case "iteratedPairwise":
      return knownCode.getOrMake(`${setting.key} ${expression.kind}`, make);
    default:
      return NOTHING;
  }
}

/** What to generate for a contract: forward, without widening or initial value, where NaNs need no look at every output. */
export function generatedFor(contract: TypedContract, setting: RunnerSetting): Generated {
  const { type, accumulate, direction, initial } = contract;
  const isPlain = direction === "forward" && initial === undefined && type === accumulate && type !== "f32";
  const combine = isPlain && setting.nanRule !== "always" ? combineSource(setting.subject) : undefined;
  const expression = takesAnyTree(contract) ? leftFold : contract.expression;
  const { scan, reduce } = combine === undefined ? NOTHING : generated(combine, setting, expression);
  const isFold = expression.kind === "leftFold";
  const longestScan = type === "f64" ? LONGEST : SHORT;
  const longestReduce = type === "f64" && isFold ? LONGEST : SHORT;
  return {
    longestScan: scan === undefined ? -1 : longestScan,
    longestReduce: reduce === undefined ? -1 : longestReduce,
    scan: (input, output) => {
      setting.counts.generated += input.length;
      return scan?.(input, output, input.length) ?? false;
    },
    reduce: (input) => {
      setting.counts.generated += input.length;
      return reduce?.(input, input.length) ?? 0;
    },
  };
}
