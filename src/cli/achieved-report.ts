import { type Achieved, type Expression, printExpression } from "../index.ts";
import { spellDeterminism } from "./options/parse.ts";

/** Who served a call, at which level and by which trees, as fields of a JSON object. */
export function achievedFields({ executor, determinism, expression }: Achieved): {
  readonly executor: string;
  readonly achieved: string;
  readonly expression: string;
} {
  return { executor, achieved: spellDeterminism(determinism), expression };
}

/** The same for a person: "wasm (everywhere)"; the expression too where it is not that of the contract above. */
export function achievedText(achieved: Achieved, contract: { readonly expression: Expression }): string {
  const { executor, achieved: level, expression } = achievedFields(achieved);
  const isContracts = expression === printExpression(contract.expression);
  return isContracts ? `${executor} (${level})` : `${executor} (${level}, by ${expression})`;
}
