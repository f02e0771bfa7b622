import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { ContractOptions } from "../../contracts/resolve.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { convert, left } from "../../operators/term.ts";
import type { ElementType, StorageType } from "../../values/element-types.ts";
import type { HalfType } from "../../values/halves.ts";
import { done, type Steps } from "../call.ts";
import { perType } from "../per-type.ts";
import { resolveColumns } from "../serve.ts";
import { type NamedType, type Options, typed } from "../template-rule.ts";

/** How sums of floats are taken. */
export interface FloatSumOptions {
  readonly type?: StorageType | undefined; // what an input without a type of its own is read as
  readonly expression?: ContractOptions["expression"]; // default: blockDyadic(32); of the sums
  readonly determinism?: ContractOptions["determinism"]; // default: "everywhere"; below it an executor may choose the expression
  readonly output?: HalfType | undefined; // default: the result as it is; else rounded once, to the nearest, ties to even
  readonly accumulate?: "f64" | undefined; // f32 in f64; default: floats in their own type, integers in f64
}

export const FLOAT_SUM_OPTIONS: readonly string[] = ["type", "expression", "determinism", "accumulate"];

/** A sum of floats, and the type that all is computed in. */
interface FloatSum {
  readonly contract: ColumnContract;
  readonly float: ElementType;
}

/** The sum of such elements. @throws InvalidArgumentError for an `accumulate` that is not f64 */
export function floatSum(
  type: ElementType,
  { expression, accumulate }: Omit<FloatSumOptions, "output">,
): FloatSum {
  // An "accumulate" that fits no float is refused as that of an f64 would be.
  const sum = resolveColumns(
    { operator: "add", expression, accumulate },
    "reduce",
    type === "f32" ? "f32" : "f64",
  );
  const float = sum.sums[0] as ElementType;
  return { contract: resolveColumns({ operator: "add", expression }, "reduce", float), float };
}

/** What a device gives of them. */
export function inFloats({ input, accumulate }: Options): readonly NamedType[] {
  const { float } = floatSum(input as ElementType, { accumulate: accumulate as "f64" | undefined });
  return [typed("output", float)];
}

const IN_F32 = perType((type: ElementType) => convert("f32", left(type)));
const IN_F64 = perType((type: ElementType) => convert("f64", left(type)));

/** The elements as floats, each rounded once. */
export function* floatSteps<Vector>(
  on: Primitives<Vector>,
  type: ElementType,
  float: ElementType,
  vector: Vector,
): Steps<Vector> {
  if (type === float) return vector;
  const [floats] = yield* done(on.map([(float === "f32" ? IN_F32 : IN_F64)(type)], [vector]));
  return floats;
}
