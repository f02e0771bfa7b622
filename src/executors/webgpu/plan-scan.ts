// A contract and an observation become compiled stages with their scratch: the plan that calls are recorded on.

import { wgslWords } from "../../codegen/wgsl/wgsl-words.ts";
import { type ColumnContract, derivedContract } from "../../contracts/column-contract.ts";
import type { Determinism, Served } from "../../contracts/levels.ts";
import { takesAnyTree } from "../../contracts/takes-any-tree.ts";
import { printExpression } from "../../expressions/print.ts";
import { GROUP_BITS } from "../../look-back/protocol.ts";
import { InternalError, UnsupportedError } from "../../values/errors.ts";
import { CallBinder, gridOf, type Inspection } from "./call-binder.ts";
import type { Certificate } from "./certificates/certificate.ts";
import { compilePipeline } from "./compile-pipeline.ts";
import { familyOf, isOneSegment } from "./families.ts";
import type { GpuPlan } from "./gpu-plan.ts";
import { type Arithmetic, type KernelSetting, tableStart } from "./kernels/kernel-setting.ts";
import { inputTypes, type MappedInput } from "./kernels/mapped-input.ts";
import { tileCount } from "./kernels/tile-count.ts";
import { type TileShape, tileLength } from "./kernels/tile-shape.ts";
import { wordCount } from "./kernels/value.wgsl.ts";
import { BUFFER_USAGE } from "./memory/buffers.ts";
import { nativeOperation } from "./native/served-level.ts";
import { ELSEWHERE, SERVING_EXPRESSION } from "./serving.ts";
import { kernelSetting, tileLimits } from "./setting.ts";
import type { ScanChoice } from "./stage/algorithm.ts";
import { chooseAlgorithm, stagesOf } from "./stage/stages-of.ts";
import type { Staging } from "./stage/staging.ts";

/** What is asked for of a plan. */
interface SubgroupOptions {
  readonly subgroups?: "auto" | KernelSetting["subgroups"] | undefined; // default "auto": by what the device and its WGSL have
}

/** How the kernels of a plan use subgroups: never more than the device has. */
export async function chooseSubgroups(
  device: GPUDevice,
  { subgroups = "auto" }: SubgroupOptions,
): Promise<KernelSetting["subgroups"]> {
  if (!device.features.has("subgroups")) return "none";
  if (subgroups !== "auto") return subgroups;
  const known = numbered.get(device) ?? understands(device, "requires subgroup_id;");
  numbered.set(device, known);
  return (await known) ? "numbered" : "drawn";
}

const numbered = new WeakMap<GPUDevice, Promise<boolean>>(); // whether the compiler has subgroup_id

/** Language features belong to the GPU object, which a device does not lead to: so the compiler is asked. */
async function understands(device: GPUDevice, code: string): Promise<boolean> {
  device.pushErrorScope("validation");
  device.createShaderModule({ code });
  return (await device.popErrorScope()) === null;
}

/** How a plan is executed. None of it changes a bit, but for what is allowed below determinism "everywhere". */
export interface PlanSetting extends ScanChoice {
  readonly maxLength?: number | undefined; // elements of the longest call; default: what the device can bind
  readonly shape?: TileShape | undefined; // default: by the size of a value and the device's limits
  readonly chunkLevel?: number | undefined; // log2 of the tiles of a chunk; default: what the device can bind
  readonly pollLimit?: number | undefined; // of a tile root; default POLL_LIMIT
  readonly inspected?: Inspection | undefined;
  readonly subgroups?: "auto" | KernelSetting["subgroups"] | undefined; // default "auto": what the device has
  readonly loads?: "words" | "vectors" | undefined; // of input; default "vectors", where values are one word and bindings are left
  readonly network?: KernelSetting["network"] | undefined; // default: the one that was measured to be faster; "agnostic" is for associative operators, and not heeded for others
  readonly arithmetic?: Arithmetic | undefined; // default "integer"; what has a certificate is planContract's business
  readonly plantedCombine?: string | undefined; // in the place of a kernel's native combine
  readonly mapped?: MappedInput | undefined; // default: calls have the elements' columns
  readonly determinism?: Determinism | undefined; // default "everywhere"; what is below is planContract's business
  readonly takesAnyBracket?: boolean | undefined; // as AlgorithmWish
  readonly rakeLevel?: number | undefined; // log2 of the workgroups that rake, where the algorithm does
}

/** A plan whose device memory can be looked at. */
export interface ScanPlan extends GpuPlan {
  readonly state: GPUBuffer; // laid out as STATE
  readonly setting: KernelSetting;
  readonly certificate?: Certificate | undefined; // of the native kernel, where one was made
  readonly level?: Served | undefined; // of the results; default: "everywhere"
}

/**
 * Compiles a contract for a device, which its refusal has passed: blocks of dyadic trees are powers of two.
 *
 * @throws UnsupportedError for an algorithm that would give other bits, or more roots than the device binds
 * @throws what compiling throws: a GPUPipelineError
 */
