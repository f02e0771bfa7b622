// The comments of a program that say what it is tested with, as Futhark writes them.

import { checkText } from "../values/check-arguments.ts";
import { FormatError } from "../values/errors.ts";
import { PROGRAM_SCALARS, type ProgramScalar } from "../values/program-scalars.ts";
import { parseTestValues } from "./parse-test-values.ts";
import type { WrittenTestValue } from "./test-value.ts";

/** One `-- ==` block of a program: entries, and what they are to give for which input. */
export interface TestBlock {
  readonly line: number; // of its first
  readonly entries: readonly string[]; // "main" where none is named
  readonly tags: readonly string[];
  readonly cases: readonly TestCase[];
}

/** One input of a test block, with what the entries are to give for it. */
export interface TestCase {
  readonly line: number;
  readonly name: string; // what is written for the input, shortened
  readonly tags: readonly string[]; // "compiled", "nobench", …
  readonly input: TestData;
  readonly output: TestOutput;
}

/** Values in the text, a file beside the program, or random arrays of these types. */
export type TestData =
  | { readonly kind: "values"; readonly values: readonly WrittenTestValue[] }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "random"; readonly types: readonly RandomType[] };

/** A random array by its element type and the length of each dimension; without any, one random number. */
export interface RandomType {
  readonly type: ProgramScalar;
  readonly shape: readonly number[];
}

/** What a test expects: values, those of the interpreter, an error, or nothing in particular. */
export type TestOutput =
  | TestData
  | { readonly kind: "auto" } // whatever the interpreter gives
  | { readonly kind: "error"; readonly pattern: string } // a regular expression that the message matches
  | { readonly kind: "none" };

const HEAD = /^\s*--\s*==\s*$/;

/**
 * The test blocks in the comments of a program, in Futhark's format: `-- ==`, then lines such as
 *
 *     -- entry: main other
 *     -- input { [1, 2, 3] 4 } output { 10 }
 *     -- random input { [1000]i32 } auto output
 *     -- compiled input @ data/large.in error: index.*
 *
 * @throws FormatError with the line of anything else
 */
export function parseTestBlocks(text: string, source = "program"): readonly TestBlock[] {
  checkText("source", source);
  const lines = checkText("text", text).split("\n");
  const blocks: TestBlock[] = [];
  for (let index = 0; index < lines.length; index++) {
    if (!HEAD.test(lines[index])) continue;
    const comments: string[] = [];
    for (index++; index < lines.length && /^\s*--/.test(lines[index]); index++) {
      if (HEAD.test(lines[index])) break;
      comments.push(lines[index].replace(/^\s*--/, ""));
    }
    blocks.push(parseBlock(comments, index - comments.length + 1, source));
    index--;
  }
  return blocks;
}

function parseBlock(lines: readonly string[], firstLine: number, source: string): TestBlock {
  const body = lines.join("\n");
  let offset = 0;
  let counted = { offset: 0, line: firstLine };
  const lineAt = (): number => {
    const lines = body.slice(counted.offset, offset).split("\n").length - 1;
    counted = { offset, line: counted.line + lines };
    return counted.line;
  };
  const match = (pattern: RegExp): RegExpExecArray | undefined => {
    const sticky = new RegExp(pattern.source, "y");
    sticky.lastIndex = offset;
    const found = sticky.exec(body);
    if (found === null) return undefined;
    offset += found[0].length;
    return found;
  };
  const fail = (expected: string): never => {
    const rest = body.slice(offset).split("\n")[0].trim();
    throw new FormatError(
      `${source}:${lineAt()}`,
      expected,
      rest === "" ? "the end of the line" : JSON.stringify(rest),
    );
  };
  const data = (isRandom: boolean): TestData => {
    const file = match(/\s*@\s*(\S+)/);
    if (file !== undefined) return { kind: "file", path: file[1] };
    const values = match(/\s*\{([^}]*)\}/);
    if (values === undefined) return fail("values between braces, or @ and a file");
    if (isRandom) return { kind: "random", types: randomTypes(values[1], `${source}:${lineAt()}`) };
    return { kind: "values", values: parseTestValues(values[1], `${source}:${lineAt()}`) };
  };
  const output = (): TestOutput => {
    if (match(/\s*auto\s+output/)) return { kind: "auto" };
    const error = match(/\s*error:\s*([^\n]*)/);
    if (error !== undefined) return { kind: "error", pattern: error[1].trim() };
    return match(/\s*output/) ? data(false) : { kind: "none" };
  };

  const entry = match(/\s*entry:\s*([^\n]*)/);
  const tags = match(/\s*tags\s*\{([^}]*)\}/);
  const cases: TestCase[] = [];
  for (match(/\s*/); offset < body.length; match(/\s*/)) {
    const line = lineAt();
    const start = offset;
    const name = match(/\s*"([^"\n]*)"/);
    const caseTags: string[] = [];
    for (
      let tag = match(/\s*(compiled|nobench|notest|no_\w+)\b/);
      tag !== undefined;
      tag = match(/\s*(compiled|nobench|notest|no_\w+)\b/)
    ) {
      caseTags.push(tag[1]);
    }
    const isRandom = match(/\s*random\b/) !== undefined;
    if (match(/\s*structure\b/)) {
      // Of another compiler's insides: of which of its stages, and what is in there how often.
      if (match(/[^{\n]*\{[^}]*\}/) === undefined) fail("what is counted, between braces");
      continue;
    }
    if (match(/\s*input/) === undefined) fail('"input"');
    const input = data(isRandom);
    const shown = body.slice(start, offset).trim().replace(/\s+/g, " ");
    cases.push({ line, name: name?.[1] ?? shorten(shown), tags: caseTags, input, output: output() });
  }
  return {
    line: firstLine - 1,
    entries: entry?.[1].trim().split(/\s+/) ?? ["main"],
    tags: wordsOf(tags?.[1]),
    cases,
  };
}

function wordsOf(text: string | undefined): readonly string[] {
  return text === undefined
    ? []
    : text
        .trim()
        .split(/\s+/)
        .filter((word) => word !== "");
}

function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 57)}…`;
}

function randomTypes(text: string, source: string): readonly RandomType[] {
  return text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => {
      const [, sizes = "", name] = /^((?:\[[0-9]+(?:i64)?\])*)([a-z][a-z0-9]*)$/.exec(word) ?? [];
      const type = PROGRAM_SCALARS.find((each) => each === name);
      if (type === undefined) throw new FormatError(source, "types such as [1000]i32", `"${word}"`);
      return { type, shape: Array.from(sizes.matchAll(/(?<=\[)[0-9]+/g), ([size]) => Number(size)) };
    });
}
