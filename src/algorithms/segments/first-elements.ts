import { type ColumnContract, derivedContract, scalarTypesOf } from "../../contracts/column-contract.ts";
import type { Observation } from "../../contracts/contract.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { binary, constant, convert, left } from "../../operators/term.ts";
import type { Scalar, ScalarType } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import { done, type Steps } from "../call.ts";
import { boundSteps, sumSteps } from "./offset-steps.ts";

/** Elements of which each segment has one more: the initial value, where its sequence begins. */
interface FirstElements<Vector> {
  readonly contract: ColumnContract; // without an initial value
  readonly columns: readonly Vector[];
  readonly offsets: Vector;
  readonly places: Vector; // of the elements that were there, u32
}

/**
 * Makes the initial value of a contract the first element of each segment, or with a backward contract the last: then it is like any other,
 * and no segment is empty.
 */
export function* firstElementSteps<Vector>(
  on: Primitives<Vector>,
  contract: ColumnContract,
  columns: readonly Vector[],
  offsets: Vector,
): Steps<FirstElements<Vector>> {
  const isBackward = contract.direction === "backward";
  const { indices, starts, ends } = yield* boundSteps(on, offsets);
  const ids = yield* done(on.segmentIds(offsets, columns[0]));
  const elements = yield* done(on.iota(columns[0]));
  const behind = yield* sumSteps(on, elements, ids);
  const places = isBackward ? behind : yield* increased(on, behind);
  const initialPlaces = yield* sumSteps(on, isBackward ? ends : starts, indices);
  const allPlaces = yield* done(on.concat(places, initialPlaces));
  const widened = yield* widenedSteps(on, contract, columns);
  const all: Vector[] = [];
  for (const [i, { type, value }] of initialOf(contract).entries()) {
    const [initials] = yield* done(on.map([constant(type, value)], [indices]));
    all.push(yield* done(on.concat(widened[i], initials)));
  }
  return {
    contract: withoutInitial(contract),
    columns: yield* done(on.scatter(all, allPlaces, all)),
    offsets: yield* sumSteps(on, offsets, yield* done(on.iota(offsets))),
    places,
  };
}

/** Where what stands before an element is found: of the place before, in the order of the sequence. */
export function* beforeSteps<Vector>(
  on: Primitives<Vector>,
  { contract, places }: Pick<FirstElements<Vector>, "contract" | "places">,
): Steps<Vector> {
  if (contract.direction === "backward") return yield* increased(on, places);
  const previous = binary("subtract", left("u32"), constant("u32", 1));
  const [before] = yield* done(on.map([previous], [places]));
  return before;
}

function* increased<Vector>(on: Primitives<Vector>, places: Vector): Steps<Vector> {
  const next = binary("add", left("u32"), constant("u32", 1));
  const [after] = yield* done(on.map([next], [places]));
  return after;
}

/** Elements as the contract combines them. */
export function* widenedSteps<Vector>(
  on: Primitives<Vector>,
  contract: ColumnContract,
  columns: readonly Vector[],
): Steps<readonly Vector[]> {
  const { sums } = contract;
  const types = scalarTypesOf(contract);
  if (types.every((type, i) => type === sums[i])) return columns;
  return yield* done(
    on.map(
      sums.map((sum, i) => convert(sum, left(types[i], i))),
      columns,
    ),
  );
}

/** The initial value of a contract that has one, by column. */
export function initialOf({
  initial,
  sums,
}: ColumnContract): readonly { readonly type: ScalarType; readonly value: Scalar }[] {
  if (initial === undefined) throw new InternalError("an initial value is not there");
  return sums.map((type, i) => ({ type, value: initial.value[i] }));
}

/** The contract of elements that have been widened, without its initial value. */
export function withoutInitial(contract: ColumnContract): ColumnContract {
  return derivedContract(contract, { types: contract.sums, initial: undefined });
}

/** An observation that a contract without an initial value has. */
export function withoutStart(observation: Observation): "reduce" | "inclusive-scan" {
  return observation === "reduce" ? "reduce" : "inclusive-scan";
}
