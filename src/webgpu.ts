// samebits/webgpu: the functions of samebits on a GPU, with the same bits.

import { TEMPLATE_ROWS } from "./algorithms/algorithm-rows.ts";
import { algorithmTemplate } from "./algorithms/algorithm-template.ts";
import { type AsynchronousAlgorithms, bindAsynchronous } from "./algorithms/bind-asynchronous.ts";
import { prepareContracts } from "./algorithms/prepare-observations.ts";
import { checkRequests } from "./algorithms/run-call.ts";
import type { Observation } from "./contracts/contract.ts";
import type { AccumulationOf, RecordOptions, SumOf, TypedOptions } from "./contracts/options.ts";
import { type ContractOptions, requirementOf } from "./contracts/resolve.ts";
import type { Executor } from "./executors/executor.ts";
import type { AlgorithmExecutor } from "./executors/primitives.ts";
import { type DeviceFacts, deviceFacts } from "./executors/webgpu/device/device-facts.ts";
import type { GpuCore } from "./executors/webgpu/device/gpu-core.ts";
import { nodeAdapter, nodeAdapterNames, nodeGpu, openDevice } from "./executors/webgpu/device/open-device.ts";

import { closeParts, type GpuParts, gpuParts } from "./executors/webgpu/gpu-parts.ts";
import { type WebGpuExecutor, webGpuExecutor } from "./executors/webgpu/machine.ts";
import { planMaker } from "./executors/webgpu/plan-contract.ts";
import type { WaysOfCalls } from "./executors/webgpu/plans.ts";
import { type DevicePlan, prepareEncoding } from "./executors/webgpu/prepare-encoding.ts";
import {
  type DeviceAlgorithm,
  prepareDeviceAlgorithm,
} from "./executors/webgpu/primitives/device-algorithm.ts";
import type { PrepareAlgorithm } from "./executors/webgpu/primitives/prepare-algorithm.ts";
import { ALGORITHMS, type Algorithm } from "./executors/webgpu/stage/algorithm.ts";
import { multiplyOnDevice } from "./matrices/multiply-template.ts";
import { checkBoolean, checkInteger } from "./values/check-arguments.ts";
import { checkOptionNames, oneOf } from "./values/check-name.ts";

import { describe } from "./values/describe.ts";
import type { StorageType } from "./values/element-types.ts";
import { InvalidArgumentError, UnsupportedError } from "./values/errors.ts";
import type { RecordType } from "./values/value-types.ts";

/**
 * How a GPU may add f32: "fastest" uses its own addition where elements are clean and the compiled kernel was checked on this very device,
 * and integer code on bits elsewhere, as "integer" does everywhere. Both give the same bits; "integer" does so by WGSL's specification alone.
 *
 * Below level "everywhere" "fastest" adds and multiplies f32 as the device does; "integer" serves those levels by "everywhere".
 */
export type ArithmeticChoice = "fastest" | "integer";

/** Options of `openWebGpu`: which GPU, and how it may add floats. */
export interface WebGpuOptions {
  readonly adapter?: GPUAdapter | string | undefined; // a device of its own is requested; in Node, words of an adapter's name will do
  readonly device?: GPUDevice | undefined; // stays the caller's: never destroyed here
  readonly arithmetic?: ArithmeticChoice | undefined; // default: "fastest"
  readonly algorithm?: Algorithm | undefined; // how scans are computed; default: the best that has the contract's bits
  readonly assumeForwardProgress?: boolean | undefined; // default: false; "look-back:decoupled" needs to be told that workgroups go on while others wait for them
  readonly signal?: AbortSignal | undefined; // default: none; gives up opening
}

/** What `prepare` may be told besides the contract. */
export interface PrepareOnDeviceOptions {
  readonly maxLength?: number | undefined; // elements of the longest call; default: what the device can bind
  readonly arithmetic?: ArithmeticChoice | undefined; // default: that of openWebGpu
  readonly algorithm?: Algorithm | undefined; // how scans are computed; default: that of openWebGpu, or "dyadic-look-back", "chained-scan" for linearCarry, "reduce-then-scan" for sums without an order
  readonly assumeForwardProgress?: boolean | undefined; // default: that of openWebGpu
  readonly counts?: boolean | undefined; // default: false; keeps counters, which cost atomics, for `counters()`
  readonly observations?: readonly Observation[] | undefined; // those that will be recorded, each compiled; default: all that the contract has
}

/** `prepare` for buffers of a device. */
export interface PrepareOnDevice {
  <Type extends RecordType>(
    options: RecordOptions<Type> & PrepareOnDeviceOptions,
  ): Promise<DevicePlan<Type, Type>>;
  <Type extends StorageType, Sum extends AccumulationOf<Type> = SumOf<Type>>(
    options: TypedOptions<Type, Sum> & PrepareOnDeviceOptions & { readonly type: Type },
  ): Promise<DevicePlan<Type, Sum>>;
}

