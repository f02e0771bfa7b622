import { readFile, writeFile } from "node:fs/promises";
import {
  Table as ArrowTable,
  Float64,
  TimestampMillisecond,
  tableToIPC,
  vectorFromArray,
} from "apache-arrow";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { run } from "../../test/helpers/cli/io.ts";
import { testTables } from "../../test/helpers/cli/tables.ts";
import { gpu } from "../../test/webgpu/door-here.ts";
import { decodeNpy, decodeRaw } from "../formats.ts";
import { hashColumns } from "../index.ts";

vi.mock("../workers.ts", () => import("../../test/workers/door-here.ts"));
vi.mock("../webgpu.ts", () => import("../../test/webgpu/door-here.ts"));

const { path, make, remove } = testTables();
beforeAll(make);
afterAll(remove);
gpu.kind = "plain loops";

/** What a command writes to a file, and what it says of it in JSON. */
async function made(
  argv: readonly string[],
  output = "out.csv",
): Promise<{ text: string; json: Record<string, unknown> }> {
  const { status, stdout, stderr } = await run([...argv, "-o", path(output), "--json"]);
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^\{.*\}\n$/);
  return { text: await readFile(path(output), "utf8"), json: JSON.parse(stdout) };
}

async function lines(argv: readonly string[]): Promise<readonly string[]> {
  return (await made(argv)).text.trimEnd().split("\n");
}

describe.each(["javascript", "wasm", "workers:2", "webgpu"])("on %s", (on) => {
  test("sort, filter and unique of one array", async () => {
    const x = path("x.npy");
    const sorted = await run(["sort", x, "-o", path("y.npy"), "--on", on, "--json"]);
    expect(JSON.parse(sorted.stdout)).toEqual({
      executor: on,
      achieved: "everywhere",
      n: 7,
      type: "f64",
      order: "ascending",
      seconds: expect.any(Number),
      output: path("y.npy"),
      hash: hashColumns([Float64Array.of(-7, -0, 0, 3, 3, 3, NaN)]),
    });
    await run(["filter", x, "--where", "value >= 0", "-o", path("z.raw"), "--on", on]);
    const kept = decodeRaw(await readFile(path("z.raw")), "f64");
    expect(kept.array).toEqual(Float64Array.of(3, -0, 0, 3, 3));
    await run(["unique", x, "--anywhere", "-o", path("u.npy"), "--on", on]);
    expect(decodeNpy(await readFile(path("u.npy"))).array).toEqual(Float64Array.of(-7, -0, 0, 3, NaN));
  });

  test("rows of a table", async () => {
    const file = [path("f.csv"), "--on", on];
    const columns = ["--column", "delay", "--column", "origin:u32", "--column", "id:i64"];
    const by = ["--by", "origin", "--by", "delay:descending"];
    expect(await lines(["sort", ...file, ...columns, ...by])).toEqual([
      "delay,origin,id",
      "40,1,7",
      "-0,1,8",
      "nan,2,1",
      "20.5,3,9007199254740993",
      "-5,3,2",
    ]);
    expect(await lines(["filter", ...file, ...columns, "--where", "delay > -1 && origin != 3"])).toEqual([
      "delay,origin,id",
      "40,1,7",
      "-0,1,8",
    ]);
    expect(await lines(["unique", ...file, "--column", "origin:u32"])).toEqual([
      "origin",
      "3",
      "1",
      "2",
      "1",
    ]);
    expect(await lines(["reduce-by-key", ...file, "--key", "origin:u32", "--column", "delay:f32"])).toEqual([
      "origin,delay",
      "1,40",
      "2,nan",
      "3,15.5",
    ]);
  });

  test("histogram", async () => {
    const { stdout } = await run(["histogram", path("x.npy"), "--edges", "-1,0,3", "--on", on, "--json"]);
    expect(JSON.parse(stdout)).toEqual({
      executor: on,
      achieved: "everywhere",
      n: 7,
      type: "f64",
      edges: [-1, 0, 3],
      counts: [0, 5],
      below: 1,
      above: 0,
      nan: 1,
      seconds: expect.any(Number),
    });
    const keys = await run(["histogram", path("k.npy"), "--categories", "3", "--on", on, "--json"]);
    expect(JSON.parse(keys.stdout)).toMatchObject({ counts: [1, 0, 3], outside: 2 });
  });
});

