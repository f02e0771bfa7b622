import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { ContractOptions } from "../../contracts/resolve.ts";
import type { ElementType, StorageType } from "../../values/element-types.ts";
import type { HalfType } from "../../values/halves.ts";
import { resolveColumns } from "../serve.ts";

/** How sums are taken that stay in the type of their elements, unless they are widened. */
export interface SumOptions<Type extends StorageType = StorageType, Total extends ElementType = ElementType> {
  readonly type?: Type | undefined; // what inputs without a type of their own are read as
  readonly accumulate?: Total | undefined; // of terms and sums; default: the element type
  readonly expression?: ContractOptions["expression"]; // default: blockDyadic(32); of the sum
  readonly determinism?: ContractOptions["determinism"]; // default: "everywhere"; below it an executor may choose the expression
  readonly output?: (Total extends "f32" | "f64" ? HalfType : never) | undefined; // default: the result as it is; else rounded once, to the nearest, ties to even
}

export const SUM_OPTIONS: readonly string[] = ["type", "accumulate", "expression", "determinism"];

/** The sum of terms of such elements, in the type that they are accumulated in. @throws InvalidArgumentError */
export function sumContract(type: ElementType, { accumulate, expression }: SumOptions): ColumnContract {
  const total = resolveColumns({ accumulate }, "reduce", type).sums[0] as ElementType;
  return resolveColumns({ operator: "add", expression }, "reduce", total);
}
