// The package has its large files of golden vectors packed by columns, by tools/compress-vectors.mjs: a quarter smaller than the same lines under Brotli.

import { brotliDecompressSync } from "node:zlib";

/**
 * The lines of a packed file: a length, so many bytes of text, and the bits that ~ (eight bytes) and ^ (four) stand for, in their order. The text has the names of
 * each line's fields, and after an empty line each field: its name and, line by line, its values.
 */
export function unpackVectors(file: Uint8Array): string {
  const bytes = brotliDecompressSync(file);
  const textStart = bytes.indexOf("\n") + 1;
  let at = textStart + Number(bytes.toString("latin1", 0, textStart));
  const text = bytes.toString("latin1", textStart, at).replace(/[~^]/g, (mark) => {
    const digits = bytes.toString("hex", at, at + (mark === "~" ? 8 : 4));
    at += digits.length / 2;
    return `"${digits}"`;
  });
  const [lines = [], ...fields] = text.split("\n\n").map((block) => block.split("\n"));
  const valuesOf = new Map(fields.map(([name, ...values]) => [name, values.values()]));
  const lineOf = (names: string): string =>
    names
      .split(",")
      .map((name) => `"${name}":${valuesOf.get(name)?.next().value}`)
      .join();
  return lines.map((names) => `{${lineOf(names)}}\n`).join("");
}
