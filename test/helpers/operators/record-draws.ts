import fc from "fast-check";
import type { Direction, InitialValue } from "../../../src/contracts/contract.ts";
import type { Expression } from "../../../src/expressions/expression.ts";
import type { RecordOperator } from "../../../src/operators/operator.ts";
import type { ColumnArray, Row } from "../../../src/values/value-types.ts";
import { hostileColumns, pickFrom, RECORD_OPERATORS, randomOperator } from "./operators.ts";
import { randomValue } from "./terms.ts";

/** An operator over records, known or random, what a contract says besides, and columns of hostile values. */
interface RecordDraw {
  readonly operator: RecordOperator;
  readonly rest: {
    readonly expression: Expression;
    readonly direction: Direction;
    readonly initial: InitialValue<Row> | undefined;
  };
  readonly input: readonly ColumnArray[];
}

export function recordDraws(expressions: readonly Expression[], longest: number): fc.Arbitrary<RecordDraw> {
  return fc
    .record({
      draw: fc.integer(),
      expression: fc.constantFrom(...expressions),
      direction: fc.constantFrom("forward", "backward"),
      placement: fc.constantFrom("none", "outside", "first"),
      length: fc.nat(longest),
    })
    .map(({ draw, expression, direction, placement, length }) => {
      const pick = pickFrom(draw);
      const index = pick(2 * RECORD_OPERATORS.length);
      const operator = RECORD_OPERATORS.at(index) ?? randomOperator(pick);
      const value = randomValue(operator.columns, pick);
      const initial = placement === "none" ? undefined : ({ value, placement } as const);
      return {
        operator,
        rest: { expression, direction, initial },
        input: hostileColumns(operator.columns, length, pick),
      };
    });
}
