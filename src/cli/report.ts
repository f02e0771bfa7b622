import type { Scalar } from "../index.ts";

/*
 * What a command has found is said once, as facts by name, and printed from there for programs (`--json`) or for a person. JSON has all
 * facts in the order in which they are listed; the text names those that a person reads, in an order of its own, between lines of words.
 */

/** A value that a report holds: no floats but finite ones, so that nothing turns into null on its way. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

/** One thing that was found. */
export interface Fact {
  readonly value: JsonValue | undefined; // undefined: JSON leaves it out
  readonly text: string | undefined; // for a person; undefined: left out there
  readonly label: string | undefined; // for a person; undefined: its name
}

export type Facts<Name extends string = string> = Readonly<Record<Name, Fact>>;

/** A line of the text, or several; or facts by their names, one below the other. What is undefined is left out. */
type Part<Name extends string> = string | readonly Name[] | undefined;

export interface Report {
  readonly json: JsonValue;
  readonly text: (width?: number) => string; // facts wider than a terminal are broken
}

/** A fact; where no text is given a person reads its value as it is. */
export function fact(value: JsonValue | undefined, text = plainText(value), label?: string): Fact {
  return { value, text, label };
}

function plainText(value: JsonValue | undefined): string | undefined {
  return value === undefined || value === null ? undefined : String(value);
}

/** Values by name, each a fact. */
export function eachFact(values: { readonly [name: string]: JsonValue | undefined }): Facts {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fact(value)]));
}

/** What JSON has alone. */
export function jsonOnly(value: JsonValue | undefined): Fact {
  return { value, text: undefined, label: undefined };
}

/** What a person reads alone. */
export function words(text: string | undefined, label?: string): Fact {
  return { value: undefined, text, label };
}

/** Facts, and the text that is made of them; without one that is all of them. */
export function report<Name extends string>(
  facts: Facts<Name>,
  text: () => readonly Part<NoInfer<Name>>[] = () => [Object.keys(facts) as Name[]],
): Report {
  return {
    json: jsonOf(facts),
    text: (width) =>
      text()
        .map((part) =>
          Array.isArray(part) ? alignedFacts(facts, part, width) : linesOf(part as string | undefined),
        )
        .join(""),
  };
}

/** One JSON object on one line, or what a person reads. */
export function printReport(
  { json, text }: Report,
  options: { readonly json?: boolean | undefined },
  width?: number,
): string {
  return options.json ? `${jsonText(json)}\n` : text(width);
}

/** The values of facts as one JSON object. */
function jsonOf(facts: Facts): { readonly [key: string]: JsonValue | undefined } {
  return Object.fromEntries(Object.entries(facts).map(([name, { value }]) => [name, value]));
}

/** Rows of facts as a list of JSON objects, which a person reads as a table if at all. */
export function rowsFact(rows: readonly Facts[]): Fact {
  return jsonOnly(rows.map(jsonOf));
}

/** Rows of facts as lines: a column for each title, by the name of its fact, with a dash where a row has none. */
export function table(
  titles: Readonly<Record<string, string>>,
  rows: readonly Facts[],
  align: (rows: readonly (readonly string[])[]) => readonly string[] = columns,
): readonly string[] {
  const names = Object.keys(titles);
  const cells = rows.map((row) => names.map((name) => row[name]?.text ?? "-"));
  return align([Object.values(titles), ...cells]);
}

/** Cells as lines, each column as wide as its widest cell. */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  return inColumns(rows, (cell, width) => cell.padEnd(width));
}

/** The same within `width`: as long as lines are wider, the columns of these titles are left out one after the other, and a last line names them. */
export function columnsWithin(
  rows: readonly (readonly string[])[],
  width: number | undefined,
  mayGo: readonly string[],
): readonly string[] {
  const gone: string[] = [];
  let left = rows;
  let lines = columns(rows);
  for (const title of mayGo) {
    if (width === undefined || lines.every(({ length }) => length <= width)) break;
    const index = left[0].indexOf(title);
    left = left.map((row) => row.filter((_, i) => i !== index));
    lines = columns(left);
    gone.push(title);
  }
  return gone.length === 0
    ? lines
    : [...lines, "", ...wrapped(`A wider terminal and --json have more: ${gone.join(", ")}`, width, "")];
}

