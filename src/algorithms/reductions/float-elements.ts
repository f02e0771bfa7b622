import type { TypedContract } from "../../contracts/contract.ts";
import type { ContractOptions } from "../../contracts/resolve.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { binary, convert, left, right } from "../../operators/term.ts";
import type { ElementType } from "../../values/element-types.ts";
import { done, type Steps } from "../call.ts";
import { resolveTyped } from "../serve.ts";

/** How sums of floats are taken. */
export interface FloatSumOptions {
  readonly type?: ElementType | undefined; // what an input without a type of its own is read as
  readonly expression?: ContractOptions["expression"]; // default: blockDyadic(32); of the sums
  readonly accumulate?: "f64" | undefined; // f32 in f64; default: floats in their own type, integers in f64
}

export const FLOAT_SUM_OPTIONS: readonly string[] = ["type", "expression", "accumulate"];

/** The contract of a sum of such elements: its accumulation type is what all is computed in. @throws InvalidArgumentError for an `accumulate` that is not f64 */
export function floatSum(type: ElementType, { expression, accumulate }: FloatSumOptions): TypedContract {
  // An "accumulate" that fits no float is refused as that of an f64 would be.
  const sum = resolveTyped(
    { operator: "add", expression, accumulate },
    "reduce",
    type === "f32" ? "f32" : "f64",
  );
  const { accumulate: float } = sum;
  return resolveTyped({ operator: "add", expression }, "reduce", float);
}

/** The elements as floats, each rounded once. */
export function* floatSteps<Vector>(
  on: Primitives<Vector>,
  type: ElementType,
  float: ElementType,
  vector: Vector,
): Steps<Vector> {
  if (type === float) return vector;
  const [floats] = yield* done(on.map([convert(float, left(type))], [vector]));
  return floats;
}

/** The sum of floats over how many there are, which may be known on a device alone. */
export function* meanSteps<Vector>(
  on: Primitives<Vector>,
  contract: TypedContract,
  vector: Vector,
): Steps<Vector> {
  const { accumulate: float } = contract;
  const sum = yield* done(on.reduce(contract, [vector]));
  const count = yield* done(on.lengthOf(vector));
  const [mean] = yield* done(
    on.map([binary("divide", left(float), convert(float, right("u32")))], sum, [count]),
  );
  return mean;
}

/** `input[i] − center`, for a center of one element. */
export function* deviationSteps<Vector>(
  on: Primitives<Vector>,
  { accumulate: float }: TypedContract,
  vector: Vector,
  center: Vector,
): Steps<Vector> {
  const zeros = yield* done(on.fill("u32", 0, vector));
  const centers = yield* done(on.gather([center], zeros));
  const difference = binary("subtract", left(float), right(float));
  const [deviations] = yield* done(on.map([difference], [vector], centers));
  return deviations;
}
