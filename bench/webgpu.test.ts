import { describe, expect, test } from "vitest";
import {
  caseTitle,
  LENGTHS,
  productGroups,
  QUICK_WEBGPU_GROUPS,
  SIDES,
  SOFTWARE_LENGTHS,
  WEBGPU_GOALS,
  webGpuGroups,
} from "./cases/webgpu.mjs";
import { elementsOf } from "./harness/gpu-buffers.mjs";
import { adapterSlug } from "./harness/gpu-device.mjs";
import type { WebGpuResult } from "./webgpu.mjs";
import { webGpuPlot } from "./webgpu-plot.mjs";
import { webGpuTables } from "./webgpu-tables.mjs";

describe("cases", () => {
  const groups = webGpuGroups(LENGTHS);

  test("each group has one copy and no case twice, all of one type and length", () => {
    for (const { name, cases } of [...groups, ...productGroups(SIDES), ...QUICK_WEBGPU_GROUPS]) {
      expect(cases.filter(({ contender }) => contender === "copy")).toHaveLength(1);
      expect(new Set(cases.map(caseTitle)).size, name).toBe(cases.length);
      expect(new Set(cases.map(({ type, n }) => `${type} n=${n}`))).toEqual(
        new Set([name.replace("products ", "")]),
      );
    }
  });

  test("what was asked for is there, from 2^10 to 2^28", () => {
    const titles = new Set(groups.flatMap(({ cases }) => cases.map(caseTitle)));
    const scans = ["u32", "f32 native", "f32 integer", "f32 run to run", "f32 not guaranteed", "f64"];
    for (const each of scans) expect(titles).toContain(`scan ${each} dyadic-look-back`);
    for (const each of ["u32", "f32 native"]) expect(titles).toContain(`scan ${each} reduce-then-scan`);
    expect(titles).toContain("scan f32 not guaranteed look-back:decoupled-fallback");
    for (const each of ["u32", "f32 native", "f32 run to run", "f32 not guaranteed", "f64"]) {
      expect(titles).toContain(`reduce ${each}`);
    }
    for (const { title, n } of WEBGPU_GOALS) {
      expect(titles).toContain(title);
      expect(LENGTHS).toContain(n);
    }
    expect([Math.min(...LENGTHS), Math.max(...LENGTHS)]).toEqual([2 ** 10, 2 ** 28]);
    expect(Math.max(...SOFTWARE_LENGTHS)).toBeLessThanOrEqual(2 ** 18);
  });

  test("sums of the elements are neither subnormal nor infinite, and differ by bracket", () => {
    const elements = elementsOf("f32", 4096);
    expect(Array.from(elements).every((each) => each === 0 || (each > 2 ** -12 && each <= 0.5))).toBe(true);
    const values = Array.from(elements);
    const forwards = values.reduce((sum, each) => Math.fround(sum + each), 0);
    const backwards = values.reduceRight((sum, each) => Math.fround(sum + each), 0);
    expect(forwards).not.toBe(backwards);
    expect(new Set(elementsOf("u32", 4096)).size).toBe(4096);
  });
});

const GOAL = WEBGPU_GOALS[0];

/** A result on a GPU whose one scan is `ofCopy` times as fast as the copy. */
function resultAt(ofCopy: number, change: Partial<WebGpuResult> = {}): WebGpuResult {
  const { n } = GOAL;
  const row = { n, type: "u32", wallNanoseconds: 1, callsPerBatch: 1, rounds: [1] } as const;
  const nanoseconds = (median: number) => ({ median, min: median, spread: 0 });
  const scan = {
    ...({ ...row, title: GOAL.title, contender: "samebits", primitive: "inclusive-scan", ofCopy } as const),
    ...{ nanoseconds: nanoseconds(1000 / ofCopy), gigabytesPerSecond: 100 * ofCopy },
  };
  const copy = {
    ...({ ...row, title: "copy u32", contender: "copy", primitive: "copy", ofCopy: 1 } as const),
    ...{ nanoseconds: nanoseconds(1000), gigabytesPerSecond: 100 },
  };
  const adapter: WebGpuResult["adapter"] = {
    ...{ vendor: "v", architecture: "a", device: "d", description: "GPU <1> & Co" },
    ...{ isFallbackAdapter: false, subgroupMinSize: 32, subgroupMaxSize: 32, features: [], limits: {} },
  };
  return {
    ...{ suite: "webgpu", isQuick: false, warning: undefined, date: "2020-02-02T00:00:00.000Z" },
    ...{
      command: "npm run bench -- webgpu",
      adapter,
      clock: "timestamps",
      load: { before: [0], after: [0] },
    },
    machine: { name: "m", cpu: "m", cores: 1, caches: [], memoryGiB: 1, system: "s", hugePages: undefined },
    ...{ results: [copy, scan], skipped: [], cub: undefined },
    ...change,
  };
}

