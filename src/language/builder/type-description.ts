import { checkInteger } from "../../values/check-arguments.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { ArrayDescription } from "./array-description.ts";
import { checkName } from "./check-name.ts";

/** How types are written: `f64` or `"f64"`, `arrayOf(f64)`, tuples and records of them. */
export type TypeDescription =
  | ScalarType
  | { readonly type: ScalarType; (value: never): unknown } // any ScalarTypeValue
  | ArrayDescription<TypeDescription>
  | readonly TypeDescription[]
  | { readonly [field: string]: TypeDescription };

/** The type that a description means. */
export type TypeOf<Description> = Description extends ScalarType
  ? Description
  : Description extends ArrayDescription<infer Element>
    ? ArrayDescription<TypeOf<Element>>
    : Description extends (value: never) => unknown
      ? Description extends { readonly type: infer Type extends ScalarType }
        ? Type
        : never
      : { readonly [Field in keyof Description]: TypeOf<Description[Field]> };

/**
 * The type of arrays: `arrayOf(f64)` is `[]f64`, `arrayOf(f64, "n")` is `[n]f64`, `arrayOf(f64, 8)` is `[8]f64`. What is called by one
 * name has one length.
 */
export function arrayOf<const Element extends TypeDescription>(
  element: Element,
  size?: string | number,
): ArrayDescription<Element> {
  if (typeof size === "number") checkInteger("size", size, 0, Number.MAX_SAFE_INTEGER);
  else if (size !== undefined) checkName(size, "size");
  return new ArrayDescription(element, size);
}
