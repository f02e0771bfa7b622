import { javascriptSource } from "../../codegen/javascript.ts";
import type { ColumnContract } from "../../contracts/column-contract.ts";
import { printExpression } from "../../expressions/print.ts";
import type { ElementArray, Scalar } from "../../values/element-types.ts";
import { RecentMap } from "../../values/recent-map.ts";
import type { CombineSource, GeneratedCode, GeneratedReduce, GeneratedScan } from "./family.ts";
import type { KernelSubject } from "./kernels/lanes.ts";

import type { RunnerSetting } from "./runner.ts";
import { type Machine, requireServing, servingExpression } from "./serving.ts";

/*
 * Straight-line JavaScript for arrays that JavaScript owns: no copy in, no copy out. In cache it runs at the speed of a plain loop, which
 * waits for one addition after another, while the tree leaves 3.5 independent ones per element (docs/notes/wasm-executor.md).
 */

/** Pieces of generated code that are kept at least, of those used last: as a closure and what V8 has made of it some 5 KB each. */
export const KEPT_CODE = 256;

/** When generated JavaScript serves a column that JavaScript owns. A longest scan of −1 means never. */
export interface Generated {
  readonly longestScan: number; // elements
  readonly reduces: (length: number) => boolean;
  readonly isLong: (length: number) => boolean; // reduced so because the elements do not stay in a cache
  readonly scan: (input: ElementArray, output: ElementArray) => boolean; // whether NaNs may be there, not canonical
  readonly reduce: (input: ElementArray) => Scalar;
}

/** Positions in generated code are 32-bit integers. */
const LONGEST = 2 ** 31 - 1;

/*
 * Measured on arrays that JavaScript owns (docs/notes/wasm-executor.md): for f64, generated code is at least as fast as staging at every length
 * of a scan, and up to about 1,000 elements of a reduce, where a call into WebAssembly and its copy still weigh. For 32-bit
 * integers the plain loop wins up to about the same length. f32 pays for Math.fround more than for copies, once these are long enough to be made
 * by a view.
 */
const SHORT = 1024;
const SHORT_F32 = 31;
/*
 * Doubles beyond the last-level cache are read once where they lie, and not copied first: of 2^21, 16 MiB, generated code has 18 GB/s where the
 * stage has 13, of 2^24 19 where it has 11. In a cache its additions, one at a time, are the limit: 20 where the stage has 24 (Zen 4, Node 20).
 */
const LONG_REDUCE = 2 ** 21;

const NOTHING: GeneratedCode = { scan: undefined, reduce: undefined, reducesLong: false };

/** Operators are made anew by programs that define them in a loop; V8 need not learn the same code again. */
const knownCode = new RecentMap<string, GeneratedCode>(KEPT_CODE);

