import { execFile } from "node:child_process";
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import type { WebGpuResult } from "../../bench/webgpu.mjs";
import { packGpuFolder } from "../../tools/pack-gpu.mjs";
import { absenceOf, findPart, needsAllParts, SYSTEM_PARTS } from "../../tools/system-parts.mjs";

const { vulkan, swiftshader } = SYSTEM_PARTS;
const scratch = mkdtempSync(join(tmpdir(), "samebits-pack-"));
const folder = join(scratch, "folder");
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const missing = [vulkan, swiftshader].filter((part) => findPart(part) === undefined).map(absenceOf);

describe.skipIf(missing.length > 0 && !needsAllParts())(
  ["the folder that measures a GPU elsewhere", ...missing].join("; "),
  () => {
    test("starts with an empty environment, and times what it computes right", {
      timeout: 180_000,
    }, async () => {
      packGpuFolder(folder);
      const driver = `VK_DRIVER_FILES=${findPart(swiftshader)}`;
      const parameters = ["-i", driver, join(folder, "run.sh"), "--quick", "--only", "u32", "--rounds", "1"];
      const { stdout } = await promisify(execFile)("env", parameters, { cwd: "/" });
      expect(stdout).toContain("software adapter: no statement about GPUs");
      const result: WebGpuResult = JSON.parse(readFileSync(join(folder, "results/webgpu.json"), "utf8"));
      expect(result.skipped).toEqual([]);
      expect(result.results.map(({ title }) => title)).toEqual([
        "copy u32",
        "scan u32 dyadic-look-back",
        "reduce u32",
      ]);
      expect(result.results.every(({ nanoseconds }) => nanoseconds.median > 0)).toBe(true);
      expect(readFileSync(join(folder, "results/webgpu.svg"), "utf8")).toMatch(/^<svg/);
      JSON.parse(readFileSync(join(folder, "results/executors.json"), "utf8"));
    });

    test("holds files and no links out of it", () => {
      const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
      expect(paths).toContain("cub.cu");
      expect(paths.filter((path) => lstatSync(join(folder, path)).isSymbolicLink())).toEqual([]);
      expect(paths.filter((path) => /\.(map|d\.mts)$/.test(path))).toEqual([]);
    });

    test("is not packed over anything else", () => {
      expect(() => packGpuFolder(join(folder, "bench"))).toThrow(/"--out" must be a new folder/);
    });
  },
);