describe("tables", () => {
  test("columns have names of the file or one's own, and types", async () => {
    const named = ["--column", "night=night flight:bool", "--column", "late=delay"];
    expect(await lines(["filter", path("f.csv"), ...named, "--where", "night && late > 0"])).toEqual([
      "night,late",
      "true,20.5",
      "true,40",
    ]);
    expect(
      await lines(["unique", path("f.csv"), "--column", "night flight=id:i64"]).catch(() => "refused"),
    ).toBe("refused");
  });

  test("one column goes into a table or an array", async () => {
    const where = ["filter", path("f.csv"), "--column", "delay", "--where", "delay > 15"];
    const { json } = await made(where);
    expect(json).toMatchObject({ type: "{delay:f64}", kept: 2 });
    expect((await run([...where, "-o", path("d.npy")])).status).toBe(0);
    expect(decodeNpy(await readFile(path("d.npy"))).array).toEqual(Float64Array.of(20.5, 40));
    expect(await lines(["sort", path("x.npy")])).toEqual(["value", "-7", "-0", "0", "3", "3", "3", "nan"]);
  });

  test("hashes are of all columns and of each", async () => {
    const { json } = await made([
      "sort",
      path("f.csv"),
      "--column",
      "origin:u32",
      "--column",
      "delay",
      "--descending",
    ]);
    const columns = [Uint32Array.of(3, 3, 2, 1, 1), Float64Array.of(20.5, -5, NaN, 40, -0)];
    expect(json).toMatchObject({
      hash: hashColumns(columns),
      hashes: { origin: hashColumns([columns[0]]), delay: hashColumns([columns[1]]) },
      order: "descending",
    });
  });

  test("standard output takes them, and the report goes to standard error", async () => {
    const { status, stdout, stderr } = await run([
      "sort",
      path("f.csv"),
      "--column",
      "origin:u32",
      "-o",
      "-",
    ]);
    expect([status, stdout]).toEqual([0, "origin\n1\n1\n2\n3\n3\n"]);
    expect(stderr).toMatch(
      /^n +5 \{origin:u32\}\norder +ascending\nhash +[0-9a-f]{16}\nexecutor +wasm \(everywhere\)\n/,
    );
    const array = await run(["unique", "-", "-o", "-"], { stdin: await readFile(path("x.npy")) });
    expect(decodeNpy(array.stdoutBytes).array).toEqual(Float64Array.of(3, NaN, -0, 0, 3, -7, 3));
  });

  test("nulls become zeros, or the rows that have one go", async () => {
    await writeFile(path("nulls.csv"), "x,y\n1,\n,2\n");
    const sorted = ["sort", path("nulls.csv"), "--column", "x", "--column", "y"];
    expect(await lines([...sorted, "--nulls", "zero"])).toEqual(["x,y", "0,2", "1,0"]);
    expect((await made(["sort", path("nulls.csv"), "--column", "x", "--nulls", "skip"])).json).toMatchObject({
      n: 1,
      nulls: 1,
    });
    await writeFile(path("nulls.csv"), "x,y\n1,\n,2\n4,3\n");
    expect(await lines([...sorted, "--nulls", "skip"])).toEqual(["x,y", "4,3"]);
    const refused = await run([...sorted, "-o", path("no.csv")]);
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('1 null in row 2 of "x"') });
  });
});

describe("reduce-by-key", () => {
  const file = path.bind(undefined, "f.csv");

  test("says by which contract, on wider types, from an initial value", async () => {
    const argv = [
      "reduce-by-key",
      file(),
      "--key",
      "origin:u32",
      "--column",
      "delay:f32",
      "--accumulate",
      "f64",
    ];
    const { text, json } = await made([...argv, "--operator", "max", "--initial", "5"]);
    expect(text).toBe("origin,delay\n1,40\n2,nan\n3,20.5\n");
    expect(json).toMatchObject({
      contract: "max f32 sum=f64 block-dyadic:32 initial=4014000000000000@outside segments=restart v1",
      n: 5,
      groups: 3,
    });
  });

  test("takes several keys, neighbours alone, and operators over records", async () => {
    const keys = ["--key", "origin:u32", "--key", "night=night flight:bool"];
    expect(await lines(["reduce-by-key", file(), ...keys, "--column", "id:i64"])).toEqual([
      "origin,night,id",
      "1,true,15",
      "2,false,1",
      "3,false,2",
      "3,true,9007199254740993",
    ]);
    const adjacent = ["--key", "origin:u32", "--column", "id:i64", "--adjacent"];
    expect(await lines(["reduce-by-key", file(), ...adjacent])).toEqual([
      "origin,id",
      "3,9007199254740995",
      "1,7",
      "2,1",
      "1,8",
    ]);
    await writeFile(path("g.csv"), "k,v,i\n1,5,0\n0,7,1\n1,9,2\n");
    const fields = ["--column", "value=v", "--column", "index=i", "--operator", path("larger.op")];
    expect(await lines(["reduce-by-key", path("g.csv"), "--key", "k:u32", ...fields])).toEqual([
      "k,value,index",
      "0,7,1",
      "1,9,2",
    ]);
  });
});

