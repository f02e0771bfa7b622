import { ELEMENT_TYPE_FACTS, type ElementType, type Scalar } from "../values/element-types.ts";
import { convertExactly } from "../values/read-elements.ts";

/** The element of `type` that is exactly `value`, its sign included: −0 is no integer. Undefined where there is none. */
export function exactElement(type: ElementType, value: Scalar): Scalar | undefined {
  if (!ELEMENT_TYPE_FACTS[type].isFloat && Object.is(value, -0)) return undefined;
  return convertExactly(type, value);
}
