import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../test/helpers/cli/io.ts";
import { encodeNpy } from "../formats.ts";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-bad-"));
  process.chdir(folder);
  const x = encodeNpy(new Float64Array([1, 2, 3]));
  await writeFile("x.npy", x);
  await writeFile("cut.npy", x.subarray(0, -1));
  await writeFile("long.npy", new Uint8Array([...x, 0]));
  await writeFile("empty.npy", "");
  await writeFile("text.npy", "this is not it");
  await writeFile("table.csv", "time,delay\n1,2\n2,x\n");
  await writeFile("u.npy", encodeNpy(new BigUint64Array([1n, 2n])));
  await writeFile("x.dat", new Uint8Array(16));
  await mkdir("folder.npy");
});
afterAll(async () => {
  process.chdir("/");
  await rm(folder, { recursive: true });
});

const cases: readonly (readonly [argv: string, line: RegExp])[] = [
  ["", /expected a command, got none/],
  ["sum x.npy", /unknown command 'sum' \(Did you mean reduce\?\)/],
  ["+ x.npy", /unknown command '\+' \(Did you mean reduce\?\)/],
  ["cat x.npy", /unknown command 'cat' \(Did you mean head\?\)/],
  ["reduec x.npy", /unknown command 'reduec' \(Did you mean reduce\?\)/],
  ["reduce", /missing required argument 'FILE'/],
  ["reduce x.npy y.npy", /too many arguments for 'reduce'\. Expected 1 argument but got 2/],
  ["reduce x.npy --expresion left-fold", /unknown option '--expresion' \(Did you mean --expression\?\)/],
  ["reduce x.npy --expression", /option '--expression <name>' argument missing/],
  [
    "reduce x.npy --expression left-fodl",
    /--expression must be one of .*\(nearest: left-fold\), got "left-fodl"/,
  ],
  [
    "reduce x.npy --expression block-dyadic:0",
    /--expression must be .*positive integer, got "block-dyadic:0"/,
  ],
  [
    "reduce x.npy --expression interleaved:1.5",
    /--expression must be .*positive integer, got "interleaved:1\.5"/,
  ],
  ["reduce x.npy --expression block-dyadic", /--expression must be/],
  ["reduce x.npy --operator plus", /--operator must be one of add, .*\(nearest: add\).*, got "plus"/],
  ["reduce x.npy --operator sum", /\(nearest: add\)/],
  ["reduce x.npy --operator mul", /\(nearest: multiply\)/],
  ["reduce x.npy --expression left", /\(nearest: left-fold\)/],
  ["reduce x.npy --operator +", /\(nearest: add\)/],
  ["reduce x.npy --expression bins", /\(nearest: binned\)/],
  ["reduce x.npy --operator §", /or, xor, tree-hash, or a file/],
  ["reduce x.npy --operator mutliply", /\(nearest: multiply\)/],
  ["reduce x.npy --operator xor", /--operator must be an operator defined on f64, got xor, defined on i64/],
  ["reduce x.npy --type f46", /--type must be one of .*\(nearest: f64\), got "f46"/],
  ["reduce x.npy --type u33", /\(nearest: u32\)/],
  ["reduce x.npy --accumulate f32", /--accumulate must be f64 for elements of f64, got "f32"/],
  [
    "reduce x.npy --on wsam",
    /--on must be one of javascript, wasm, workers:N, webgpu \(nearest: wasm\), got "wsam"/,
  ],
  ["reduce x.npy --determinism every-where", /--determinism must be one of .*\(nearest: everywhere\)/],
  [
    "reduce x.npy --determinism not-guaranteed --expression left-fold",
    /--expression must be left out when --determinism is/,
  ],
  ...["exact", "binned:3"].map(
    (expression) =>
      [
        `reduce x.npy --determinism not-guaranteed --expression ${expression}`,
        /--expression must be left out when --determinism is "not-guaranteed", where .*, got /,
      ] as const,
  ),
  [
    "scan x.npy -o y.npy --determinism notGuaranteed",
    /--determinism must be one of .*\(nearest: not-guaranteed\)/,
  ],
  [
    "scan x.npy -o y.npy --determinism gpu-to-gpu",
    /--determinism must be one of not-guaranteed, run-to-run, everywhere/,
  ],
  ["reduce x.npy --determinism", /option '--determinism <level>' argument missing/],
  [
    "reduce x.npy --initial one",
    /--initial must be a decimal number, or bits: and hexadecimal digits, got "one"/,
  ],
  [
    "reduce x.npy --type f32 --initial 0.1",
    /--initial must be a number that f32 has exactly, or bits:…, got "0\.1"/,
  ],
  ["reduce x.npy --initial bits:12", /--initial must be 16 lower-case hexadecimal digits \(f64\), got "12"/],
  ["reduce u.npy --initial -1", /--initial must be a number that u64 has exactly/],
  [
    "reduce x.npy --initial-placement inside --initial 1",
    /--initial-placement must be one of outside, first/,
  ],
  ["reduce x.npy --initial-placement first", /--initial-placement must be left out without an --initial/],
  [
    "scan u.npy -o y.npy --exclusive --operator tree-hash",
    /--initial must be given for an exclusive scan with tree-hash/,
  ],
  ["scan x.npy -o y.npy --expression bisection", /use iterated-pairwise or pass --allow-quadratic$/],
  [
    "scan x.npy -o y.npy --expression bisection --on javascript",
    /use iterated-pairwise or pass --allow-quadratic$/,
  ],
  ["scan x.npy", /required option '-o, --output <file>' not specified/],
  [
    "scan x.npy -o nowhere/y.npy",
    /--output must be a writable file, got "nowhere\/y\.npy": no such file or directory/,
  ],
  ["scan x.npy -o folder.npy", /--output must be a writable file, got "folder\.npy": a directory/],
  ["scan x.npy -o y.xls", /--output must be a \.npy, \.raw or \.bin file, or any with --raw, got "y\.xls"/],
  ["scan x.npy -o y", /--output must be a \.npy, \.raw or \.bin file/],
  ["scan cut.npy -o y.npy", /FILE must be a \.npy file with the 3 elements .*, got "cut\.npy": 23 bytes/],
  ["scan long.npy -o y.npy", /got "long\.npy": 25 bytes/],
  ["reduce empty.npy", /FILE must be a \.npy file, got "empty\.npy": no bytes at all/],
  ["reduce text.npy", /FILE must be a \.npy file, beginning with/],
  ["reduce none.npy", /FILE must be a readable file, got "none\.npy": no such file or directory/],
  ["reduce folder.npy", /FILE must be a readable file, got "folder\.npy": a directory/],
  [
    "reduce x.dat",
    /FILE must be a \.npy file, or named .* \(of raw data --raw\), got "x\.dat": data whose name tells/,
  ],
  ["reduce x.dat --raw", /--type must be given for raw data \(x\.dat\): one of f64/],
  [
    "reduce x.npy --column delay",
    /--column must be left out for \.npy data, which have no columns, got "delay"/,
  ],
  ["reduce table.csv", /--column must be the name of one of time, delay, got nothing/],
  ["reduce table.csv --column dealy", /--column must be one of time, delay \(nearest: delay\), got "dealy"/],
  [
    "reduce table.csv --column delay",
    /FILE must be numbers in column "delay", got "table\.csv": "x" in row 2 \(line 3\)/,
  ],
  ["reduce table.csv --column time --nulls drop", /--nulls must be one of zero, skip.*, got "drop"/],
  ["reduce -", /FILE must be a \.npy file, got "standard input": no bytes at all/],
  [
    "generate noise --type f64 --n 3 -o y.npy",
    /DATA must be one of wide, narrow, special, bits.*, got "noise"/,
  ],
  [
    "generate bits --type f64 --n 3 -o y.npy",
    /DATA must be one of wide, narrow, special for f64, got "bits"/,
  ],
  ["generate gen-sum --type i64 --n 3 -o y.npy", /--type must be f64 or f32 for gen-sum, got i64/],
  [
    "generate wide --type f64 --n 3 --condition 1e9 -o y.npy",
    /--condition must be left out but with gen-sum or gen-dot, got it with wide/,
  ],
  [
    "generate gen-dot --type f32 --n 3 --condition 1e99 -o y.npy",
    /--condition must be from 1 to 1e\+30 for f32, got 1e\+99/,
  ],
  ["accuracy --kind special", /--kind must be one of finite terms: no other sum has an error, got "special"/],
  ["accuracy --kind bits", /--kind must be one of floats, as sums of integers are exact, got "bits"/],
  ["determinism --kind bits", /--kind must be one of floats, as sums of integers are exact, got "bits"/],
  ["generate wide --type f64 --n -3 -o y.npy", /--n must be a number of elements in digits, got "-3"/],
  ["generate wide --type f64 --n 1e3 -o y.npy", /--n must be a number of elements in digits, got "1e3"/],
  [
    "generate wide --type f64 --n 999999999999999 -o y.npy",
    /--n must be at most \d+, what the disk of the output has room for, got 999999999999999/,
  ],
  [
    "generate wide --type f64 --n 3 --seed 18446744073709551616 -o y.npy",
    /--seed must be an integer from 0 to/,
  ],
  ["generate wide --type f64 -o y.npy", /required option '--n <count>' not specified/],
  [
    "witness --on wsam",
    /--on must be one of all, javascript, wasm, workers:N, webgpu \(nearest: wasm\), got "wsam"/,
  ],
  ["witness --tier quik", /--tier must be one of quick, full \(nearest: quick\), got "quik"/],
  ["witness --paper --tier full", /--tier must be left out with --paper, which has one size, got full/],
  ["witness --n 0", /--n must be at least 1, got "0"/],
  ["witness --n many", /--n must be a number of elements in digits, got "many"/],
];

