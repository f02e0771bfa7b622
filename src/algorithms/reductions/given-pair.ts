import type { ConvertibleInput, TypedInput } from "../../contracts/options.ts";
import type { ElementArray, ElementType, StorageType } from "../../values/element-types.ts";
import {
  EmptyInputError,
  InvalidArgumentError,
  LengthMismatchError,
  SOME_ELEMENT,
} from "../../values/errors.ts";
import type { Answer } from "../call.ts";
import { givenElements } from "../given-elements.ts";
import { type Options, type TemplateArgument, typed } from "../template-rule.ts";

/** A function of two inputs of one type, which gives a float. */
export interface OfPair<When extends "now" | "later", Options> {
  <Input extends TypedInput>(left: Input, right: Input, options?: Options): Answer<When, number>;
  (
    left: ConvertibleInput,
    right: ConvertibleInput,
    options: Options & { readonly type: StorageType },
  ): Answer<When, number>;
}

interface GivenPair {
  readonly type: ElementType;
  readonly input: readonly [left: ElementArray, right: ElementArray];
}

/** Two inputs of single elements, of one type and one length. @throws InvalidArgumentError, LengthMismatchError */
export function givenPair(left: unknown, right: unknown, declared: unknown): GivenPair {
  const { type, elements } = givenElements(left, declared, "left");
  const other = givenElements(right, declared, "right");
  if (other.type !== type) {
    throw new InvalidArgumentError("right", `an array of ${type}, as "left" is`, other.type);
  }
  const { length } = elements;
  if (other.elements.length !== length) throw new LengthMismatchError("right", length, other.elements.length);
  return { type, input: [elements, other.elements] };
}

/** The same where there must be elements. @throws EmptyInputError */
export function somePair(left: unknown, right: unknown, declared: unknown): GivenPair {
  const given = givenPair(left, right, declared);
  if (given.input[0].length === 0) throw new EmptyInputError("left", SOME_ELEMENT);
  return given;
}

/** The arguments of such a function on a device. */
export function ofPair({ input }: Options): readonly TemplateArgument[] {
  return [typed("left", input), typed("right", input, "left")];
}