/** What to generate for a contract: forward, without widening or initial value, where NaNs need no look at every output. */
export function generatedFor(machine: Machine, setting: RunnerSetting): Generated {
  const { scan, reduce, reducesLong } = codeFor(machine, setting);
  const [type] = setting.contract.types;
  const short = type === "f32" ? SHORT_F32 : SHORT;
  const longestScan = type === "f64" ? LONGEST : short;
  const longestReduce = reduce === undefined ? -1 : type === "f64" && reducesLong ? LONGEST : short;
  const addsLong = reduce !== undefined && addsDoubles(setting.contract);
  const isLong = (length: number): boolean => addsLong && isBeyondCaches(length);
  return {
    longestScan: scan === undefined ? -1 : longestScan,
    reduces: (length) => length <= longestReduce || isLong(length),
    isLong,
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

/** The same for exclusive prefixes. A longest length of −1 means never. */
export interface GeneratedExclusive {
  readonly longest: number; // elements
  readonly scan: (input: ElementArray, output: ElementArray) => boolean; // whether NaNs may be there, not canonical
}

/**
 * Exclusive prefixes of what JavaScript owns: inclusive ones, each moved to the next place with the initial value before it. Short, as that is a second
 * pass. Best of seven on two cores with a load of 11: 16 f64 in 303 ns, 1.2 times their inclusive scan, by way of the stage 670, 3.5 times.
 */
export function generatedExclusiveFor(machine: Machine, setting: RunnerSetting): GeneratedExclusive {
  const never = { longest: -1, scan: () => false };
  const { initial } = setting.contract;
  const [first] = initial?.value ?? [];
  const combine = combineSource(setting.subject);
  if (initial?.placement !== "outside" || typeof first !== "number" || combine === undefined) return never;
  const contract = { ...setting.contract, initial: undefined };
  const { longestScan, scan } = generatedFor(machine, { ...setting, contract });
  if (longestScan < 0) return never;
  const move = compile("output,length", moveSource(combine), "const first=given[0];", [first]) as
    | ((output: ElementArray, length: number) => boolean)
    | undefined;
  if (move === undefined) return never;
  return {
    longest: Math.min(longestScan, SHORT),
    scan(input, output) {
      scan(input, output);
      return move(output, output.length);
    },
  };
}

function moveSource(combine: CombineSource): string {
  return `let hasNaN=first!==first;
    for(let i=length-1;i>0;i--){
      const value=${combine("first", "output[i-1]")};
      if(value!==value)hasNaN=true;
      output[i]=value;
    }
    output[0]=first;
    return hasNaN;`;
}

/** See LONG_REDUCE. */
export function isBeyondCaches(length: number): boolean {
  return length >= LONG_REDUCE && length < LONGEST;
}

/** Whether doubles are added, and nothing else: more operations an element cost JavaScript more than the copy, and vectors nothing. */
export function addsDoubles({ terms, types, sums }: ColumnContract): boolean {
  const [term] = terms;
  if (terms.length > 1 || types[0] !== "f64" || sums[0] !== "f64" || term.kind !== "binary") return false;
  return term.operation === "add" && term.first.kind === "left" && term.second.kind === "right";
}

function codeFor(machine: Machine, setting: RunnerSetting): GeneratedCode {
  const { types, sums, direction, initial } = setting.contract;
  const [type] = types;
  const isPlain = direction === "forward" && initial === undefined && type === sums[0];
  if (sums.length > 1 || !isPlain || type === "bool" || setting.nanRule === "always") return NOTHING;
  const combine = combineSource(setting.subject);
  const expression = servingExpression(machine, setting, "generated");
  const { generate } = requireServing(machine, expression);
  if (combine === undefined || generate === undefined) return NOTHING;
  return knownCode.getOrMake(`${setting.key} ${printExpression(expression)}`, () =>
    generate(combine, setting),
  );
}

/** The operator of a subject with one column; undefined for operations that are missing from JavaScript. */
export function combineSource(subject: KernelSubject): CombineSource | undefined {
  const { nodes, roots } = subject.terms.list;
  const { term } = nodes[roots[0]];
  if (javascriptSource(term, "l", "r") === undefined) return undefined;
  return (left, right) => javascriptSource(term, left, right) ?? "";
}

/** Slots of a table of roots, for fewer than 2^31 blocks. */
export const ROOT_SLOTS = 32;

export function compileScan(body: string): GeneratedScan | undefined {
  return compile("input,output,length", body) as GeneratedScan | undefined;
}

export function compileReduce(body: string, prelude?: string): GeneratedReduce | undefined {
  return compile("input,length", body, prelude) as GeneratedReduce | undefined;
}

/**
 * A function of `parameters` with a table of roots of its own: a new table per call would cost more than 1,000 elements of a scan.
 * The code may look at what is `given`. Undefined where a page's policy forbids code from text; WebAssembly then serves.
 */
export function compile(
  parameters: string,
  body: string,
  prelude = "",
  given: readonly unknown[] = [],
): unknown {
  const source = `"use strict";const roots=new Float64Array(${ROOT_SLOTS});${prelude}return (${parameters})=>{${body}};`;
  try {
    return new Function("given", source)(given);
  } catch {
    return undefined;
  }
}
