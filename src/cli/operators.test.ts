import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Bool, Table, tableToIPC, vectorFromArray } from "apache-arrow";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../test/helpers/cli/io.ts";
import { encodeNpy } from "../formats.ts";
import {
  exclusiveScan,
  hashArray,
  hashColumns,
  inclusiveScan,
  parseExpression,
  type RecordOperator,
  reduce,
} from "../index.ts";
import { readOperator } from "./input/operator.ts";

const examples = new URL("../../examples/operators/", import.meta.url).pathname;
const [argmax, saturatingAdd, affine] = ["argmax", "saturating-add", "affine"].map((name) =>
  join(examples, `${name}.op`),
);

const NESTED = `operator nearest (a: { position: { x: f32, y: f32 }, id: u64, isSeen: bool }, b) =>
  let nearer = if a.position.x < b.position.x then a else b in
  { position: nearer.position, id: a.id + b.id, isSeen: a.isSeen || b.isSeen }
`;

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-operators-"));
  process.chdir(folder);
  await writeFile("days.csv", "date,temperature,day\n1 May,5.5,0\n2 May,9.25,1\n3 May,9.25,2\n4 May,-1,3\n");
  await writeFile("steps.tsv", "scale\toffset\n0.5\t1\n0.5\t2\n-0\tinf\n");
  await writeFile("counts.csv", "count\n4294967295\n1\n");
  await writeFile("counts.npy", encodeNpy(new Float64Array([1, 2])));
  await writeFile("nested.op", NESTED);
  await writeFile(
    "places.csv",
    "position.x,position.y,number,isSeen\n3,1,18446744073709551615,0\n-0,2,2,TRUE\n",
  );
  await writeFile("gaps.csv", "value,index\n1,0\n,1\n");
  await writeFile("bools.csv", "position.x,position.y,id,isSeen\n3,1,1,maybe\n");
  await writeFile("syntax.op", "operator n (left: f64, right) =>\n  left + rigth\n");
  await writeFile("no-start.op", "(left: { a: f64 }, right) => { a: left.a - right.a }");
  await writeFile("days.raw", new Uint8Array(16));
});
afterAll(async () => {
  process.chdir("/");
  await rm(folder, { recursive: true });
});

const DAYS = ["days.csv", "--operator", argmax, "--column", "value=temperature", "--column", "index=day"];

