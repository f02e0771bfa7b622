import { Session } from "node:inspector";
import { expect, test, vi } from "vitest";
import { describeOnQuickAdapter } from "../../../test/webgpu/adapters.ts";
import { algorithmsOn } from "../../algorithms/algorithms-on.ts";
import { elementFunction, operator, u32 } from "../../operators.ts";
import { openWebGpu } from "../../webgpu.ts";

/** What prints WGSL: the emitters of terms, and what puts texts of kernels together. */
const PRINTERS = /\/codegen\/wgsl\/|\/kernel-text\.ts|\/look-back-text\.ts|\/kernels\/[^/]*\.wgsl\.ts/;

/** Functions of these files that print nothing: sizes, keys, and what modules export. */
const SIZES = ["", "wgslWords", "wordCount", "paramCount", "elementGroups", "isCleanWord"];
const LOOK_BACK = ["lookBackShape", "lookBackKey", "lookBackCall"];

/** Functions of the printers that run meanwhile, counted by V8. */
async function printersIn(run: () => Promise<unknown>): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await run();
  let names: readonly string[] = [];
  session.post("Profiler.takePreciseCoverage", (error, { result }) => {
    expect(error).toBeNull();
    names = result
      .filter(({ url }) => PRINTERS.test(url))
      .flatMap(({ functions }) => functions.filter(({ ranges }) => ranges[0].count > 0))
      .map(({ functionName }) => functionName);
  });
  session.disconnect();
  return names.filter((name) => ![...SIZES, ...LOOK_BACK].includes(name));
}

const isOdd = () => elementFunction(u32, (x) => x.and(1).equal(1));
const mix = () => operator(u32, (left, right) => left.multiply(3).add(right));

describeOnQuickAdapter((adapter) => {
  test("a second call prints no kernel, whatever is made anew for it", async () => {
    const gpu = await openWebGpu({ device: await adapter.device() });
    const on = algorithmsOn(gpu);
    const input = Uint32Array.from({ length: 3000 }, (_, i) => i * 7);
    const segments = { offsets: Uint32Array.of(0, 5, 700, 3000) };
    const calls: Readonly<Record<string, () => Promise<unknown>>> = {
      filter: () => on.filter(input, isOdd()),
      segmentedReduce: () => on.segmentedReduce(input, segments, { operator: mix() }),
      reduce: () => gpu.reduce(input, { operator: mix() }),
    };
    const compiled = vi.spyOn(gpu.device, "createShaderModule");
    for (const [name, call] of Object.entries(calls)) {
      expect({ name, printed: (await printersIn(call)).length > 0 }).toEqual({ name, printed: true });
      compiled.mockClear();
      expect({ name, printers: await printersIn(call) }).toEqual({ name, printers: [] });
      expect({ name, texts: compiled.mock.calls.length }).toEqual({ name, texts: 0 });
    }
    compiled.mockRestore();
    await gpu.close();
  }, 120_000);
});
