import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../test/helpers/cli/io.ts";
import { decodeNpy, encodeNpy, encodeRaw } from "../formats.ts";
import { hashArray, inclusiveScan, toHex } from "../index.ts";
import type { CommandIo } from "./io.ts";
import { runCli } from "./run-cli.ts";

let folder = "";
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-online-"));
});
afterAll(() => rm(folder, { recursive: true }));

const INPUT = Float64Array.from({ length: 200_003 }, (_, i) => ((i * 7919) % 1013) / 97 - 5);
const CUT = 131_077;

async function json(argv: readonly string[], stdin?: Uint8Array): Promise<Record<string, unknown>> {
  const { status, stdout, stderr } = await run([...argv, "--json"], stdin === undefined ? {} : { stdin });
  expect([status, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

describe("stopped with --snapshot and gone on with --resume", () => {
  test.each(["javascript", "wasm"])(
    "a scan has the bytes of one call, on %s and then on another",
    async (on) => {
      const other = on === "wasm" ? "javascript" : "wasm";
      const state = path(`scan-${on}.json`);
      await writeFile(path("head.npy"), encodeNpy(INPUT.slice(0, CUT)));
      const rest = encodeRaw(INPUT.slice(CUT));
      const head = await json([
        "scan",
        path("head.npy"),
        "-o",
        path("y1.npy"),
        "--snapshot",
        state,
        "--on",
        on,
      ]);
      expect(head).toMatchObject({ n: CUT, position: CUT, executor: on });
      const text = await readFile(state, "utf8");
      const goOn = [
        "scan",
        "-",
        "--raw",
        "--type",
        "f64",
        "--resume",
        state,
        "--snapshot",
        state,
        "--on",
        other,
      ];
      const done = await json([...goOn, "-o", path("y2.raw")], rest);
      const whole = inclusiveScan(INPUT);
      expect(done).toMatchObject({
        n: INPUT.length - CUT,
        position: INPUT.length,
        executor: other,
        bits: toHex("f64", whole[INPUT.length - 1]),
        hash: hashArray(whole.slice(CUT)),
      });
      expect(hashArray(decodeNpy(await readFile(path("y1.npy"))).array)).toBe(hashArray(whole.slice(0, CUT)));
      expect((await readFile(path("y2.raw"))).equals(encodeRaw(whole.slice(CUT)))).toBe(true);
      expect(await readFile(state, "utf8")).not.toBe(text);
      expect((await readdir(folder)).filter((name) => name.includes("partial"))).toEqual([]);
    },
  );

  test("a reduce, backward too, has the value of one call", async () => {
    for (const extra of [[], ["--backward"], ["--initial", "0.1", "--initial-placement", "first"]]) {
      const state = path("reduce.json");
      const parts =
        extra[0] === "--backward"
          ? [INPUT.slice(CUT), INPUT.slice(0, CUT)]
          : [INPUT.slice(0, CUT), INPUT.slice(CUT)];
      await json(["reduce", "-", "--snapshot", state, ...extra], encodeNpy(parts[0]));
      const done = await json(["reduce", "-", "--resume", state, ...extra], encodeNpy(parts[1]));
      const whole = await json(["reduce", "-", ...extra], encodeNpy(INPUT));
      expect([done.bits, done.contract, done.position]).toEqual([whole.bits, whole.contract, INPUT.length]);
      expect(whole.position).toBeUndefined();
    }
  });

  test("a column of text, and records", async () => {
    const lines = ["value,index", "3,0", "9,1", "-4,2", "9,3", "11,4"];
    const operator = ["--operator", new URL("../../examples/operators/argmax.op", import.meta.url).pathname];
    await writeFile(path("all.csv"), lines.join("\n"));
    await writeFile(path("one.csv"), lines.slice(0, 4).join("\n"));
    await writeFile(path("two.csv"), [lines[0], ...lines.slice(4)].join("\n"));
    const column = ["--column", "value", "--type", "f64"];
    await json(["reduce", path("one.csv"), ...column, "--snapshot", path("c.json")]);
    const total = await json(["reduce", path("two.csv"), ...column, "--resume", path("c.json")]);
    expect([total.value, total.n, total.position]).toEqual([28, 2, 5]);

    const scan = ["scan", path("one.csv"), "-o", path("o1.csv"), ...operator, "--snapshot", path("r.json")];
    expect(await json(scan)).toMatchObject({ n: 3, position: 3, value: { value: 9, index: 1 } });
    const goOn = ["scan", path("two.csv"), "-o", path("o2.csv"), ...operator, "--resume", path("r.json")];
    expect(await json(goOn)).toMatchObject({ n: 2, position: 5, value: { value: 11, index: 4 } });
    await json(["scan", path("all.csv"), "-o", path("o.csv"), ...operator]);
    const parts = await Promise.all(["o1.csv", "o2.csv"].map((name) => readFile(path(name), "utf8")));
    const [head, ...rows] = (await readFile(path("o.csv"), "utf8")).split("\n");
    expect([head, ...parts.flatMap((part) => part.split("\n").slice(1, -1)), ""]).toEqual([head, ...rows]);
    const reduced = await json(["reduce", path("two.csv"), ...operator, "--resume", path("r.json")]);
    expect(reduced).toMatchObject({ n: 2, position: 5, value: { value: 11, index: 4 } });
  });
});

describe("--resume is refused", () => {
  test.each([
    [
      "another contract",
      ["--expression", "left-fold"],
      '"add f64 left-fold initial=none v1", got one of "add f64 block-dyadic:32 initial=none v1"',
    ],
    ["another type", ["--type", "f32", "--raw"], '"add f32 block-dyadic:32 initial=none v1", got one of'],
    [
      "an exclusive scan, whose start is part of its contract",
      ["--exclusive"],
      "initial=0000000000000000@outside v1",
    ],
  ])("for %s, both named, and nothing is written", async (_, extra, message) => {
    await json(["reduce", "-", "--snapshot", path("s.json")], encodeNpy(INPUT.slice(0, 10)));
    const output = path("untouched.npy");
    await writeFile(output, "as it was");
    const stdin = extra.includes("--raw") ? encodeRaw(Float32Array.of(1)) : encodeNpy(Float64Array.of(1));
    const { status, stderr } = await run(["scan", "-", "-o", output, "--resume", path("s.json"), ...extra], {
      stdin,
    });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^samebits: --resume must be of contract [^\n]*\n$/);
    expect(stderr).toContain(message);
    expect(await readFile(output, "utf8")).toBe("as it was");
  });

  test("for a damaged file, a file that is none, and an expression that cannot be online", async () => {
    const state = path("damaged.json");
    await json(["reduce", "-", "--snapshot", state], encodeNpy(INPUT.slice(0, 10)));
    await writeFile(state, (await readFile(state, "utf8")).replace('"end":10', '"end":11'));
    const stdin = encodeNpy(Float64Array.of(1));
    const stderrOf = async (argv: readonly string[]): Promise<string> => {
      const { status, stderr } = await run(argv, { stdin });
      expect(status).toBe(2);
      return stderr;
    };
    expect(await stderrOf(["reduce", "-", "--resume", state])).toMatch(/--resume must be text of checksum/);
    expect(await stderrOf(["reduce", "-", "--resume", path("none.json")])).toMatch(
      /--resume must be a readable file.*ENOENT/,
    );
    expect(await stderrOf(["reduce", "-", "--snapshot", path("no/such/place.json")])).toMatch(
      /--snapshot must be a writable file/,
    );
    const bisection = ["--expression", "bisection", "--snapshot", path("b.json")];
    expect(await stderrOf(["reduce", "-", ...bisection])).toMatch(
      /online reduce by bisection.*use iterated-pairwise/,
    );
    expect(await stderrOf(["scan", "-", "-o", path("y.npy"), "--allow-quadratic", ...bisection])).toMatch(
      /online/,
    );
  });
});

/** A pipe of `count` doubles on standard input, and what the command had open of it at most. */
function pipe(count: number, takes: (writtenBytes: number) => void = () => {}) {
  const seen = { readBytes: 0, writtenBytes: 0, mostOpenBytes: 0, isClosed: false };
  async function* stdin(): AsyncGenerator<Uint8Array> {
    const chunk = encodeRaw(Float64Array.from({ length: 8192 }, (_, i) => i / 7));
    const bytes = count * 8;
    try {
      for (let left = bytes; left > 0; left -= chunk.length) {
        seen.readBytes += Math.min(left, chunk.length);
        seen.mostOpenBytes = Math.max(seen.mostOpenBytes, seen.readBytes - seen.writtenBytes);
        yield chunk.subarray(0, Math.min(left, chunk.length));
      }
    } finally {
      seen.isClosed = true;
    }
  }
  const errors: string[] = [];
  const io: CommandIo = {
    stdin: stdin(),
    stdout: {
      terminal: undefined,
      async write(written) {
        seen.writtenBytes += written.length;
        takes(seen.writtenBytes);
      },
    },
    stderr: {
      terminal: undefined,
      async write(text) {
        errors.push(String(text));
      },
    },
    now: () => 0,
    interruptible: (work) => work(new AbortController().signal),
  };
  return { io, seen, errors };
}

describe("in a pipe", () => {
  const COUNT = 2_000_000;
  const FEW_BYTES = 2 << 20; // of 16 million

  test("a scan writes as it reads", async () => {
    const { io, seen, errors } = pipe(COUNT);
    const argv = ["scan", "-", "--raw", "--type", "f64", "-o", "-", "--json"];
    expect(await runCli(argv, io)).toBe(0);
    expect(seen.writtenBytes).toBe(COUNT * 8);
    expect(seen.mostOpenBytes).toBeLessThan(FEW_BYTES);
    expect(JSON.parse(errors.join(""))).toMatchObject({ n: COUNT, output: "-" });
    expect(seen.isClosed).toBe(true);
  });

  test("a scan stops reading when nobody reads it any more", async () => {
    const { io, seen, errors } = pipe(COUNT, (writtenBytes) => {
      if (writtenBytes > 1 << 20) throw Object.assign(new Error("EPIPE"), { code: "EPIPE" });
    });
    expect(await runCli(["scan", "-", "--raw", "--type", "f64", "-o", "-"], io)).toBe(0);
    expect(errors).toEqual([]);
    expect(seen.readBytes).toBeLessThan(4 << 20);
    expect(seen.isClosed).toBe(true);
  });

  test("a .npy header is followed by as many prefixes as it says, or it was a lie", async () => {
    const piped = await run(["scan", "-", "-o", "-"], { stdin: encodeNpy(INPUT) });
    expect(piped.status).toBe(0);
    expect(hashArray(decodeNpy(piped.stdoutBytes).array)).toBe(hashArray(inclusiveScan(INPUT)));
    const widened = await run(["scan", "-", "-o", "-", "--accumulate", "f64"], {
      stdin: encodeNpy(Float32Array.from(INPUT)),
    });
    const wide = inclusiveScan(Float32Array.from(INPUT), { accumulate: "f64" });
    expect(hashArray(decodeNpy(widened.stdoutBytes).array)).toBe(hashArray(wide));
    const short = await run(["scan", "-", "-o", path("short.npy")], {
      stdin: encodeNpy(INPUT).slice(0, -12),
    });
    expect([short.status, await readdir(folder)]).toEqual([2, expect.not.arrayContaining(["short.npy"])]);
    expect(short.stderr).toMatch(
      /FILE must be a .npy file with the 200003 elements .* that its header promises/,
    );
  });

  test("raw data that end inside an element are told, and nothing is written", async () => {
    const stdin = encodeRaw(INPUT).slice(0, -3);
    const argv = ["scan", "-", "--raw", "--type", "f64", "-o", path("cut.raw")];
    const { status, stderr } = await run(argv, { stdin });
    expect([status, stderr]).toEqual([2, expect.stringContaining("whole f64 elements (8 bytes each), got")]);
    expect(await readdir(folder)).not.toContain("cut.raw");
  });
});
