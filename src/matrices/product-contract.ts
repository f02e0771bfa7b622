import { resolveColumns } from "../algorithms/serve.ts";
import type { ColumnContract } from "../contracts/column-contract.ts";
import type { OperatorName } from "../contracts/options.ts";
import type { ContractOptions } from "../contracts/resolve.ts";
import { BUILT_IN_OPERATORS, operatorNamed } from "../operators/built-in.ts";
import { semiringOf } from "../operators/combinators/semiring.ts";
import { checkOwnOperator, type Operator } from "../operators/operator.ts";
import { left, right, type Term } from "../operators/term.ts";
import { checkObject } from "../values/check-arguments.ts";
import { checkName, checkOptionNames } from "../values/check-name.ts";
import type { ElementType } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";

/** What stands in place of `add` and `multiply`. That one distributes over the other is the caller's word, and nothing relies on it. */
export interface Semiring {
  readonly add: Operator | OperatorName;
  readonly multiply: Operator | OperatorName;
}

/** What every product may say. */
export interface ProductOptions<Sum extends ElementType = ElementType> {
  readonly accumulate?: Sum | undefined; // of products and sums; default: the element type
  readonly expression?: ContractOptions["expression"]; // default: blockDyadic(32); of each cell's sum
  readonly determinism?: ContractOptions["determinism"]; // default: "everywhere"; below it an executor may choose the expression
  readonly semiring?: Semiring | undefined; // default: { add: "add", multiply: "multiply" }
}

export const PRODUCT_OPTIONS: readonly string[] = ["accumulate", "expression", "determinism", "semiring"];

/** How cells are computed: each the reduce, by the contract, of products. */
interface CellContract {
  readonly contract: ColumnContract;
  readonly product: Term; // of the two sides, both of the sums' type
  readonly sum: ElementType;
}

/** The contract of cells over elements of `type`. @throws InvalidArgumentError */
export function cellContract(type: ElementType, options: ProductOptions): CellContract {
  const { accumulate, expression, semiring = { add: "add", multiply: "multiply" } } = options;
  checkObject("semiring", semiring, "an object with add and multiply");
  checkOptionNames(semiring, ["add", "multiply"], "semiring");
  const sum = resolveColumns({ accumulate }, "reduce", type).sums[0] as ElementType;
  const add = operatorOf("semiring.add", semiring.add);
  const contract = resolveColumns({ operator: add, expression }, "reduce", sum);
  const times = operatorOf("semiring.multiply", semiring.multiply);
  const [product] = semiringOf(add, times, sum).times([left(sum)], [right(sum)]);
  return { contract, product, sum };
}

const NAMES = BUILT_IN_OPERATORS.map(({ name }) => name);

function operatorOf(argument: string, given: unknown): Operator {
  const operator =
    typeof given === "string"
      ? operatorNamed(checkName(argument, NAMES, given))
      : checkOwnOperator(argument, given);
  if (operator.kind === "operator") return operator;
  throw new InvalidArgumentError(argument, "an operator over single elements", "one over records");
}
