import { numberSource } from "../../../../codegen/javascript-operations.ts";
import type { Scalar } from "../../../../values/element-types.ts";
import type { CombineSource, ElementCode, GeneratedReduce, GeneratedScan, ReduceCode } from "../../family.ts";
import { combineSource, compile, compileReduce, compileScan } from "../../generated-javascript.ts";
import type { KernelSubject } from "../../kernels/lanes.ts";

/*
 * The prefixes of kernels/prefixes.ts and the tree of a reduce, one element at a time. A carry folds a fixed number of slots, empty ones
 * holding the identity, so that block scans are only for operators with one.
 */

/** Elements of a straight-line range of a reduce, and ranges of a chunk. */
const RANGE = 32;
const RANGE_LEVEL = Math.log2(RANGE);
const CHUNK_LEVEL = 2 * RANGE_LEVEL;

/** A scan of blocks of a power-of-two length up to 64; undefined for others. */
export function generateBlockScan(
  combine: CombineSource,
  { identity }: KernelSubject,
  blockLength: number,
): GeneratedScan | undefined {
  if (identity === undefined || !isStraight(blockLength)) return undefined;
  return compileScan(blockScanSource(combine, blockLength, numberSource(Number(identity[0]))));
}

/** The elements of an array. */
const OF_INPUT: ElementCode = {
  operands: "input",
  at: (index, target) => `let ${target}=input[${index}];`,
  tree: "tree",
};

/** A reduce of iteratedPairwise. */
export function generateTreeReduce(combine: CombineSource): GeneratedReduce | undefined {
  return compiled(treeReduceCode(combine, OF_INPUT));
}

/** A reduce of blocks of a power-of-two length; undefined for others. */
export function generateBlockReduce(
  combine: CombineSource,
  blockLength: number,
): GeneratedReduce | undefined {
  const code = blockReduceCode(combine, blockLength, OF_INPUT);
  return code && compiled(code);
}

function compiled({ body, prelude }: ReduceCode): GeneratedReduce | undefined {
  return compileReduce(body, prelude);
}

/** The same as text, of any elements. */
export function treeReduceCode(combine: CombineSource, elements: ElementCode): ReduceCode {
  const { tree, operands } = elements;
  return { prelude: treeSource(combine, elements), body: `return ${tree}(${operands},0,length);` };
}

/** The same as text, of any elements. */
export function blockReduceCode(
  combine: CombineSource,
  blockLength: number,
  elements: ElementCode,
): ReduceCode | undefined {
  if (!Number.isInteger(Math.log2(blockLength)) || blockLength >= 2 ** 30) return undefined;
  const tree = `${elements.tree}(${elements.operands}`;
  const body = `const tail=length%${blockLength};
    if(tail===length||tail===0)return ${tree},0,length);
    const blocks=${tree},0,length-tail),rest=${tree},length-tail,length);
    return ${combine("blocks", "rest")};`;
  return { prelude: treeSource(combine, elements), body };
}

/**
 * The prefixes of the whole blocks in [start, end) of an array, from a state: `index` blocks came before, and slot k of `roots` has the complete
 * range of 2^k of them, where there is one, else the identity. It leaves there those of all. Gives 0 where no NaN can be among the outputs.
 */
type GeneratedBlocks = (
  input: ArrayLike<Scalar>,
  output: ArrayLike<Scalar>,
  start: number,
  end: number,
  index: number,
  roots: Float64Array,
) => number;

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

/**
 * The prefix of a block's element at `position`, written to its place, and of the last one the whole block as `root`. Straight-line: slot r<level>
 * has the newest complete range of 2^level elements of the block.
 */
function prefixSource(combine: CombineSource, blockLength: number, position: number): string {
  const levels = Math.log2(blockLength);
  const value = `p${position}`;
  const closed = Math.log2((position + 1) & -(position + 1));
  let source = `let ${value}=input[i+${position}];`;
  for (let level = 0; level < closed; level++) source += `${value}=${combine(`r${level}`, value)};`;
  if (closed === levels) return `${source}root=${value};`;
  source += `r${closed}=${value};`;
  for (let level = closed + 1; level < levels; level++) {
    if ((position >> level) % 2 === 1) source += `${value}=${combine(`r${level}`, value)};`;
  }
  return `${source}output[i+${position}]=${combine("carry", value)};`;
}