/** A GPU that computes contracts. In Node it keeps the process alive only while calls run. */
export interface WebGpu extends AsynchronousAlgorithms {
  readonly device: GPUDevice;
  readonly facts: DeviceFacts;
  /** For `algorithmsOn`, `runOn`, `conformance`, and callers that plan contracts: plans give promises. `fusionCounts` tells what fused folds took. */
  readonly executor: AlgorithmExecutor & Pick<WebGpuExecutor, "fusionCounts">;
  /**
   * Compiles a contract for buffers of `device`: its calls are recorded into the caller's encoders, without submitting or reading back.
   *
   * @throws InvalidArgumentError, UnsupportedError as the functions do
   */
  readonly prepare: PrepareOnDevice;
  /**
   * Compiles a function of `samebits/algorithms` for buffers of `device`, likewise; the types of its columns are options.
   *
   * @throws InvalidArgumentError, UnsupportedError as the function does
   */
  readonly prepareAlgorithm: PrepareAlgorithm;
  /** Calls that are not done reject with ExecutorClosedError. Destroys the device, unless it is the caller's. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens a GPU: `device` of the caller's, a device of `adapter`, or one of the adapter that the system prefers, through `navigator.gpu` or
 * in Node through the npm package `webgpu`.
 *
 * `gpu.reduce`, `inclusiveScan` and `exclusiveScan` take what those of `samebits` take, and a `signal`; they give promises of the same bits,
 * on every GPU, unless a weaker `determinism` is asked for. Arrays are copied to the device and back.
 *
 * @throws UnsupportedError where there is no WebGPU, no adapter, or a device with less than WebGPU's own default limits
 * @throws InvalidArgumentError for an adapter or device that is not one
 * @see docs/webgpu.md
 */
export async function openWebGpu(options: WebGpuOptions = {}): Promise<WebGpu> {
  checkOptionNames(options, OPTION_NAMES);
  const { signal, arithmetic = "fastest", algorithm, assumeForwardProgress, device, adapter } = options;
  const ways = { arithmetic, algorithm, assumeForwardProgress };
  checkWays(ways);
  signal?.throwIfAborted();
  const chosen = typeof adapter === "string" ? await adapterNamed(adapter) : adapter;
  const core = await openDevice({ device, adapter: chosen }, preferredGpu);
  if (signal?.aborted === true) {
    core.close();
    throw signal.reason;
  }
  return webGpu(core, ways);
}

const OPTION_NAMES = ["device", "adapter", "arithmetic", "algorithm", "assumeForwardProgress", "signal"];

function checkWays({ arithmetic, algorithm, assumeForwardProgress }: WaysOfCalls): void {
  if (arithmetic !== "fastest" && arithmetic !== "integer") {
    throw new InvalidArgumentError("arithmetic", '"fastest" or "integer"', describe(arithmetic));
  }
  if (algorithm !== undefined && !ALGORITHMS.includes(algorithm)) {
    throw new InvalidArgumentError("algorithm", oneOf(String(algorithm), ALGORITHMS), describe(algorithm));
  }
  if (assumeForwardProgress !== undefined) checkBoolean("assumeForwardProgress", assumeForwardProgress);
}

/**
 * The names of the adapters that are here, of which `openWebGpu({ adapter })` takes any: in Node, where Dawn tells them. None in a browser
 * or in Deno, which give one adapter and keep the others to themselves.
 *
 * @throws UnsupportedError where the npm package `webgpu` is missing
 */
export async function adapterNames(): Promise<readonly string[]> {
  return ownGpu() === undefined && typeof process === "object" ? nodeAdapterNames() : [];
}

async function adapterNamed(name: string): Promise<GPUAdapter> {
  if (ownGpu() === undefined && typeof process === "object") return nodeAdapter(name);
  throw new UnsupportedError(
    "WebGPU",
    "adapters are chosen by their names in Node only",
    "pass an adapter that navigator.gpu gives, or none",
  );
}

function ownGpu(): GPU | undefined {
  return typeof navigator === "object" ? (navigator as Partial<Navigator>).gpu : undefined;
}

/** A page's or Deno's own, or Dawn's in Node. */
async function preferredGpu(): Promise<GPU> {
  const own = ownGpu();
  if (own !== undefined) return own;
  if (typeof process === "object") return nodeGpu();
  throw new UnsupportedError(
    "WebGPU",
    "there is no navigator.gpu: this browser lacks WebGPU, or the page comes neither over https nor from localhost",
    'serve the page over https, use a newer browser, or import from "samebits" or "samebits/workers"',
  );
}

function webGpu(core: GpuCore, ways: WaysOfCalls): WebGpu {
  const parts = gpuParts(core, planMaker(), ways);
  const executor = webGpuExecutor(parts);
  const close = async (): Promise<void> => {
    core.close();
    closeParts(parts);
  };
  const members = {
    ...bindAsynchronous((signal) => (signal === undefined ? executor : webGpuExecutor(parts, signal))),
    device: core.device,
    facts: deviceFacts(core.device),
    executor,
    prepare: ((options: ContractOptions & PrepareOnDeviceOptions) =>
      prepareOn(parts, executor, options)) as PrepareOnDevice,
    prepareAlgorithm: ((name: string, options: Readonly<Record<string, unknown>> = {}) =>
      prepareAlgorithmOn(parts, executor, name, options)) as unknown as PrepareAlgorithm,
    close,
    [ASYNC_DISPOSE]: close,
  };
  return members as typeof members & WebGpu;
}

// Node 20 has it; where it is missing, compiled `await using` falls back to the registered symbol.
const ASYNC_DISPOSE: symbol = Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose");

const OBSERVATIONS: readonly Observation[] = ["reduce", "inclusive-scan", "exclusive-scan"];

async function prepareOn(
  parts: GpuParts,
  executor: Executor,
  {
    maxLength,
    arithmetic = parts.plans.ways.arithmetic,
    algorithm = parts.plans.ways.algorithm,
    assumeForwardProgress = parts.plans.ways.assumeForwardProgress,
    counts,
    observations,
    ...options
  }: ContractOptions & PrepareOnDeviceOptions,
): Promise<DevicePlan> {
  parts.core.check();
  const ways = { arithmetic, algorithm, assumeForwardProgress };
  checkWays(ways);
  if (counts !== undefined) checkBoolean("counts", counts);
  checkMaxLength(maxLength);
  checkNoOutput(options);
  const { contract, exclusiveContract, check } = prepareContracts(executor, options);
  for (const observation of observations ?? []) {
    if (!OBSERVATIONS.includes(observation)) {
      throw new InvalidArgumentError(
        "observations",
        `each ${OBSERVATIONS.join(", ")}`,
        describe(observation),
      );
    }
    check(observation);
  }
  const served = observations ?? OBSERVATIONS.filter((observation) => canHave(check, observation));
  return prepareEncoding(parts, {
    contract,
    exclusiveContract,
    check,
    observations: served,
    setting: { maxLength, determinism: requirementOf(options).determinism, ...ways, counts },
  });
}

/** Results go where calls say. @throws UnsupportedError for an `output` to round to, which is no option of a contract either */
function checkNoOutput(options: object): void {
  const { output } = options as { readonly output?: unknown };
  if (output === undefined) return;
  throw new UnsupportedError(
    `"output" ${describe(output)} over buffers`,
    "a call names the buffers of its results, which are of the accumulation type: of half floats two would share a word",
    "leave it out, and round what is read back; or call the function with arrays",
  );
}

/** The functions of columns and matrices that take buffers. */
const DEVICE_ROWS = { ...TEMPLATE_ROWS, multiply: multiplyOnDevice };

async function prepareAlgorithmOn(
  parts: GpuParts,
  executor: Executor,
  name: string,
  { maxLength, ...options }: Readonly<Record<string, unknown>>,
): Promise<DeviceAlgorithm> {
  parts.core.check();
  checkMaxLength(maxLength);
  checkNoOutput(options);
  const template = algorithmTemplate(name, options, DEVICE_ROWS);
  checkRequests(executor, template.requests);
  return prepareDeviceAlgorithm(parts, template, { maxLength });
}

function checkMaxLength(maxLength: unknown): asserts maxLength is number | undefined {
  if (maxLength === undefined) return;
  checkInteger("maxLength", maxLength, 1, undefined, "a whole number of elements, 1 or more");
}

function canHave(check: (observation: Observation) => void, observation: Observation): boolean {
  try {
    check(observation);
    return true;
  } catch {
    return false;
  }
}

export type {
  Abortable,
  AchievedOf,
  AsynchronousReduce,
  AsynchronousScan,
} from "./algorithms/bind-asynchronous.ts";
export type { DeviceColumns, DeviceCount, DeviceElements } from "./executors/webgpu/caller-encoding.ts";
export type { DeviceFacts } from "./executors/webgpu/device/device-facts.ts";
export type { Counter } from "./executors/webgpu/kernels/kernel-setting.ts";
export type { DeviceAchieved, DeviceCall, DevicePlan } from "./executors/webgpu/prepare-encoding.ts";
export type {
  DeviceAlgorithm,
  DeviceAlgorithmCall,
  DeviceLength,
} from "./executors/webgpu/primitives/device-algorithm.ts";
export type { PrepareAlgorithm } from "./executors/webgpu/primitives/prepare-algorithm.ts";
export type { ForwardProgress, LaneWait, Wait } from "./executors/webgpu/probe/probe-forward-progress.ts";
export { probeForwardProgress } from "./executors/webgpu/probe/probe-forward-progress.ts";
export type { Deviation, NativeFloats, Rounding } from "./executors/webgpu/probe/probe-native-floats.ts";
export { probeNativeFloats } from "./executors/webgpu/probe/probe-native-floats.ts";
export type { Algorithm } from "./executors/webgpu/stage/algorithm.ts";
export {
  DeviceLostError,
  EmptyInputError,
  ExecutorClosedError,
  InternalError,
  InvalidArgumentError,
  LengthMismatchError,
  OutOfMemoryError,
  SamebitsError,
  UnsupportedError,
} from "./values/errors.ts";