describe("a mistake is one line on standard error, exit 2, and no file", () => {
  test.each(cases)("samebits %s", async (text, line) => {
    const before = await readdir(folder);
    const { status, stdout, stderr } = await run(text.split(" ").filter((word) => word !== ""));
    expect(stderr).toMatch(/^samebits: [^\n]+\n$/);
    expect(stderr.trimEnd()).toMatch(line);
    expect(stderr).not.toMatch(/ {4}at |bug/);
    expect([status, stdout]).toEqual([2, ""]);
    expect(await readdir(folder)).toEqual(before);
  });

  test("output onto a terminal", async () => {
    const stdout = { terminal: {} as NodeJS.WriteStream, write: () => Promise.resolve() };
    const { status, stderr } = await run(["scan", "x.npy", "-o", "-"], { stdout });
    expect([status, stderr]).toEqual([
      2,
      "samebits: --output must be a file, or - into a pipe, got - on a terminal\n",
    ]);
  });
});

describe("what is no mistake", () => {
  test.each([
    "--help",
    "reduce --help",
    "help scan",
    "generate --help",
    "witness --help",
    "determinism --help",
    "--version",
  ])("samebits %s", async (text) => {
    const { status, stdout, stderr } = await run(text.split(" "));
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(text === "--version" ? /^\d+\.\d+\.\d+\n$/ : /^Usage: samebits/);
  });
});
