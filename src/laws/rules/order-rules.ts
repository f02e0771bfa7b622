import { max, min } from "../../operators/built-in.ts";
import { argBy, type IndexType } from "../../operators/combinators/arg-by.ts";
import { extremes } from "../../values/element-types.ts";
import { argumentOf, type CombinatorRules, type Premise, premise, type TypedPart } from "./rule.ts";

/*
 * Where the value comes from that min or max picks. These pick the first or the last of a total order (−0 below +0, one NaN beyond all), so
 * the value of any grouping is that of all operands, and whatever equals it stays in the running: the index is the lowest, or the leftmost,
 * among those operands. Nothing of this holds for a part that picks none of its operands, so there is no rule for other parts.
 */

/** With the tie-break "lowestIndex". */
export const ARG_BY: CombinatorRules = {
  partTypes: ({ value }) => [value],
  remake: ({ fields, parts: [part] }) => [argBy(argumentOf(part), fields.index as IndexType)],
  ruleFor: ({ equality, identity, law }, { fields, parts: [part] }) => {
    if (!picksByTotalOrder(part)) return undefined;
    if (law === "associative" || law === "commutative" || law === "idempotent") {
      return {
        text: `arg-by, lowest index: ${law}, as a part that picks by a total order is`,
        premises: orderOf(part),
      };
    }
    const isIdentityLaw = law === "left-identity" || law === "right-identity";
    const isLargestIndex = identity?.at(-1) === extremes(fields.index as IndexType).largest;
    if (!isIdentityLaw || identity === undefined || !isLargestIndex) return undefined;
    const text = `arg-by, lowest index: the largest is a ${law} with a value that is one of its part`;
    return { text, premises: [premise(part, law, { equality, identity: identity.slice(0, -1) })] };
  },
};

/** With the tie-break "none". */
export const ARG_BY_LEFTMOST: CombinatorRules = {
  partTypes: ({ value }) => [value],
  remake: ({ fields, parts: [part] }) => [
    argBy(argumentOf(part), fields.index as IndexType, { tieBreak: "none" }),
  ],
  ruleFor: ({ law }, { parts: [part] }) => {
    if (!picksByTotalOrder(part) || (law !== "associative" && law !== "idempotent")) return undefined;
    return {
      text: `arg-by, leftmost: ${law}, as a part that picks by a total order is`,
      premises: orderOf(part),
    };
  },
};

function picksByTotalOrder({ operator }: TypedPart): boolean {
  return operator === min || operator === max;
}

function orderOf(part: TypedPart): readonly Premise[] {
  return [premise(part, "associative"), premise(part, "commutative"), premise(part, "idempotent")];
}
