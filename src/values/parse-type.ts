// Types as contracts' lines and hashes have them.

import { checkText } from "./check-arguments.ts";
import { describe } from "./describe.ts";
import { InvalidArgumentError } from "./errors.ts";
import {
  DEEPEST_RECORD,
  type RecordType,
  SCALAR_TYPES,
  type StoredType,
  storedColumnsOf,
  type ValueType,
} from "./value-types.ts";

const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;

/**
 * The type that a canonical text stands for: the inverse of `printType`, without spaces.
 *
 * @throws InvalidArgumentError for any other text, naming the place; for what `columnsOf` refuses
 */
export function parseType(
  text: string,
  argument = "type",
  known: readonly StoredType[] = SCALAR_TYPES,
): ValueType {
  checkText(checkText("argument", argument), text);
  let position = 0;
  const fail = (expected: string): never => {
    const rest = text.slice(position);
    const actual = rest === "" ? "the end of it" : describe(rest);
    throw new InvalidArgumentError(argument, `a type with ${expected} at character ${position + 1}`, actual);
  };
  const take = (sign: string): boolean => {
    if (text[position] !== sign) return false;
    position++;
    return true;
  };
  const takeWord = (expected: string): string => {
    WORD.lastIndex = position;
    const word = WORD.exec(text)?.[0] ?? fail(expected);
    position += word.length;
    return word;
  };
  const parse = (depth: number): ValueType => {
    if (!take("{")) return takeWord("the name of a type or {") as ValueType;
    if (depth === DEEPEST_RECORD) fail(`records nested at most ${DEEPEST_RECORD} deep, not another {`);
    const fields = new Map<string, ValueType>();
    do {
      const start = position;
      const field = takeWord("the name of a field");
      if (fields.has(field)) {
        position = start;
        fail("a field that is not there yet");
      }
      if (!take(":")) fail(":");
      fields.set(field, parse(depth + 1));
    } while (take(","));
    if (!take("}")) fail(", or }");
    return Object.fromEntries(fields) satisfies RecordType;
  };
  const type = parse(0);
  if (position < text.length) fail("nothing more");
  storedColumnsOf(type, argument, known);
  return type;
}
