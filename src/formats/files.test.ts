import { execFileSync } from "node:child_process";
import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { FormatError, InvalidArgumentError, UnsupportedError } from "../values/errors.ts";
import { hashArray } from "../values/hash.ts";
import { encodeNpy, encodeRaw } from "./encode.ts";
import { nodeFileSystem } from "./node-file-system.ts";
import { expectWritable } from "./output-place.ts";
import { readArray, readArrayFromStream } from "./read-array.ts";
import { writeArray } from "./write-array.ts";

let folder = "";
const path = (name: string): string => join(folder, name);
const values = Float64Array.from({ length: 1000 }, (_, i) => Math.sin(i) * 1e9);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-formats-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("reading", () => {
  test("the extension picks the format", async () => {
    await writeFile(path("x.npy"), encodeNpy(values));
    await writeFile(path("x.RAW"), encodeRaw(values));
    await writeFile(path("x.dat"), encodeRaw(values));
    await writeFile(path("x.csv"), `t,x\n${[...values].map((value, i) => `${i},${value}`).join("\n")}\n`);
    await writeFile(path("x.tsv"), `t\tx\n${[...values].map((value, i) => `${i}\t${value}`).join("\n")}\n`);
    const hash = hashArray(values);
    expect(hashArray((await readArray(path("x.npy"))).array)).toBe(hash);
    expect(hashArray((await readArray(path("x.RAW"), { type: "f64" })).array)).toBe(hash);
    expect(hashArray((await readArray(path("x.dat"), { type: "f64" })).array)).toBe(hash);
    expect(hashArray((await readArray(path("x.csv"), { column: "x" })).array)).toBe(hash);
    expect(hashArray((await readArray(path("x.tsv"), { column: "x" })).array)).toBe(hash);
  });

  test("a pipe is .npy unless said otherwise", async () => {
    execFileSync("mkfifo", [path("pipe")]);
    const written = writeFile(path("pipe"), encodeNpy(values));
    expect(hashArray((await readArray(path("pipe"))).array)).toBe(hashArray(values));
    await written;
    async function* halves(): AsyncGenerator<Uint8Array> {
      const bytes = encodeRaw(values);
      yield bytes.subarray(0, 3001);
      yield bytes.subarray(3001);
    }
    const streamed = await readArrayFromStream(halves(), { format: "raw", type: "f64" });
    expect(hashArray(streamed.array)).toBe(hashArray(values));
  });

  test("progress counts bytes up to the end", async () => {
    const seen: (readonly [number, number | undefined])[] = [];
    await readArray(path("x.npy"), { onProgress: (done, total) => seen.push([done, total]) });
    expect(seen.at(-1)).toEqual([8000, 8000]);
  });

  test("an aborted signal stops it", async () => {
    await expect(readArray(path("x.npy"), { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });

  test("what cannot be read says why", async () => {
    await writeFile(path("y.dat"), encodeNpy(values));
    await writeFile(path("odd.raw"), new Uint8Array(13));
    await mkdir(path("folder.npy"));
    const cases = [
      [
        () => readArray(path("none.npy")),
        FormatError,
        /none\.npy" must be a readable file, got no such file or directory \(ENOENT\)/,
      ],
      [() => readArray(path("folder.npy")), FormatError, /must be a readable file, got a directory/],
      [
        () => readArray(path("x.dat")),
        InvalidArgumentError,
        /"type" must be given for raw data .*: one of f64, f32/,
      ],
      [() => readArray(path("y.dat"), { type: "f64" }), FormatError, /got a \.npy file of another name/],
      [
        () => readArray(path("odd.raw"), { type: "f64" }),
        FormatError,
        /whole f64 elements \(8 bytes each\), got 13 bytes/,
      ],
      [
        () => readArray(path("x.npy"), { column: "x" }),
        InvalidArgumentError,
        /"column" must be left out for \.npy data/,
      ],
    ] as const;
    for (const [read, kind, message] of cases) {
      const failure = await read().catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(kind);
      expect(String(failure)).toMatch(message);
    }
  });
});

describe("writing", () => {
  test("gives what was there, and nothing beside it", async () => {
    const place = path("out");
    await mkdir(place);
    await writeArray(join(place, "y.npy"), values);
    await writeArray(join(place, "y.raw"), values, { format: "raw" });
    expect((await readdir(place)).sort()).toEqual(["y.npy", "y.raw"]);
    expect(new Uint8Array(await readFile(join(place, "y.npy")))).toEqual(encodeNpy(values));
    expect(new Uint8Array(await readFile(join(place, "y.raw")))).toEqual(encodeRaw(values));
  });

  test("what fails leaves the old file and nothing else", async () => {
    const place = path("failing");
    await mkdir(place);
    await writeFile(join(place, "y.npy"), "old");
    const stop = new AbortController();
    const large = new Float64Array((40 << 20) / 8);
    const writing = writeArray(join(place, "y.npy"), large, {
      onProgress: () => stop.abort(),
      signal: stop.signal,
    });
    await expect(writing).rejects.toThrow(/abort/i);
    expect(await readdir(place)).toEqual(["y.npy"]);
    expect(await readFile(join(place, "y.npy"), "utf8")).toBe("old");
  });

  test("a file that another writer left is not touched", async () => {
    const place = path("shared");
    await mkdir(place);
    await writeFile(join(place, ".y.npy.0.partial"), "theirs");
    await writeArray(join(place, "y.npy"), values);
    expect((await readdir(place)).sort()).toEqual([".y.npy.0.partial", "y.npy"]);
    expect(await readFile(join(place, ".y.npy.0.partial"), "utf8")).toBe("theirs");
  });

  test("keeps the mode of the file it replaces, and follows a link", async () => {
    await writeFile(path("target.npy"), "old");
    await chmod(path("target.npy"), 0o640);
    await symlink(path("target.npy"), path("link.npy"));
    await link(path("target.npy"), path("hard.npy"));
    await writeArray(path("link.npy"), values);
    expect((await stat(path("target.npy"))).mode & 0o777).toBe(0o640);
    expect((await readArray(path("link.npy"))).array).toEqual(values);
    expect(await readFile(path("hard.npy"), "utf8")).toBe("old");
  });

  test("a device is written straight into", async () => {
    await writeArray("/dev/null", values);
    expect((await stat("/dev/null")).isCharacterDevice()).toBe(true);
  });

  test("what cannot be written says so, before long work too", async () => {
    await writeFile(path("plain"), "");
    const cases = [
      [path("nowhere/y.npy"), /must be a writable file, got no such file or directory \(ENOENT\)/],
      [folder, /must be a writable file, got a directory/],
      [path("plain/y.npy"), /must be a writable file, got/],
      ["", /no file name/],
    ] as const;
    for (const [place, message] of cases) {
      for (const attempt of [expectWritable, (to: string) => writeArray(to, values)]) {
        const failure = await attempt(place).catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(FormatError);
        expect(String(failure)).toMatch(message);
      }
    }
    await expectWritable(path("fine.npy"));
    expect(await readdir(folder)).not.toContain("fine.npy");
  });
});

test("where there is no file system, names are refused and bytes still decode", () => {
  vi.stubGlobal("process", undefined);
  const attempt = catching(nodeFileSystem);
  vi.unstubAllGlobals();
  expect(attempt).toBeInstanceOf(UnsupportedError);
  expect(String(attempt)).toMatch(/this engine has no node:fs; pass its bytes to a decode function/);
});

function catching(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
