import { InvalidArgumentError } from "../../index.ts";
import type { WebGpu } from "../../webgpu.ts";
import type { ScanChoice } from "../options/scan-choice.ts";
import { asJson, type JsonValue } from "../report.ts";
import type { OfferedExecutor, WitnessSample } from "./offered-executor.ts";

/** A kernel of an emulated GPU takes a second to compile on SwiftShader and five on lavapipe, more on a busy machine: minutes even so. */
const OF_EMULATED: WitnessSample = { rows: 4, requests: 12 };

/** Ten seconds or so, and some minutes, by the several kernels that a driver compiles in a second: reckoned, not measured. */
const OF_GPU = { quick: { rows: 10, requests: 40 }, full: { rows: 40, requests: 200 } } as const;

/** The GPU that the system prefers, or one by words of its name. Its code is read when it is asked for. */
export const WEBGPU: OfferedExecutor = {
  name: "webgpu",
  door: "samebits/webgpu",
  about: "WGSL kernels on a GPU",
  argument: { name: "NAME", inAll: "", isOptional: true, read: readName },
  devices: async () => (await import("../../webgpu.ts")).adapterNames(),
  tryHere: (argument) => withGpu(argument, async ({ facts }) => describeDevice(facts)),
  probe: () => withGpu("", probe),
  takesScanChoice: true,
  async open(argument, _use, scans = {}) {
    const { asynchronousExecutor } = await import("./asynchronous.ts");
    const gpu = await openGpu(argument, scans);
    const name = argument === "" ? "webgpu" : `webgpu:${argument}`;
    const { isEmulated } = gpu.facts;
    const samples = isEmulated ? { ...OF_GPU, quick: OF_EMULATED } : OF_GPU;
    const executor = asynchronousExecutor(name, gpu, scans.algorithm);
    return { ...executor, isEmulated, samples };
  },
};

/** Words of an adapter's name. A number would be a slip, and is in many a driver's version. */
function readName(text: string): string {
  if (text === "" || /[a-z]/i.test(text)) return text;
  const expected = "webgpu, or webgpu:NAME with words of a GPU's name";
  throw new InvalidArgumentError("on", expected, JSON.stringify(`webgpu:${text}`));
}

async function openGpu(adapter = "", scans: ScanChoice = {}): Promise<WebGpu> {
  const { openWebGpu } = await import("../../webgpu.ts");
  return openWebGpu(adapter === "" ? scans : { ...scans, adapter });
}

async function withGpu<Result>(
  adapter: string | undefined,
  run: (gpu: WebGpu) => Promise<Result>,
): Promise<Result> {
  const gpu = await openGpu(adapter);
  try {
    return await run(gpu);
  } finally {
    await gpu.close();
  }
}

/** "google swiftshader, SwiftShader driver 5.0.0, emulated by the processor". */
function describeDevice({ vendor, architecture, description, isEmulated }: WebGpu["facts"]): string {
  const names = [vendor, architecture].filter((each) => each !== "").join(" ");
  const facts = [names, description, isEmulated ? "emulated by the processor" : ""];
  return facts.filter((each) => each !== "").join(", ");
}

/** What the device says of itself, and what it was seen to do. */
async function probe({ device, facts }: WebGpu): Promise<Readonly<Record<string, JsonValue>>> {
  const { probeForwardProgress, probeNativeFloats } = await import("../../webgpu.ts");
  const nativeFloats = await probeNativeFloats(device);
  const forwardProgress = await probeForwardProgress(device);
  return {
    device: asJson(facts),
    nativeFloats: asJson(nativeFloats),
    forwardProgress: asJson(forwardProgress),
  };
}
