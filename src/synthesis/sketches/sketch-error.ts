import { NetworkSyntaxError } from "../../values/errors.ts";
import type { SketchOrigin } from "./sketch.ts";

/** What is wrong at a place of a sketch's text, with its line, column and frame. */
export function sketchError(
  { text, source }: SketchOrigin,
  at: number,
  expected: string,
  actual: string,
): NetworkSyntaxError {
  const before = text.slice(0, at).split("\n");
  const lineText = text.split("\n")[before.length - 1].replace(/\r$/, "");
  const place = { source, line: before.length, column: before[before.length - 1].length + 1, lineText };
  return new NetworkSyntaxError(place, expected, actual);
}
