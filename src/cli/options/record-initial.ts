import { InvalidArgumentError, type RecordType, type ValueOf, type ValueType } from "../../index.ts";
import { parseInitial } from "./parse.ts";

/**
 * An initial value of records from JSON text in the shape of their type. A leaf is a number, true or false, or a string: what a
 * scalar's --initial may be, such as "-inf" or "bits:…". Numbers are read as they are written, and so exactly or not at all.
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
  const spelled: unknown = JSON.parse(text.replace(STRING_OR_NUMBER, quoted));
  return parsePart(type, { parsed, spelled }, "initial") as ValueOf<RecordType>;
}

/** Of JSON text; a string is found too, as there may be digits in it. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

function quoted(token: string): string {
  return token.startsWith('"') ? token : `"${token}"`;
}

/** A part of the text: once as JSON.parse has it, which rounds, and once with its numbers as strings. */
interface Part {
  readonly parsed: unknown;
  readonly spelled: unknown;
}

function parsePart(type: ValueType | undefined, { parsed, spelled }: Part, argument: string): unknown {
  if (typeof type === "string") return parseLeaf(type, { parsed, spelled }, argument);
  if (type === undefined || typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    return parsed;
  const inner = spelled as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(parsed).map(([field, value]) => {
      const innerType = Object.hasOwn(type, field) ? type[field] : undefined;
      return [field, parsePart(innerType, { parsed: value, spelled: inner[field] }, `${argument}.${field}`)];
    }),
  );
}

function parseLeaf(type: Extract<ValueType, string>, { parsed, spelled }: Part, argument: string): unknown {
  if (type === "bool") return parsed;
  if (typeof parsed === "string") return parseInitial(parsed, type, argument);
  if (typeof parsed === "number") return parseInitial(String(spelled), type, argument);
  throw new InvalidArgumentError(argument, `a number, or a string, for ${type}`, JSON.stringify(parsed));
}

function exampleOf(type: ValueType): string {
  if (typeof type === "string") return type === "bool" ? "false" : "0";
  return `{${Object.entries(type)
    .map(([field, inner]) => `${JSON.stringify(field)}:${exampleOf(inner)}`)
    .join(",")}}`;
}