describe("texts", () => {
  const TEXTS = 'origin,delay,id\nORD,12,1\n"O,R",3,\nORD,-2,3\n,5,4\nABE,1,5\n';

  test("are keys, in the order of code points", async () => {
    await writeFile(path("texts.csv"), TEXTS);
    const argv = [
      "reduce-by-key",
      path("texts.csv"),
      "--key",
      "origin",
      "--column",
      "delay",
      "--nulls",
      "skip",
    ];
    expect(await lines(argv)).toEqual(["origin,delay", "ABE,1", '"O,R",3', "ORD,10"]);
    const printed = await run(argv);
    expect([printed.status, printed.stdout]).toEqual([
      0,
      "origin  delay\nABE         1\nO,R         3\nORD        10\n",
    ]);
    expect(printed.stderr).toMatch(/^n +4 \{origin:text,delay:f64\}\ncontract .*\ngroups +3\n/);
    const { table, hashes, output } = JSON.parse((await run([...argv, "--json"])).stdout);
    expect([table, output]).toEqual([{ origin: ["ABE", "O,R", "ORD"], delay: [1, 3, 10] }, undefined]);
    await writeFile(path("found.csv"), 'o,delay\nABE,1\nORD,10\n"O,R",3\n');
    const sorted = await made(["sort", path("found.csv"), "--column", "o", "--column", "delay"]);
    expect(sorted.json.hashes).toEqual({ o: hashes.origin, delay: hashes.delay });
  });

  test("are carried along by sort, filter and unique, and sorted by", async () => {
    await writeFile(path("texts.csv"), TEXTS);
    const columns = ["--column", "origin", "--column", "delay", "--nulls", "skip"];
    expect(await lines(["sort", path("texts.csv"), ...columns, "--by", "origin:descending"])).toEqual([
      "origin,delay",
      "ORD,12",
      "ORD,-2",
      '"O,R",3',
      "ABE,1",
    ]);
    expect(await lines(["filter", path("texts.csv"), ...columns, "--where", "delay < 2"])).toEqual([
      "origin,delay",
      "ORD,-2",
      "ABE,1",
    ]);
    const only = ["--column", "origin", "--anywhere", "--nulls", "zero"];
    expect(await lines(["unique", path("texts.csv"), ...only])).toEqual([
      "origin",
      '""',
      "ABE",
      '"O,R"',
      "ORD",
    ]);
    expect(await lines(["unique", path("texts.csv"), "--column", "id:text", "--nulls", "skip"])).toEqual([
      "id",
      '"1"',
      '"3"',
      '"4"',
      '"5"',
    ]);
  });

  test("are compared with texts in quotes, by the order of code points", async () => {
    const texts = ["", "ABE", "O,R", "ORD", "é", "ﬁ", "😀"];
    await writeFile(
      path("texts.csv"),
      `k,x\n${texts
        .slice(1)
        .map((text, i) => `"${text}",${i}\n`)
        .join("")}`,
    );
    const columns = ["--column", "k", "--column", "x"];
    const kept = async (where: string) =>
      (await lines(["filter", path("texts.csv"), ...columns, "--where", where]))
        .slice(1)
        .map((line) => Number(line.split(",").at(-1)));
    const holds: Readonly<Record<string, (order: number) => boolean>> = {
      "==": (order) => order === 0,
      "!=": (order) => order !== 0,
      "<": (order) => order < 0,
      "<=": (order) => order <= 0,
      ">": (order) => order > 0,
      ">=": (order) => order >= 0,
    };
    for (const [sign, holdsFor] of Object.entries(holds)) {
      for (const text of ["", "ABE", "ABF", "ORD", "ﬁ", "😀", "😁"]) {
        const orders = texts.slice(1).map((each) => Buffer.compare(Buffer.from(each), Buffer.from(text)));
        const expected = orders.flatMap((order, i) => (holdsFor(order) ? [i] : []));
        expect([sign, text, await kept(`k ${sign} ${JSON.stringify(text)}`)]).toEqual([sign, text, expected]);
      }
    }
    expect(await kept('"é" <= k && x != 4 || k=="ABE"')).toEqual([0, 3, 5]);
    for (const where of ["k == 1", 'k + 1 == "a"', 'x == 1 && "a"', '"\\x" == k', "k"]) {
      const { status, stderr } = await run([
        "filter",
        path("texts.csv"),
        ...columns,
        "--where",
        where,
        "-o",
        path("no.csv"),
      ]);
      expect([where, status]).toEqual([where, 2]);
      expect(stderr).toMatch(/^samebits: --where/);
    }
  });

  test("are no numbers, and no array's elements", async () => {
    await writeFile(path("texts.csv"), TEXTS);
    const combined = ["reduce-by-key", path("texts.csv"), "--key", "id", "--column", "origin"];
    expect((await run(combined)).stderr).toMatch(
      /numbers in column "origin", got .*"ORD" in row 1 \(line 2\)/,
    );
    const array = [
      "sort",
      path("texts.csv"),
      "--column",
      "origin",
      "--nulls",
      "skip",
      "-o",
      path("never.npy"),
    ];
    expect((await run(array)).stderr).toContain("as texts are no array's elements");
  });

  test("a printed table escapes what moves a cursor", async () => {
    await writeFile(path("escape.csv"), 'k,x\n"a\u001b[2Jb\nc",1\n');
    const { stdout } = await run(["reduce-by-key", path("escape.csv"), "--key", "k", "--column", "x"]);
    expect(stdout).toBe("k               x\na\\u001b[2Jb\\nc  1\n");
  });
});