async function json(argv: readonly string[]): Promise<Record<string, unknown>> {
  const { status, stdout, stderr } = await run([...argv, "--json"]);
  expect([status, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

describe("an operator over records", () => {
  test("is reduced column by column, told to a person", async () => {
    const { status, stdout } = await run(["reduce", ...DAYS]);
    expect(status).toBe(0);
    expect(stdout.split("\n")).toEqual([
      "value     9.25  4022800000000000",
      "index     1     00000001",
      "contract  term:789ad13002140da0 {value:f64,index:u32} block-dyadic:32 initial=none v1",
      "executor  wasm (everywhere)",
      "n         4 {value:f64,index:u32}",
      "time      0.00100 s of computing  (0.00 GB/s)",
      "",
    ]);
  });

  test("and as JSON", async () => {
    const report = await json(["reduce", ...DAYS]);
    expect(Object.keys(report)).toEqual([
      "contract",
      "executor",
      "achieved",
      "expression",
      "n",
      "value",
      "bits",
      "seconds",
    ]);
    expect(report).toMatchObject({
      n: 4,
      value: { value: 9.25, index: 1 },
      bits: { value: "4022800000000000", index: "00000001" },
    });
  });

  test.each(["javascript", "wasm"])("is scanned into columns by %s", async (on) => {
    const report = await json(["scan", ...DAYS, "-o", `${on}.csv`, "--on", on]);
    expect(await readFile(`${on}.csv`, "utf8")).toBe("value,index\n5.5,0\n9.25,1\n9.25,1\n9.25,1\n");
    const value = new Float64Array([5.5, 9.25, 9.25, 9.25]);
    const index = new Uint32Array([0, 1, 1, 1]);
    expect(report).toMatchObject({
      executor: on,
      value: { value: 9.25, index: 1 },
      output: `${on}.csv`,
      hash: hashColumns([value, index]),
      hashes: { value: hashArray(value), index: hashArray(index) },
    });
    const text = await run(["scan", ...DAYS, "-o", `${on}.csv`, "--on", on]);
    expect(text.stdout).toContain(`index     1     00000001          hash ${hashArray(index)}\n`);
    const hashed = await run(["hash", `${on}.csv`, "--column", "index", "--type", "u32"]);
    expect(hashed.stdout).toBe(`${hashArray(index)}\n`);
  });

  test("begins an exclusive scan with its start, backward and to standard output", async () => {
    const scanned = await run(["scan", ...DAYS, "-o", "-", "--exclusive", "--backward"]);
    expect(scanned.stdout).toBe("value,index\n9.25,1\n9.25,2\n-1,3\n-inf,4294967295\n");
    expect(scanned.stderr).toContain(" backward initial=fff0000000000000,ffffffff@outside v1\n");
  });

  test("is exact in text: signs of zero, infinities, NaN", async () => {
    const report = await json(["scan", "steps.tsv", "-o", "solved.tsv", "--operator", affine]);
    expect(await readFile("solved.tsv", "utf8")).toBe("scale\toffset\n0.5\t1\n0.25\t2.5\n-0\tinf\n");
    expect(report.value).toEqual({ scale: -0, offset: "Infinity" });
  });

  test("may be nested, with bools and integers beyond 2^53", async () => {
    const asked = ["--operator", "nested.op", "--column", "id=number"];
    const report = await json(["reduce", "places.csv", ...asked]);
    expect(report).toMatchObject({
      value: { position: { x: -0, y: 2 }, id: "1", isSeen: true },
      bits: { "position.x": "80000000", "position.y": "40000000", id: "0000000000000001", isSeen: "01" },
    });
    const initial =
      '{"position":{"x":"-inf","y":"bits:40800000"},"id":"18446744073709551615","isSeen":false}';
    const begun = await json(["reduce", "places.csv", ...asked, "--initial", initial]);
    expect(begun.value).toEqual({ position: { x: "-Infinity", y: 4 }, id: "0", isSeen: true });
    expect(begun.contract).toContain(" initial=ff800000,40800000,ffffffffffffffff,00@outside v1");
    const numbers = '{"position":{"x":-0,"y":25e-1},"id":9007199254740993,"isSeen":false}';
    const exact = await json(["reduce", "places.csv", ...asked, "--initial", numbers]);
    expect(exact.contract).toContain(" initial=80000000,40200000,0020000000000001,00@outside v1");
    const { status } = await run(["scan", "places.csv", "-o", "nested.csv", ...asked]);
    expect(status).toBe(0);
    expect(await readFile("nested.csv", "utf8")).toBe(
      "position.x,position.y,id,isSeen\n3,1,18446744073709551615,false\n-0,2,1,true\n",
    );
  });

  test("reads Arrow and Parquet", async () => {
    const columns = { x: [3, -1, -2], y: [1, 2, 3], id: [7n, 8n, 9n], isSeen: [false, true, false] };
    const table = new Table({
      "position.x": vectorFromArray(Float32Array.from(columns.x)),
      "position.y": vectorFromArray(Float32Array.from(columns.y)),
      id: vectorFromArray(BigUint64Array.from(columns.id)),
      isSeen: vectorFromArray(columns.isSeen, new Bool()),
    });
    await writeFile("places.arrow", tableToIPC(table));
    const columnData = [
      { name: "position.x", data: Float32Array.from(columns.x), type: "FLOAT" as const },
      { name: "position.y", data: Float32Array.from(columns.y), type: "FLOAT" as const },
      { name: "id", data: columns.id, type: "INT64" as const },
      { name: "isSeen", data: columns.isSeen, type: "BOOLEAN" as const },
    ];
    await writeFile("places.parquet", new Uint8Array(parquetWriteBuffer({ columnData })));
    for (const file of ["places.arrow", "places.parquet"]) {
      const report = await json(["reduce", file, "--operator", "nested.op"]);
      expect(report.value).toEqual({ position: { x: -2, y: 3 }, id: "24", isSeen: true });
    }
  });

  test("takes zeros for nulls if told so, and counts them", async () => {
    const report = await json(["reduce", "gaps.csv", "--operator", argmax, "--nulls", "zero"]);
    expect(report).toMatchObject({ n: 2, nulls: 1, value: { value: 1, index: 0 } });
    const skipped = await json(["reduce", "gaps.csv", "--operator", argmax, "--nulls", "skip"]);
    expect(skipped).toMatchObject({ n: 1, nulls: 1 });
  });

  test("of nothing gives an empty table", async () => {
    await writeFile("nothing.csv", "value,index\n");
    const report = await json(["scan", "nothing.csv", "-o", "still.csv", "--operator", argmax]);
    expect(report).toMatchObject({ n: 0, value: null, bits: null, hash: "cbf29ce484222325" });
    expect(await readFile("still.csv", "utf8")).toBe("value,index\n");
    expect((await run(["scan", "nothing.csv", "-o", "-", "--operator", argmax])).stderr).toMatch(
      /^value +none/,
    );
  });
});

test("an operator over single elements is read from a file, and text in its type", async () => {
  const report = await json(["reduce", "counts.csv", "--operator", saturatingAdd]);
  expect(report).toMatchObject({
    value: 4294967295,
    contract: expect.stringMatching(/^term:[0-9a-f]{16} u32 block-dyadic:32 initial=none v1$/),
  });
  const exclusive = await json([
    "scan",
    "counts.csv",
    "-o",
    "y.npy",
    "--exclusive",
    "--operator",
    saturatingAdd,
  ]);
  expect(exclusive.contract).toContain(" initial=00000000@outside v1");
});

const cases: readonly (readonly [argv: string, line: RegExp])[] = [
  ["reduce days.csv --operator nowhere.op", /^--operator must be one of add, .*, got "nowhere\.op"/],
  ["reduce days.csv --operator .", /^--operator must be one of add, .*, got "\."/],
  [
    "reduce days.csv --operator syntax.op",
    /^syntax\.op:2:10: expected one of left, right \(nearest: right\), got "rigth"$/,
  ],
  ["witness --operator syntax.op", /^syntax\.op:2:10: expected/],
  ["witness --paper --operator nested.op", /^--operator must be left out with --paper/],
  [
    "reduce counts.npy --operator SATURATING",
    /^--operator must be an operator defined on f64, got saturating-add \(term:[0-9a-f]{16}\), defined on u32$/,
  ],
  ["reduce counts.npy --operator SATURATING --type f32", /^--operator must be an operator defined on f32/],
  [
    "reduce counts.npy --operator ARGMAX",
    /^FILE must be CSV, TSV, Arrow or Parquet data, which have columns by name, got "counts\.npy": \.npy data/,
  ],
  ["reduce days.raw --operator ARGMAX", /^FILE must be CSV, .*, got "days\.raw": raw data, which have none$/],
  ["reduce days.raw --raw --operator ARGMAX", /^--raw must be left out with an operator over records/],
  ["reduce - --operator ARGMAX", /^FILE must be a CSV, TSV, .*, got "standard input": \.npy data/],
  [
    "reduce days.csv --operator ARGMAX",
    /^--column must be FIELD=NAME, where NAME is one of date, temperature, day, got NAME "value"$/,
  ],
  [
    "reduce days.csv --operator ARGMAX --column day",
    /^--column must be FIELD=NAME, as in value=NAME, got "day"$/,
  ],
  [
    "reduce days.csv --operator ARGMAX --column indx=day",
    /^--column must be of fields that are each .*\(nearest: index\), got "indx"$/,
  ],
  [
    "reduce days.csv --operator ARGMAX --column index=day --column index=date",
    /^--column must be given once for each field, got "index" again$/,
  ],
  [
    "reduce days.csv --column day --column temperature",
    /^--column must be given once, as one column is read, got day, temperature$/,
  ],
  [
    "reduce days.csv --operator ARGMAX --column value=date --column index=day",
    /^FILE must be numbers in column "date", got "days\.csv": "1 May" in row 1 \(line 2\), "2 May" in row 2 \(line 3\), "3 May" in row 3 \(line 4\), "4 May" in row 4 \(line 5\)$/,
  ],
  [
    "reduce days.csv --operator ARGMAX --column value=day --column index=temperature",
    /exactly u32, .* 5\.5 in row 1 of "temperature"/,
  ],
  [
    "reduce days.csv --column day --operator mean",
    /^--operator must be what combines two values, such as add; describe FILE has the mean, .* with --by NAME of each key, got "mean"$/,
  ],
  [
    "reduce bools.csv --operator nested.op",
    /^FILE must be 0, 1, true or false in column "isSeen", got .*"maybe"/,
  ],
  [
    "reduce gaps.csv --operator ARGMAX",
    /unless --nulls says what becomes of them, got "gaps\.csv": 1 null in row 2 of "value"$/,
  ],
  [
    "reduce days.csv --operator ARGMAX --type f64",
    /^--type must be left out .*: \{value:f64,index:u32\}, got "f64"$/,
  ],
  [
    "reduce days.csv --operator ARGMAX --accumulate f64",
    /^--accumulate must be left out with an operator over/,
  ],
  [
    'reduce days.csv --operator ARGMAX --initial {"value":1',
    /^--initial must be JSON text such as \{"value":0,"index":0\}, got/,
  ],
  ['reduce days.csv --operator ARGMAX --initial {"value":1}', /^--initial\.index must be given/],
  [
    'reduce days.csv --operator ARGMAX --initial {"value":1,"index":0.5}',
    /^--initial\.index must be a number that u32/,
  ],
  [
    'reduce days.csv --operator ARGMAX --initial {"value":"x","index":0}',
    /^--initial\.value must be a decimal/,
  ],
  [
    'reduce days.csv --operator ARGMAX --initial {"value":9007199254740993,"index":0}',
    /^--initial\.value must be a number that f64 has exactly, or bits:…, got "9007199254740993"/,
  ],
  [
    'reduce days.csv --operator ARGMAX --initial {"value":1e400,"index":0}',
    /^--initial\.value must be a number that f64 has exactly, or bits:…, got "1e400"/,
  ],
  [
    'reduce days.csv --operator ARGMAX --initial {"value":1,"index":1.00000000000000000001}',
    /^--initial\.index must be a number that u32 has exactly/,
  ],
  [
    'reduce days.csv --operator ARGMAX --initial {"value":true,"index":0}',
    /^--initial\.value must be a number/,
  ],
  ["reduce days.csv --operator ARGMAX --initial 7", /^--initial must be an object with value, index, got/],
  [
    "scan days.csv -o y.npy --operator ARGMAX",
    /^--output must be a \.csv, \.tsv, \.arrow or \.parquet file, as records have columns/,
  ],
  ["scan days.csv -o nowhere/y.csv --operator ARGMAX", /^--output must be a writable file/],
  [
    "scan days.csv -o y.csv --exclusive --operator no-start.op --column a=day",
    /^--initial must be given for an exclusive scan/,
  ],
  [
    "scan gaps.csv -o y.csv --nulls zero --operator ARGMAX --expression bisection",
    /use iterated-pairwise or pass --allow-quadratic$/,
  ],
  ["scan gaps.csv -o y.csv --operator ARGMAX", /1 null in row 2/],
];

describe("a mistake in an operator's file", () => {
  test.each([
    [
      "operator w(a: {v: f64}, b) =>\n  if a.v < b.v then a\n\n\n",
      '2:22: expected "else"',
      "  if a.v < b.v then a\n                     ^",
    ],
    ["operator w(a: {v: f64}, b) =>\n\tkey\n", "2:2: expected one of a, b", "\tkey\n\t^"],
    ["key", '1:1: expected "(" and the two operands, got "key"', "key\n^"],
  ])("is shown with its line and a caret: %j", async (text, line, frame) => {
    const file = join(folder, "wrong.op");
    await writeFile(file, text);
    for (const argv of [
      ["laws", file],
      ["reduce", "days.csv", "--operator", file],
      ["reduce", "days.csv", "--operator", `@${file}`],
    ]) {
      const { status, stderr } = await run(argv);
      expect(status).toBe(2);
      expect(stderr).toContain(`wrong.op:${line}`);
      expect(stderr).not.toContain("--key");
      expect(stderr.endsWith(`\n${frame}\n`)).toBe(true);
    }
    await rm(file);
  });

  test("is shown in the same way where the argument is the text", async () => {
    const text = "(left: f64, right) =>\n  left +* right";
    const { status, stderr } = await run(["reduce", "days.csv", "--operator", text]);
    expect([status, stderr]).toEqual([
      2,
      'samebits: operator:2:9: expected a value, got "*"\n  left +* right\n        ^\n',
    ]);
  });

  test("in none: the argument is computed with", async () => {
    await writeFile(join(folder, "three.csv"), "v\n1\n2\n3\n");
    const text = "(left: f64, right) => left * right + 1";
    const { status, stdout } = await run(["reduce", "three.csv", "--type", "f64", "--operator", text]);
    await rm(join(folder, "three.csv"));
    expect(status).toBe(0);
    expect(stdout).toMatch(/^value +10\n/);
  });
});

describe("a mistake is one line on standard error, exit 2, and no file", () => {
  test.each(cases)("samebits %s", async (text, line) => {
    const before = await readdir(folder);
    const words = text
      .split(" ")
      .map((word) => ({ ARGMAX: argmax, SATURATING: saturatingAdd })[word] ?? word);
    const { status, stdout, stderr } = await run(words);
    // What is wrong in a text is shown with its line and a caret.
    expect(stderr).toMatch(/^samebits: [^\n]+\n(?:[^\n]*\n *\^\n)?$/);
    expect(stderr.split("\n")[0].replace("samebits: ", "")).toMatch(line);
    expect([status, stdout]).toEqual([2, ""]);
    expect(await readdir(folder)).toEqual(before);
  });
});

test("records that come some at a time have the results of all at once", async () => {
  const length = 70_001;
  const value = Float64Array.from({ length }, (_, i) => ((i * 7919) % 1009) / 7);
  const index = Uint32Array.from(value, (_, i) => i);
  await writeFile("many.csv", `value,index\n${Array.from(value, (each, i) => `${each},${i}`).join("\n")}\n`);
  await writeFile(
    "sums.op",
    "(left: { value: f64, index: u32 }, right) => { value: left.value + right.value, index: if left.value < right.value then right.index else left.index }",
  );
  const operator = (await readOperator("sums.op")) as RecordOperator;
  for (const expression of ["block-dyadic:32", "left-fold"] as const) {
    const initial = { value: 0.1, index: 7 };
    const options = { operator, expression: parseExpression(expression), initial };
    const all = { value, index };
    const whole = reduce(all, options);
    const [inclusive, exclusive] = [inclusiveScan(all, options), exclusiveScan(all, options)] as const;
    for (const on of ["wasm", "javascript"]) {
      const asked = ["--on", on, "--expression", expression, "--initial", JSON.stringify(initial)];
      const job = ["many.csv", "--operator", "sums.op", ...asked];
      expect((await json(["reduce", ...job])).value).toEqual(whole);
      for (const [expected, how] of [
        [inclusive, []],
        [exclusive, ["--exclusive"]],
      ] as const) {
        const { n, hashes, hash } = await json(["scan", ...job, ...how, "-o", "many.out.csv"]);
        const { value: values, index: indexes } = expected as unknown as typeof all;
        const own = { value: hashArray(values), index: hashArray(indexes) };
        expect([n, hashes, hash]).toEqual([length, own, hashColumns([values, indexes])]);
      }
    }
  }
});
