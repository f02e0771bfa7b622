import type { ColumnArray, Columns } from "../../../values/value-types.ts";
import type { ElementSource } from "../../primitives.ts";
import { mappedChunks } from "../../wasm/primitives/mapped-chunks.ts";
import { selectionKernels } from "../../wasm/primitives/select-columns.ts";
import { within } from "../../wasm/primitives/work-memory.ts";
import type { Outcome, Task } from "../messages.ts";
import { receivedContract } from "../posted-contract.ts";
import { passOf } from "../run-task.ts";
import { addressIn, placesOf, type RangeBench, type RangeRound } from "./range-bench.ts";
import type { PostedSource, WorkOf } from "./range-work.ts";

/** Elements whose kept ones are counted together. A task that begins among them computes them again: a quarter of a chunk. */
export const KEPT_GRAIN = 4096;

/** How many elements of each grain of a range are kept, in order. */
export function countKept(
  bench: RangeBench,
  { work: { keep, sources }, input }: RangeRound<WorkOf<"count-kept">>,
  { start, end }: Task,
): readonly number[] {
  const counts: number[] = [];
  within(bench.arena, (space) => {
    const flags = mappedChunks(space, { terms: [keep], sources: sourcesOf(sources, input) });
    const { countFlags } = selectionKernels(space.kernels, 1);
    for (let from = start; from < end && !bench.isStopped(); from += KEPT_GRAIN) {
      for (const [chunk] of flags.of({ start: from, end: Math.min(end, from + KEPT_GRAIN) })) {
        counts.push(Number(countFlags(addressIn(bench, chunk, 0), chunk.length)));
      }
    }
  });
  return counts;
}

/** The elements of a range that are kept. */
export function collectRange(
  bench: RangeBench,
  { work: { terms, keep, sources }, input, output }: RangeRound<WorkOf<"collect-mapped">>,
  task: Task,
): undefined {
  let [at] = placesOf(task);
  within(bench.arena, (space) => {
    for (const chunk of mappedChunks(space, { terms, keep, sources: sourcesOf(sources, input) }).of(task)) {
      const start = at;
      at += chunk[0].length;
      chunk.forEach((column, k) => {
        bench.copy(column, output[k].subarray(start, at));
      });
      if (bench.isStopped()) return;
    }
  });
}

/** The summary, or the prefixes, of elements as they are computed; of a pass that knows what comes before, or begins by itself. */
export function foldMappedRange(
  bench: RangeBench,
  { work, input, output }: RangeRound<WorkOf<"fold-mapped">>,
  task: Task,
): Outcome {
  const { observation, terms, keep } = work;
  const [skipped, most, place] = placesOf(task);
  return within(bench.arena, (space) => {
    const chunks = mappedChunks(space, { terms, keep, sources: sourcesOf(work.sources, input) });
    const contract = receivedContract(work.contract, bench.texts);
    const pass = passOf(bench.executor, contract, { ...task, start: task.start + skipped });
    let at = place;
    try {
      pass.reduce(chunks.none());
      for (const chunk of chunks.of({ start: task.start, end: task.end, skipped, most })) {
        const target = output.map((column) => column.subarray(at, at + chunk[0].length));
        at += chunk[0].length;
        if (observation === "reduce") pass.reduce(chunk);
        else if (observation === "inclusive-scan") pass.inclusiveScan(chunk, target);
        else pass.exclusiveScan(chunk, target);
        if (bench.isStopped()) break;
      }
      return observation === "reduce" ? { kind: "summary", summary: pass.summary() } : { kind: "written" };
    } finally {
      pass.close();
    }
  });
}

/** The sources as they are here: those that are columns are the job's. */
function sourcesOf(sources: readonly PostedSource[], input: Columns): readonly ElementSource<ColumnArray>[] {
  let column = 0;
  return sources.map((source) =>
    source.kind === "column" ? { ...source, vector: input[column++] } : source,
  );
}
