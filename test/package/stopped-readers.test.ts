import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { tableFromArrays, tableToIPC } from "apache-arrow";
import fc from "fast-check";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { REPOSITORY } from "./packed-files.ts";

type Formats = typeof import("../../src/formats.ts");
type ReadOptions = import("../../src/formats.ts").ReadOptions;

const scratch = mkdtempSync(join(tmpdir(), "samebits-stopped-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const path = (name: string): string => join(scratch, name);

/** A copy of the package, whose optional packages are those beside it. */
function copyOfPackage(project: string): string {
  const folder = path(`${project}/node_modules/samebits`);
  cpSync(join(REPOSITORY, "dist"), join(folder, "dist"), { recursive: true });
  cpSync(join(REPOSITORY, "package.json"), join(folder, "package.json"));
  return join(folder, "dist");
}

function fakePackage(name: string, files: Readonly<Record<string, string>>): void {
  const folder = path(`endless/node_modules/${name}`);
  mkdirSync(join(folder, "src"), { recursive: true });
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name, type: "module", exports: { ".": "./index.js", "./*": "./*" } }),
  );
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
}

// What a damaged file that the checks let pass may do to the libraries: they never come back.
fakePackage("apache-arrow", { "index.js": "export function tableFromIPC() { for (;;); }" });
fakePackage("hyparquet", {
  "index.js": `export function parquetMetadataAsync() { for (;;); }
    export const parquetRead = () => {}; export const parquetSchema = () => {};`,
  "src/column.js": "export const parquetHeader = () => {};",
});
fakePackage("hyparquet-compressors", { "index.js": "export const compressors = {};" });
const endless = copyOfPackage("endless");

const ROWS = 1000;
const numbers = Float64Array.from({ length: ROWS }, (_, i) => i / 8);
const files = {
  arrow: tableToIPC(tableFromArrays({ x: numbers, y: Int32Array.from(numbers) }), "file"),
  parquet: new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: "x", type: "DOUBLE", data: [...numbers] },
        { name: "y", type: "INT32", data: Array.from({ length: ROWS }, (_, i) => (i % 9 === 4 ? null : i)) },
      ],
      rowGroupSize: 300,
    }),
  ),
  csv: new TextEncoder().encode(`x,y\n${[...numbers].map((x, i) => `${x},${i}\n`).join("")}`),
};
for (const [format, bytes] of Object.entries(files)) writeFileSync(path(`sound.${format}`), bytes);

/** Milliseconds until something stops, on a machine that does other things too. */
const AT_ONCE_MS = 1000;

describe("a library that never comes back", () => {
  const OUTPUT = path("keep.csv");
  beforeEach(() => writeFileSync(OUTPUT, "old"));
  const commands = [
    ["reduce", "--column", "x"],
    ["scan", "--column", "x", "--snapshot", "keep.csv", "-o", "other.npy"],
    ["sort", "--column", "x", "--column", "y", "-o", "keep.csv"],
  ] as const;

  test.each(["arrow", "parquet"])("ends with the command on a signal: %s (seed 29)", async (format) => {
    const instants = fc.tuple(
      fc.constantFrom(...commands),
      fc.constantFrom("SIGINT" as const, "SIGTERM" as const),
      fc.integer({ min: 600, max: 1200 }),
    );
    await fc.assert(
      fc.asyncProperty(instants, async ([[name, ...options], signal, milliseconds]) => {
        const argv = [join(endless, "cli.mjs"), name, `sound.${format}`, ...options];
        const child = spawn(process.execPath, argv, { cwd: scratch, stdio: "ignore" });
        const ended = once(child, "exit");
        await sleep(milliseconds);
        const begun = performance.now();
        child.kill(signal);
        const [code, by] = await ended;
        expect(performance.now() - begun).toBeLessThan(AT_ONCE_MS);
        expect(code ?? 128 + constants.signals[by as typeof signal]).toBe(128 + constants.signals[signal]);
        expect(readFileSync(OUTPUT, "utf8")).toBe("old");
        expect(readdirSync(scratch).filter((file) => /partial|other/.test(file))).toEqual([]);
      }),
      { seed: 29, numRuns: 2 },
    );
  });

  test.each(["arrow", "parquet"])("ends with a reading function's signal: %s", (format) => {
    const script = `
      import { createReadStream } from "node:fs";
      import { readArray, readArrayFromStream, readChunks, readColumns } from ${JSON.stringify(pathToFileURL(join(endless, "formats.mjs")).href)};
      const [file, format] = [${JSON.stringify(path(`sound.${format}`))}, ${JSON.stringify(format)}];
      const calls = [
        (signal) => readColumns(file, [{ column: "x" }], { signal }),
        (signal) => readArray(file, { column: "x", signal }),
        (signal) => readChunks(file, { column: "x", signal }, async () => {}),
        (signal) => readArrayFromStream(createReadStream(file), { column: "x", format, signal }),
      ];
      for (const call of calls) {
        const controller = new AbortController();
        let begun;
        setTimeout(() => { begun = performance.now(); controller.abort(new Error("enough")); }, 300);
        const { message } = await call(controller.signal).catch((error) => error);
        console.log(message, performance.now() - begun < ${AT_ONCE_MS});
      }`;
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
      encoding: "utf8",
      timeout: 30_000,
    });
    expect(stdout + stderr).toBe("enough true\n".repeat(4));
  });
});

