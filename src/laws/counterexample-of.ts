import { evaluateBody } from "../operators/evaluate.ts";
import { toHex } from "../values/bits.ts";
import type { Scalar } from "../values/element-types.ts";
import { shapeValue, shownScalar } from "../values/value-types.ts";
import type { LawEvaluator } from "./law-evaluator.ts";
import type { LawQuestion } from "./question.ts";
import type { Counterexample } from "./verdict.ts";

const NAMES = ["x", "y", "z"] as const;

/** Operands that refute a law, with both of its sides, in the shape of the operator's type. */
export function counterexampleOf(
  question: LawQuestion,
  evaluator: LawEvaluator,
  operands: readonly (readonly Scalar[])[],
  foundBy: Counterexample["foundBy"],
): Counterexample {
  const { body, law, type } = question;
  const shaped = (values: readonly Scalar[]): unknown => shapeValue(type, values, shownScalar);
  const named = operands.map((values, index) => ({
    name: NAMES[index],
    value: shaped(values),
    columns: values.map((value, column) => toHex(body.columns[column].type, value)),
  }));
  if (law === "closed") {
    return {
      operands: named,
      left: shaped(evaluateBody(body, operands[0], operands[1])),
      right: undefined,
      foundBy,
    };
  }
  const { left, right } = evaluator.sidesAt(operands);
  return { operands: named, left: shaped(left), right: shaped(right), foundBy };
}
