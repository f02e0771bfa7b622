import { frozen } from "../../values/frozen.ts";
import {
  add,
  COUNTER,
  divide,
  integer,
  multiply,
  powerOfTwo,
  shiftLeft,
  shiftRight,
  THREAD,
  WIDTH,
} from "../programs/build-terms.ts";
import { type BasisTerm, copyBasis, type IndexBasis } from "./pair-index-program.ts";

const ONE: BasisTerm = { term: integer(1), text: "1", cost: 1 };
const I: BasisTerm = { term: COUNTER, text: "i", cost: 3 };
const J: BasisTerm = { term: THREAD, text: "j", cost: 1 };
const POWER: BasisTerm = { term: powerOfTwo(COUNTER), text: "2^i", cost: 1 };
const SHIFTED: BasisTerm = { term: shiftRight(THREAD, COUNTER), text: "⌊j/2^i⌋", cost: 2 };

/** What a product costs beside its factors. */
const PRODUCT_COST = 1;

/** The constant, the terms, and all products of two of them, squares as well. */
export function withProducts(given: readonly BasisTerm[]): IndexBasis {
  return productsOf(copyBasis(given, "terms"));
}

function productsOf(terms: readonly BasisTerm[]): IndexBasis {
  const products = terms.flatMap((left, index) =>
    terms.slice(index).map(
      (right): BasisTerm => ({
        term: multiply(left.term, right.term),
        text: left === right ? `${left.text}²` : `${left.text}·${right.text}`,
        cost: left.cost + right.cost + PRODUCT_COST,
      }),
    ),
  );
  return [ONE, ...terms, ...products];
}

/** The published language: i, j, 2^i, ⌊j/2^i⌋ and their products; 15 functions with the constant. */
export const SEED_BASIS: IndexBasis = frozen(productsOf([I, J, POWER, SHIFTED]));

/** ⌊j/2^c⌋, its place among pairs of 2^i, ⌊j/(2^c − 1)⌋ for patterns as three of every four, and the width. */
const BLOCK_EXPONENTS = [1, 2, 3];

/** The published language and what it lacks: constant shifts, shifted shifts, irregular patterns, the width. */
export const EXTENDED_BASIS: IndexBasis = frozen([
  ...SEED_BASIS,
  { term: WIDTH, text: "N", cost: 3 },
  { term: multiply(THREAD, WIDTH), text: "j·N", cost: 5 },
  ...BLOCK_EXPONENTS.flatMap((exponent): BasisTerm[] => {
    const shifted = shiftRight(THREAD, integer(exponent));
    const further = shiftRight(THREAD, add(COUNTER, integer(exponent)));
    return [
      { term: shifted, text: `⌊j/${2 ** exponent}⌋`, cost: 3 + exponent },
      {
        term: shiftLeft(further, COUNTER),
        text: `2^i·⌊j/2^(i+${exponent})⌋`,
        cost: 4 + exponent,
      },
      { term: shiftLeft(shifted, COUNTER), text: `2^i·⌊j/${2 ** exponent}⌋`, cost: 5 + exponent },
      ...(exponent === 1
        ? []
        : [
            {
              term: divide(THREAD, integer(2 ** exponent - 1)),
              text: `⌊j/${2 ** exponent - 1}⌋`,
              cost: 4 + exponent,
            },
          ]),
    ];
  }),
]);
