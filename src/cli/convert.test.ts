import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../test/helpers/cli/io.ts";
import { readTable, readTableFromStream, writeTable } from "../formats.ts";

let folder: string;
const path = (name: string): string => join(folder, name);

const CSV =
  'name,delay,"1st, day",quoted\nORD,2.5,2001-01-01,w\n"a, b",,2001-01-02,x\n__proto__,-0,,y z\né😀,nan,2001-01-04,\n';

const TABLE = {
  f64: Float64Array.of(1.5, Number.NaN, -0),
  f32: Float32Array.of(0.1, Number.POSITIVE_INFINITY, 1e-45),
  i64: BigInt64Array.of(-(2n ** 63n), 0n, 2n ** 63n - 1n),
  u64: BigUint64Array.of(0n, 2n ** 64n - 1n, 7n),
  i32: Int32Array.of(-(2 ** 31), 0, 2 ** 31 - 1),
  u32: Uint32Array.of(0, 2 ** 32 - 1, 3),
  flag: Uint8Array.of(1, 0, 1),
  __proto: { codes: Uint32Array.of(2, 0, 1), dictionary: ["", "a\nb", "é😀"] },
  day: { instants: BigInt64Array.of(-1n, 0n, 11323n), unit: "day", zone: undefined },
  moment: { instants: BigInt64Array.of(-1n, 0n, 978307200000123n), unit: "us", zone: "UTC" },
  clock: { instants: BigInt64Array.of(-1n, 0n, 978307200000123n), unit: "ns", zone: undefined },
} as const;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-convert-"));
  await writeFile(path("x.csv"), CSV);
  await writeFile(path("gates.csv"), "gate,n\nA1,1\n12,2\n");
});

afterAll(() => rm(folder, { recursive: true }));

describe.each(["arrow", "parquet"])("%s", (format) => {
  test("has every type, bit for bit", async () => {
    const file = path(`types.${format}`);
    await writeTable(file, TABLE);
    expect((await readTable(file)).table).toEqual(TABLE);
  });

  test("keeps nulls", async () => {
    const file = path(`nulls.${format}`);
    const valid = Object.fromEntries(Object.keys(TABLE).map((name) => [name, Uint8Array.of(1, 0, 1)]));
    await writeTable(file, TABLE, { valid });
    const read = await readTable(file, { nulls: "mask" });
    expect(read.nullCount).toBe(Object.keys(TABLE).length);
    expect(read.valid).toEqual(valid);
    expect(read.table.i64).toEqual(BigInt64Array.of(-(2n ** 63n), 0n, 2n ** 63n - 1n));
    expect(read.table.moment).toEqual(TABLE.moment);
  });

  test("refuses texts whose beginning readers would drop", async () => {
    const texts = { codes: Uint32Array.of(1, 0), dictionary: ["a", "\ufeffa"] };
    await expect(writeTable(path(`marks.${format}`), { texts })).rejects.toThrow("no byte-order mark first");
  });

  test("has a table without rows", async () => {
    const file = path(`empty.${format}`);
    await writeTable(file, {
      a: new Float64Array(0),
      t: { codes: new Uint32Array(0), dictionary: [] },
    });
    const { table, length } = await readTable(file);
    expect([length, table.a, table.t]).toEqual([
      0,
      new Float64Array(0),
      { codes: new Uint32Array(0), dictionary: [] },
    ]);
  });

  test("takes a CSV there and back", async () => {
    const [there, back] = [path(`there.${format}`), path(`back-${format}.csv`)];
    const first = await run(["convert", path("x.csv"), there]);
    expect([first.stderr, first.status]).toEqual(["", 0]);
    expect(first.stdout).toContain("nulls    3 (kept)");
    expect((await run(["convert", there, back])).status).toBe(0);
    expect(await readFile(back, "utf8")).toBe(CSV);
  });
});

test("seconds become milliseconds in Parquet", async () => {
  const file = path("seconds.parquet");
  const times = { instants: BigInt64Array.of(3n), unit: "s", zone: "Europe/Berlin" } as const;
  await writeTable(file, { times });
  expect((await readTable(file)).table.times).toEqual({
    instants: BigInt64Array.of(3000n),
    unit: "ms",
    zone: "UTC",
  });
  const far = { ...times, instants: BigInt64Array.of(0n, 2n ** 62n) };
  await expect(writeTable(file, { times: far })).rejects.toThrow("4611686018427387904 s at 1");
  await writeTable(path("seconds.arrow"), { times });
  expect((await readTable(path("seconds.arrow"))).table.times).toEqual(times);
});

