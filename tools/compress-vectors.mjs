#!/usr/bin/env node
// Writes the golden vectors that the package ships, smaller by half than what npm makes of them (docs/decisions/0047). src/cli/commands/witness/packed-vectors.ts reads them.
import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;

/** Lines by columns: the names of each line's fields, and the values of each field, which repeat or grow where lines do not. */
function byColumns(/** @type {string} */ lines) {
  /** @type {Map<string, string[]>} */
  const columns = new Map();
  const names = lines
    .trim()
    .split("\n")
    .map((line) => {
      const fields = Object.entries(JSON.parse(line));
      for (const [name, value] of fields) {
        const column = columns.get(name) ?? [name];
        columns.set(name, column);
        column.push(JSON.stringify(value));
      }
      return fields.map(([name]) => name).join();
    });
  return [names, ...columns.values()].map((block) => block.join("\n")).join("\n\n");
}

/** Bits in hexadecimal digits as bytes, behind the text in which ~ stands for eight of them and ^ for four. */
function packed(/** @type {string} */ text) {
  if (/[~^]/.test(text)) throw new Error("lines must be without ~ and ^");
  /** @type {Buffer[]} */
  const bits = [];
  const marked = byColumns(text).replace(/"([0-9a-f]{16}|[0-9a-f]{8})"/g, (_, digits) => {
    bits.push(Buffer.from(digits, "hex"));
    return digits.length === 16 ? "~" : "^";
  });
  return Buffer.concat([Buffer.from(`${marked.length}\n${marked}`, "latin1"), ...bits]);
}

for (const name of ["expressions", "order-free"]) {
  const file = new URL(`../vectors/${name}.jsonl`, import.meta.url);
  const bytes = packed(readFileSync(file, "latin1"));
  const params = {
    [BROTLI_PARAM_QUALITY]: 11,
    [BROTLI_PARAM_LGWIN]: 24,
    [BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  writeFileSync(
    new URL(`../vectors/${name}.packed.br`, import.meta.url),
    brotliCompressSync(bytes, { params }),
  );
}
