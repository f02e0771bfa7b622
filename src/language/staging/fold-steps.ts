import { done, type Steps } from "../../algorithms/call.ts";
import type { Observation } from "../../contracts/contract.ts";
import { binary, constant, left } from "../../operators/term.ts";
import { type ArrayUse, arrayAt, checkLengths } from "./array-use.ts";
import { contractOf } from "./contract-of.ts";
import { arrayOfColumns, firstElements, lengthOf, materialize } from "./frame.ts";
import type { StageContext } from "./stage-context.ts";
import { knownLeaves } from "./stage-index.ts";
import { type Staged, withLeaves } from "./staged.ts";

/** reduce, scan and exscan. */
export function* foldSteps<Vector>(
  use: ArrayUse<Vector>,
  observation: Observation,
  context: StageContext<Vector>,
): Steps<Staged<Vector>> {
  const { on } = context;
  const array = arrayAt(use, 2);
  const neutral = use.operands[1];
  if (array.length === 0) return observation === "reduce" ? neutral : array;
  const initial = observation === "exclusive-scan" ? knownLeaves(neutral) : undefined;
  const contract = yield* contractOf(use, array.element, observation, context, {
    ...(initial && { initial }),
  });
  const columns = yield* materialize(on, array);
  if (observation === "reduce") {
    const totals = yield* done(on.reduce(contract, columns));
    return withLeaves(array.element, yield* firstElements(on, totals));
  }
  const prefixes = yield* done(on.scan(contract, observation, columns));
  return arrayOfColumns(prefixes, array.element, array.length);
}

/** segmented_scan and segmented_reduce: every segment alone. A true flag begins one; index 0 always does. */
export function* segmentedSteps<Vector>(
  use: ArrayUse<Vector>,
  observation: Observation,
  context: StageContext<Vector>,
): Steps<Staged<Vector>> {
  const { on } = context;
  const [flags, array] = [arrayAt(use, 2), arrayAt(use, 3)];
  checkLengths(use, [flags, array], context);
  if (array.length === 0) return array;
  const [given] = yield* materialize(on, flags);
  const numbers = yield* done(on.iota(given));
  const isHead = binary("or", left("bool", 0), binary("equal", left("u32", 1), constant("u32", 0)));
  const [heads] = yield* done(on.map([isHead], [given, numbers]));
  const offsets = yield* done(on.flagIndices(heads, true));
  const contract = yield* contractOf(use, array.element, observation, context);
  const columns = yield* materialize(on, array);
  const made = yield* done(on.segmented(contract, observation, columns, offsets, undefined));
  const length = observation === "reduce" ? (yield* lengthOf(on, offsets)) - 1 : array.length;
  return arrayOfColumns(made, array.element, length);
}