test.each([
  [{}, '"table" must be at least one column'],
  [{ a: [1, 2] }, '"table["a"]" must be a typed array'],
  [{ a: Float64Array.of(1), b: Float64Array.of(1, 2) }, "columns of one length"],
  [
    { a: { codes: Uint32Array.of(3), dictionary: ["x"] } },
    "codes of the 1 texts of its dictionary, got 3 at 0",
  ],
  [{ a: { instants: BigInt64Array.of(2n ** 40n), unit: "day", zone: undefined } }, "days of 32 bits"],
])("writeTable refuses %#", async (table, message) => {
  await expect(writeTable(path("never.arrow"), table as never)).rejects.toThrow(message);
  await expect(readFile(path("never.arrow"))).rejects.toThrow("ENOENT");
});

describe("convert", () => {
  test("one column of numbers into an array, and back", async () => {
    const argv = ["convert", path("x.csv"), path("delay.npy"), "--column", "delay"];
    expect((await run(argv)).stderr).toContain("there are nulls");
    expect((await run([...argv, "--nulls", "skip"])).status).toBe(0);
    expect((await run(["convert", path("delay.npy"), path("delay.csv")])).status).toBe(0);
    expect(await readFile(path("delay.csv"), "utf8")).toBe("value\n2.5\n-0\nnan\n");
  });

  test.each([
    [() => [path("x.csv"), path("x.npy")], "one array for 4 columns; columns (--column) picks one"],
    [() => [path("x.csv"), path("x.npy"), "--column", "name"], "its column has no numbers"],
    [() => [path("x.csv"), "-", "--to", "xls"], "--to must be one of npy, raw, csv, tsv, arrow, parquet"],
    [() => [path("x.csv"), "-", "--to", "npy"], "OUT must be a .csv, .tsv, .arrow or .parquet file"],
    [() => [path("x.csv"), path("x.txt")], "OUT must be"],
    [() => [path("x.csv"), path("x.arrow"), "--column", "nmae"], "name"],
    [() => [path("gates.csv"), path("x.arrow")], "unless text is said to be its type"],
    [() => [path("x.csv"), path("one.csv"), "--column", "1st, day:text"], "a blank line is no row"],
  ])("refuses %#", async (argv, message) => {
    const { stderr, status } = await run(["convert", ...argv()]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test("a column of both numbers and texts, once text is said to be its type", async () => {
    const argv = [
      "convert",
      path("gates.csv"),
      path("gates.tsv"),
      "--column",
      "gate:text",
      "--column",
      "n:i32",
    ];
    expect((await run(argv)).status).toBe(0);
    expect(await readFile(path("gates.tsv"), "utf8")).toBe('gate\tn\nA1\t1\n"12"\t2\n');
  });

  test("a file may be its own output: it is read before it is written", async () => {
    await writeFile(path("own.csv"), "a\n1\n");
    expect((await run(["convert", path("own.csv"), path("own.csv")])).status).toBe(0);
    expect(await readFile(path("own.csv"), "utf8")).toBe("a\n1\n");
  });
});

describe("head", () => {
  test("prints rows, nulls as nothing", async () => {
    const { stdout } = await run(["head", path("x.csv"), "--rows", "3"]);
    expect(stdout).toBe(
      [
        "name       delay    1st, day  quoted",
        "ORD          2.5  2001-01-01  w",
        "a, b              2001-01-02  x",
        "__proto__     -0              y z",
        "",
      ].join("\n"),
    );
  });

  test("as JSON", async () => {
    const { stdout } = await run(["head", path("x.csv"), "--rows", "2", "--column", "delay", "--json"]);
    expect(JSON.parse(stdout)).toEqual({ rows: { delay: [2.5, null] } });
  });

  test("of a pipe, and reads no further than it prints", async () => {
    let asked = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("a,b\n");
      for (;;) {
        asked += 1;
        yield Buffer.from("1,x\n".repeat(10_000));
      }
    }
    const { table, length } = await readTableFromStream(endless(), { format: "csv", rows: 3 });
    expect([length, table.a, asked < 10]).toEqual([3, Float64Array.of(1, 1, 1), true]);
    const piped = await run(["head", "-", "--format", "csv", "--rows", "1"], {
      stdin: Buffer.from('a,b\n1,x\n2,"y'),
    });
    expect(piped.stdout).toBe("a  b\n1  x\n");
  });

  test("of every format, as many rows as are there at most", async () => {
    for (const name of ["h.csv", "h.tsv", "h.arrow", "h.parquet"]) {
      await writeTable(path(name), {
        n: Int32Array.of(1, 2, 3),
        t: { codes: Uint32Array.of(1, 0, 1), dictionary: ["a", "b"] },
      });
      for (const rows of [0, 1, 3, 5]) {
        const { table, length } = await readTable(path(name), { columns: { n: "i32", t: "text" }, rows });
        expect([length, [...table.n]]).toEqual([Math.min(3, rows), [1, 2, 3].slice(0, rows)]);
        expect(Array.from(table.t.codes, (code) => table.t.dictionary[code])).toEqual(
          ["b", "a", "b"].slice(0, rows),
        );
      }
    }
    await expect(readTable(path("h.csv"), { rows: -1 })).rejects.toThrow('"rows" must be');
  });
});

test("columns of a pipe are sorted, filtered and converted, where its format is said", async () => {
  const stdin = Buffer.from("t,n\nb,2\na,1\nb,1\n");
  const columns = ["--format", "csv", "--column", "t", "--column", "n"];
  expect((await run(["sort", "-", ...columns, "-o", "-"], { stdin })).stdoutBytes.toString()).toBe(
    "t,n\na,1\nb,1\nb,2\n",
  );
  await run(["convert", "-", path("p.parquet"), "--format", "csv"], { stdin });
  expect((await readTable(path("p.parquet"))).table.n).toEqual(Float64Array.of(2, 1, 1));
});

describe("convert into a pipe", () => {
  const convert = (...argv: readonly string[]) => run(["convert", ...argv]);

  test("writes CSV, and the report beside it", async () => {
    await convert(path("x.csv"), path("piped.parquet"));
    const { status, stdout, stderr } = await convert(path("piped.parquet"), "-");
    expect([status, stdout]).toEqual([0, CSV]);
    expect(stderr).toBe("rows     4\ncolumns  4\nnulls    3 (kept)\nformat   csv\noutput   -\n");
  });

  test("of another format, as a file has it", async () => {
    for (const to of ["tsv", "arrow", "parquet"]) {
      const piped = await run(["convert", "-", "-", "--format", "csv", "--to", to], {
        stdin: Buffer.from(CSV),
      });
      await writeFile(path(`into.${to}`), piped.stdoutBytes);
      expect((await convert(path(`into.${to}`), "-")).stdout).toBe(CSV);
    }
  });

  test("of an array .npy", async () => {
    await convert(path("gates.csv"), path("n.npy"), "--column", "n");
    const { stdoutBytes } = await convert(path("n.npy"), "-");
    expect(Buffer.from(stdoutBytes)).toEqual(await readFile(path("n.npy")));
    expect((await convert(path("n.npy"), "-", "--to", "csv")).stdout).toBe("value\n1\n2\n");
  });

  test("writes nothing of what is refused", async () => {
    const { status, stdout, stderr } = await run(["convert", "-", "-", "--format", "csv"], {
      stdin: Buffer.from(`a,b\n${"1,2\n".repeat(200_000)}x,2\n`),
    });
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain('"x" in row 200001');
  });
});

test("a CSV that was written here has the same bytes when it is converted; numbers spelled in another way are their values", async () => {
  const { i64, u64, ...told } = TABLE; // whose types a CSV does not tell
  await writeTable(path("told.csv"), told);
  expect((await run(["convert", path("told.csv"), path("again.csv")])).status).toBe(0);
  expect(await readFile(path("again.csv"), "utf8")).toBe(await readFile(path("told.csv"), "utf8"));

  await writeFile(path("spelled.csv"), "price,late\n130.370,true\n+1e3,false\n");
  expect((await run(["convert", path("spelled.csv"), "-"])).stdout).toBe(
    "price,late\n130.37,true\n1000,false\n",
  );
  expect((await run(["convert", path("spelled.csv"), "-", "--type", "price:text"])).stdout).toBe(
    'price,late\n"130.370",true\n"+1e3",false\n',
  );
});