export async function planScan(
  device: GPUDevice,
  contract: ColumnContract,
  observation: KernelSetting["observation"],
  options: PlanSetting = {},
): Promise<ScanPlan> {
  // Its tiles would be joined as pairs, which is another tree.
  if (isOneSegment(contract, observation)) throw new InternalError("tiles have no scans by lanes or halves");
  const { limits } = device;
  const algorithm = chooseAlgorithm(contract, options);
  const subgroups = await chooseSubgroups(device, options);
  const setting = kernelSetting(computedContract(contract, options), observation, tileLimits(device), {
    ...options,
    subgroups,
    network: options.network ?? FASTER_NETWORK[subgroups],
    isInspected: options.inspected !== undefined,
  });
  const { expression } = contract;
  const maxLength = familyOf(expression).isWhole === true ? undefined : options.maxLength;
  const chunkLevel = options.chunkLevel ?? chunkLevelOf(setting, limits, maxLength);
  const { rakeLevel, takesAnyBracket } = options;
  const isOfArrival = takesAnyBracket === true && setting.arithmetic === "native";
  const arrival = isOfArrival ? nativeOperation(contract) : undefined;
  const staging = stagesOf(setting, { algorithm, expression, chunkLevel, rakeLevel, arrival });
  if (stateBytes(setting, staging) > limits.maxStorageBufferBindingSize) throw tooLarge(contract);
  const { pollLimit, inspected } = options;
  const binder = new CallBinder(device, { contract, setting, pollLimit, inspected });
  const pipelines = await Promise.all(
    staging.stages.map((stage) => compilePipeline(device, { ...stage, layout: () => binder.layout })),
  );
  await binder.prepare();
  return compiledPlan({ device, contract, setting, chunkLevel, staging, binder, pipelines });
}

/** The network for operators that are associative, as measured on software adapters (docs/notes/subgroup-networks.md); all have the same bits. */
const FASTER_NETWORK = {
  none: "dyadic",
  numbered: "agnostic",
  drawn: "agnostic",
} as const satisfies Record<KernelSetting["subgroups"], KernelSetting["network"]>;

/** Where any bracket gives the bits that are asked for, neither a network's pairs nor the blocks of a linear carry matter. */
function computedContract(
  contract: ColumnContract,
  { takesAnyBracket = false }: PlanSetting,
): ColumnContract {
  const { hasOwnBlocks } = familyOf(contract.expression);
  const isAny = hasOwnBlocks === true && (takesAnyBracket || takesAnyTree(contract));
  return isAny ? derivedContract(contract, { expression: SERVING_EXPRESSION }) : contract;
}

/** Chunks as long as the longest column can be bound, as the table is small, and as the longest call needs. */
function chunkLevelOf(
  setting: KernelSetting,
  limits: GPUSupportedLimits,
  maxLength = Number.MAX_SAFE_INTEGER,
): number {
  const { sums, shape, carried } = setting;
  const bytes = 4 * Math.max(...[...inputTypes(setting), ...sums].map(wgslWords));
  const room = Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize) / bytes;
  const most = Math.floor(Math.log2(Math.min(2 ** 30, room) / tileLength(shape)));
  // A chunk has whole blocks where it has several.
  const block = carried !== undefined && carried.length <= maxLength ? carried.length : 1;
  const positions = Math.ceil((maxLength + 1) / block) * block;
  const needed = Math.ceil(Math.log2(tileCount({ shape, carried }, positions)));
  return Math.max(GROUP_BITS, Math.min(most, needed));
}

interface Parts {
  readonly device: GPUDevice;
  readonly contract: ColumnContract;
  readonly setting: KernelSetting;
  readonly chunkLevel: number;
  readonly binder: CallBinder;
  readonly staging: Staging;
  readonly pipelines: readonly GPUComputePipeline[]; // of its stages
}

function compiledPlan({
  device,
  contract,
  setting,
  chunkLevel,
  staging,
  binder,
  pipelines,
}: Parts): ScanPlan {
  const most = device.limits.maxComputeWorkgroupsPerDimension;
  const state = device.createBuffer({
    size: stateBytes(setting, staging),
    usage: BUFFER_USAGE.storage | BUFFER_USAGE.copySource | BUFFER_USAGE.copyDestination,
  });
  const plan: ScanPlan = {
    contract,
    observation: setting.observation,
    setting,
    chunkLength: staging.chunkLength ?? 2 ** chunkLevel * tileLength(setting.shape),
    cutLength: staging.cutLength,
    state,
    encode(encoder, call) {
      if (staging.isWhole === true && call.chunk !== undefined) throw tooLong(plan);
      const bound = binder.bind(encoder, state, call);
      if (bound === undefined) return;
      const pass = encoder.beginComputePass();
      pass.setBindGroup(0, bound.group);
      for (const [i, { workgroups }] of staging.stages.entries()) {
        pass.setPipeline(pipelines[i]);
        if (workgroups === "tiles") bound.dispatchTiles(pass);
        else pass.dispatchWorkgroups(...gridOf(workgroups, most));
      }
      pass.end();
    },
    release() {
      state.destroy();
      binder.release();
    },
  };
  return plan;
}

function stateBytes({ sums }: KernelSetting, { tableWords }: Staging): number {
  return 4 * (tableStart(wordCount(sums)) + tableWords);
}

/** Of lanes more than of elements. */
function tooLarge({ expression }: ColumnContract): UnsupportedError {
  return new UnsupportedError(
    printExpression(expression),
    "its roots take more memory than this device binds at once",
    ELSEWHERE,
  );
}

function tooLong({ contract, chunkLength }: GpuPlan): UnsupportedError {
  return new UnsupportedError(
    `${printExpression(contract.expression)} of more than ${chunkLength} elements`,
    "its tree needs all of them at once, and this device holds no more",
    ELSEWHERE,
  );
}
