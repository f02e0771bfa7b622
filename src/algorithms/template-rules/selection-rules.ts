import type { Primitives } from "../../executors/primitives.ts";
import { done, type Steps } from "../call.ts";
import { filterCall } from "../selection/filter.ts";
import { filterIndicesCall } from "../selection/filter-indices.ts";
import { gatherCall } from "../selection/gather.ts";
import { partitionCall } from "../selection/partition.ts";
import { runLengthEncodeCall } from "../selection/run-length-encode.ts";
import { scatterCall } from "../selection/scatter.ts";
import { uniqueCall } from "../selection/unique.ts";
import { indices, inputRule, predicateRule, ruleOf, sameAsInput, typed } from "./rule.ts";

export const SELECTION_RULES = {
  filter: predicateRule(sameAsInput, filterCall),
  partition: predicateRule(({ input }) => [typed("kept", input), typed("others", input)], partitionCall),
  filterIndices: predicateRule(indices, filterIndicesCall),
  unique: inputRule(["anywhere"], uniqueCall),
  runLengthEncode: inputRule(
    [],
    (input) => runLengthEncodeCall(input),
    ({ input }) => [typed("values", input), typed("lengths", "u32")],
  ),
  runLengthDecode: ruleOf({
    types: ["values"],
    options: [],
    arguments: ({ values }) => [typed("values", values), typed("lengths", "u32", "values")],
    results: ({ values }) => [typed("output", values)],
    call: () => ({ steps: expandSteps }),
  }),
  expand: ruleOf({
    types: ["input"],
    options: [],
    arguments: ({ input }) => [typed("input", input), typed("counts", "u32", "input")],
    results: sameAsInput,
    call: () => ({ steps: expandSteps }),
  }),
  gather: ruleOf({
    types: ["input"],
    options: [],
    arguments: ({ input }) => [typed("input", input), typed("indices", "u32")],
    results: sameAsInput,
    call: (columns) => gatherCall(columns.input, columns.indices),
  }),
  scatter: ruleOf({
    types: ["input"],
    options: [],
    arguments: ({ input }) => [typed("input", input), typed("indices", "u32", "input"), typed("into", input)],
    results: sameAsInput,
    call: ({ input, indices: places, into }) => scatterCall(input, places, into),
  }),
} as const;

/** On a device the places are counted where they are allocated. */
export function* expandSteps<Vector>(
  on: Primitives<Vector>,
  vectors: readonly Vector[],
  room: number,
): Steps<readonly Vector[]> {
  const elements = vectors.slice(0, -1);
  const counts = vectors[elements.length];
  return on.expand === undefined ? [] : yield* done(on.expand(elements, counts, room));
}
