import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { run } from "../../../../test/helpers/cli/io.ts";
import {
  brentKung,
  emitProgramTypeScript,
  emitProgramWgsl,
  emitTypeScript,
  emitWgsl,
  sklansky,
  synthesizeLeaf,
} from "../../../networks.ts";

vi.mock("../../../workers.ts", () => import("../../../../test/workers/door-here.ts"));
vi.mock("../../../webgpu.ts", () => import("../../../../test/webgpu/door-here.ts")); // no GPU, whatever the machine has

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-emit-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function printed(argv: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await run(["network", "emit", ...argv]);
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
}

async function refused(argv: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await run(["network", "emit", ...argv]);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  return stderr;
}

describe("samebits network emit", () => {
  test("a network as TypeScript, on standard output or in a file", async () => {
    const text = emitTypeScript(sklansky(8), { title: "sklansky" });
    expect(await printed(["sklansky", "--n", "8", "--to", "typescript"])).toBe(text);
    const path = join(folder, "sklansky.ts");
    expect(await printed(["sklansky", "--n", "8", "--to", "typescript", "-o", path])).toBe(
      `output  ${path}\n`,
    );
    expect(await readFile(path, "utf8")).toBe(text);
  });

  test("as WGSL, with an operator, a type and an assignment", async () => {
    const argv = ["sklansky", "--n", "8", "--to", "wgsl", "--type", "i64", "--operator", "max"];
    const code = await printed([...argv, "--assignment", "pairs"]);
    expect(code).toContain("fn combine(left: Value, right: Value) -> Value");
    expect(code).toContain("@workgroup_size(4)");
    const plain = await printed(["sklansky", "--n", "8", "--to", "wgsl", "--arithmetic", "native"]);
    expect(plain).toBe(emitWgsl(sklansky(8), { title: "sklansky", arithmetic: "native" }).code);
  });

  test("as the program of which it is an example", async () => {
    const text = await printed(["brent-kung", "--n", "64", "--to", "typescript", "--as", "program"]);
    expect(text).toContain("const levels = Math.ceil(Math.log2(N));");
    const found = synthesizeLeaf([sklansky(16), sklansky(32)]);
    if (found.kind !== "program") throw new Error(found.reason);
    const { code } = emitProgramWgsl(found.program, 128, { title: "sklansky" });
    expect(await printed(["sklansky", "--n", "128", "--to", "wgsl", "--as", "program"])).toBe(code);
    const own = await printed(["harris:0:1:4", "--n", "64", "--to", "typescript", "--as", "program"]);
    expect(own).toContain("harris:0:1:4: threads j work at once");
    const path = join(folder, "pairs.txt");
    await writeFile(path, "{{(0, 1), (2, 3)},\n{(1, 2)},\n{(2, 3)}}\n");
    expect(await refused([path, "--to", "typescript", "--as", "program"])).toMatch(
      /as must be network, as no program makes this one/,
    );
  });

  test("a program that was synthesised, from its file or from a report", async () => {
    const path = join(folder, "program.json");
    const found = synthesizeLeaf(brentKung(16));
    if (found.kind !== "program") throw new Error(found.reason);
    await writeFile(path, JSON.stringify(found.program));
    const text = emitProgramTypeScript(found.program, { title: "program.json" });
    expect(await printed([path, "--to", "typescript"])).toBe(text);
    const pairs = emitTypeScript(brentKung(8), { title: "program.json" });
    expect(await printed([path, "--n", "8", "--as", "network", "--to", "typescript"])).toBe(pairs);
    expect(await refused([path, "--to", "wgsl"])).toMatch(/n must be given with a program/);
    await writeFile(path, JSON.stringify({ found: true, program: found.program }));
    expect(await printed([path, "--to", "typescript"])).toBe(text);
    await writeFile(path, '{ "phases": [{}] }');
    expect(await refused([path, "--to", "typescript"])).toMatch(/phases\[0\]/);
  });

  test("as a module, which does what the network does", async () => {
    const path = join(folder, "sklansky.wasm");
    await printed(["sklansky", "--n", "8", "--to", "wasm", "--type", "f64", "-o", path]);
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 });
    const { instance } = await WebAssembly.instantiate(await readFile(path), { env: { memory } });
    const values = new Float64Array(memory.buffer, 0, 16).fill(1);
    (instance.exports.scan as (...operands: number[]) => void)(0, 0, 2);
    expect([...values]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await refused(["sklansky", "--n", "8", "--to", "wasm", "--as", "program"])).toMatch(
      /as must be network/,
    );
  });

  test("what is wrong is told in one line", async () => {
    expect(await refused(["sklansky", "--n", "8", "--to", "cobol"])).toMatch(/to must be one of/);
    expect(await refused(["sklansky", "--to", "wgsl"])).toMatch(/n must be given/);
    expect(await refused(["sklansky", "--n", "2048", "--to", "wgsl"])).toMatch(
      /a workgroup has 1024 at most/,
    );
    expect(
      await refused(["sklansky", "--n", "8", "--to", "wgsl", "--type", "u32", "--operator", "tree-hash"]),
    ).toMatch(/type must be one of u64/);
    expect(
      await refused(["sklansky", "--n", "8", "--to", "typescript", "-o", join(folder, "none", "x.ts")]),
    ).toMatch(/output must be/);
  });
});
