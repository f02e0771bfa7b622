import type { Scalar } from "../values/element-types.ts";
import type { ColumnChunk } from "./column-builder.ts";

/** The texts of a column, each once, and which of them every row that has one has. */
export interface TableTexts {
  readonly texts: readonly string[]; // in the order in which they come
  readonly codes: Uint32Array; // of each row that is there, an index of `texts`
  readonly missingRows: Uint32Array;
}

/** Collects texts row by row. */
interface TextBuilder {
  appendValue(text: string): void;
  appendNull(): void;
  append(chunk: ColumnChunk): void; // of a format that has texts for values; a date is its ISO text
  finish(): TableTexts;
}

export function textBuilder(): TextBuilder {
  const known = new Map<string, number>();
  const codes: number[] = [];
  const missing: number[] = [];
  const builder: TextBuilder = {
    appendValue(text) {
      let code = known.get(text);
      if (code === undefined) {
        code = known.size;
        known.set(text, code);
      }
      codes.push(code);
    },
    appendNull() {
      missing.push(codes.length + missing.length);
    },
    append({ values, length, isNull }) {
      for (let i = 0; i < length; i++) {
        const value: object | Scalar | string | boolean | null | undefined = values[i];
        if (value === null || value === undefined || isNull?.(i)) builder.appendNull();
        else builder.appendValue(textOf(value));
      }
    },
    finish: () => ({
      texts: [...known.keys()],
      codes: Uint32Array.from(codes),
      missingRows: Uint32Array.from(missing),
    }),
  };
  return builder;
}

function textOf(value: object | string | number | bigint | boolean): string {
  return typeof value === "object" && "toISOString" in value
    ? JSON.stringify(value).slice(1, -1)
    : String(value);
}
