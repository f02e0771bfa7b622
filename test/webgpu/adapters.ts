import { afterAll, describe, expect, test } from "vitest";
import { create } from "webgpu";
import { requestDevice } from "../../src/executors/webgpu/device/open-device.ts";
import { absenceOf, findPart, needsAllParts, SYSTEM_PARTS } from "../../tools/system-parts.mjs";
import { isLong, isThorough } from "../extent.ts";
import { pollSeldom } from "./poll-seldom.ts";

pollSeldom();

/** GPUs that the processor emulates: exact in integers, and each wrong in floats in a way of its own. */
type EmulatorName = "swiftshader" | "lavapipe";
type AdapterName = EmulatorName | "gpu";

/** What the tests compute on: an emulated GPU, or the one that `SAMEBITS_TEST_GPU` names. */
export interface TestAdapter<Name extends AdapterName = AdapterName> {
  readonly name: Name;
  /** Whether a fault makes tiles recompute what others publish late: emulated workgroups run a few at a time; those of a GPU may be in time, unless they are blind. */
  isCostly(faults: readonly string[]): boolean;
  /** A new adapter: each gives one device. */
  request(): Promise<GPUAdapter>;
  /** A new device with all that the adapter has, destroyed after the file's tests. */
  open(): Promise<GPUDevice>;
  /** The device that the file's tests share. */
  device(): Promise<GPUDevice>;
}

const { vulkan, swiftshader, lavapipe } = SYSTEM_PARTS;

/** A part of the name of a GPU of this machine, such as `NVIDIA`: the tests run on it in the place of emulated ones. */
const GPU_NAME = process.env.SAMEBITS_TEST_GPU;

/** What each adapter needs of the operating system, and the part of its name that Dawn picks it by. */
const ADAPTERS = {
  swiftshader: { parts: [vulkan, swiftshader], picked: "SwiftShader" },
  lavapipe: { parts: [vulkan, lavapipe], picked: "llvmpipe" },
  gpu: { parts: [vulkan], picked: GPU_NAME ?? "" },
} as const;

/** Of the two the quicker one, where there is no time for both. */
const EMULATORS: readonly EmulatorName[] = isThorough ? ["swiftshader", "lavapipe"] : ["swiftshader"];
const NAMES: readonly AdapterName[] = GPU_NAME === undefined ? EMULATORS : ["gpu"];

const absences = (name: AdapterName): readonly string[] =>
  ADAPTERS[name].parts.filter((part) => findPart(part) === undefined).map(absenceOf);

/** The adapters that are here. */
export const ADAPTERS_HERE: readonly TestAdapter[] = NAMES.filter((name) => absences(name).length === 0).map(
  (name) => testAdapter(name),
);

/**
 * The same tests for each adapter. A missing adapter is one skipped test that says how to get it; where all parts are needed it is a
 * failure.
 */
export function describeOnAdapters(body: (adapter: TestAdapter) => void): void {
  describeEach(NAMES, body);
}

/** Tests of what is known of the emulated adapters; of no other GPU is it known. */
export function describeOnEmulators(body: (adapter: TestAdapter<EmulatorName>) => void): void {
  if (GPU_NAME === undefined) describeEach(EMULATORS, body);
  else test.skip(`what is known of emulated adapters: the tests run on ${GPU_NAME}`, () => {});
}

function describeEach<Name extends AdapterName>(
  names: readonly Name[],
  body: (adapter: TestAdapter<Name>) => void,
): void {
  for (const name of names) {
    const missing = absences(name);
    if (missing.length === 0) describe(`on ${name}`, () => body(testAdapter(name)));
    else {
      test.skipIf(!needsAllParts())(`${name} is here: ${missing.join("; ")}`, () => {
        expect(missing).toEqual([]);
      });
    }
  }
}

/**
 * The same where what differs between adapters is only how they compile: on SwiftShader, and in the long run on both. lavapipe takes some
 * times as long for each kernel. On both wherever CI runs: what the adapters are and what the probe finds, trees
 * and float sums of the conformance suite with their golden hashes, arithmetic, subgroups, faults, and forced fallback and reversed order.
 */
export function describeOnQuickAdapter(body: (adapter: TestAdapter) => void): void {
  const isQuick = !isLong && GPU_NAME === undefined;
  describeEach(isQuick ? ["swiftshader"] : NAMES, body);
}

/** Dawn's instances, by adapter: the process dies when one is collected. */
const instances = new Map<AdapterName, GPU>();

const devices: GPUDevice[] = [];

afterAll(() => {
  for (const device of devices.splice(0)) device.destroy();
});

/** Shows Vulkan the drivers of the emulated adapters that are here, and no others: its loader looks when an instance is made. */
export function nameDrivers(): void {
  if (GPU_NAME !== undefined) return;
  process.env.VK_DRIVER_FILES = [swiftshader, lavapipe].flatMap((part) => findPart(part) ?? []).join(":");
}

function instanceOf(name: AdapterName): GPU {
  nameDrivers();
  const instance = instances.get(name) ?? (create([`adapter=${ADAPTERS[name].picked}`]) as GPU);
  instances.set(name, instance);
  return instance;
}

function testAdapter<Name extends AdapterName>(name: Name): TestAdapter<Name> {
  let shared: Promise<GPUDevice> | undefined;
  const request = async (): Promise<GPUAdapter> => {
    const adapter = await instanceOf(name).requestAdapter();
    if (adapter === null) throw new Error(`Dawn refuses ${name}, which is here`);
    return adapter;
  };
  const open = async (): Promise<GPUDevice> => {
    const device = await requestDevice(await request());
    devices.push(device);
    return device;
  };
  return {
    name,
    isCostly: (faults) => name !== "gpu" || faults.includes("blind"),
    request,
    open,
    device() {
      shared ??= open();
      return shared;
    },
  };
}
