import { max, min } from "../../operators/built-in.ts";
import { affine } from "../../operators/combinators/affine.ts";
import { argBy, type IndexType } from "../../operators/combinators/arg-by.ts";
import { matrices2x2 } from "../../operators/combinators/matrices-2x2.ts";
import { extremes, type Scalar } from "../../values/element-types.ts";
import { argumentOf, type CombinatorRules, type Premise, premise, type TypedPart } from "./rule.ts";

/*
 * Premises are bit for bit even where the law is asked by value: they are used within other operations, which may tell −0 from +0.
 */

/** `(a, b) ∘ (c, d) = (a·c, b·c + d)`. Grouped either way the offset is `b·c·e + d·e + f`, by distribution from the right. */
export const AFFINE: CombinatorRules = {
  partTypes: ({ scale }) => [scale, scale],
  remake: ({ parts: [add, multiply] }) => [affine(add.operator, multiply.operator, add.element)],
  ruleFor: ({ identity, law }, { parts: [add, multiply] }) => {
    if (law === "associative") {
      const premises = [
        premise(add, "associative"),
        premise(multiply, "associative"),
        premise(multiply, "right-distributive", { other: add }),
      ];
      return { text: "affine: associative over a semiring that distributes from the right", premises };
    }
    if ((law !== "left-identity" && law !== "right-identity") || identity === undefined) return undefined;
    const [one, zero] = [identity.slice(0, add.columnCount), identity.slice(add.columnCount)];
    const premises = [premise(multiply, law, { identity: one }), premise(add, law, { identity: zero })];
    // (1, 0) ∘ (c, d) = (1·c, 0·c + d): from the left the zero is multiplied as well.
    if (law === "left-identity") premises.push(premise(multiply, "left-zero", { identity: zero }));
    return { text: `affine: one and zero are a ${law} if they are of the parts`, premises };
  },
};

/** Entries are sums of two products. Grouped either way each is a sum of four products of three, in another order. */
export const MATRICES_2X2: CombinatorRules = {
  partTypes: ({ a }) => [a, a],
  remake: ({ parts: [add, multiply] }) => [matrices2x2(add.operator, multiply.operator, add.element)],
  ruleFor: ({ identity, law }, { parts: [add, multiply] }) => {
    if (law === "associative") {
      const premises = [
        premise(add, "associative"),
        premise(add, "commutative"),
        premise(multiply, "associative"),
        premise(multiply, "left-distributive", { other: add }),
        premise(multiply, "right-distributive", { other: add }),
      ];
      return { text: "matrices-2x2: associative over a semiring", premises };
    }
    if ((law !== "left-identity" && law !== "right-identity") || identity === undefined) return undefined;
    return ruleOfUnitMatrix(law, identity, add, multiply);
  },
};

function ruleOfUnitMatrix(
  law: "left-identity" | "right-identity",
  identity: readonly Scalar[],
  add: TypedPart,
  multiply: TypedPart,
): { readonly text: string; readonly premises: readonly Premise[] } | undefined {
  const width = add.columnCount;
  const [a, b, c, d] = [0, 1, 2, 3].map((entry) => identity.slice(entry * width, (entry + 1) * width));
  const same = (first: readonly Scalar[], second: readonly Scalar[]): boolean =>
    first.every((value, i) => Object.is(value, second[i]));
  if (!same(a, d) || !same(b, c)) return undefined;
  const premises = [
    premise(multiply, law, { identity: a }),
    premise(multiply, law === "left-identity" ? "left-zero" : "right-zero", { identity: b }),
    premise(add, "left-identity", { identity: b }),
    premise(add, "right-identity", { identity: b }),
  ];
  return { text: `matrices-2x2: the unit matrix is a ${law} over a semiring with one and zero`, premises };
}

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
