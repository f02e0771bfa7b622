import type { RecordContract, TypedContract } from "../../contracts/contract.ts";
import type { Root } from "../../summaries/summary.ts";
import { canonicalizeNaNs } from "../../values/bits.ts";
import type { Scalar } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import { RecentMap } from "../../values/recent-map.ts";
import { generateBlocks, KEPT_CODE, ROOT_SLOTS } from "./generated-javascript.ts";
import type { OnlineRunner, RunnerSetting } from "./runner.ts";

/**
 * The prefixes of whole blocks that JavaScript owns, by generated code from the state of a pass and back into it: as fast as in one call, where
 * the copies to kernels and back take as long as the scan.
 */
export interface OnlineBlocks {
  /** Whether a chunk after so many elements is worth it. */
  readonly takes: (position: number, length: number) => boolean;
  /** Scans a chunk after so many elements: whole blocks here, what stands before and behind them by `scanPart`. */
  readonly scan: (
    runner: OnlineRunner,
    position: number,
    input: Float64Array,
    output: Float64Array,
    scanPart: (start: number, end: number) => void,
  ) => void;
}

/** Elements below which taking the state out and putting it back costs more than copies. */
const SHORTEST = 2 ** 13;

/** Elements of one call of generated code. V8 made code for the loop alone of a function that is called seldom, and ran each call slowly at first. */
const PART = 2 ** 12;

type BlockCode = NonNullable<ReturnType<typeof generateBlocks>>;

/** V8 makes fast code of a function that it has known for a while, and passes come and go. */
const knownCode = new RecentMap<string, BlockCode | "none">(KEPT_CODE);

/** For what whole arrays are scanned by generated code too: f64, forward, without an initial value, NaNs rare. Undefined for all else. */
export function onlineBlocks(
  { direction, expression, initial, ...rest }: TypedContract | RecordContract,
  setting: RunnerSetting,
): OnlineBlocks | undefined {
  if (rest.kind !== "typed" || rest.type !== "f64" || expression.kind !== "blockDyadic") return undefined;
  if (direction !== "forward" || initial !== undefined || setting.nanRule === "always") return undefined;
  const { blockLength } = expression;
  const code = knownCode.getOrMake(
    `${setting.key} ${blockLength}`,
    () => generateBlocks(setting.subject, blockLength) ?? "none",
  );
  if (code === "none") return undefined;
  const table = new Float64Array(ROOT_SLOTS);
  const scanBlocks = (
    runner: OnlineRunner,
    position: number,
    input: Float64Array,
    output: Float64Array,
    start: number,
    end: number,
  ): void => {
    table.fill(code.identity);
    for (const root of rootsOf(runner)) table[Math.log2(root.end - root.start)] = Number(root.value[0]);
    let guard = 0;
    for (let from = start; from < end; from += PART) {
      const index = (position + from) / blockLength;
      guard += code.scan(input, output, from, Math.min(end, from + PART), index, table);
    }
    if (guard !== 0) canonicalizeNaNs(output.subarray(start, end));
    const blocks = rootsIn(table, (position + end) / blockLength);
    runner.load({ kind: "blocks", head: [], blocks, tail: [] }, position + end);
    setting.counts.generated += end - start;
  };
  return {
    takes: (position, length) => length >= SHORTEST && (position + length) / blockLength < 2 ** 31,
    scan(runner, position, input, output, scanPart) {
      const { length } = input;
      const start = (blockLength - (position % blockLength)) % blockLength;
      const end = length - ((position + length) % blockLength);
      if (start > 0) scanPart(0, start);
      scanBlocks(runner, position, input, output, start, end);
      if (end < length) scanPart(end, length);
    },
  };
}

type Roots = readonly Root<readonly Scalar[]>[];

function rootsOf(runner: OnlineRunner): Roots {
  const state = runner.save();
  if (state.kind !== "blocks" || state.tail.length > 0) throw new InternalError("a block was open");
  return state.blocks;
}

/** The ranges of `count` blocks, in order: the largest first. */
function rootsIn(table: Float64Array, count: number): Roots {
  const roots: Root<readonly Scalar[]>[] = [];
  let start = 0;
  for (let slot = 31 - Math.clz32(count); slot >= 0; slot--) {
    if (((count >> slot) & 1) === 0) continue;
    const end = start + 2 ** slot;
    roots.push({ start, end, value: [table[slot]] });
    start = end;
  }
  return roots;
}
