import { javascriptSource } from "../../codegen/javascript.ts";
import { numberSource } from "../../codegen/javascript-operations.ts";
import type { Expression } from "../../expressions/expression.ts";
import type { Scalar } from "../../values/element-types.ts";
import type { KernelSubject } from "./kernels/lanes.ts";

/*
 * Straight-line JavaScript for arrays that JavaScript owns: no copy in, no copy out. In cache it runs at the speed of a plain loop, which
 * waits for one addition after another, while the tree leaves 3.5 independent ones per element (docs/notes/wasm-executor.md).
 *
 * The same prefixes as in kernels/prefixes.ts, one element at a time; a carry folds a fixed number of slots, empty ones holding the
 * identity, so that block scans are only for operators with one. Without an initial value; lengths below 2^31.
 */

/** Gives whether a NaN may be among the outputs: a carry or the last value was not finite. */
export type GeneratedScan = (input: ArrayLike<Scalar>, output: ArrayLike<Scalar>, length: number) => boolean;
export type GeneratedReduce = (input: ArrayLike<Scalar>, length: number) => Scalar;

/** Elements of a straight-line range of a reduce. */
const RANGE = 32;
const RANGE_LEVEL = Math.log2(RANGE);

/** A scan of blocks of a power-of-two length up to 64, or of the left fold; undefined for anything else. */
export function generateScan(
  combine: CombineSource,
  { identity: neutral }: KernelSubject,
  expression: Expression,
): GeneratedScan | undefined {
  if (expression.kind === "leftFold") return compileScan(foldScanSource(combine));
  if (expression.kind !== "blockDyadic" || neutral === undefined) return undefined;
  if (!isStraight(expression.blockLength)) return undefined;
  const identity = numberSource(Number(neutral[0]));
  return compileScan(blockScanSource(combine, expression.blockLength, identity));
}

/** A reduce of iteratedPairwise, of blocks of a power-of-two length, or of the left fold; undefined for anything else. */
export function generateReduce(combine: CombineSource, expression: Expression): GeneratedReduce | undefined {
  switch (expression.kind) {
    case "leftFold":
      return compileReduce(foldReduceSource(combine));
    case "iteratedPairwise":
      return compileReduce("return tree(input,0,length);", treeSource(combine));
    case "blockDyadic": {
      const { blockLength } = expression;
      if (!Number.isInteger(Math.log2(blockLength)) || blockLength >= 2 ** 30) return undefined;
      const body = `const tail=length%${blockLength};
        if(tail===length||tail===0)return tree(input,0,length);
        const blocks=tree(input,0,length-tail),rest=tree(input,length-tail,length);
        return ${combine("blocks", "rest")};`;
      return compileReduce(body, treeSource(combine));
    }
    default:
      return undefined;
  }
}

/** Pieces of generated code that are kept at least, of those used last: as a closure and what V8 has made of it some 5 KB each. */
export const KEPT_CODE = 256;

export type CombineSource = (left: string, right: string) => string;

/** The operator of a subject with one column; undefined where JavaScript has not its operations. */
export function combineSource(subject: KernelSubject): CombineSource | undefined {
  const { nodes, roots } = subject.terms.list;
  const { term } = nodes[roots[0]];
  if (javascriptSource(term, "l", "r") === undefined) return undefined;
  return (left, right) => javascriptSource(term, left, right) ?? "";
}

function foldScanSource(combine: CombineSource): string {
  return `let carry=input[0];output[0]=carry;
    for(let i=1;i<length;i++){carry=${combine("carry", "input[i]")};output[i]=carry;}
    return carry-carry!==0;`;
}

function foldReduceSource(combine: CombineSource): string {
  return `let carry=input[0];for(let i=1;i<length;i++)carry=${combine("carry", "input[i]")};return carry;`;
}

/**
 * The prefixes of the whole blocks in [start, end) of an array, from a state: `index` blocks came before, and slot k of `roots` has the complete
 * range of 2^k of them, where there is one, else the identity. It leaves there those of all. Gives 0 where no NaN can be among the outputs.
 */
export type GeneratedBlocks = (
  input: ArrayLike<Scalar>,
  output: ArrayLike<Scalar>,
  start: number,
  end: number,
  index: number,
  roots: Float64Array,
) => number;

/** Slots of a table of roots, for fewer than 2^31 blocks. */
export const ROOT_SLOTS = 32;

/** See GeneratedBlocks; undefined where `generateScan` has none for blocks. */
export function generateBlocks(
  subject: KernelSubject,
  blockLength: number,
): { readonly scan: GeneratedBlocks; readonly identity: number } | undefined {
  const combine = combineSource(subject);
  if (combine === undefined || subject.identity === undefined) return undefined;
  if (!isStraight(blockLength)) return undefined;
  const identity = Number(subject.identity[0]);
  const resume = `if(index!==0){
      let slot=31-Math.clz32(index&-index),rest=index>>slot>>1;
      carry=roots[slot];
      while(rest!==0){slot++;carry=${combine("roots[slot]", "carry")};rest>>=1;}
      guard=carry*0;}`;
  const body = `let i=start;${blocksSource(combine, blockLength, numberSource(identity), resume)}return guard;`;
  const scan = compile("input,output,start,end,index,roots", body) as GeneratedBlocks | undefined;
  return scan && { scan, identity };
}

