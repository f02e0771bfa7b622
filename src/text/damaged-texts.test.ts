import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ofRuns } from "../../test/extent.ts";
import { compile, ProgramError } from "../language.ts";
import { NetworkSyntaxError, parseNetwork, parseSketch } from "../networks.ts";
import { OperatorSyntaxError, parseElementFunction, parseOperator } from "../operators.ts";
import type { TextError } from "../values/errors.ts";
import { printable } from "../values/printable.ts";

const SEED = 20_261_123;

interface Language {
  readonly name: string;
  readonly texts: readonly string[];
  readonly parse: (text: string) => unknown;
  readonly error: typeof TextError;
}

const LANGUAGES: readonly Language[] = [
  { name: "operators", texts: examples("operators"), parse: parseOperator, error: OperatorSyntaxError },
  {
    name: "element functions",
    texts: [
      "(value: f64) => value >= 0\n",
      "(a: { x: f32, y: f32 }) =>\n  let d = a.x - a.y in\n  if d < 0 then -d else d",
    ],
    parse: parseElementFunction,
    error: OperatorSyntaxError,
  },
  { name: "array programs", texts: examples("language"), parse: compile, error: ProgramError },
  { name: "sketches", texts: examples("sketches"), parse: parseSketch, error: NetworkSyntaxError },
  {
    name: "networks",
    texts: ["N = 4\n{{(0,1),(2,3)},\n {(1,3)}, # a step\n {(1,2)}}"],
    parse: parseNetwork,
    error: NetworkSyntaxError,
  },
];

function examples(folder: string): readonly string[] {
  const place = new URL(`../../examples/${folder}/`, import.meta.url);
  return readdirSync(place)
    .sort()
    .map((file) => readFileSync(new URL(file, place), "utf8"));
}

/** What comes in the place of some characters of a text. */
const PIECES = [
  ..."(){}[]=<>+-*/&|^!?:;,.\\'\"$ \t\n\r0",
  "let",
  "in",
  "if",
  "def",
  "1e999",
  "0x",
  "99999999999999999999",
  "for",
  "é",
  "😀",
  "\u202e",
  "//",
  "--",
  "#",
];

const damage = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  length: fc.nat({ max: 12 }),
  piece: fc.constantFrom("", ...PIECES),
});

describe.each(LANGUAGES)("a damaged text of $name", ({ texts, parse, error }) => {
  it("is read, or refused by a typed error whose caret points into the text", () => {
    let refusals = 0;
    const property = fc.property(
      fc.constantFrom(...texts),
      fc.array(damage, { minLength: 1, maxLength: 3 }),
      (whole, damages) => {
        const text = damages.reduce((rest, { at, length, piece }) => {
          const from = Math.floor(at * (rest.length + 1));
          return rest.slice(0, from) + piece + rest.slice(from + length);
        }, whole);
        const refusal = refusalOf(() => parse(text));
        if (refusal === undefined) return;
        refusals++;
        expect(refusal).toBeInstanceOf(error);
        checkPlace(refusal as TextError, text);
      },
    );
    fc.assert(property, { seed: SEED, numRuns: 300 });
    expect(refusals).toBeGreaterThan(ofRuns(100));
  });
});

function refusalOf(parse: () => unknown): unknown {
  try {
    parse();
    return undefined;
  } catch (refusal) {
    return refusal;
  }
}

/** That line and column are of the text, that the caret stands below that character, and that several lines are shown in the message. */
function checkPlace({ line, column, frame, message, sentence }: TextError, text: string): void {
  const lines = text.split("\n").map((each) => each.replace(/\r$/, ""));
  expect(line).toBeGreaterThanOrEqual(1);
  expect(line).toBeLessThanOrEqual(lines.length);
  expect(column).toBeGreaterThanOrEqual(1);
  expect(column).toBeLessThanOrEqual(lines[line - 1].length + 1);
  const [shown, caret] = frame.split("\n");
  expect(caret).toMatch(/^\s*\^$/);
  expect(caret.length).toBeLessThanOrEqual(shown.length + 1);
  const character = lines[line - 1].codePointAt(column - 1);
  const asShown = character === undefined ? undefined : printable(String.fromCodePoint(character))[0];
  expect(shown[caret.length - 1]).toBe(asShown);
  expect(sentence.split(":").slice(1, 3).map(Number)).toEqual([line, column]);
  const isOneOfMany = text.trim().includes("\n");
  expect(message).toBe(isOneOfMany ? `${sentence}\n${frame}` : sentence);
}
