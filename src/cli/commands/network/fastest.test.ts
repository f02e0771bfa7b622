import { expect, test } from "vitest";
import { run } from "../../../../test/helpers/cli/io.ts";

const ARGV = ["network", "tune", "--sizes", "8,16", "--length", "100", "--rounds", "3"];

test("each width has a fastest, a smallest and a shallowest network on each executor", async () => {
  const { status, stdout } = await run([...ARGV, "--on", "javascript,wasm", "--json"]);
  expect(status).toBe(0);
  const { groups, length, type } = JSON.parse(stdout);
  expect([length, type]).toEqual([100, "f32"]);
  const places = groups.map(({ on, n }: { on: string; n: number }) => `${on} ${n}`);
  expect(places).toEqual(["javascript 8", "javascript 16", "wasm 8", "wasm 16"]);
  for (const { n, timed, refused, chosen } of groups) {
    expect(timed).toBeGreaterThanOrEqual(10);
    expect(refused).toBe(0);
    const [fastest, smallest, shallowest] = chosen;
    expect(smallest).toMatchObject({ which: "smallest", network: "serial", size: n - 1, depth: n - 1 });
    expect(shallowest.depth).toBe(Math.log2(n));
    expect(fastest.ratio).toBeLessThanOrEqual(Math.min(smallest.ratio, shallowest.ratio));
  }
});

test("for a person it fits 80 columns", async () => {
  const { stdout } = await run([...ARGV, "--on", "wasm"]);
  expect(stdout).toMatch(/^wasm, N = 8: \d+ networks\n {12}network .*size {2}depth {2}ratio\nfastest /);
  expect(stdout).toMatch(/\nratio: of median times to block-dyadic:32's, scans of 100 f32\n/);
  for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
});

test("widths are checked", async () => {
  const { status, stderr } = await run(["network", "tune", "--sizes", "1..8"]);
  expect([status, stderr]).toEqual([2, 'samebits: --sizes must be from 2 to 1024, got "1..8"\n']);
});
