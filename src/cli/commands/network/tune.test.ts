import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../../../test/helpers/cli/io.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-tune-"));
});
afterAll(() => rm(folder, { recursive: true }));

const ask = (text: string, now?: () => number) =>
  run(["network", "hierarchical", "--solver", "z3", ...text.split(" ")], now === undefined ? {} : { now });

/** A clock by which an element of each sample takes the next of these times, over and over; it is looked at before and after. */
function scripted(nanoseconds: readonly number[]): () => number {
  const durations = nanoseconds.map((each) => (each * 16 * 16) / 1e6); // milliseconds of 16 scans of 16 elements
  let looks = 0;
  let time = 0;
  return () => {
    if (looks % 2 === 1) time += durations[(looks >> 1) % durations.length];
    looks++;
    return time;
  };
}

describe("samebits network hierarchical --tune", () => {
  test("by a scripted clock: a plain loop and each shape in turn, and the fastest is chosen", async () => {
    // N = 16 has blocks of 4 and 8 for T = 1 and 2: four shapes, each after a plain loop.
    const file = join(folder, "scan.ts");
    const clock = scripted([10, 60, 10, 40, 10, 30, 10, 50]);
    const { status, stdout, stderr } = await ask(`--tune --on javascript --sizes 16 -o ${file}`, clock);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout.split("\n").slice(0, 6)).toEqual([
      "on           N  K  T  block  ns/element  x plain loop",
      "javascript  16  4  1      4        60.0          6.00",
      "javascript  16  2  1      8        40.0          4.00",
      "javascript  16  4  2      4        30.0          3.00 *",
      "javascript  16  2  2      8        50.0          5.00",
      "",
    ]);
    expect(stdout).toMatch(
      /^choice {3}javascript: N = 16, K = 4, T = 2, blocks of 4: 30 ns an element, 3\.00 times the plain loop's 10$/m,
    );
    expect(stdout).toMatch(/^machine {2}.*Node \d/m);
    expect(await readFile(file, "utf8")).toContain("export const T = 2;");
  });

  test("really measured, as JSON: over sizes, in one thread and on two", async () => {
    const { status, stdout, stderr } = await ask("--tune --sizes 8,256 --json", () => performance.now());
    expect([status, stderr]).toEqual([0, ""]);
    const { runs, choice, machine } = JSON.parse(stdout);
    const shapeOf = ({ on, n, blocks, sent, length }: Record<string, unknown>) => [
      on,
      n,
      blocks,
      sent,
      length,
    ];
    const lengths = [4, 8, 16, 32, 64, 128];
    expect(runs.map(shapeOf)).toEqual(
      ["javascript", "workers:2"].flatMap((on) => [
        ...[1, 2].map((sent) => [on, 8, 2, sent, 4]),
        ...[1, 2].flatMap((sent) => lengths.map((length) => [on, 256, 256 / length, sent, length])),
      ]),
    );
    for (const { nanoseconds, plain } of runs) {
      expect(nanoseconds).toBeGreaterThan(0.1);
      expect(plain).toBeGreaterThan(0.1);
    }
    expect(runs).toContainEqual(choice);
    expect(choice.nanoseconds).toBe(Math.min(...runs.map((each: typeof choice) => each.nanoseconds)));
    expect(machine).toMatch(/Node/);
  });

  test("ends with --timeout, in the middle of its turns too", async () => {
    for (const step of [10, 1000]) {
      let now = 0;
      const clock = (): number => {
        now += step;
        return now;
      };
      const argv = "network hierarchical --tune --sizes 8 --on javascript --timeout 1".split(" ");
      const { status, stdout, stderr } = await run(argv, { now: clock });
      expect([status, stdout]).toEqual([2, ""]);
      expect(stderr).toContain("--timeout ended before all shapes were timed");
    }
  });

  test.each([
    ["--tune --sizes 12", /--sizes must be multiples of 8 up to 65536, got "12"/],
    ["--tune --sizes 131072", /--sizes must be multiples of 8 up to 65536/],
    ["--tune --on wasm", /--on must be javascript or workers:N, got "wasm"/],
    ["--tune --on workers:0", /workers:N with a number N from 1 to 1024/],
    ["--tune --n 16", /--n must be left out with --tune, which tries all shapes/],
    ["--tune --for commutative", /--for must be left out with --tune/],
    ["--on javascript", /--on must be left out without --tune/],
    ["--sizes 1024", /--sizes must be left out without --tune/],
    ["--tune -o scan.txt", /a \.ts file/],
  ])("%s is refused in one line", async (text, message) => {
    const { status, stdout, stderr } = await ask(text);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });
});
