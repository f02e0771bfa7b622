import type { Expression } from "../../../../expressions/expression.ts";
import type { Root } from "../../../../summaries/summary.ts";
import { canonicalizeNaNs } from "../../../../values/bits.ts";
import { InternalError } from "../../../../values/errors.ts";
import { RecentMap } from "../../../../values/recent-map.ts";
import type { Row } from "../../../../values/value-types.ts";
import type { Family, OnlineCode } from "../../family.ts";
import { KEPT_CODE, ROOT_SLOTS } from "../../generated-javascript.ts";
import type { OnlineRunner, RunnerSetting } from "../../runner.ts";
import { blocksOf, dyadic, dyadicServing } from "./family.ts";
import { generateBlocks } from "./generated-blocks.ts";
import { onlineDyadicRunner } from "./online-runner.ts";

/** Elements below which taking the state out and putting it back costs more than copies. */
const SHORTEST = 2 ** 13;

/** Elements of one call of generated code. V8 made code for the loop alone of a function that is called seldom, and ran each call slowly at first. */
const PART = 2 ** 12;

type BlockCode = NonNullable<ReturnType<typeof generateBlocks>>;

/** V8 makes fast code of a function that it has known for a while, and passes come and go. */
const knownCode = new RecentMap<string, BlockCode | "none">(KEPT_CODE);

/**
 * The prefixes of whole blocks that JavaScript owns, by generated code from the state of a pass and back into it: as fast as in one call, where
 * the copies to kernels and back take as long as the scan.
 */
function onlineBlockCode(setting: RunnerSetting, expression: Expression): OnlineCode | undefined {
  if (expression.kind !== "blockDyadic") return undefined;
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

type Roots = readonly Root<Row>[];

function rootsOf(runner: OnlineRunner): Roots {
  const state = runner.save();
  if (state.kind !== "blocks" || state.tail.length > 0) throw new InternalError("a block was open");
  return state.blocks;
}

/** The ranges of `count` blocks, in order: the largest first. */
function rootsIn(table: Float64Array, count: number): Roots {
  const roots: Root<Row>[] = [];
  let start = 0;
  for (let slot = 31 - Math.clz32(count); slot >= 0; slot--) {
    if (((count >> slot) & 1) === 0) continue;
    const end = start + 2 ** slot;
    roots.push({ start, end, value: [table[slot]] });
    start = end;
  }
  return roots;
}

/** Dyadic trees, of sequences that keep arriving too. */
export const onlineDyadic: Family = {
  ...dyadic,
  serve(expression) {
    const blocks = blocksOf(expression);
    return (
      blocks && {
        ...dyadicServing(expression, blocks),
        openOnline: (arena, setting) => onlineDyadicRunner(arena, setting, blocks),
        generateOnline: (setting) => onlineBlockCode(setting, expression),
      }
    );
  },
};
