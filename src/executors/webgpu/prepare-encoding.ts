// `gpu.prepare`: a contract compiled for a caller's own buffers and encoders. Nothing is submitted and nothing is read back here.

import { type ColumnContract, columnContract, derivedContract } from "../../contracts/column-contract.ts";
import type { Observation, RecordContract, TypedContract } from "../../contracts/contract.ts";
import { type Achieved, isAtLeast, type Served, servedEverywhere } from "../../contracts/levels.ts";
import { ACCUMULATION_TYPES } from "../../values/convert.ts";
import { describe } from "../../values/describe.ts";
import {
  EmptyInputError,
  InternalError,
  InvalidArgumentError,
  UnsupportedError,
} from "../../values/errors.ts";
import { typeOfColumns, type ValueType } from "../../values/value-types.ts";
import {
  type Bound,
  CallerEncoding,
  checkBuffersApart,
  checkEncoder,
  checkLengthOrCount,
  checkRanges,
  type DeviceColumns,
  type DeviceCount,
  DISPOSE,
  type HeldType,
  heldColumns,
  isNarrow,
  type NamedRange,
  roomOf,
  type WideType,
} from "./caller-encoding.ts";
import { EXECUTOR_NAME } from "./device/gpu-core.ts";
import type { GpuParts } from "./gpu-parts.ts";
import { chunkSlices, type GpuCount, type GpuPlan, type GpuRange } from "./gpu-plan.ts";
import { COUNTERS, type Counter, STATE } from "./kernels/kernel-setting.ts";
import { readBack } from "./memory/buffers.ts";
import type { MadePlan, MakeSetting } from "./plans.ts";
import { Widening } from "./widening.ts";

/** As callers name it, and as it prints. */
type NamedContract = TypedContract | RecordContract;

/** One call on buffers of a device. */
export interface DeviceCall<Type extends HeldType = HeldType, Sum extends ValueType = WideType<Type>> {
  readonly input: DeviceColumns<Type>; // usage STORAGE
  readonly output: DeviceColumns<Sum>; // usage STORAGE, in buffers of their own; of a reduce one element
  readonly length: number | DeviceCount; // elements of the input
}

/**
 * One contract, compiled for a device, and recorded as often as one likes. Nothing is submitted and nothing is read back.
 *
 * Its calls are to be submitted in the order in which they were recorded, as they share scratch.
 */
export interface DevicePlan<Type extends HeldType = HeldType, Sum extends ValueType = WideType<Type>> {
  readonly contract: NamedContract; // of reduce and of the inclusive scan
  readonly exclusiveContract: NamedContract | undefined; // with the operator's start where no initial value was given; undefined where it has none
  readonly achieved: DeviceAchieved;
  /** Output is one element. A count of 0 without an initial value leaves it as it is. @throws EmptyInputError for a `length` of 0 without an initial value */
  encodeReduce(encoder: GPUCommandEncoder, call: DeviceCall<Type, Sum>): void;
  encodeInclusiveScan(encoder: GPUCommandEncoder, call: DeviceCall<Type, Sum>): void;
  encodeExclusiveScan(encoder: GPUCommandEncoder, call: DeviceCall<Type, Sum>): void;
  /** Fulfilled when the device has found all calls so far to be valid. @throws InvalidArgumentError for buffers of another device, or destroyed ones */
  checked(): Promise<void>;
  /**
   * What the submitted calls have done so far, for looking into: polls, fallbacks, tiles recomputed, roots published, tiles added natively or on
   * bits. @throws InvalidArgumentError for a plan that was not prepared with `counts: true`
   */
  counters(): Promise<Readonly<Record<Counter, number>>>;
  /** Gives scratch back. What was recorded must have been submitted. */
  release(): void;
  [Symbol.dispose](): void;
}

/**
 * What results meet, and how: of the observations prepared the weakest level, and how floats are computed.
 *
 * - "integer": on their bits.
 * - "certified-native": f32 addition natively where elements are clean, by a kernel whose bits were checked on this device, else on bits.
 * - "native": by the device's own f32, below level "everywhere".
 */
export interface DeviceAchieved extends Achieved {
  readonly arithmetic: "integer" | "certified-native" | "native";
}

/** What is prepared: contracts whose observations `check` lets through. */
interface Preparation {
  readonly contract: NamedContract;
  readonly exclusiveContract: NamedContract | undefined;
  readonly observations: readonly Observation[];
  /** Throws the error of an observation that cannot be had. */
  readonly check: (observation: Observation) => void;
  readonly setting: MakeSetting;
}

