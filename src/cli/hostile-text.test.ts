import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../test/helpers/cli/io.ts";
import { encodeNpy } from "../formats.ts";

// What a terminal acts on: controls, bidi and other formats, and separators. Of these only line breaks and tabs may be printed.
const HARMLESS = /^(?:[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|[\t\n])*$/u;

const TITLE = "\x1b]0;owned\x07";
const CLEAR = "\x9b2J";
const BIDI = "\u202egnp.exe\u2066";
const HOSTILE = `${TITLE}${CLEAR}${BIDI}`;
const LONG = "x".repeat(45_000);
const LONGEST_LINE = 1200;

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-hostile-"));
  process.chdir(folder);
  await writeFile("names.csv", `${HOSTILE},b\n1,2\n`);
  await writeFile("many.csv", `${Array.from({ length: 30 }, (_, i) => HOSTILE.repeat(50) + i).join()}\n`);
  await writeFile("cell.csv", `a\n"${HOSTILE}"\n`);
  await writeFile("column.csv", `${HOSTILE}\nx\n`);
  await writeFile("rows.csv", `"${HOSTILE}\n"x\n`);
  await writeFile("descr.npy", npyWith(`{'descr': '${HOSTILE}', 'fortran_order': False, 'shape': (1,), }`));
  await writeFile(
    "shape.npy",
    npyWith(`{'descr': '<f8', 'fortran_order': False, 'shape': (1,${HOSTILE}), }`),
  );
  await writeFile("head.npy", npyWith(`{${HOSTILE}${LONG}}`));
  await writeFile(`${HOSTILE}.npy`, "no array");
  await writeFile("bad.op", `f64 ${HOSTILE}${LONG}`);
  await writeFile("line.op", `(left: f64, right) => ${" ".repeat(3000)}lfet ${HOSTILE}${LONG}`);
  await writeFile("bad.sb", `def main = ${HOSTILE}${LONG}`);
  await writeFile("type.sb", `def main (x: i64) = x + "${HOSTILE}" ${LONG}`);
  await writeFile("bad.net", `width 4\n${HOSTILE}${LONG}`);
  await writeFile("x.npy", encodeNpy(new Float64Array([1, 2, 3])));
});
afterAll(async () => {
  process.chdir("/");
  await rm(folder, { recursive: true });
});

function npyWith(header: string): Uint8Array {
  const text = new TextEncoder().encode(header);
  const bytes = new Uint8Array(12 + text.length);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 2, 0]);
  new DataView(bytes.buffer).setUint32(8, text.length, true);
  bytes.set(text, 12);
  return bytes;
}

const refused: readonly (readonly string[])[] = [
  ["reduce", "names.csv"],
  ["reduce", "many.csv"],
  ["reduce", "names.csv", "--column", HOSTILE + LONG],
  ["reduce", "cell.csv"],
  ["reduce", "column.csv"],
  ["reduce", "rows.csv"],
  ["reduce", "descr.npy"],
  ["reduce", "shape.npy"],
  ["reduce", "head.npy"],
  ["reduce", `${HOSTILE}.npy`],
  ["reduce", `${HOSTILE}-not-there.npy`],
  ["reduce", LONG],
  ["reduce", "x.npy", "--operator", "bad.op"],
  ["reduce", "x.npy", "--operator", "line.op"],
  ["reduce", "x.npy", "--operator", HOSTILE + LONG],
  ["reduce", "x.npy", "--expression", HOSTILE + LONG],
  ["reduce", "x.npy", `--${HOSTILE}`],
  ["reduce", "x.npy", `--${LONG}`],
  [HOSTILE + LONG],
  ["reduce", "x.npy", "--initial", HOSTILE + LONG],
  ["eval", "bad.sb"],
  ["eval", "type.sb"],
  ["network", "show", "bad.net"],
  ["network", "show", HOSTILE + LONG],
  ["scan", "x.npy", "-o", `${HOSTILE}/x.npy`],
];

describe("text from outside reaches no terminal as more than text", () => {
  test.each(refused.map((argv) => [argv]))("an error line is safe and has an end (%#)", async (argv) => {
    const { status, stderr, stdout } = await run(argv);
    expect(status, stderr).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toMatch(HARMLESS);
    for (const line of stderr.split("\n")) expect(line.length).toBeLessThanOrEqual(LONGEST_LINE);
    expect(stderr.split("\n").length).toBeLessThanOrEqual(4);
  });

  test("a report is safe", async () => {
    const { status, stdout } = await run(["scan", "x.npy", "-o", `${HOSTILE}.out.npy`]);
    expect(status).toBe(0);
    expect(stdout).toMatch(HARMLESS);
    expect(stdout).toContain("\\u202e");
  });

  test("JSON is safe, and says the same", async () => {
    const { status, stdout } = await run(["scan", "x.npy", "-o", `${HOSTILE}.out.npy`, "--json"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(HARMLESS);
    expect(JSON.parse(stdout).output).toBe(`${HOSTILE}.out.npy`);
  });

  test("data on standard output stay as they are", async () => {
    const { stdoutBytes } = await run(["scan", "x.npy", "-o", "-"]);
    expect(stdoutBytes).toEqual(Buffer.from(encodeNpy(new Float64Array([1, 3, 6]))));
  });
});
