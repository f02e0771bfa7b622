import type { RecordContract, TypedContract } from "../../../contracts/contract.ts";
import { printExpression } from "../../../expressions/print.ts";
import { UnsupportedError } from "../../../values/errors.ts";
import type { Algorithm } from "./algorithm.ts";

/** What bears on which algorithm may compute a contract. */
export interface AlgorithmWish {
  readonly algorithm?: Algorithm | undefined; // default: the best that has the contract's bits
  /** Whether any bracket will do, the bits of the result being promised to nobody: determinism "notGuaranteed". Default: false. */
  readonly takesAnyBracket?: boolean | undefined;
}

/** The algorithm that computes a contract. @throws UnsupportedError for one that would give other bits */
export function chooseAlgorithm(
  contract: TypedContract | RecordContract,
  { algorithm, takesAnyBracket = false }: AlgorithmWish,
): Algorithm {
  const { expression } = contract;
  const isChain = expression.kind === "linearCarry";
  const own = isChain ? "chained-scan" : "dyadic-look-back";
  if (algorithm === undefined || algorithm === own || takesAnyBracket || isAssociative(contract)) {
    return algorithm ?? own;
  }
  const needed = NEEDED[algorithm] ?? (isChain ? "brackets by dyadic ranges" : undefined);
  if (needed === undefined) return algorithm;
  throw new UnsupportedError(
    `${printExpression(expression)} by ${algorithm}`,
    `it ${needed}, and this operator is not proved associative`,
    `use the algorithm ${own}`,
  );
}

/** What an algorithm does that is not the dyadic bracket. */
const NEEDED: Partial<Readonly<Record<Algorithm, string>>> = {
  "chained-scan": "folds blocks from left to right",
  "look-back:scalar-fallback": "brackets by what happens to be published",
  "look-back:decoupled-fallback": "brackets by what happens to be published",
};

/** Whether the operator of a contract is proved associative bit for bit: then all expressions have the same bits. */
export function isAssociative(contract: TypedContract | RecordContract): boolean {
  if (contract.kind === "record") return contract.operator.isAssociative;
  return contract.operator.isAssociative(contract.accumulate);
}