/** Compiles a contract for recording. @throws what compiling throws */
export async function prepareEncoding(parts: GpuParts, preparation: Preparation): Promise<DevicePlan> {
  const { contract, exclusiveContract, observations, setting } = preparation;
  const plans = new Map<Observation, MadePlan>();
  const widenings: Widening[] = [];
  const made = await Promise.allSettled([
    ...narrowColumns(contract).map(async ({ place, type, to }) => {
      widenings[place] = await Widening.prepare(parts, type, to);
    }),
    ...observations.map(async (observation) => {
      const asked = observation === "exclusive-scan" ? exclusiveContract : contract;
      if (asked === undefined)
        throw new InternalError("an exclusive scan without a contract was let through");
      plans.set(observation, await parts.plans.make(widened(asked), observation, setting));
    }),
  ]);
  const release = (): void => {
    for (const widening of widenings) widening?.release();
    for (const plan of plans.values()) plan.release();
  };
  const failed = made.find((each) => each.status === "rejected");
  if (failed !== undefined) {
    release();
    throw failed.reason;
  }
  return devicePlan(parts, preparation, { plans, widenings, release });
}

/** What a preparation has made. */
interface Compiled {
  readonly plans: ReadonlyMap<Observation, MadePlan>;
  readonly widenings: Widenings;
  readonly release: () => void;
}

/** By column; undefined where elements are what kernels compute with. */
type Widenings = readonly (Widening | undefined)[];

/** The columns that are widened before kernels see them: narrow elements, and those of a record that are not of its operator's types. */
function narrowColumns(contract: NamedContract) {
  const { types, sums } = columnContract(contract);
  return types.flatMap((type, place) => {
    if (type === "bool" || (contract.kind === "typed" && !isNarrow(type)) || type === sums[place]) return [];
    const to = contract.kind === "typed" ? ACCUMULATION_TYPES[type][0] : sums[place];
    return [{ place, type, to }];
  });
}

/** What kernels compute: a record's columns come widened. */
function widened(contract: NamedContract): ColumnContract {
  const columns = columnContract(contract);
  return contract.kind === "typed" ? columns : derivedContract(columns, { types: columns.sums });
}

function devicePlan(
  { core }: GpuParts,
  { contract, exclusiveContract, check, setting }: Preparation,
  { plans, widenings, release }: Compiled,
): DevicePlan {
  const shapes = shapesOf(contract);
  const encoding = new CallerEncoding(core, "plan", release);

  function encode(observation: Observation, encoder: GPUCommandEncoder, call: DeviceCall): void {
    encoding.check();
    check(observation);
    const plan = plans.get(observation);
    if (plan === undefined) {
      throw new InvalidArgumentError(
        "observations",
        `prepared with "${observation}"`,
        [...plans.keys()].join(", "),
      );
    }
    checkEncoder(encoder);
    const checkedCall = checkCall(plan, shapes, call, setting.maxLength);
    encoding.record(() => record(plan, encoder, checkedCall, widenings));
  }

  const members = {
    contract,
    exclusiveContract,
    achieved: achievedBy([...plans.values()], contract),
    encodeReduce: (encoder: GPUCommandEncoder, call: DeviceCall) => encode("reduce", encoder, call),
    encodeInclusiveScan: (encoder: GPUCommandEncoder, call: DeviceCall) =>
      encode("inclusive-scan", encoder, call),
    encodeExclusiveScan: (encoder: GPUCommandEncoder, call: DeviceCall) =>
      encode("exclusive-scan", encoder, call),
    checked: () => encoding.checked(),
    counters: async () => {
      if (setting.counts !== true) {
        throw new InvalidArgumentError("plan", "prepared with counts: true", "one that counts nothing");
      }
      encoding.check();
      const states = [...plans.values()].flatMap(({ state }) => state ?? []);
      return core.settled(readCounters(core.device, states));
    },
    release: () => encoding.release(),
    [DISPOSE]: () => encoding.release(),
  } as const;
  return members as typeof members & DevicePlan;
}

function achievedBy(plans: readonly MadePlan[], contract: NamedContract): DeviceAchieved {
  const everywhere = servedEverywhere(contract);
  const { determinism, expression } = plans
    .map(({ level }): Served => level ?? everywhere)
    .reduce((left, right) => (isAtLeast(right.determinism, left.determinism) ? left : right), everywhere);
  const isCertified = plans.some(({ certificate }) => certificate?.holds === true);
  const exact = isCertified ? "certified-native" : "integer";
  const arithmetic = plans.some(({ setting }) => setting?.arithmetic === "native") ? "native" : exact;
  return { determinism, executor: EXECUTOR_NAME, expression, arithmetic };
}

