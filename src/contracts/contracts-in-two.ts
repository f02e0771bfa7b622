import { iteratedPairwise } from "../expressions/expression.ts";
import type { RecordContract, TypedContract } from "./contract.ts";

type AnyContract = TypedContract | RecordContract;

/** The contracts of a dyadic tree of dyadic trees: of the parts, and of the values that these have. The initial value is the second's. */
export function contractsInTwo(contract: AnyContract): {
  readonly inner: AnyContract;
  readonly outer: AnyContract;
} {
  const expression = iteratedPairwise;
  const inner: AnyContract = { ...contract, expression, initial: undefined };
  const outer: AnyContract =
    contract.kind === "typed"
      ? { ...contract, expression, type: contract.accumulate }
      : { ...contract, expression };
  return { inner, outer };
}
