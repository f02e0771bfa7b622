import { resolveColumns } from "../algorithms/serve.ts";
import type { ColumnContract } from "../contracts/column-contract.ts";
import type { Observation } from "../contracts/contract.ts";
import type { TypedOptions } from "../contracts/options.ts";
import type { ContractOptions } from "../contracts/resolve.ts";
import type { Request } from "../executors/executor.ts";
import type { ElementType } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import type { Axes } from "./lines.ts";

/** What a reduce or a scan along axes may say: as `reduce` of single elements, each line a sequence of its own. */
export interface AlongOptions<Type extends ElementType, Sum extends ElementType>
  extends Omit<TypedOptions<Type, Sum>, "type"> {
  readonly axis: Axes;
}

export const ALONG_OPTIONS: readonly string[] = [
  ...["axis", "operator", "accumulate", "expression", "direction", "initial", "initialPlacement"],
  ...["determinism", "allowQuadratic", "output"],
];

/** The options of a contract as a caller gave them, with what else there is. */
export type GivenAlong = Omit<ContractOptions, "type"> & {
  readonly axis?: unknown;
  readonly keepAxes?: unknown;
  readonly output?: unknown;
};

/** The contract of each line, over single elements. @throws InvalidArgumentError */
export function lineContract(
  type: ElementType,
  { axis, keepAxes, output, ...options }: GivenAlong,
  observation: Observation,
): { readonly contract: ColumnContract; readonly request: Request } {
  const { operator } = options;
  if (
    typeof operator === "function" ||
    (typeof operator === "object" && operator?.kind === "record-operator")
  ) {
    const expected =
      "a built-in operator or a typed one over single elements, such as op`(left: f64, right) => left + right`";
    throw new InvalidArgumentError(
      "operator",
      expected,
      typeof operator === "function" ? "a function" : "one over records",
    );
  }
  const contract = resolveColumns(options, observation, type);
  const allowQuadratic = options.allowQuadratic ?? false;
  return { contract, request: { contract, observation, allowQuadratic, isSegmented: true } };
}
