import { apply, type Call } from "./call.ts";
import type { Context } from "./context.ts";
import { agreedShape, elementShape, type Shape, UNKNOWN_SHAPE } from "./shape.ts";
import { type ArrayValue, elementOf, shapeOf, standInOf, type Value } from "./value.ts";

/*
 * A map over no elements gives no elements, and yet these have a shape: as in APL, it is that of what the function gives for a stand-in, an
 * element of the operand's shape. Two are tried, of zeros and of ones, and only the lengths are kept that do not depend on them.
 */

/** The shape of what an operand, a function, gives for elements of which there are none; unknown as far as it depends on them. */
export function probedShape(call: Call, operand: number, elements: readonly Shape[]): Shape {
  const [one, other] = ([0, 1] as const).map((scalar) => {
    const standIns = elements.map((element) => standInOf(element, scalar));
    if (!standIns.every((each) => each !== undefined)) return undefined;
    return call.context.probe(() => shapeOf(apply(call, operand, ...standIns)));
  });
  return one === undefined || other === undefined ? UNKNOWN_SHAPE : agreedShape(one, other);
}

/** What stands for an element that an array has not, while functions are asked for the shape of what they give. */
export function probedElement(array: ArrayValue, { isProbing }: Context): Value | undefined {
  return isProbing ? standInOf(elementOf(array), 0) : undefined;
}

/** The shape of the elements of an operand that is an array. */
export function elementShapeOf(value: Value): Shape {
  return elementShape(shapeOf(value));
}
