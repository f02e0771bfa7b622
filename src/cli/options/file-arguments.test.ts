import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { run } from "../../../test/helpers/cli/io.ts";
import { encodeNpy } from "../../formats.ts";

const folder = mkdtempSync(join(tmpdir(), "samebits-file-arguments-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = (name: string): string => join(folder, name);

const TABLE = "key,value\n1,2\n1,3\n";
const PROGRAM = "def main (xs: []i32): i32 = reduce (+) 0 xs\n-- ==\n-- input { [1] } output { 1 }\n";

/** Everything that a command line may read. */
const FILES: Readonly<Record<string, string | Uint8Array>> = {
  "in.npy": encodeNpy(new Float64Array([1, 2, 3])),
  "in.csv": TABLE,
  "in.op": "def double (x: f64): f64 = x + x",
  "in.sb": PROGRAM,
  "in.json": "{}",
  "in.net": "{{(0, 1)}}\n",
};

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [name, content] of Object.entries(FILES)) writeFileSync(path(name), content);
});

/** Names of one file: itself, a path round about, a link, a second name. What is not there yet has no second name. */
const ALIASES: readonly (readonly [string, (name: string) => string])[] = [
  ["its name", (name) => path(name)],
  ["a way round about", (name) => `${folder}/./../${folder.split("/").at(-1)}//${name}`],
  [
    "a link",
    (name) => {
      symlinkSync(path(name), path(`link-${name}`));
      return path(`link-${name}`);
    },
  ],
  [
    "a link to a link",
    (name) => {
      symlinkSync(name, path(`relative-${name}`));
      symlinkSync(`relative-${name}`, path(`far-${name}`));
      return path(`far-${name}`);
    },
  ],
];
const HARD_LINK = [
  "a second hard link",
  (name: string) => {
    linkSync(path(name), path(`hard-${name}`));
    return path(`hard-${name}`);
  },
] as const;

/** Two arguments of one command: what is before ONE or OTHER is said by its option. */
interface Pair {
  readonly file: string; // what both are
  readonly argv: readonly string[];
  readonly later: string; // what is refused, and what it is held against
  readonly earlier: string;
}

const INPUT_AND_OUTPUT: readonly Pair[] = [
  { file: "in.npy", argv: ["scan", "ONE", "-o", "OTHER"], later: "--output", earlier: "FILE" },
  { file: "in.npy", argv: ["reduce", "ONE", "--snapshot", "OTHER"], later: "--snapshot", earlier: "FILE" },
  {
    file: "in.npy",
    argv: ["scan", "ONE", "-o", "out.npy", "--snapshot", "OTHER"],
    later: "--snapshot",
    earlier: "FILE",
  },
  {
    file: "in.json",
    argv: ["scan", "in.npy", "--resume", "ONE", "-o", "OTHER", "--raw"],
    later: "--output",
    earlier: "--resume",
  },
  {
    file: "in.op",
    argv: ["scan", "in.npy", "--operator", "ONE", "-o", "OTHER", "--raw"],
    later: "--output",
    earlier: "--operator",
  },
  {
    file: "in.net",
    argv: ["scan", "in.npy", "--expression", "network:ONE", "-o", "OTHER", "--raw"],
    later: "--output",
    earlier: "--expression",
  },
  {
    file: "in.op",
    argv: ["reduce", "in.npy", "--operator", "ONE", "--snapshot", "OTHER"],
    later: "--snapshot",
    earlier: "--operator",
  },
  { file: "in.npy", argv: ["sort", "ONE", "-o", "OTHER"], later: "--output", earlier: "FILE" },
  {
    file: "in.csv",
    argv: ["filter", "ONE", "--column", "value", "--where", "value > 1", "-o", "OTHER"],
    later: "--output",
    earlier: "FILE",
  },
  { file: "in.npy", argv: ["unique", "ONE", "-o", "OTHER"], later: "--output", earlier: "FILE" },
  {
    file: "in.csv",
    argv: ["reduce-by-key", "ONE", "--key", "key", "--column", "value", "-o", "OTHER"],
    later: "--output",
    earlier: "FILE",
  },
  { file: "in.npy", argv: ["histogram", "ONE", "--plot", "OTHER"], later: "--plot", earlier: "FILE" },
  { file: "in.npy", argv: ["determinism", "ONE", "--plot", "OTHER"], later: "--plot", earlier: "FILE" },
  { file: "in.sb", argv: ["cost", "ONE", "--dag", "OTHER"], later: "--dag", earlier: "FILE" },
  { file: "in.sb", argv: ["cost", "ONE", "--measure", "--plot", "OTHER"], later: "--plot", earlier: "FILE" },
  {
    file: "in.npy",
    argv: ["cost", "in.sb", "--input", "@ONE", "--dag", "OTHER"],
    later: "--dag",
    earlier: "--input",
  },
  { file: "in.json", argv: ["network", "draw", "ONE", "-o", "OTHER"], later: "--output", earlier: "FILE" },
  {
    file: "in.json",
    argv: ["network", "emit", "ONE", "--to", "typescript", "-o", "OTHER"],
    later: "--output",
    earlier: "FILE",
  },
  {
    file: "in.json",
    argv: ["network", "synthesize", "ONE", "--certificate", "OTHER"],
    later: "--certificate",
    earlier: "FILE",
  },
];

