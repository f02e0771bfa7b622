import { execFileSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import {
  chmod,
  link,
  lstat,
  mkdir,
  mkdtemp,
  open,
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
import { nodeFileSystem } from "./open-file.ts";
import { expectWritable } from "./output-place.ts";
import {
  readArray,
  readArrayFromStream,
  readChunks,
  readChunksFromStream,
  readColumns,
} from "./read-array.ts";
import { writeArray, writeChunks } from "./write-array.ts";

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
    expect(hashArray((await readArray(path("x.dat"), { type: "f64", format: "raw" })).array)).toBe(hash);
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

  test("a .npy file has any name, and is not taken for raw data with its header", async () => {
    await writeFile(path("y.dat"), encodeNpy(values));
    expect((await readArray(path("y.dat"))).array).toEqual(values);
    const single = await readArray(path("y.dat"), { type: "f64" });
    expect(single.array).toEqual(values);
  });

  test.skipIf(process.platform !== "linux")(
    "a file that is made while it is read has size 0, and is not empty",
    async () => {
      const uuid = "/proc/sys/kernel/random/uuid"; // 36 characters and a line end, different each time
      expect((await stat(uuid)).size).toBe(0);
      await expect(readArray(uuid, { format: "raw", type: "u32" })).rejects.toThrow(/got 37 bytes/);
      expect((await readArray(uuid, { format: "csv" })).array).toHaveLength(0);
      await writeFile(path("empty.npy"), "");
      await expect(readArray(path("empty.npy"))).rejects.toThrow(/got no bytes at all/);
      await writeFile(path("empty.raw"), "");
      expect((await readArray(path("empty.raw"), { type: "f64" })).array).toEqual(new Float64Array(0));
    },
  );

  test("a signal ends what waits for a pipe, before and behind its first bytes", async () => {
    execFileSync("mkfifo", [path("stalled")]);
    const reads = [
      (signal: AbortSignal) => readArray(path("stalled"), { signal }),
      (signal: AbortSignal) => readColumns(path("stalled"), [{ column: "x" }], { signal, format: "csv" }),
      (signal: AbortSignal) => readChunks(path("stalled"), { signal }, async ({ chunks }) => drain(chunks)),
      (signal: AbortSignal) => readArrayFromStream(stalling(encodeNpy(values).subarray(0, 500)), { signal }),
      (signal: AbortSignal) =>
        readChunksFromStream(stalling(encodeNpy(values).subarray(0, 500)), { signal }, async ({ chunks }) =>
          drain(chunks),
        ),
    ];
    const failures = reads.map(async (read) => {
      const stop = new AbortController();
      setTimeout(() => stop.abort(new Error("stop")), 50);
      return read(stop.signal).catch(String);
    });
    expect(await Promise.all(failures)).toEqual(reads.map(() => "Error: stop"));
    // Whoever is stuck in opening the pipe may go.
    (await open(path("stalled"), "r+")).close();
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
        () => readArray(path("x.RAW")),
        InvalidArgumentError,
        /"type" must be given for raw data .*: one of f64, f32/,
      ],
      [
        () => readArray(path("x.dat"), { type: "f64" }),
        FormatError,
        /its format said \(of raw data --raw\), got data whose name tells no format/,
      ],
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

  test("the new file has the old one's mode before there is a byte in it, and a new one that of the process", async () => {
    const place = path("modes");
    await mkdir(place);
    await writeFile(join(place, "secret.npy"), "old", { mode: 0o600 });
    const seen: number[] = [];
    const watch = async (name: string): Promise<void> => {
      const onProgress = (): void => {
        const [partial] = readdirSync(place).filter((each) => each.endsWith(".partial"));
        seen.push(statSync(join(place, partial)).mode & 0o777);
      };
      await writeArray(join(place, name), values, { onProgress });
      seen.push((await stat(join(place, name))).mode & 0o777);
    };
    await watch("secret.npy");
    await watch("new.npy");
    const usual = 0o666 & ~process.umask();
    expect(new Set(seen.slice(0, seen.length / 2))).toEqual(new Set([0o600]));
    expect(new Set(seen.slice(seen.length / 2))).toEqual(new Set([usual]));
  });

  test("what killed writers left is in nobody's way, and the longest names have room", async () => {
    const place = path("left");
    await mkdir(place);
    for (let i = 0; i < 300; i++) await writeFile(join(place, `.y.npy.${i}.partial`), "theirs");
    await writeArray(join(place, "y.npy"), values);
    expect((await readArray(join(place, "y.npy"))).array).toEqual(values);
    expect(await readdir(place)).toHaveLength(301);
    const longest = `${"é".repeat(125)}.npy`; // 254 of 255 bytes
    await writeArray(join(place, longest), values);
    expect((await readArray(join(place, longest))).array).toEqual(values);
  });

  test("a link stays one, though there is nothing at its end yet", async () => {
    const place = path("links");
    await mkdir(join(place, "far"), { recursive: true });
    await symlink("far/target.npy", join(place, "near.npy"));
    await symlink(join(place, "near.npy"), join(place, "far", "link.npy"));
    for (const attempt of [values, values.slice(1)]) {
      await writeArray(join(place, "far", "link.npy"), attempt);
      expect((await readArray(join(place, "far", "target.npy"))).array).toEqual(attempt);
      expect((await lstat(join(place, "near.npy"))).isSymbolicLink()).toBe(true);
      expect((await lstat(join(place, "far", "link.npy"))).isSymbolicLink()).toBe(true);
    }
    await symlink("circle.npy", join(place, "circle.npy"));
    await expect(writeArray(join(place, "circle.npy"), values)).rejects.toThrow(/a circle of links/);
    await symlink("none/target.npy", join(place, "nowhere.npy"));
    await expect(expectWritable(join(place, "nowhere.npy"))).rejects.toThrow(/ENOENT/);
    expect((await readdir(place)).sort()).toEqual(["circle.npy", "far", "near.npy", "nowhere.npy"]);
  });

  test("a signal ends what waits for its next chunk, and leaves nothing", async () => {
    const place = path("waiting");
    await mkdir(place);
    await writeFile(join(place, "y.raw"), "old");
    const stop = new AbortController();
    async function* chunks(): AsyncGenerator<Float64Array> {
      yield values;
      setTimeout(() => stop.abort(), 20);
      await new Promise(() => {});
    }
    const size = { type: "f64", length: undefined } as const;
    await expect(writeChunks(join(place, "y.raw"), chunks(), size, { signal: stop.signal })).rejects.toThrow(
      /abort/i,
    );
    expect(await readdir(place)).toEqual(["y.raw"]);
    expect(await readFile(join(place, "y.raw"), "utf8")).toBe("old");
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

async function drain(chunks: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of chunks) count++;
  return count;
}

/** A stream that gives some bytes, and then no more and no end. */
async function* stalling(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
  await new Promise(() => {});
}

function catching(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
