import type { Scalar } from "../values/element-types.ts";
import { FormatError } from "../values/errors.ts";
import { shownName } from "../values/printable.ts";
import { orderedTexts, type TextColumn } from "../values/text-column.ts";
import type { ColumnChunk } from "./column-builder.ts";

/** The texts of a column, of the rows that have one. */
export interface TableTexts extends TextColumn {
  readonly missingRows: Uint32Array;
}

/** Collects texts row by row. */
export interface TextBuilder {
  has(text: string): boolean; // in a row before
  appendValue(text: string): void;
  appendNull(): void;
  append(chunk: ColumnChunk): void; // of a format that has texts for values; a date is its ISO text
  /** Of a format that has codes itself. @throws FormatError for one without a text */
  appendCodes(chunk: TextCodes, named: { readonly source: string; readonly column: string }): void;
  /** The rows since the last ones were taken; the builder goes on behind them, with a dictionary of its own. */
  drain(): TableTexts;
  finish(): TableTexts;
}

/** Some rows as codes of a dictionary of their own. */
export interface TextCodes {
  readonly codes: ArrayLike<number | bigint>;
  readonly length: number; // rows
  readonly dictionary: readonly (string | null)[]; // null: rows with its code have no text
  readonly isNull?: ((index: number) => boolean) | undefined;
}

const ROWS_EXPECTED = 1024;
const MISSING = -1;

/**
 * @param rowsExpected more make the list of codes grow
 * @param rowsBefore that others have built, for errors
 */
export function textBuilder(rowsExpected = ROWS_EXPECTED, rowsBefore = 0): TextBuilder {
  const known = new Map<string, number>();
  let missing: number[] = [];
  let codes = new Uint32Array(Math.max(1, rowsExpected));
  let count = 0;
  let rowsDrained = rowsBefore;
  const codeOf = (text: string): number => {
    const found = known.get(text);
    if (found !== undefined) return found;
    known.set(text, known.size);
    return known.size - 1;
  };
  const builder: TextBuilder = {
    has: (text) => known.has(text),
    appendValue(text) {
      const code = codeOf(text);
      if (count === codes.length) codes = grown(codes);
      codes[count] = code;
      count += 1;
    },
    appendNull() {
      missing.push(count + missing.length);
    },
    append({ values, length, isNull }) {
      for (let i = 0; i < length; i++) {
        const value: object | Scalar | string | boolean | null | undefined = values[i];
        if (value === null || value === undefined || isNull?.(i)) builder.appendNull();
        else builder.appendValue(textOf(value));
      }
    },
    appendCodes({ codes: given, length, dictionary, isNull }, { source, column }) {
      if (given.length < length) {
        throw new FormatError(source, `${length} codes in column "${shownName(column)}"`, `${given.length}`);
      }
      const codeAt = (at: number): number | undefined => {
        const text = dictionary[at];
        return text === undefined ? undefined : text === null ? MISSING : codeOf(text);
      };
      // Of a dictionary that is longer than the rows only the texts that they have are looked up.
      const isLooked = dictionary.length <= length;
      // The first ones in their order: then they need no other codes at the end.
      if (isLooked && known.size === 0) {
        const texts = new Set(dictionary.filter((text) => text !== null));
        for (const text of orderedTexts([...texts], new Uint32Array(0)).dictionary) codeOf(text);
      }
      const own: (number | undefined)[] = isLooked
        ? dictionary.map((_, at) => codeAt(at))
        : new Array(dictionary.length);
      while (count + length > codes.length) codes = grown(codes);
      const isPlain = isLooked && isNull === undefined && given instanceof Uint32Array;
      const places = isPlain ? Int32Array.from(own, (code = MISSING) => code) : undefined;
      for (let i = 0; i < length; i++) {
        if (places !== undefined) {
          const end = translated(places, given as Uint32Array, [i, length], codes, count);
          count += end - i;
          i = end;
          if (i === length) break;
        }
        const at = given[i] as number; // of a bigint the property is the same
        const isMissing = isNull?.(i);
        if (!isLooked && !isMissing) own[at] ??= codeAt(at);
        const code = isMissing ? MISSING : own[at];
        if (code === undefined) {
          const expected = `codes of the ${dictionary.length} texts of column "${shownName(column)}"`;
          throw new FormatError(
            source,
            expected,
            `${given[i]} in row ${rowsDrained + count + missing.length + 1}`,
          );
        }
        if (code === MISSING) {
          missing.push(count + missing.length);
          continue;
        }
        codes[count] = code;
        count += 1;
      }
    },
    drain() {
      const drained = builder.finish();
      rowsDrained += count + missing.length;
      known.clear();
      missing = [];
      count = 0;
      return drained;
    },
    finish: () => ({
      ...orderedTexts([...known.keys()], count === codes.length ? codes : codes.slice(0, count)),
      missingRows: Uint32Array.from(missing),
    }),
  };
  return builder;
}

/** Writes codes by their places, up to the first row that has none, and says which one it is. One loop over typed arrays. */
function translated(
  places: Int32Array,
  given: Uint32Array,
  [start, end]: readonly [start: number, end: number],
  codes: Uint32Array,
  count: number, // that are there
): number {
  for (let i = start; i < end; i++) {
    const at = given[i];
    const code = at < places.length ? places[at] : MISSING;
    if (code === MISSING) return i;
    codes[count + i - start] = code;
  }
  return end;
}

function grown(codes: Uint32Array): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(2 * codes.length);
  longer.set(codes);
  return longer;
}

function textOf(value: object | string | number | bigint | boolean): string {
  return typeof value === "object" && "toISOString" in value
    ? JSON.stringify(value).slice(1, -1)
    : String(value);
}
