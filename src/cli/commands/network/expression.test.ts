import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { run } from "../../../../test/helpers/cli/io.ts";
import { decodeNpy, encodeNpy } from "../../../formats.ts";
import { inclusiveScan, networkExpression, toHex } from "../../../networks.ts";

vi.mock("../../../workers.ts", () => import("../../../../test/workers/door-here.ts"));

let folder = "";
const path = (name: string): string => join(folder, name);
const INPUT = Float64Array.from({ length: 5003 }, (_, i) => ((i * 7919) % 1013) / 97 - 5);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-network-expression-"));
  await writeFile(path("x.npy"), encodeNpy(INPUT));
  await writeFile(path("four.txt"), "{{(0, 1), (2, 3)},\n{(1, 2), (1, 3)}}\n");
  await writeFile(path("wrong.txt"), "{{(0, 1)},\n{(1, 3)}}\n");
  await writeFile(path("none.json"), "{}\n");
  await writeFile(path("broken.txt"), "{{(0, 1), (2 3)}}\n");
});
afterAll(() => rm(folder, { recursive: true }));

async function json(...argv: readonly string[]): Promise<Record<string, unknown>> {
  const { status, stdout, stderr } = await run([...argv, "--json"]);
  expect([status, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

describe.each(["javascript", "wasm", "workers:2"])("--expression network:NAME:N on %s", (on) => {
  test("reduces and scans with the bits of the library", async () => {
    const expression = networkExpression("brent-kung", 8);
    const scanned = inclusiveScan(INPUT, { expression });
    const asked = ["--expression", "network:brent-kung:8", "--on", on];
    const total = await json("reduce", path("x.npy"), ...asked);
    expect(total).toMatchObject({
      contract: "add f64 network:brent-kung:8 initial=none v1",
      bits: toHex("f64", scanned[INPUT.length - 1]),
    });
    await json("scan", path("x.npy"), "-o", path("y.npy"), ...asked);
    expect(decodeNpy(await readFile(path("y.npy"))).array).toEqual(scanned);
  });
});

test("Sklansky's network of a power of two is block-dyadic", async () => {
  const hash = async (expression: string): Promise<unknown> =>
    (await json("scan", path("x.npy"), "-o", path("z.npy"), "--expression", expression)).hash;
  expect(await hash("network:sklansky:32")).toBe(await hash("block-dyadic:32"));
  expect(await hash("network:kogge-stone:32")).not.toBe(await hash("block-dyadic:32"));
});

test("a network in a file is an expression too, named by its steps", async () => {
  const found = await json("reduce", path("x.npy"), "--expression", `network:${path("four.txt")}`);
  const same = await json("reduce", path("x.npy"), "--expression", "network:sklansky:4");
  expect(found).toMatchObject({
    contract: "add f64 network:steps-84f715a16ca3115b:4 initial=none v1",
    bits: same.bits,
  });
});

test("a scan goes on from a snapshot", async () => {
  const asked = ["--expression", "network:kogge-stone:12", "--type", "f64"];
  await writeFile(path("head.npy"), encodeNpy(INPUT.slice(0, 1001)));
  await writeFile(path("rest.npy"), encodeNpy(INPUT.slice(1001)));
  const state = ["--snapshot", path("state.json")];
  await json("reduce", path("head.npy"), ...asked, ...state);
  const done = await json("reduce", path("rest.npy"), ...asked, "--resume", path("state.json"));
  const whole = await json("reduce", path("x.npy"), ...asked);
  expect(done.bits).toBe(whole.bits);
});

test.each([
  ["network:sklanski:16", /nearest: sklansky/],
  ["network:sklansky", /its width/],
  ["network:./nowhere.txt", /a readable file of pairs or JSON.*ENOENT/],
])("%s is a bad argument", async (expression, message) => {
  const { status, stdout, stderr } = await run(["reduce", path("x.npy"), "--expression", expression]);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(message);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
});

test.each([
  [
    "wrong.txt",
    /--expression must be "network:.*wrong.txt" where the network is a scan, whose output 2 is x0·x1·x2, got x2/,
  ],
  ["broken.txt", /broken\.txt:1:\d+: expected/],
  [
    "none.json",
    /^samebits: --expression must be "network:" and a file of a network of two wires or more, got .*: one wire, and no pair\n$/,
  ],
])("a file that has none is told where, %s", async (name, message) => {
  const { status, stderr } = await run(["reduce", path("x.npy"), "--expression", `network:${path(name)}`]);
  expect(status).toBe(2);
  expect(stderr).toMatch(message);
});
