// Texts of the operator language, from files and from templates, and the errors at their places.

import { placeOf, type SourceText } from "../../text/source-text.ts";
import { checkText } from "../../values/check-arguments.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError, OperatorSyntaxError } from "../../values/errors.ts";
import type { AnyOperator } from "../operator.ts";

/** What may stand in a `${}` of the template: a constant, or an operator to be called. */
export type Hole = number | bigint | boolean | AnyOperator;

/** The text of an operator, with `${1}`, `${2}` where the holes are. What stands in a hole is never read as text. */
export interface OperatorText extends SourceText {
  readonly holes: ReadonlyMap<number, Hole>; // by offset
}

/** A text without holes. */
export function plainText(source: string, text: string): OperatorText {
  return { source, text, holes: new Map() };
}

/** The text of a template, in which a hole shows as `${1}`, `${2}`, … */
export function withHoles(
  source: string,
  strings: TemplateStringsArray,
  values: readonly Hole[],
): OperatorText {
  const raw = rawOf(strings, values.length);
  const holes = new Map<number, Hole>();
  let text = raw[0];
  values.forEach((value, i) => {
    holes.set(text.length, value);
    text += `\${${i + 1}}${raw[i + 1]}`;
  });
  return { source, text, holes };
}

/** What a template tag is called with: so many texts, one more than holes. */
function rawOf(strings: TemplateStringsArray, holeCount: number): readonly string[] {
  const { raw } = (strings ?? {}) as Partial<TemplateStringsArray>;
  if (Array.isArray(raw) && raw.length === holeCount + 1) {
    return raw.map((text, index) => checkText(`strings.raw[${index}]`, text));
  }
  throw new InvalidArgumentError("strings", "those of a template, as in op`…`", describe(strings));
}

/** The error at an offset of a text. */
export function errorAt(source: SourceText, at: number, expected: string, actual: string): Error {
  return new OperatorSyntaxError(placeOf(source, at), expected, actual);
}

/** What `make` gives; what it refuses is an error at that place of the text. */
export function madeAt<Made>(source: SourceText, at: number, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw errorAt(source, at, error.expected, error.actual);
  }
}
