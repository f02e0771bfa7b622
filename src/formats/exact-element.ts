import { convertExactly } from "../values/convert.ts";
import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../values/element-types.ts";

/** The element of `type` that is exactly `value`, its sign included: −0 is no integer. Undefined where there is none. */
export function exactElement(type: ScalarType, value: Scalar): Scalar | undefined {
  if (!SCALAR_TYPE_FACTS[type].isFloat && Object.is(value, -0)) return undefined;
  if (type !== "bool") return convertExactly(type, value);
  const bit = Number(value);
  return bit === 0 || bit === 1 ? bit : undefined;
}
