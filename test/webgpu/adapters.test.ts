import { expect, test } from "vitest";
import { describeOnAdapters, describeOnEmulators } from "./adapters.ts";

describeOnEmulators((adapter) => {
  test("is the one that it is called, and emulated", async () => {
    const { info } = await adapter.request();
    const expected = { swiftshader: "google swiftshader", lavapipe: "mesa software" }[adapter.name];
    expect(`${info.vendor} ${info.architecture}`).toBe(expected);
    expect(info.isFallbackAdapter).toBe(true);
  });
});

describeOnAdapters((adapter) => {
  test("gives devices with its limits, subgroups and timestamps", async () => {
    const { limits } = await adapter.request();
    const device = await adapter.device();
    expect(device.limits.maxStorageBufferBindingSize).toBe(limits.maxStorageBufferBindingSize);
    expect(device.limits.maxStorageBuffersPerShaderStage).toBeGreaterThan(8);
    expect(["subgroups", "timestamp-query"].map((name) => device.features.has(name))).toEqual([true, true]);
    expect(await adapter.device()).toBe(device);
  });
});
