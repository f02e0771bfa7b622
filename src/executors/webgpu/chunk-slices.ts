import type { GpuChunk, GpuPlan } from "./gpu-plan.ts";

/** What bears on how an array is cut. */
type Cut = Pick<GpuPlan, "contract" | "observation" | "chunkLength" | "cutLength">;

/** Elements of an array, from `start` on and before `end`. */
interface Slice {
  readonly start: number;
  readonly end: number;
}

/** One call of a plan over a part of an array. */
export interface ChunkSlice {
  readonly input: Slice;
  readonly output: Slice; // of a reduce the one element that it gives
  readonly chunk: GpuChunk | undefined; // undefined: the whole array
}

const ONE: Slice = { start: 0, end: 1 };

/** The calls that a plan needs for an array of `length` elements, in their order: one where it fits in a chunk. */
export function* chunkSlices(
  { contract, observation, chunkLength, cutLength = Number.POSITIVE_INFINITY }: Cut,
  length: number,
): Generator<ChunkSlice> {
  const lead = contract.initial?.placement === "first" ? 1 : 0;
  const isExclusive = observation === "exclusive-scan";
  // The last element of an exclusive scan's sequence is in no output, so that its place goes to the initial value.
  const positions = isExclusive ? length : length + lead;
  const whole = { start: 0, end: length };
  if (positions <= chunkLength) {
    yield { input: whole, output: observation === "reduce" ? ONE : whole, chunk: undefined };
    return;
  }
  const inArray = ({ start, end }: Slice): Slice =>
    contract.direction === "backward" ? { start: length - end, end: length - start } : { start, end };
  for (let index = 0, first = 0, end = 0; first < positions; index++, first = end) {
    const cut = first - (first % cutLength) + cutLength;
    end = Math.min(positions, first + chunkLength, cut);
    const input = { start: Math.max(0, first - lead), end: end - lead };
    const output = isExclusive ? { start: first, end } : input;
    yield {
      input: inArray(input),
      output: observation === "reduce" ? ONE : inArray(output),
      chunk: { index, isLast: end === positions },
    };
  }
}