/** Blocks from `i` to `end`, `index` of them before; `resume` sets the carry and the guard. */
function blocksSource(combine: CombineSource, blockLength: number, identity: string, resume = ""): string {
  const last = blockLength - 1;
  const block = positionsBelow(blockLength).map((position) => prefixSource(combine, blockLength, position));
  const locals = positionsBelow(Math.log2(blockLength)).map((level) => `r${level}=0`);
  return `let carry=${identity},root=0,guard=0,${locals.join(",")};${resume}
    for(;i<end;i+=${blockLength}){${block.join("")}
      let rest=index,slot=0;
      while(rest&1){root=${combine("roots[slot]", "root")};roots[slot]=${identity};slot++;rest>>=1;}
      roots[slot]=root;carry=root;rest>>=1;
      while(rest!==0){slot++;carry=${combine("roots[slot]", "carry")};rest>>=1;}
      guard+=carry*0;output[i+${last}]=carry;index++;}`;
}

/** An array shorter than a block is all tail: straight-line too, since a loop with slots in memory takes three times as long. */
function blockScanSource(combine: CombineSource, blockLength: number, identity: string): string {
  const tail = positionsBelow(blockLength - 1).map((position) => {
    return `if(i+${position}===length)break tail;${prefixSource(combine, blockLength, position)}`;
  });
  return `let i=0,index=0;
    const end=length-length%${blockLength};
    if(end!==0)roots.fill(${identity});
    ${blocksSource(combine, blockLength, identity)}
    tail:{${tail.join("")}}
    return guard!==0||length>0&&output[length-1]-output[length-1]!==0;`;
}

function positionsBelow(count: number): readonly number[] {
  return Array.from({ length: count }, (_, position) => position);
}

/**
 * A function `tree(…operands, start, end)`: T over the elements from start to end.
 *
 * Of chunks the roots of all ranges go to a list, and then T over the list: a look at the counter after every range costs more than the range's
 * additions. Both have a function of their own, which V8 compiles after a few calls; the loop around them would be compiled at its second array.
 * What is left behind ranges is cut by the bits of its length, so that all of it is straight-line code: with a loop over single elements 16 of
 * them took twice as long.
 */
function treeSource(combine: CombineSource, elements: ElementCode): string {
  const { operands, tree } = elements;
  const locals = Array.from({ length: RANGE_LEVEL }, (_, level) => `r${level}=0`).join(",");
  const whole = rangeSource(combine, elements, RANGE_LEVEL, "root");
  const fold = rangeSource(combine, { ...elements, ...OF_LIST }, RANGE_LEVEL, "root");
  let rest = "";
  for (let level = RANGE_LEVEL - 1; level >= 0; level--) {
    const range = rangeSource(combine, elements, level, `roots[${level}]`);
    rest += `if(length&${2 ** level}){${range}i+=${2 ** level};}`;
  }
  return `const ${tree}List=new Float64Array(${RANGE});
    const ${tree}Ranges=(${operands},i,list)=>{
      let root=0,${locals};
      for(let k=0;k<${RANGE};k++,i+=${RANGE}){${whole}list[k]=root;}};
    const ${tree}Fold=(list)=>{let root=0,${locals};const i=0;${fold}return root;};
    const ${tree}=(${operands},start,end)=>{
      let i=start,root=0,${locals};
      const length=end-start,chunks=length>>${CHUNK_LEVEL},ranges=length>>${RANGE_LEVEL}&${RANGE - 1};
      for(let chunk=0;chunk<chunks;chunk++,i+=${2 ** CHUNK_LEVEL}){
        ${tree}Ranges(${operands},i,${tree}List);root=${tree}Fold(${tree}List);
        ${pushSource(combine, "chunk", CHUNK_LEVEL)}}
      for(let range=0;range<ranges;range++,i+=${RANGE}){${whole}
        ${pushSource(combine, "range", RANGE_LEVEL)}}
      ${rest}
      let slot=31-Math.clz32(length&-length),rest=length>>slot>>1,value=roots[slot];
      for(slot++;rest!==0;slot++,rest>>=1)if(rest&1)value=${combine("roots[slot]", "value")};
      return value;};`;
}

/** Roots of ranges. */
const OF_LIST = { at: (index: string, target: string): string => `let ${target}=list[${index}];` };

/** Joins `root` with the ranges before it, `count` of which were as long, from the slot of its length on. */
function pushSource(combine: CombineSource, count: string, level: number): string {
  return `let rest=${count},slot=${level};
        while(rest&1){root=${combine("roots[slot]", "root")};slot++;rest>>=1;}
        roots[slot]=root;`;
}

/** T over the 2^level elements from `i` on, straight-line, into `target`. */
function rangeSource(combine: CombineSource, elements: ElementCode, level: number, target: string): string {
  const last = 2 ** level - 1;
  let source = "";
  for (let position = 0; position <= last; position++) {
    const value = `p${position}`;
    const closed = Math.log2((position + 1) & -(position + 1));
    source += elements.at(`i+${position}`, value);
    for (let below = 0; below < closed; below++) source += `${value}=${combine(`r${below}`, value)};`;
    source += position === last ? `${target}=${value};` : `r${closed}=${value};`;
  }
  return source;
}
