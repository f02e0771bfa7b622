#!/usr/bin/env node
// Writes the golden vectors that the package ships: the two large files compressed by Brotli, a third smaller than what npm makes of them (docs/decisions/0047).
import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;

for (const name of ["expressions", "order-free"]) {
  const file = new URL(`../vectors/${name}.jsonl`, import.meta.url);
  const text = readFileSync(file);
  const params = {
    [BROTLI_PARAM_QUALITY]: 11,
    [BROTLI_PARAM_LGWIN]: 24,
    [BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  writeFileSync(new URL(`${file}.br`), brotliCompressSync(text, { params }));
}
