import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { Observation } from "../../contracts/contract.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { binary, constant, left, replaceLeaves, right, select, type Term } from "../../operators/term.ts";
import type { Row } from "../../values/value-types.ts";
import { done, type Steps } from "../call.ts";
import { initialOf, widenedSteps } from "./first-elements.ts";
import { liftedContract } from "./lifted-contract.ts";
import { boundSteps } from "./offset-steps.ts";

/** What is asked of segments. */
export interface SegmentedRequest {
  readonly contract: ColumnContract;
  readonly observation: Observation;
  readonly empty: Row | undefined; // the reduce of an empty segment, by column, where there is one
}

/** Segments by one tree over everything: the operator lifted to pairs of a value and a flag. An initial value stands outside. */
export function* liftedSteps<Vector>(
  on: Primitives<Vector>,
  { contract, observation, empty }: SegmentedRequest,
  columns: readonly Vector[],
  offsets: Vector,
): Steps<readonly Vector[]> {
  const elements = yield* widenedSteps(on, contract, columns);
  const { starts, ends } = yield* boundSteps(on, offsets);
  const lasts = yield* lastSteps(on, contract, { starts, ends });
  const flags = yield* flagSteps(on, elements[0], contract.direction === "backward" ? lasts.ends : starts);
  const scanned = yield* done(on.scan(liftedContract(contract), "inclusive-scan", [...elements, flags]));
  const prefixes = yield* observedSteps(on, contract, scanned.slice(0, -1));
  switch (observation) {
    case "inclusive-scan":
      return prefixes;
    case "exclusive-scan":
      return yield* shiftedSteps(on, contract, prefixes, flags);
    case "reduce": {
      const values = yield* done(on.gather(prefixes, lasts.values));
      return yield* emptySteps(on, contract, { starts, ends, values, empty });
    }
    default:
      return observation satisfies never;
  }
}

/** The places of the last elements of segments, and of those that the tree takes last. */
function* lastSteps<Vector>(
  on: Primitives<Vector>,
  { direction }: ColumnContract,
  { starts, ends }: { readonly starts: Vector; readonly ends: Vector },
): Steps<{ readonly ends: Vector; readonly values: Vector }> {
  const previous = binary("subtract", left("u32"), constant("u32", 1));
  const [last] = yield* done(on.map([previous], [ends])); // of an empty one that of the segment before, or none
  return { ends: last, values: direction === "backward" ? starts : last };
}

/** Flags, as many as there are elements, set at some places. */
function* flagSteps<Vector>(on: Primitives<Vector>, elements: Vector, places: Vector): Steps<Vector> {
  const [unset] = yield* done(on.map([constant("bool", 0)], [elements]));
  const [set] = yield* done(on.map([constant("bool", 1)], [places]));
  const [flags] = yield* done(on.scatter([set], places, [unset]));
  return flags;
}

/** Prefixes as they come back: combined with the initial value, if there is one. */
function* observedSteps<Vector>(
  on: Primitives<Vector>,
  contract: ColumnContract,
  prefixes: readonly Vector[],
): Steps<readonly Vector[]> {
  if (contract.initial === undefined) return prefixes;
  const initial = initialOf(contract).map(({ type, value }) => constant(type, value));
  const isBackward = contract.direction === "backward";
  const leafOf = (leaf: Term): Term => {
    if (leaf.kind !== "left" && leaf.kind !== "right") return leaf;
    const isInitial = (leaf.kind === "left") !== isBackward;
    return isInitial ? initial[leaf.column] : left(leaf.type, leaf.column);
  };
  return yield* done(on.map(replaceLeaves(contract.terms, leafOf), prefixes));
}

/** What stands before each element: the prefix of its neighbour, or where the segment begins the initial value. */
function* shiftedSteps<Vector>(
  on: Primitives<Vector>,
  contract: ColumnContract,
  prefixes: readonly Vector[],
  flags: Vector,
): Steps<readonly Vector[]> {
  const operation = contract.direction === "backward" ? "add" : "subtract";
  const neighbour = binary(operation, left("u32"), constant("u32", 1));
  const [places] = yield* done(on.map([neighbour], [yield* done(on.iota(flags))]));
  const before = yield* done(on.gather(prefixes, places));
  const isFirst = right("bool");
  const terms = initialOf(contract).map(({ type, value }, i) =>
    select(isFirst, constant(type, value), left(type, i)),
  );
  return yield* done(on.map(terms, before, [flags]));
}

/** The values of segments, with that of nothing where there is nothing. */
function* emptySteps<Vector>(
  on: Primitives<Vector>,
  contract: ColumnContract,
  {
    starts,
    ends,
    values,
    empty,
  }: {
    readonly starts: Vector;
    readonly ends: Vector;
    readonly values: readonly Vector[];
    readonly empty: Row | undefined;
  },
): Steps<readonly Vector[]> {
  if (empty === undefined) return values;
  const isEmpty = binary("equal", right("u32", 0), right("u32", 1));
  const terms = contract.sums.map((type, i) => select(isEmpty, constant(type, empty[i]), left(type, i)));
  return yield* done(on.map(terms, values, [starts, ends]));
}
