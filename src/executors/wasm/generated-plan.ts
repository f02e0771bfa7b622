import { printExpression } from "../../expressions/print.ts";
import type { ElementArray, Scalar } from "../../values/element-types.ts";
import { RecentMap } from "../../values/recent-map.ts";
import type { GeneratedCode } from "./family.ts";
import { combineSource, KEPT_CODE } from "./generated-javascript.ts";
import type { RunnerSetting } from "./runner.ts";
import { type Machine, requireServing, servingExpression } from "./serving.ts";

/** When generated JavaScript serves a column that JavaScript owns. A longest length of −1 means never. */
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

const NOTHING: GeneratedCode = { scan: undefined, reduce: undefined, reducesLong: false };

/** Operators are made anew by programs that define them in a loop; V8 need not learn the same code again. */
const knownCode = new RecentMap<string, GeneratedCode>(KEPT_CODE);

/** What to generate for a contract: forward, without widening or initial value, where NaNs need no look at every output. */
export function generatedFor(machine: Machine, setting: RunnerSetting): Generated {
  const { scan, reduce, reducesLong } = codeFor(machine, setting);
  const isDouble = setting.contract.types[0] === "f64";
  const longestScan = isDouble ? LONGEST : SHORT;
  const longestReduce = isDouble && reducesLong ? LONGEST : SHORT;
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

function codeFor(machine: Machine, setting: RunnerSetting): GeneratedCode {
  const { types, sums, direction, initial } = setting.contract;
  const [type] = types;
  const isPlain = direction === "forward" && initial === undefined && type === sums[0] && type !== "f32";
  if (sums.length > 1 || !isPlain || type === "bool" || setting.nanRule === "always") return NOTHING;
  const combine = combineSource(setting.subject);
  const expression = servingExpression(machine, setting, "generated");
  const { generate } = requireServing(machine, expression);
  if (combine === undefined || generate === undefined) return NOTHING;
  return knownCode.getOrMake(`${setting.key} ${printExpression(expression)}`, () =>
    generate(combine, setting),
  );
}
