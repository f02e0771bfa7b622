import { expect, test } from "vitest";
import { generateData } from "../../src/conformance/data/generate-data.ts";
import { inclusiveScan, networkExpression, scanScanAdd } from "../../src/networks.ts";
import { f64, operator, u32 } from "../../src/operators.ts";
import { InvalidArgumentError, openWebGpu, UnsupportedError } from "../../src/webgpu.ts";
import { describeOnQuickAdapter } from "./adapters.ts";
import { bufferOf, wordsIn } from "./word-buffers.ts";

// As in conformance.test.ts the number of kernels is what counts: each of these compiles for seconds.
const MINUTES = { timeout: 900_000 };

const mix = operator(u32, (left, right) => left.multiply(0x9e3779b1).rotateLeft(13).add(right));

describeOnQuickAdapter((adapter) => {
  test("columns of a record are scanned as by samebits/networks", MINUTES, async () => {
    await using gpu = await openWebGpu({ device: await adapter.device() });
    const pair = operator({ sum: f64, last: u32 }, (left, right) => ({
      sum: left.sum.add(right.sum),
      last: right.last,
    }));
    const columns = {
      sum: generateData({ data: "special", type: "f64", length: 1777, seed: 4n }),
      last: generateData({ data: "bits", type: "u32", length: 1777, seed: 5n }),
    };
    const expression = networkExpression(scanScanAdd(12, 4), "mine");
    const options = { operator: pair, expression, direction: "backward" } as const;
    expect(await gpu.inclusiveScan(columns, options)).toEqual(inclusiveScan(columns, options));
  });

  test("calls over buffers are recorded, of a length that the GPU knows too", MINUTES, async () => {
    await using gpu = await openWebGpu({ device: await adapter.device() });
    const expression = networkExpression("kogge-stone", 12);
    const observations = ["inclusive-scan"] as const;
    const plan = await gpu.prepare({ type: "u32", operator: mix, expression, observations, maxLength: 9000 });
    const input = generateData({ data: "bits", type: "u32", length: 9000, seed: 3n });
    const buffers = { input: bufferOf(gpu.device, input), output: bufferOf(gpu.device, [], 9000) };
    for (const length of [9000, 3073]) {
      const count = bufferOf(gpu.device, [length]);
      const encoder = gpu.device.createCommandEncoder();
      plan.encodeInclusiveScan(encoder, { ...buffers, length: length === 9000 ? length : { buffer: count } });
      gpu.device.queue.submit([encoder.finish()]);
      const found = (await wordsIn(gpu.device, buffers.output)).slice(0, length);
      expect(found).toEqual([...inclusiveScan(input.subarray(0, length), { operator: mix, expression })]);
      await plan.checked();
    }
    plan.release();
  });

  test("a network is refused where no tile has its wires, or it is none", async () => {
    await using gpu = await openWebGpu({ device: await adapter.device() });
    const input = Uint32Array.of(1, 2, 3);
    const wide = networkExpression("brent-kung", 5000);
    const refused = gpu.reduce(input, { operator: mix, expression: wide });
    await expect(refused).rejects.toThrow(UnsupportedError);
    await expect(refused).rejects.toThrow(
      /5000 wires of a network are done within a tile, which has at most 4096/,
    );
    const expression = { kind: "network", name: "mine", network: { width: 3, steps: [[[0, 2]]] } } as const;
    await expect(gpu.reduce(input, { operator: mix, expression })).rejects.toThrow(InvalidArgumentError);
    // Any tree has the bits of an associative operator, whatever the width.
    expect(gpu.achieved("reduce", { type: "u32", expression: wide }).determinism).toBe("everywhere");
  });
});