interface CheckedCall {
  readonly input: readonly NamedRange[];
  readonly output: readonly NamedRange[];
  readonly length: number | GpuCount;
}

/** What a call's input and output are columns of. */
interface Shapes {
  readonly input: HeldType;
  readonly stored: ReturnType<typeof heldColumns>; // the columns of the input, as buffers hold them
  readonly output: ValueType;
}

function shapesOf(named: NamedContract): Shapes {
  const { columns, types } = columnContract(named);
  const output = typeOfColumns(columns);
  const input = named.kind === "record" ? output : named.type;
  const stored = heldColumns(input).map((column, i) => ({ ...column, type: types[i] }));
  return { input, stored, output };
}

function checkCall(
  plan: GpuPlan,
  shapes: Shapes,
  call: DeviceCall,
  maxLength: number | undefined,
): CheckedCall {
  if (typeof call !== "object" || call === null) {
    throw new InvalidArgumentError("call", "an object with input, output and length", describe(call));
  }
  const input = checkRanges(shapes.input, call.input, "input", shapes.stored);
  const output = checkRanges(shapes.output, call.output, "output");
  const isReduce = plan.observation === "reduce";
  const bounds: readonly Bound[] = [
    ...roomOf(isReduce ? input : [...input, ...output]),
    ...(maxLength === undefined ? [] : [{ most: maxLength, fact: "the maxLength that was prepared" }]),
  ];
  const small = isReduce ? output.find(({ room }) => room < 1) : undefined;
  if (small !== undefined) throw new InvalidArgumentError(small.name, "room for one element", "none");
  const length = checkLengthOrCount("length", call.length, bounds);
  if (typeof length === "object") checkCounted(plan, length);
  if (length === 0 && isReduce && plan.contract.initial === undefined) throw new EmptyInputError();
  checkBuffersApart(input, output, typeof length === "number" ? length : length.atMost);
  if (typeof length === "object" && output.some(({ buffer }) => buffer === length.buffer)) {
    throw new InvalidArgumentError("length", "a count in another buffer than the output", "the same buffer");
  }
  return { input, output, length };
}

/** A count of the GPU has to fit in one chunk. */
function checkCounted(plan: GpuPlan, { atMost }: GpuCount): void {
  const lead = plan.contract.initial?.placement === "first" && plan.observation !== "exclusive-scan" ? 1 : 0;
  if (atMost + lead <= plan.chunkLength) return;
  throw new UnsupportedError(
    `a count of the GPU of up to ${atMost} elements`,
    `more than ${plan.chunkLength - lead} need several kernels, and how many is not known when they are recorded`,
    'give "atMost", or the length as a number',
  );
}

function record(
  plan: GpuPlan,
  encoder: GPUCommandEncoder,
  { input, output, length }: CheckedCall,
  widenings: Widenings,
): void {
  const { observation } = plan;
  const moved = (range: NamedRange, by: number) => ({ ...range, offset: range.offset + by });
  const elements = (from: number, count: number | GpuCount): readonly GpuRange[] => {
    const ranges = input.map((range) => moved(range, from));
    return ranges.map((range, i) => widenings[i]?.encode(encoder, range, count) ?? range);
  };
  if (typeof length === "object" || length === 0) {
    if (length !== 0 || observation === "reduce") {
      plan.encode(encoder, { input: elements(0, length), output, length });
    }
    return;
  }
  for (const slice of chunkSlices(plan, length)) {
    const count = slice.input.end - slice.input.start;
    plan.encode(encoder, {
      input: elements(slice.input.start, count),
      output: output.map((range) => moved(range, slice.output.start)),
      length: count,
      chunk: slice.chunk,
    });
  }
}

/** What the calls of inspected plans have counted so far, by name, summed over the plans; `states` are their scratch buffers. */
export async function readCounters(
  device: GPUDevice,
  states: readonly GPUBuffer[],
): Promise<Readonly<Record<Counter, number>>> {
  const size = 4 * COUNTERS.length;
  const counters = await readBack(device, size * states.length, (encoder, staging) => {
    for (const [i, state] of states.entries()) {
      encoder.copyBufferToBuffer(state, 4 * STATE.counters, staging, i * size, size);
    }
  });
  const words = new Uint32Array(counters);
  const sumOf = (place: number): number =>
    states.reduce((sum, _, i) => sum + words[i * COUNTERS.length + place], 0);
  return Object.fromEntries(COUNTERS.map((name, place) => [name, sumOf(place)])) as Record<Counter, number>;
}
