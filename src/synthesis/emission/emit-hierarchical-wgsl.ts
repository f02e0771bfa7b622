// A hierarchical scan as three dispatches. Between them the device waits; within one only the stage's own steps do.
import { checkInteger, checkObject } from "../../values/check-arguments.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { checkHierarchicalProgram, type HierarchicalProgram } from "../hierarchical/hierarchical-program.ts";
import { evaluateTerm } from "../programs/evaluate-term.ts";
import { wgslProgram } from "./emit-program-wgsl.ts";
import { counted } from "./emit-typescript.ts";
import { conditionText, indexText } from "./index-text.ts";
import { checkStages } from "./program-steps.ts";
import { titleText } from "./typescript-module.ts";
import { languageAt } from "./wgsl-phase.ts";
import {
  checkScanOptions,
  MOST_INVOCATIONS,
  type WgslScan,
  type WgslScanOptions,
  type WgslSource,
  wgslScan,
} from "./wgsl-scan.ts";

/** How many elements a block has, and how many blocks there are at most. */
export interface HierarchicalWidths {
  readonly blockLength: number;
  readonly blockCount: number; // K: as many as the longest input has
}

/** A dispatch: what it reads, what it writes, how many workgroups it has for an input. Columns of each buffer are bound in this order, the output's last. */
export interface WgslDispatch extends WgslScan {
  readonly reads: readonly HierarchicalBuffer[];
  readonly writes: HierarchicalBuffer;
  readonly workgroups: "one" | "blocks"; // "blocks": ceil(length / blockLength)
}

/** "first" is as long as the input, "middle" holds K·T values. */
export type HierarchicalBuffer = "input" | "first" | "middle" | "output";

/** Names of the terms between the stages are natural numbers; shifts are of i32. */
const NAMES = { isNatural: true, isLogarithmic: false };

/**
 * A hierarchical scan as three dispatches of WGSL: a workgroup for each block, one for what the blocks send, a workgroup for each block again. All barriers are those that the
 * stages' steps need; between dispatches the device itself waits.
 *
 * @throws InvalidArgumentError for stages whose pairs do not lead up, a sent row that is not there, and a block length that the program lacks; UnsupportedError for a block, or K·T values, beyond what a
 * workgroup can have
 */
export function emitHierarchicalWgsl(
  given: HierarchicalProgram,
  widths: HierarchicalWidths,
  options: WgslScanOptions = {},
): readonly [first: WgslDispatch, middle: WgslDispatch, last: WgslDispatch] {
  const program = checkHierarchicalProgram(given);
  checkScanOptions(options);
  const { blockLength, blockCount } = checkObject("widths", widths);
  checkInteger("blockLength", blockLength, 1, MOST_INVOCATIONS);
  checkInteger("blockCount", blockCount, 1, MOST_INVOCATIONS);
  checkStages(program, [blockLength, blockCount * program.sentCount]);
  checkBlocks(program, blockLength);
  const between = { middle: sentSource(program, widths), last: entrySource(program, widths) };
  return [
    {
      ...stageScan("first", program, widths, options),
      reads: ["input"],
      writes: "first",
      workgroups: "blocks",
    },
    {
      ...stageScan("middle", program, widths, options, between.middle),
      reads: ["first"],
      writes: "middle",
      workgroups: "one",
    },
    {
      ...stageScan("last", program, widths, options, between.last),
      reads: ["first", "middle"],
      writes: "output",
      workgroups: "blocks",
    },
  ];
}

function stageScan(
  name: "first" | "middle" | "last",
  program: HierarchicalProgram,
  { blockLength, blockCount }: HierarchicalWidths,
  options: WgslScanOptions,
  source?: WgslSource,
): WgslScan {
  const isMiddle = name === "middle";
  const width = isMiddle ? blockCount * program.sentCount : blockLength;
  const { plan, steps, size } = wgslProgram(program[name], width, {});
  const title = titleText(options.title, "A hierarchical scan");
  const head = [
    `${title}, ${name} stage: ${counted(size, "combine")} in ${counted(plan.steps.length, "step")} of ${counted(width, "wire")}, ${counted(plan.barrierCount, "barrier")}.`,
    isMiddle ? "One workgroup, on what the blocks send." : `Workgroup b works on block b of ${blockLength}.`,
  ];
  const constants = [`const T = ${program.sentCount};`];
  const parts = { plan, head, direction: "forward", constants, steps } as const;
  return wgslScan(source === undefined ? parts : { ...parts, source }, options);
}

/** Value T·b + t of the middle stage. Of a last block in part it may be something else, which no row before it takes. */
function sentSource(program: HierarchicalProgram, { blockLength }: HierarchicalWidths): WgslSource {
  return {
    buffers: ["first"],
    load: `fn load(position: i32) -> Value {
  let b = position / T;
  return read_first(b * ${blockLength} + sent(position % T, ${blockLength}));
}

${sentText(program, blockLength)}`,
  };
}

/** A row of a block: what the middle stage made of it, where it was sent; and what enters there. */
function entrySource(program: HierarchicalProgram, { blockLength }: HierarchicalWidths): WgslSource {
  const language = languageAt({ T: program.sentCount, N: blockLength }, NAMES);
  const guard = conditionText(program.entry, language);
  const entry = guard === undefined ? "b > 0" : `b > 0 && ${guard}`;
  return {
    buffers: ["first", "middle"],
    load: `fn load(position: i32) -> Value {
  let b = position / N;
  let j = position % N;
  var value = read_first(position);
  for (var t = 0; t < T; t++) {
    if (j == sent(t, N)) { value = read_middle(T * b + t); }
  }
  if (${entry}) { value = combine(read_middle(T * b - 1), value); }
  return value;
}

${sentText(program, blockLength)}`,
  };
}

/** The row that is sent as value t of a block. */
function sentText({ sent, sentCount }: HierarchicalProgram, blockLength: number): string {
  const language = languageAt({ T: sentCount, N: blockLength }, NAMES);
  const row = indexText(sent, { ...language, name: (name) => (name === "N" ? "block" : name) });
  const parameter = (name: string): string => (new RegExp(`\\b${name}\\b`).test(row) ? name : `_${name}`);
  return `fn sent(${parameter("t")}: i32, ${parameter("block")}: i32) -> i32 {
  return ${row};
}
`;
}

function checkBlocks({ sent, sentCount, lengths }: HierarchicalProgram, blockLength: number): void {
  if (lengths === "powers of two" && !Number.isInteger(Math.log2(blockLength))) {
    throw new InvalidArgumentError("blockLength", "a power of two for this program", String(blockLength));
  }
  const rows = Array.from({ length: sentCount }, (_, t) =>
    evaluateTerm(sent, { T: sentCount, N: blockLength, t }),
  );
  const wrong = rows.find((row) => row < 0 || row >= blockLength);
  if (wrong === undefined) return;
  throw new InvalidArgumentError("program.sent", `a row from 0 to ${blockLength - 1}`, String(wrong));
}
