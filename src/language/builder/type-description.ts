// Types and names as callers of the builder write them.

import { checkInteger } from "../../values/check-arguments.ts";
import { describe } from "../../values/describe.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { RESERVED_WORDS } from "../text/grammar.ts";
import { isArrayFunction, isPlainScalarFunction } from "../types/signatures.ts";
import { isScalarType } from "../types/type.ts";

const NAME = /^[A-Za-z_][A-Za-z0-9_]*'*$/;

/** @throws InvalidArgumentError unless a program may call something by this name */
export function checkName(name: unknown, argument: string): void {
  const isTaken = (text: string): boolean =>
    text === "_" ||
    RESERVED_WORDS.includes(text) ||
    isArrayFunction(text) ||
    isPlainScalarFunction(text) ||
    isScalarType(text);
  if (typeof name === "string" && NAME.test(name) && !isTaken(name)) return;
  const expected = "a name: letters, digits and _, and not one that the language has";
  throw new InvalidArgumentError(argument, expected, describe(name));
}

/** The type of an array, as `arrayOf` describes it. */
export class ArrayDescription<Element = unknown> {
  readonly element: Element;
  readonly size: string | number | undefined;

  constructor(element: Element, size: string | number | undefined) {
    this.element = element;
    this.size = size;
  }
}

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
