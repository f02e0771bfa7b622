import { type Expression, isOrderFree } from "../expressions/expression.ts";
import { printExpression } from "../expressions/print.ts";
import { checkName, checkOptionNames } from "../values/check-name.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { checkContract } from "./check-contract.ts";
import { type RecordContract, SEGMENT_RULES, type SegmentRule, type TypedContract } from "./contract.ts";

/** What segments do to the trees. */
export interface SegmentRuleOption {
  readonly segmentRule?: SegmentRule | undefined; // default: "restart", each segment is as if alone; "lifted": one tree over all
}

/**
 * The contract of each segment, or of all of them lifted. What is lifted needs one tree over elements in their order, for lifted operators
 * are not commutative.
 *
 * @throws InvalidArgumentError for an unknown rule, and for "lifted" where the expression has no such tree
 */
export function overSegments<Over extends TypedContract | RecordContract>(
  contract: Over,
  options: SegmentRuleOption,
): Over {
  checkOptionNames(options, ["segmentRule"]);
  const checked = checkContract(contract);
  return { ...checked, segments: segmentRuleOf(checked.expression, options) };
}

/** The rule that options ask for, if an expression has it. @throws InvalidArgumentError as `overSegments` does */
export function segmentRuleOf(
  expression: Expression,
  { segmentRule = "restart" }: SegmentRuleOption,
): SegmentRule {
  const segments = checkName("segmentRule", SEGMENT_RULES, segmentRule);
  const takesLanes = expression.kind === "interleaved" && expression.laneCount > 1;
  if (segments === "lifted" && (takesLanes || isOrderFree(expression))) {
    const why = takesLanes ? "whose lanes take elements out of their order" : "which has no tree to lift";
    const expected = `"restart" for "${printExpression(expression)}", ${why}`;
    throw new InvalidArgumentError("segmentRule", expected, `"${segments}"`);
  }
  return segments;
}
