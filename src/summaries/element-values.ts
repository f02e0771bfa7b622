import type { TypedContract } from "../contracts/contract.ts";
import { evaluateTerm } from "../operators/evaluate.ts";
import { bitsOf, fromBits, fromHex, toHex } from "../values/bits.ts";
import { checkAttached } from "../values/check-arrays.ts";
import { isElement, widen } from "../values/convert.ts";
import { describe } from "../values/describe.ts";
import { type ElementArray, elementTypeOf, type Scalar } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import type { ValuesOfContract } from "./values-of-contract.ts";

/** The values of a contract over single elements: scalars of its accumulation type. */
export function elementValues(contract: TypedContract): ValuesOfContract<Scalar, Scalar | ElementArray> {
  const { operator, accumulate } = contract;
  const term = operator.term(accumulate);
  return {
    sums: {
      type: accumulate === "f32" ? "f32" : "f64",
      addend: (value) => value as number,
      valueOfSum: (sum) => sum,
    },
    combine: (left, right) => evaluateTerm(term, left, right),
    read: (elements) => widenElements(contract, elements),
    canonical: canonicalScalar,
    print: (value) => toHex(accumulate, value),
    parse: (text) => fromHex(accumulate, text, "summary"),
  };
}

/** The same scalar, with the NaN that is observed. */
export function canonicalScalar(value: Scalar): Scalar {
  return Number.isNaN(value) ? Number.NaN : value;
}

function widenElements(
  { type, accumulate }: TypedContract,
  elements: Scalar | ElementArray,
): ArrayLike<Scalar> {
  // Through its bits: −0 is an element of i32 and u32 too, and theirs is 0.
  if (isElement(type, elements)) return [widen(fromBits(type, bitsOf(type, elements)), accumulate)];
  if (elementTypeOf(elements) !== type) {
    throw new InvalidArgumentError(
      "elements",
      `an element of ${type} or a typed array of them`,
      describe(elements),
    );
  }
  const array = elements as ElementArray;
  checkAttached("elements", array);
  return type === accumulate ? array : Array.from<Scalar, Scalar>(array, (value) => widen(value, accumulate));
}
