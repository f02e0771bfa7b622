import { checkText } from "../../values/check-arguments.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError, OperatorSyntaxError } from "../../values/errors.ts";
import type { AnyOperator } from "../operator.ts";

/** What may stand in a `${}` of the template: a constant, or an operator to be called. */
export type Hole = number | bigint | boolean | AnyOperator;

/** The text of an operator. A hole's value is never read as text: the lexer knows where the holes are, and jumps over them. */
export interface SourceText {
  readonly name: string; // the file, or "operator"
  readonly text: string; // with `${1}`, `${2}` where the holes are
  readonly holes: ReadonlyMap<number, { readonly length: number; readonly value: Hole }>; // by offset
}

/** The text of a template, in which a hole shows as `${1}`, `${2}`, … */
export function withHoles(name: string, strings: TemplateStringsArray, values: readonly Hole[]): SourceText {
  const raw = rawOf(strings, values.length);
  const holes = new Map<number, { readonly length: number; readonly value: Hole }>();
  let text = raw[0];
  values.forEach((value, i) => {
    const shown = `\${${i + 1}}`;
    holes.set(text.length, { length: shown.length, value });
    text += shown + raw[i + 1];
  });
  return { name, text, holes };
}

/** What a template tag is called with: so many texts, one more than holes. */
function rawOf(strings: TemplateStringsArray, holeCount: number): readonly string[] {
  const { raw } = (strings ?? {}) as Partial<TemplateStringsArray>;
  if (Array.isArray(raw) && raw.length === holeCount + 1) {
    return raw.map((text, index) => checkText(`strings.raw[${index}]`, text));
  }
  throw new InvalidArgumentError("strings", "those of a template, as in op`…`", describe(strings));
}

/** The error at an offset of a text, which is one line and has the source line and a caret as its frame. */
export function errorAt(
  source: SourceText,
  offset: number,
  expected: string,
  actual: string,
): OperatorSyntaxError {
  const before = source.text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  const lineEnd = source.text.indexOf("\n", offset);
  const lineText = source.text.slice(lineStart, lineEnd === -1 ? undefined : lineEnd).replace(/\r$/, "");
  const line = before.split("\n").length;
  const place = { source: source.name, line, column: offset - lineStart + 1, lineText };
  return new OperatorSyntaxError(place, expected, actual);
}