function isStraight(blockLength: number): boolean {
  return blockLength >= 2 && blockLength <= 64 && Number.isInteger(Math.log2(blockLength));
}

/** Blocks from `i` to `end`, `index` of them before; `resume` sets the carry and the guard. */
function blocksSource(combine: CombineSource, blockLength: number, identity: string, resume = ""): string {
  const levels = Math.log2(blockLength);
  const last = blockLength - 1;
  let block = "";
  for (let position = 0; position < blockLength; position++) {
    const value = `p${position}`;
    const closed = Math.log2((position + 1) & -(position + 1));
    block += `let ${value}=input[i+${position}];`;
    for (let level = 0; level < closed; level++) block += `${value}=${combine(`r${level}`, value)};`;
    block += position === last ? `root=${value};` : `r${closed}=${value};`;
    for (let level = closed + 1; level < levels; level++) {
      if ((position >> level) % 2 === 1) block += `${value}=${combine(`r${level}`, value)};`;
    }
    if (position < last) block += `output[i+${position}]=${combine("carry", value)};`;
  }
  const locals = Array.from({ length: levels }, (_, level) => `r${level}=0`).join(",");
  return `let carry=${identity},root=0,guard=0,${locals};${resume}
    for(;i<end;i+=${blockLength}){${block}
      let rest=index,slot=0;
      while(rest&1){root=${combine("roots[slot]", "root")};roots[slot]=${identity};slot++;rest>>=1;}
      roots[slot]=root;carry=root;rest>>=1;
      while(rest!==0){slot++;carry=${combine("roots[slot]", "carry")};rest>>=1;}
      guard+=carry*0;output[i+${last}]=carry;index++;}`;
}

function blockScanSource(combine: CombineSource, blockLength: number, identity: string): string {
  return `let i=0,index=0;
    roots.fill(${identity});
    const end=length-length%${blockLength};
    ${blocksSource(combine, blockLength, identity)}
    for(let inBlock=0;i<length;i++,inBlock++){
      let value=input[i],rest=inBlock,slot=0;
      while(rest&1){value=${combine("roots[slot]", "value")};slot++;rest>>=1;}
      roots[slot]=value;
      for(;rest!==0;slot++,rest>>=1)if(rest&1)value=${combine("roots[slot]", "value")};
      output[i]=index===0?value:${combine("carry", "value")};}
    return guard!==0||length>0&&output[length-1]-output[length-1]!==0;`;
}

/** A function `tree(input, start, end)`: T over input[start..end). */
function treeSource(combine: CombineSource): string {
  let range = "";
  for (let position = 0; position < RANGE; position++) {
    const value = `p${position}`;
    const closed = Math.log2((position + 1) & -(position + 1));
    range += `let ${value}=input[i+${position}];`;
    for (let level = 0; level < closed; level++) range += `${value}=${combine(`r${level}`, value)};`;
    range += position === RANGE - 1 ? `root=${value};` : `r${closed}=${value};`;
  }
  const locals = Array.from({ length: RANGE_LEVEL }, (_, level) => `r${level}=0`).join(",");
  const merge = (value: string): string =>
    `while(rest&1){${value}=${combine("roots[slot]", value)};slot++;rest>>=1;}roots[slot]=${value};`;
  return `const tree=(input,start,end)=>{
      let i=start,root=0,${locals};
      const ranges=(end-start)>>${RANGE_LEVEL};
      for(let range=0;range<ranges;range++,i+=${RANGE}){${range} let rest=range,slot=${RANGE_LEVEL};${merge("root")}}
      for(let position=0;i<end;i++,position++){let value=input[i],rest=position,slot=0;${merge("value")}}
      let rest=end-start,slot=0;
      while(!(rest&1)){slot++;rest>>=1;}
      let value=roots[slot];slot++;rest>>=1;
      for(;rest!==0;slot++,rest>>=1)if(rest&1)value=${combine("roots[slot]", "value")};
      return value;};`;
}

function compileScan(body: string): GeneratedScan | undefined {
  return compile("input,output,length", body) as GeneratedScan | undefined;
}

function compileReduce(body: string, prelude?: string): GeneratedReduce | undefined {
  return compile("input,length", body, prelude) as GeneratedReduce | undefined;
}

/**
 * A function of `parameters` with a table of roots of its own: a new table per call would cost more than 1,000 elements of a scan.
 * Undefined where a page's policy forbids code from text; WebAssembly then serves.
 */
export function compile(parameters: string, body: string, prelude = ""): unknown {
  const source = `"use strict";const roots=new Float64Array(${ROOT_SLOTS});${prelude}return (${parameters})=>{${body}};`;
  try {
    return new Function(source)();
  } catch {
    return undefined;
  }
}