/** Behind a blank, and between the fields of a type. */
const MAY_BREAK = /(?<= )|(?<=,)(?=[\p{L}_"])/u;

/** A sentence behind `before`, broken where it may be if a line would be wider than `width`; what follows stands below its beginning. */
export function wrapped(sentence: string, width: number | undefined, before: string): readonly string[] {
  const lines: string[] = [];
  let line = before;
  for (const word of sentence.split(MAY_BREAK)) {
    const longer = line + word;
    if (line.length === before.length || width === undefined || longer.trimEnd().length <= width) {
      line = longer;
    } else {
      lines.push(line.trimEnd());
      line = " ".repeat(before.length) + word;
    }
  }
  return [...lines, line];
}

/** Sentences of their own, each broken as `wrapped` breaks one; blanks that one begins with stay before all of it. */
export function wrappedLines(sentences: readonly string[], width: number | undefined): readonly string[] {
  return sentences.flatMap((sentence) => {
    const text = sentence.trimStart();
    return wrapped(text, width, sentence.slice(0, sentence.length - text.length));
  });
}

/** As `columns`, with cells to the right, as numbers are. */
export function rightAligned(rows: readonly (readonly string[])[]): readonly string[] {
  return inColumns(rows, (cell, width) => cell.padStart(width));
}

/** The same with words to the left in the first column, and numbers to the right in the others. */
export function numbersByName(rows: readonly (readonly string[])[]): readonly string[] {
  return inColumns(rows, (cell, width, column) => (column === 0 ? cell.padEnd(width) : cell.padStart(width)));
}

function inColumns(
  rows: readonly (readonly string[])[],
  pad: (cell: string, width: number, column: number) => string,
): readonly string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column], column))
      .join("  ")
      .trimEnd(),
  );
}

/** Data without functions, as JSON has them: what is undefined is not there. */
export function asJson(value: object): { readonly [key: string]: JsonValue | undefined } {
  return JSON.parse(JSON.stringify(value));
}

/** A value as JSON has it: exact as a number where that is finite and below 2^53, as a string of digits or a name otherwise. */
export function jsonScalar(value: Scalar): JsonValue {
  return typeof value === "bigint" || !Number.isFinite(value) ? String(value) : value;
}

/** A value as a person reads it, −0 with its sign. */
export function printScalar(value: Scalar): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

/** How long something was computed, without reading and writing files, and the rate at which so many bytes went through. */
export function timeFact(seconds: number, bytes: number): Fact {
  const rate = seconds > 0 && bytes > 0 ? `  (${(bytes / seconds / 1e9).toFixed(2)} GB/s)` : "";
  return fact(seconds, `${seconds.toPrecision(3)} s of computing${rate}`, "time");
}

/** How many nulls were met, where a rule says what becomes of them. */
export function nullsFact(nullCount: number, rule: string | undefined): Fact {
  return rule === undefined ? fact(undefined) : fact(nullCount, `${nullCount} (${rule})`);
}

/** Lines of `name  value`, the values under one another. */
function alignedFacts<Name extends string>(
  facts: Facts<Name>,
  names: readonly Name[],
  terminal: number | undefined,
): string {
  const present = names.flatMap((name) => {
    const { text, label = name } = facts[name];
    return text === undefined ? [] : [{ label, text }];
  });
  const width = Math.max(...present.map(({ label }) => label.length));
  return present
    .flatMap(({ label, text }) => wrapped(text, terminal, `${label.padEnd(width)}  `))
    .map((line) => `${line}\n`)
    .join("");
}

function linesOf(part: string | undefined): string {
  if (part === undefined) return "";
  return part.endsWith("\n") ? part : `${part}\n`;
}

/** As JSON.stringify, but −0 keeps its sign. */
export function jsonText(value: JsonValue): string {
  if (Object.is(value, -0)) return "-0";
  if (Array.isArray(value)) return `[${value.map(jsonText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).flatMap(([key, member]) =>
    member === undefined ? [] : [`${JSON.stringify(key)}:${jsonText(member)}`],
  );
  return `{${members.join(",")}}`;
}
