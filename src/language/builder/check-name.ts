import { describe } from "../../values/describe.ts";
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
