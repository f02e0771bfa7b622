import { expect, test } from "vitest";
import { describeOnAdapters } from "../../../../test/webgpu/adapters.ts";
import { InvalidArgumentError, UnsupportedError } from "../../../values/errors.ts";
import { NEEDED_LIMITS } from "./device-facts.ts";
import { openDevice } from "./open-device.ts";

const noGpu = async (): Promise<GPU> => {
  throw new Error("nobody asked for a GPU");
};

/** An adapter as far as opening looks at it. */
function fakeAdapter(limits: object, requestDevice: () => Promise<GPUDevice>): GPUAdapter {
  const features = new Set(["subgroups", "shader-f16"]);
  return { limits: { ...NEEDED_LIMITS, ...limits }, features, requestDevice } as unknown as GPUAdapter;
}

describeOnAdapters((adapter) => {
  test("opens a device of the adapter with all of its limits, and closes it", async () => {
    const given = await adapter.request();
    const core = await openDevice({ adapter: given }, noGpu);
    expect(core.isOwned).toBe(true);
    expect(core.device.limits.maxStorageBufferBindingSize).toBe(given.limits.maxStorageBufferBindingSize);
    core.close();
    expect((await core.device.lost).reason).toBe("destroyed");
  });

  test("asks the given GPU for an adapter where nothing is given", async () => {
    const given = await adapter.request();
    const core = await openDevice({}, async () => ({ requestAdapter: async () => given }) as unknown as GPU);
    expect(core.device.adapterInfo.vendor).toBe(given.info.vendor);
    core.close();
  });

  test("takes a device of the caller's, which it does not destroy", async () => {
    const device = await adapter.device();
    const core = await openDevice({ device }, noGpu);
    expect([core.device, core.isOwned]).toEqual([device, false]);
    core.close();
    const still = await Promise.race([device.lost, Promise.resolve("alive")]);
    expect(still).toBe("alive");
  });

  test("an adapter that gave its device gives no second one, in words", async () => {
    const used = await adapter.request();
    (await used.requestDevice()).destroy();
    const opening = openDevice({ adapter: used }, noGpu);
    await expect(opening).rejects.toThrow(UnsupportedError);
    await expect(opening).rejects.toThrow(/the adapter gives none .*request a new adapter/);
  });
});

test("no adapter: says what to install", async () => {
  const gpu = { requestAdapter: async () => null } as unknown as GPU;
  const opening = openDevice({}, async () => gpu);
  await expect(opening).rejects.toThrow(UnsupportedError);
  await expect(opening).rejects.toThrow(
    /no adapter was found.*libvulkan1.*mesa-vulkan-drivers.*samebits\/workers/,
  );
});

test.each(Object.keys(NEEDED_LIMITS))(
  "less than the needed %s is refused before a device is requested",
  async (name) => {
    const adapter = fakeAdapter({ [name]: 4 }, () => {
      throw new Error("requested");
    });
    const opening = openDevice({ adapter }, noGpu);
    await expect(opening).rejects.toThrow(UnsupportedError);
    await expect(opening).rejects.toThrow(`this adapter has ${name} 4, and`);
    const device = {
      createBuffer() {},
      queue: {},
      lost: Promise.race([]),
      limits: { ...NEEDED_LIMITS, [name]: 4 },
    };
    await expect(openDevice({ device: device as unknown as GPUDevice }, noGpu)).rejects.toThrow(
      `requiredLimits: { ${name}: adapter.limits.${name} }`,
    );
  },
);

test("wishes are only for what the adapter has", async () => {
  let asked: GPUDeviceDescriptor | undefined;
  const adapter = fakeAdapter({ maxBufferSize: 2 ** 40 }, ((given: GPUDeviceDescriptor) => {
    asked = given;
    return Promise.reject(new Error("seen"));
  }) as never);
  await expect(openDevice({ adapter }, noGpu)).rejects.toThrow(/seen/);
  expect(asked?.requiredFeatures).toEqual(["subgroups"]);
  expect(asked?.requiredLimits?.maxBufferSize).toBe(2 ** 40);
});

test.each([
  [{ device: 5 }, /"device" must be a GPUDevice, got 5/],
  [{ device: {} }, /"device" must be a GPUDevice/],
  [{ adapter: null }, /"adapter" must be a GPUAdapter, got null/],
  [{ adapter: "gpu" }, /"adapter" must be a GPUAdapter/],
  [{ adapter: {}, device: {} }, /"adapter" must be left out where "device" is given, got both/],
])("%o is refused", async (choice, message) => {
  const opening = openDevice(choice as never, noGpu);
  await expect(opening).rejects.toThrow(InvalidArgumentError);
  await expect(opening).rejects.toThrow(message);
});
