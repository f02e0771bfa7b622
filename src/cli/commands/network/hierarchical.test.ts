import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../../../test/helpers/cli/io.ts";
import { loadModule } from "../../../../test/networks/compile-emitted.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-hierarchical-"));
});
afterAll(() => rm(folder, { recursive: true }));

const ask = (text: string, ...more: string[]) =>
  run(["network", "hierarchical", ..."--solver z3".split(" "), ...text.split(" "), ...more], {});

describe("samebits network hierarchical", () => {
  test("the cheapest scan of a shape, proved", async () => {
    const { status, stdout, stderr } = await ask("--n 16 --blocks 4");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^shape {2}N = 16, K = 4, T = 1$/m);
    expect(stdout).toMatch(/^cost {3}32 adds and transfers, and none costs less \(\d+ questions to z3\)$/m);
    expect(stdout).toMatch(/^f {6}0 \| 0\+1 \| 2 \| 0\.\.3$/m);
    expect(stdout).toMatch(/^h {6}0 \| 1 \| 1\+2 \| 3$/m);
  });

  test("as JSON, any that is found", async () => {
    const { status, stdout } = await ask("--n 16 --blocks 4 --sent 2 --any --wiring free --json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ n: 16, blocks: 4, sent: 2, solver: "z3", status: "found", questions: 1 },
      scan: { width: 16, blockCount: 4, sentCount: 2 },
    });
  });

  test("a program for every N and K, written as TypeScript", async () => {
    const file = join(folder, "scan.ts");
    const { status, stdout } = await ask("--n 16 --blocks 4 --any -o", file);
    expect(status).toBe(0);
    expect(stdout).toContain("where (j + 1) % 2^(i + 1) == 0:");
    expect(stdout).toContain("enters all j < N where (j & j + 1) == 0 && j < N - 1. Then:");
    expect(stdout).toMatch(/^A scan at every N of \d+ up to 257 and K of 1, 2, 3, 5, 8\.$/m);
    const { scanInPlace } = loadModule<{
      scanInPlace(a: number[], K: number, combine: (left: number, right: number) => number): void;
    }>(await readFile(file, "utf8"));
    const values = Array.from({ length: 37 }, (_, index) => index + 1);
    scanInPlace(values, 5, (left, right) => left + right);
    expect(values).toEqual(Array.from({ length: 37 }, (_, index) => ((index + 1) * (index + 2)) / 2));
  });

  /** So many looks at the clock take a minute, which the solver has by its own clock. */
  const hurried = (text: string, looks: number) => {
    let now = 0;
    const clock = () => {
      now += 60_000 / looks;
      return now;
    };
    return run(`network hierarchical --solver z3 --n 16 --timeout 60 ${text}`.split(" "), { now: clock });
  };

  test("out of time: not known, and it ends with 1", async () => {
    const late = await hurried("--blocks 2", 6);
    expect(late.status).toBe(1);
    expect(late.stdout).toMatch(
      /^cost {3}\d+ adds and transfers, and none costs less than 0 \(.*timeout\)$/m,
    );
  });

  test("the time is that of all parts, the program's too", async () => {
    const { status, stdout } = await hurried("--blocks 4 --program", 2.5);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^cost {3}not known: timeout \(0 questions to z3\)$/m);
    expect(stdout).toMatch(/^no program for every N and K: no scan was found at N = 16, .*: timeout$/m);
  });

  test.each([
    ["--n 16 --blocks 3", /--blocks must be a divisor of 16, got 3/],
    ["--n 0", /a whole number from 1 to 1024, got "0"/],
    ["--n 16 --blocks 4 --sent 5", /--sent must be a number from 1 to 4, got 5/],
    ["--wiring tangled", /shared, free/],
    ["--solver minisat", /auto, cadical, z3/],
    ["-o scan.txt", /a \.ts file/],
  ])("%s is refused in one line", async (text, message) => {
    const { status, stdout, stderr } = await ask(text);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });
});
