import { type Affine, addMultiple, constantAffine } from "./affine.ts";
import type { SketchComparison } from "./sketch.ts";

/** value = 0, value ≥ 0, or value ≠ 0. */
export interface SketchConstraint {
  readonly value: Affine;
  readonly relation: "=" | ">=" | "!=";
}

/** A comparison as a constraint, or its truth where no unknown is in it. */
export function compareAffine(
  left: Affine,
  comparison: SketchComparison["comparison"],
  right: Affine,
): SketchConstraint | boolean {
  const constraint = constraintOf(left, comparison, right);
  if (constraint.value.parts.size > 0) return constraint;
  const { constant } = constraint.value;
  if (constraint.relation === "=") return constant === 0;
  return constraint.relation === "!=" ? constant !== 0 : constant >= 0;
}

/** What holds where the constraint does not, in whole numbers. */
export function negated({ value, relation }: SketchConstraint): SketchConstraint {
  if (relation === "=") return { value, relation: "!=" };
  if (relation === "!=") return { value, relation: "=" };
  return { value: addMultiple(constantAffine(-1), -1, value), relation: ">=" };
}

/** Whether values meet a constraint. */
export function isMet({ value, relation }: SketchConstraint, values: ReadonlyMap<string, number>): boolean {
  let sum = value.constant;
  for (const [name, coefficient] of value.parts) sum += coefficient * (values.get(name) ?? 0);
  if (relation === "=") return sum === 0;
  return relation === "!=" ? sum !== 0 : sum >= 0;
}

function constraintOf(
  left: Affine,
  comparison: SketchComparison["comparison"],
  right: Affine,
): SketchConstraint {
  const difference = addMultiple(right, -1, left); // right − left
  const opposite = addMultiple(left, -1, right);
  switch (comparison) {
    case "==":
      return { value: difference, relation: "=" };
    case "!=":
      return { value: difference, relation: "!=" };
    case "<=":
      return { value: difference, relation: ">=" };
    case "<":
      return { value: addMultiple(difference, 1, constantAffine(-1)), relation: ">=" };
    case ">=":
      return { value: opposite, relation: ">=" };
    case ">":
      return { value: addMultiple(opposite, 1, constantAffine(-1)), relation: ">=" };
    default:
      return comparison satisfies never;
  }
}
