import type { ColumnContract } from "../../../contracts/column-contract.ts";
import { takesAnyTree } from "../../../contracts/takes-any-tree.ts";
import { printExpression } from "../../../expressions/print.ts";
import { UnsupportedError } from "../../../values/errors.ts";
import { familyOf } from "../families.ts";
import type { Algorithm } from "./algorithm.ts";

/** What bears on which algorithm may compute a contract. */
interface AlgorithmWish {
  readonly algorithm?: Algorithm | undefined; // default: the best that has the contract's bits
  /** Whether any bracket will do, the bits of the result being promised to nobody: determinism "notGuaranteed". Default: false. */
  readonly takesAnyBracket?: boolean | undefined;
}

/** The algorithm that computes a contract. @throws UnsupportedError for one that would give other bits */
export function chooseAlgorithm(
  contract: ColumnContract,
  { algorithm, takesAnyBracket = false }: AlgorithmWish,
): Algorithm {
  const { algorithm: own } = familyOf(contract.expression);
  if (algorithm === undefined) return own;
  const bracket = takesAnyBracket ? undefined : otherBracket(contract, algorithm);
  if (bracket === undefined) return algorithm;
  throw new UnsupportedError(
    `${printExpression(contract.expression)} by ${algorithm}`,
    `it ${bracket}, and this operator is not proved associative`,
    `use the algorithm ${own}, or determinism "notGuaranteed"`,
  );
}

/** What an algorithm does that gives a contract other bits than its own: "brackets by dyadic ranges"; undefined where it has the contract's bits. */
export function otherBracket(contract: ColumnContract, algorithm: Algorithm): string | undefined {
  const { algorithm: own } = familyOf(contract.expression);
  if (algorithm === own || takesAnyTree(contract)) return undefined;
  return NEEDED[algorithm] ?? (own === "dyadic-look-back" ? undefined : "brackets by dyadic ranges");
}

/** What an algorithm does that is not the dyadic bracket. */
const NEEDED: Partial<Readonly<Record<Algorithm, string>>> = {
  "chained-scan": "folds blocks from left to right",
  "look-back:scalar-fallback": "brackets by what happens to be published",
  "look-back:decoupled-fallback": "brackets by what happens to be published",
};
