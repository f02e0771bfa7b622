import type { TypedContract } from "../../contracts/contract.ts";
import { takesAnyTree } from "../../contracts/takes-any-tree.ts";
import { leftFold } from "../../expressions/expression.ts";
import type { ElementArray, Scalar } from "../../values/element-types.ts";
import { combineSource, generateReduce, generateScan } from "./generated-javascript.ts";
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

/** What to generate for a contract: forward, without widening or initial value, where NaNs need no look at every output. */
export function generatedFor(contract: TypedContract, setting: RunnerSetting): Generated {
  const { type, accumulate, direction, initial } = contract;
  const isPlain = direction === "forward" && initial === undefined && type === accumulate && type !== "f32";
  const combine = isPlain && setting.nanRule !== "always" ? combineSource(setting.subject) : undefined;
  const expression = takesAnyTree(contract) ? leftFold : contract.expression;
  const scan = combine && generateScan(combine, setting.subject, expression);
  const reduce = combine && generateReduce(combine, expression);
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
