import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../../values/element-types.ts";
import type { Column } from "../../values/value-types.ts";
import { binary, bitcast, constant, type Term } from "../term.ts";

/** Zero in each column: what the value of an absent element is. */
export function zeros(columns: readonly Column[]): readonly Scalar[] {
  return columns.map(({ type }) => zeroOf(type));
}

/** Whether all terms have the bits of zero: −0 has not. */
export function areZeros(terms: readonly Term[]): Term {
  const conditions = terms.map((term) => {
    const bits = bitsOf(term);
    return binary("equal", bits, constant(bits.type, zeroOf(bits.type)));
  });
  return conditions.reduce((first, second) => binary("and", first, second));
}

function bitsOf(term: Term): Term {
  if (term.type === "f64") return bitcast("u64", term);
  return term.type === "f32" ? bitcast("u32", term) : term;
}

function zeroOf(type: ScalarType): Scalar {
  return SCALAR_TYPE_FACTS[type].isBigInt ? 0n : 0;
}