describe("with a signal there comes what comes without one", () => {
  const wanted = [{ column: "x" }, { column: "y", type: "f64" }, { column: "x", type: "f32" }] as const;
  const open = (dist: string): Promise<Formats> => import(pathToFileURL(join(dist, "formats.mjs")).href);
  const built = open(join(REPOSITORY, "dist"));

  const outcome = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: Error) => ({
      name: error.constructor.name,
      error: { ...error },
      message: error.message,
    }));

  test.each(Object.keys(files))("%s, sound", async (format) => {
    const { readArray, readColumns } = await built;
    const { signal } = new AbortController();
    const file = path(`sound.${format}`);
    const columns = await readColumns(file, wanted, { nulls: "zero", signal });
    expect(columns).toEqual(await readColumns(file, wanted, { nulls: "zero" }));
    expect(columns.map(({ array }) => array.length)).toEqual([ROWS, ROWS, ROWS]);
    const at: number[] = [];
    const onProgress = (done: number): void => void at.push(done);
    const one = await readArray(file, { column: "x", signal, onProgress });
    expect(one).toEqual(await readArray(file, { column: "x" }));
    expect(at.at(-1)).toBe(files[format as keyof typeof files].length);
  });

  const refused: readonly (readonly [string, ReadOptions])[] = [
    ["another column", { column: "z" }],
    ["no column", {}],
    ["a name that is none", { column: (() => {}) as unknown as string }],
    ["a type that does not fit", { column: "x", type: "u32" }],
    ["no such rule", { column: "x", nulls: "nan" as "zero" }],
    ["a header", { column: "x", header: true }],
    ["a long name", { column: `${"\u001b[2J".repeat(50_000)}` }],
  ];
  test.each(refused)("errors: %s", async (_name, options) => {
    const { readArray } = await built;
    const { signal } = new AbortController();
    for (const format of Object.keys(files)) {
      const file = path(`sound.${format}`);
      expect(await outcome(readArray(file, { ...options, signal }))).toEqual(
        await outcome(readArray(file, options)),
      );
    }
  });

  test("a missing package", async () => {
    const { readArray } = await open(copyOfPackage("bare"));
    const { signal } = new AbortController();
    for (const format of ["arrow", "parquet"]) {
      const found = await outcome(readArray(path(`sound.${format}`), { column: "x", signal }));
      expect(found).toEqual(await outcome(readArray(path(`sound.${format}`), { column: "x" })));
      expect(found).toHaveProperty("name", "UnsupportedError");
    }
  });

  test("damaged files (seed 292)", async () => {
    const { readColumns } = await built;
    const { signal } = new AbortController();
    const damage = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom("arrow", "parquet"), damage, async (format, changes) => {
        const bytes = files[format as "arrow" | "parquet"].slice();
        for (const [at, byte] of changes) bytes[Math.floor(at * (bytes.length - 1))] = byte;
        const file = path(`damaged.${format}`);
        writeFileSync(file, bytes);
        const apart = await outcome(readColumns(file, wanted, { nulls: "zero", signal }));
        expect(apart).toEqual(await outcome(readColumns(file, wanted, { nulls: "zero" })));
      }),
      { seed: 292, numRuns: 25 },
    );
  });

  test("many calls at a time, of which some are ended", async () => {
    const { readColumns } = await built;
    const whole = await readColumns(path("sound.parquet"), wanted, { nulls: "zero" });
    const calls = Array.from({ length: 12 }, async (_, i) => {
      const controller = new AbortController();
      if (i % 3 === 0) setTimeout(() => controller.abort(new Error("enough")), i);
      return outcome(
        readColumns(path("sound.parquet"), wanted, { nulls: "zero", signal: controller.signal }),
      );
    });
    for (const [i, found] of (await Promise.all(calls)).entries()) {
      if (i % 3 !== 0) expect(found).toEqual(whole);
      else if (!Array.isArray(found)) expect(found).toHaveProperty("message", "enough");
    }
  });

  test("where the build has left the thread's file behind", async () => {
    const dist = copyOfPackage("left-behind");
    rmSync(join(dist, "chunks/reader-thread.mjs"));
    const { readColumns } = await open(dist);
    const { signal } = new AbortController();
    for (let call = 0; call < 2; call++) {
      const columns = await readColumns(path("sound.csv"), [{ column: "x" }], { signal });
      expect(columns[0].array).toEqual(numbers);
    }
  });
});
