import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { run } from "./io.ts";

// Sums of others, as processes and as functions of a module, for `samebits reveal`.

/** Reads .npy arrays one behind another, and answers each with the text of `answer(bytes, begin, n)`. */
const eachArray = (answer: string): string => `
let bytes = Buffer.alloc(0);
${answer}
process.stdin.on("data", (chunk) => {
  bytes = Buffer.concat([bytes, chunk]);
  for (;;) {
    if (bytes.length < 12) return;
    const begin = 10 + bytes.readUInt16LE(8);
    const n = Number(/shape': \\((\\d+),/.exec(bytes.subarray(0, begin).toString("latin1"))?.[1]);
    if (bytes.length < begin + 8 * n) return;
    console.log(answer(bytes, begin, n));
    bytes = bytes.subarray(begin + 8 * n);
  }
});
`;

/** Adds from the end. */
const SERVER = eachArray(`
const answer = (bytes, begin, n) => {
  let sum = 0;
  for (let i = n - 1; i >= 0; i--) sum += bytes.readDoubleLE(begin + 8 * i);
  return sum;
};
`);

/** Folds u64 by treeHash from 0 on, as C++'s accumulate would. */
const HASH = eachArray(`
const word = (value) => BigInt.asUintN(64, value);
const combine = (l, r) => {
  let z = word(l * 0x9E3779B97F4A7C15n + word(r << 29n | r >> 35n) * 0xC2B2AE3D27D4EB4Fn + 0x165667B19E3779F9n);
  z = word((z ^ z >> 32n) * 0xD6E8FEB86659FD93n);
  return z ^ z >> 32n;
};
const answer = (bytes, begin, n) => {
  let total = 0n;
  for (let i = 0; i < n; i++) total = combine(total, bytes.readBigUInt64LE(begin + 8 * i));
  return String(total);
};
`);

const ONCE = `
const bytes = require("fs").readFileSync(process.argv[2]);
const begin = 10 + bytes.readUInt16LE(8);
let sum = 0;
for (let at = begin; at < bytes.length; at += 8) sum += bytes.readDoubleLE(at);
console.log(sum);
`;

/** Its prefixes, as a .npy file: the head of what it was given, and sums. */
const NPY = `
const bytes = require("fs").readFileSync(process.argv[2]);
let sum = 0;
for (let at = 10 + bytes.readUInt16LE(8); at < bytes.length; at += 8) {
  sum += bytes.readDoubleLE(at);
  bytes.writeDoubleLE(sum, at);
}
process.stdout.write(bytes);
`;

const MODULE = `
export default (input) => input.reduce((sum, value) => sum + value);
export const mean = (input) => input.reduce((sum, value) => sum + value) / input.length;
export const outsideIn = (input) => {
  let sum = 0;
  for (let i = 0; 2 * i < input.length; i++) {
    const other = input.length - 1 - i;
    sum += i === other ? input[i] : input[i] + input[other];
  }
  return sum;
};
export const prefixes = (input) => input.map((_, i) => input.subarray(0, i + 1).reduce((sum, value) => sum + value));
export const wide = (input) => input.reduceRight((sum, value) => sum + value, 0);
export const narrow = (input) => Math.fround(wide(input));
/** The running sum and two elements at once, as tensor cores add: aligned to the largest, cut off one digit below it, rounded toward zero. */
const exponentOf = (value) => (new Uint32Array(Float64Array.of(value).buffer)[1] >>> 20 & 2047) - 1023;
const cutAt = (value, unit) => Math.trunc(value / unit) * unit;
const atOnce = (parts) => {
  const unit = 2 ** (Math.max(...parts.map(exponentOf)) - 24);
  const sum = parts.map((part) => cutAt(part, unit)).reduce((total, part) => total + part);
  return sum === 0 ? 0 : cutAt(sum, 2 ** (exponentOf(sum) - 23));
};
export const fused = (input) => {
  let sum = 0 + input[0];
  for (let i = 1; i < input.length; i += 2) {
    sum = i + 1 < input.length ? atOnce([sum, input[i], input[i + 1]]) : Math.fround(sum + input[i]);
  }
  return sum;
};
const halves = (input) => {
  const middle = input.length >> 1;
  return middle === 0 ? input[0] : halves(input.subarray(0, middle)) + halves(input.subarray(middle));
};
export const halvesOfPrefixes = (input) => Array.from(input, (_, i) => halves(input.subarray(0, i + 1)));
export const fusedPrefixes = (input) => Array.from(input, (_, i) => fused(input.subarray(0, i + 1)));
export const byOperator = (input, combine) => input.reduceRight((total, value) => combine(value, total));
export const fromZero = (input, combine) => combine(0n, byOperator(input, combine));
export const swapped = (input, combine) => input.reduce((total, value) => combine(value, total));
export const cumulative = (input) => Array.from(input, (_, i) => narrow(input.subarray(0, i + 1)));
`;

interface RevealFolder {
  readonly folder: string;
  path(name: string): string;
  /** What `samebits reveal` prints as JSON, without a word beside it. */
  json(...argv: readonly string[]): Promise<Record<string, unknown>>;
}

/** A folder with those sums, gone after the file's tests. */
export function revealFolder(): RevealFolder {
  const folder = mkdtempSync(join(tmpdir(), "samebits-reveal-test-"));
  const path = (name: string): string => join(folder, name);
  const files = {
    "server.cjs": SERVER,
    "hash.cjs": HASH,
    "once.cjs": ONCE,
    "npy.cjs": NPY,
    "sums.mjs": MODULE,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path(name), text);
  afterAll(() => rmSync(folder, { recursive: true }));
  return {
    folder,
    path,
    async json(...argv) {
      const { status, stdout, stderr } = await run(["reveal", ...argv, "--json"]);
      expect([status, stderr]).toEqual([0, ""]);
      return JSON.parse(stdout);
    },
  };
}