const TWO_OUTPUTS: readonly Pair[] = [
  {
    file: "out.npy",
    argv: ["scan", "in.npy", "--snapshot", "ONE", "-o", "OTHER"],
    later: "--output",
    earlier: "--snapshot",
  },
  {
    file: "out.svg",
    argv: ["cost", "in.sb", "--dag", "ONE", "--measure", "--plot", "OTHER"],
    later: "--plot",
    earlier: "--dag",
  },
  {
    file: "out.json",
    argv: ["network", "synthesize", "sklansky", "--certificate", "ONE", "-o", "OTHER"],
    later: "--output",
    earlier: "--certificate",
  },
  {
    file: "out.txt",
    argv: ["network", "exact", "--n", "4", "--depth", "2", "--proof", "ONE", "-o", "OTHER"],
    later: "--output",
    earlier: "--proof",
  },
];

async function refuse({ file, argv, later, earlier }: Pair, alias: (name: string) => string): Promise<void> {
  const other = alias(file);
  const before = contents();
  const given = argv.map((text) => {
    if (text === "OTHER") return other;
    return /^in\.|^out\./.test(text) ? path(text) : text.replace("ONE", path(file));
  });
  const { status, stdout, stderr } = await run(given);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toBe(
    `samebits: ${later} must be another file than ${earlier}, got ${JSON.stringify(other)}, which is the same file\n`,
  );
  expect(contents()).toEqual(before);
}

function contents(): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => {
      try {
        return [name, readFileSync(path(name), "latin1")];
      } catch {
        return [name, undefined]; // a link to what is not there yet
      }
    }),
  );
}

describe.each([...ALIASES, HARD_LINK])("what is read is not written under %s", (_, alias) => {
  test.each(INPUT_AND_OUTPUT.map((pair) => [pair.argv.join(" "), pair] as const))("%s", (_argv, pair) =>
    refuse(pair, alias),
  );
});

describe.each(ALIASES)("two outputs are two files, though neither is there, under %s", (_, alias) => {
  test.each(TWO_OUTPUTS.map((pair) => [pair.argv.join(" "), pair] as const))("%s", (_argv, pair) =>
    refuse(pair, alias),
  );
});

describe("what a command writes beside its options' files is held against the rest", () => {
  const argv = ["determinism", path("in.npy"), "--runs", "1", "--times", "--plot", path("out.svg")];

  test.each([
    ["FILE", "in.npy"],
    ["--plot", "out.svg"],
  ])("%s", async (earlier, name) => {
    symlinkSync(name, path("out-times.svg"));
    const before = contents();
    const { status, stderr } = await run(argv);
    expect(stderr).toBe(
      `samebits: --times must be another file than ${earlier}, got ${JSON.stringify(path("out-times.svg"))}, which is the same file\n`,
    );
    expect(status).toBe(2);
    expect(contents()).toEqual(before);
  });
});

test.each([
  ["--snapshot", ["reduce", path("in.npy"), "--snapshot", "-"]],
  ["--proof", ["network", "exact", "--n", "2", "--depth", "1", "--proof", "-"]],
  ["--output", ["network", "emit", "sklansky", "--n", "4", "--to", "typescript", "-o", "-"]],
])("%s of - is no file of that name", async (option, argv) => {
  const { status, stderr } = await run(argv);
  expect(stderr).toBe(`samebits: ${option} must be a file (./- is one of that name), got "-"\n`);
  expect(status).toBe(2);
});

describe("is not refused", () => {
  test.each([
    [
      "two files that differ",
      ["scan", path("in.npy"), "-o", path("out.npy"), "--snapshot", path("out.json")],
    ],
    ["the same device twice", ["scan", path("in.npy"), "-o", "/dev/null", "--snapshot", "/dev/null"]],
    [
      "a name of ours, of which there is a file",
      ["generate", "wide", "--n", "3", "--type", "f64", "-o", "wide", "--raw"],
    ],
  ])("%s", async (_, argv) => {
    expect(await run(argv)).toMatchObject({ status: 0, stderr: "" });
    rmSync("wide", { force: true });
  });

  test("a state that goes on from day to day", async () => {
    const state = path("state.json");
    expect(await run(["reduce", path("in.npy"), "--snapshot", state])).toMatchObject({ status: 0 });
    const { status, stdout } = await run(["reduce", path("in.npy"), "--resume", state, "--snapshot", state]);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^value +12\n/)]);
  });
});
