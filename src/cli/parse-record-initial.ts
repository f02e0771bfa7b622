import { InvalidArgumentError, type RecordType, type ValueOf, type ValueType } from "../index.ts";
import { parseInitial } from "./parse-arguments.ts";

/**
 * An initial value of records from JSON text in the shape of their type. A leaf is a number, true or false, or a string: what a
 * scalar's --initial may be, such as "18446744073709551615", "-inf" or "bits:…".
 *
 * Whether every field is there is checked where the contract is. @throws InvalidArgumentError naming the field
 */
export function parseRecordInitial(text: string, type: RecordType): ValueOf<RecordType> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new InvalidArgumentError("initial", `JSON text such as ${exampleOf(type)}`, JSON.stringify(text));
  }
  return parsePart(type, parsed, "initial") as ValueOf<RecordType>;
}

function parsePart(type: ValueType | undefined, value: unknown, argument: string): unknown {
  if (typeof type === "string") return parseLeaf(type, value, argument);
  if (type === undefined || typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => {
      const innerType = Object.hasOwn(type, field) ? type[field] : undefined;
      return [field, parsePart(innerType, inner, `${argument}.${field}`)];
    }),
  );
}

function parseLeaf(type: Extract<ValueType, string>, value: unknown, argument: string): unknown {
  if (type === "bool") return value;
  if (typeof value === "string") return parseInitial(value, type, argument);
  if (typeof value !== "number") {
    throw new InvalidArgumentError(argument, `a number, or a string, for ${type}`, JSON.stringify(value));
  }
  if (!Number.isFinite(value)) {
    throw new InvalidArgumentError(
      argument,
      `a number that ${type} has exactly, or "inf"`,
      "one beyond them",
    );
  }
  const isBeyondJson = Number.isInteger(value) && !Number.isSafeInteger(value);
  if (isBeyondJson && (type === "i64" || type === "u64")) {
    throw new InvalidArgumentError(argument, "a string of digits where it is beyond 2^53", String(value));
  }
  if (Object.is(value, -0)) return parseInitial("-0", type, argument);
  return parseInitial(isBeyondJson ? value.toExponential() : String(value), type, argument);
}

function exampleOf(type: ValueType): string {
  if (typeof type === "string") return type === "bool" ? "false" : "0";
  return `{${Object.entries(type)
    .map(([field, inner]) => `${JSON.stringify(field)}:${exampleOf(inner)}`)
    .join(",")}}`;
}
