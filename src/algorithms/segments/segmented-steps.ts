import { derivedContract } from "../../contracts/column-contract.ts";
import type { Request } from "../../executors/executor.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { isOrderFree } from "../../expressions/expression.ts";
import type { Row } from "../../values/value-types.ts";
import { done, type Steps } from "../call.ts";
import type { GivenContract } from "../given-contract.ts";
import { beforeSteps, firstElementSteps, withoutInitial, withoutStart } from "./first-elements.ts";
import { liftedContract } from "./lifted-contract.ts";
import { liftedSteps, type SegmentedRequest } from "./lifted-steps.ts";

/** The reduce, or the prefixes, of the segments at `offsets`, of which there may be any number, by the rule of the contract. */
export function* segmentedSteps<Vector>(
  on: Primitives<Vector>,
  asked: SegmentedRequest,
  columns: readonly Vector[],
  offsets: Vector,
): Steps<readonly Vector[]> {
  const { contract, observation } = asked;
  const isFirst = contract.initial?.placement === "first" && !isOrderFree(contract.expression);
  if (!isFirst) return yield* outsideSteps(on, asked, columns, offsets);
  const more = yield* firstElementSteps(on, contract, columns, offsets);
  const inner = { contract: more.contract, observation: withoutStart(observation), empty: undefined };
  const values = yield* outsideSteps(on, inner, more.columns, more.offsets);
  if (observation === "reduce") return values;
  const places = observation === "inclusive-scan" ? more.places : yield* beforeSteps(on, more);
  return yield* done(on.gather(values, places));
}

function* outsideSteps<Vector>(
  on: Primitives<Vector>,
  asked: SegmentedRequest,
  columns: readonly Vector[],
  offsets: Vector,
): Steps<readonly Vector[]> {
  const { contract, observation, empty } = asked;
  if (contract.segments === "lifted") return yield* liftedSteps(on, asked, columns, offsets);
  const alone = derivedContract(contract, { segments: undefined });
  return yield* done(on.segmented(alone, observation, columns, offsets, empty));
}

/** The contracts that executors are asked for. */
export function segmentedRequests({ contract, request }: GivenContract): readonly Request[] {
  if (contract.segments !== "lifted") return [{ ...request, isSegmented: true }];
  const lifted = liftedContract(withoutInitial(contract));
  return [{ ...request, contract: lifted, observation: "inclusive-scan" }];
}

/** The reduce of an empty segment, by column: the initial value, else where the operator starts; undefined where there is neither. */
export function emptyValue({ contract }: Pick<GivenContract, "contract">): Row | undefined {
  return contract.initial?.value ?? contract.start;
}
