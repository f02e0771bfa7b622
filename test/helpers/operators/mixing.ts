import { OPERATORS, type Operator } from "../../../src/operators/operator.ts";
import { operator, u32 } from "../../../src/operators.ts";

/** Neither associative nor commutative: another tree gives another value. */
export const mix = operator(u32, (left, right) =>
  left.multiply(0x9e3779b1).rotateLeft(13).add(right.xor(0x85ebca6b).multiply(0xc2b2ae35)),
);

/** y = a·x + b modulo 2^16, a in the high half: associative, and not commutative. Known as if samebits/laws had proved it. */
export const affine: Operator = OPERATORS.mark({
  ...operator(u32, (left, right) => {
    const factor = left.shiftRight(16).multiply(right.shiftRight(16)).shiftLeft(16);
    return factor.or(left.and(0xffff).multiply(right.shiftRight(16)).add(right).and(0xffff));
  }),
  isAssociative: () => true,
});