describe("tables", () => {
  test("a goal is met at its number and missed below", () => {
    expect(webGpuTables(resultAt(GOAL.ofCopy))).toMatch(/≥ 0.9 \| 0.90 \| pass/);
    expect(webGpuTables(resultAt(GOAL.ofCopy - 0.01))).toMatch(/≥ 0.9 \| 0.89 \| \*\*miss\*\*/);
    expect(webGpuTables(resultAt(1))).toMatch(/scan f32 native dyadic-look-back .* not measured \| –/);
  });

  test("a software adapter is no statement about GPUs, and has no goals", () => {
    const text = webGpuTables(resultAt(0.1, { warning: "software adapter: no statement about GPUs" }));
    expect(text).toMatch(/^\*\*software adapter: no statement about GPUs\.\*\*/);
    expect(text).not.toMatch(/goal/);
  });

  test("CUB's levels are compared with our times, not with their ratios to a copy of their own", () => {
    const row = {
      contender: "cub::DeviceScan::InclusiveSum",
      primitive: "inclusive-scan",
      type: "u32",
    } as const;
    const cub = ["default", "run_to_run"].map((determinism, i) => ({
      ...{ ...row, determinism, n: GOAL.n, nanoseconds: 500 * (i + 1), ofCopy: 7 },
    }));
    const text = webGpuTables(resultAt(1, { cub }));
    expect(text).toContain(`| ${GOAL.title} | default | 0.50× |`);
    expect(text).toContain(`| ${GOAL.title} | run_to_run | 1.00× |`);
  });

  test("what was not measured is said once, with the reason", () => {
    const skipped = [1024, 4096].map((n) => ({ title: "scan f64", n, reason: "no memory" }));
    expect(webGpuTables(resultAt(1, { skipped })).split("- scan f64: not measured, no memory")).toHaveLength(
      2,
    );
  });
});

describe("the plot", () => {
  test("has a line for each case but the copy, and for each of CUB's levels", () => {
    const cub = [
      {
        contender: "cub",
        primitive: "reduce",
        type: "f32",
        determinism: "x",
        n: 1024,
        nanoseconds: 1,
        ofCopy: 2,
      },
    ] as const;
    const svg = webGpuPlot(resultAt(0.5, { cub: [...cub] }));
    expect(svg.match(/<g class="sb-\d"><title>/g)).toHaveLength(2);
    expect(svg).toContain("cub f32 x");
    expect(svg).toContain("GPU &lt;1&gt; &amp; Co");
  });

  test("of nothing is still a picture, and a warning is in it", () => {
    const svg = webGpuPlot({ ...resultAt(1), results: [], warning: "no GPU & all" });
    expect(svg).not.toMatch(/NaN|Infinity/);
    expect(svg).toContain("no GPU &amp; all");
  });
});

test("adapters have names that files can have", () => {
  const facts = resultAt(1).adapter;
  expect(adapterSlug({ ...facts, description: "llvmpipe: Mesa 25.0.7 (LLVM 15)" })).toBe("lavapipe");
  expect(adapterSlug({ ...facts, description: "SwiftShader driver 5.0.0" })).toBe("swiftshader-5-0-0");
  expect(adapterSlug({ ...facts, description: "", vendor: "nvidia", architecture: "hopper" })).toBe(
    "nvidia-hopper",
  );
});