describe("times", () => {
  const instants = [978_307_260_000n, 978_393_600_500n, -1n, 978_307_260_000n];

  beforeAll(async () => {
    const t = vectorFromArray(instants, new TimestampMillisecond());
    const x = vectorFromArray([1, 2, 3, 4], new Float64());
    const utc = vectorFromArray(instants, new TimestampMillisecond("UTC"));
    await writeFile(path("times.arrow"), tableToIPC(new ArrowTable({ t, x, utc })));
  });
  const file = () => path("times.arrow");

  test("are carried along, sorted by, and keys", async () => {
    const columns = ["--column", "t", "--column", "x"];
    const { text, json } = await made(["sort", file(), ...columns, "--by", "t"]);
    expect(text).toBe(
      "t,x\n1969-12-31T23:59:59.999,3\n2001-01-01T00:01:00,1\n2001-01-01T00:01:00,4\n2001-01-02T00:00:00.500,2\n",
    );
    expect(json.type).toBe("{t:time[ms],x:f64}");
    const printed = await run(["reduce-by-key", file(), "--key", "utc", "--column", "x"]);
    expect(printed.stdout.split("\n").slice(0, 3)).toEqual([
      "                     utc  x",
      "1969-12-31T23:59:59.999Z  3",
      "    2001-01-01T00:01:00Z  5",
    ]);
  });

  test("are compared with times in quotes", async () => {
    const columns = ["--column", "t", "--column", "x", "--column", "utc"];
    const kept = async (where: string) =>
      (await lines(["filter", file(), ...columns, "--where", where]))
        .slice(1)
        .map((line) => Number(line.split(",")[1]));
    expect(await kept('t >= "2001-01-01" && t < "2001-01-02"')).toEqual([1, 4]);
    expect(await kept('t == "2001-01-01 00:01"')).toEqual([1, 4]);
    expect(await kept('t != "2001-01-01T00:01:00.0005"')).toEqual([1, 2, 3, 4]);
    expect(await kept('t > "2001-01-02T00:00:00.4995"')).toEqual([2]);
    expect(await kept('t < "1970-01-01" || utc >= "2001-01-02T00:00:00.500Z"')).toEqual([2, 3]);
    for (const where of ['t < "2001-02-30"', 't < "2001-01-01T00:00Z"', 't < "yesterday"', "t < 5"]) {
      const { status, stderr } = await run([
        "filter",
        file(),
        ...columns,
        "--where",
        where,
        "-o",
        path("no.csv"),
      ]);
      expect([where, status]).toEqual([where, 2]);
      expect(stderr).toMatch(/^samebits: --where must be of /);
    }
  });
});
