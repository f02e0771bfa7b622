// `gpu.prepareAlgorithm`: an algorithm of samebits/algorithms for a caller's own buffers, with lengths and counts that stay on the device.

import type { NarrowType } from "../../../values/element-types.ts";
import { InvalidArgumentError } from "../../../values/errors.ts";
import { columnsOf, type StoredType, type ValueType } from "../../../values/value-types.ts";
import {
  CallerEncoding,
  checkBuffersApart,
  checkEncoder,
  checkLengthOrCount,
  checkRanges,
  type DeviceCount,
  type DeviceElements,
  DISPOSE,
  type HeldType,
  heldColumns,
  type NamedRange,
  roomOf,
} from "../caller-encoding.ts";

import type { GpuParts } from "../gpu-parts.ts";
import type { GpuCount } from "../gpu-plan.ts";
import { deviceBytes, deviceType } from "../memory/buffers.ts";
import type { LookBackSetting } from "./machine.ts";
import { type CheckedAlgorithmCall, PreparedAlgorithm, type RecordSteps } from "./prepared-algorithm.ts";

/** An algorithm over columns whose elements are yet to come. */
interface AlgorithmTemplate {
  readonly arguments: readonly TemplateArgument[];
  readonly results: readonly { readonly name: string; readonly type: ValueType }[];
  readonly record: RecordSteps; // of the columns of all arguments: those of all results
}

/** Columns that an algorithm is given. */
interface TemplateArgument {
  readonly name: string;
  readonly type: ValueType;
  readonly narrow?: NarrowType | undefined; // what buffers hold in its place, and is widened to it
  readonly like?: string | undefined; // the argument before it that has the same length; default: none
  readonly length?: number | undefined; // elements of every call; default: as the call says
}

/** How many elements: known here, or by the device. */
export type DeviceLength = number | DeviceCount;

/** What every call has, besides columns by the names of arguments and results. */
export interface DeviceAlgorithmCall {
  readonly length?: DeviceLength | { readonly [argument: string]: DeviceLength }; // of the arguments, by name where there are several lengths; absent where all are known when it is prepared
  /** Where the length of the first result goes, or those of results by name, one u32 each. Default: nowhere. */
  readonly count?: DeviceElements | { readonly [result: string]: DeviceElements | undefined } | undefined;
}

/**
 * An algorithm, compiled for a device and recorded as often as one likes. Nothing is submitted and nothing is read back.
 *
 * Its calls are to be submitted in the order in which they were recorded, as they share scratch.
 */
export interface DeviceAlgorithm<Call extends DeviceAlgorithmCall = DeviceAlgorithmCall> {
  /** Outputs need room for as many elements as there may be. @throws InvalidArgumentError naming the argument */
  encode(encoder: GPUCommandEncoder, call: Call): void;
  /** Fulfilled when the device has found all calls so far to be valid. @throws InvalidArgumentError for buffers of another device, or destroyed ones */
  checked(): Promise<void>;
  /** Gives scratch back. What was recorded must have been submitted. */
  release(): void;
  [Symbol.dispose](): void;
}

interface DeviceAlgorithmSetting {
  readonly maxLength?: number | undefined; // of any argument; default: what the device can bind
  readonly lookBack?: LookBackSetting | undefined;
}

/** Compiles an algorithm for recording. @throws what compiling throws */
export async function prepareDeviceAlgorithm(
  parts: GpuParts,
  template: AlgorithmTemplate,
  { maxLength, lookBack }: DeviceAlgorithmSetting = {},
): Promise<DeviceAlgorithm> {
  const { core } = parts;
  const types = template.arguments.map(({ type, narrow = type }) =>
    heldColumns(narrow).map((column) => column.type),
  );
  const longest = maxLength ?? bindable(core.device, types.flat());
  const prepared = await PreparedAlgorithm.prepare(parts, {
    arguments: types.map((each, i) => ({ types: each, length: template.arguments[i].length })),
    record: template.record,
    longest,
    lookBack,
  });
  const encoding = new CallerEncoding(core, "algorithm", () => prepared.release());
  const members = {
    encode(encoder: GPUCommandEncoder, call: DeviceAlgorithmCall): void {
      encoding.check();
      checkEncoder(encoder);
      const checkedCall = checkCall(template, call, longest);
      encoding.record(() => prepared.encode(encoder, checkedCall));
    },
    checked: () => encoding.checked(),
    release: () => encoding.release(),
    [DISPOSE]: () => encoding.release(),
  };
  return members as typeof members & DeviceAlgorithm;
}

function bindable({ limits }: GPUDevice, types: readonly StoredType[]): number {
  const bytes = Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize);
  return Math.floor(bytes / Math.max(...types.map((type) => deviceBytes(deviceType(type)))));
}

type Named = DeviceAlgorithmCall & { readonly [name: string]: unknown };

function checkCall(
  template: AlgorithmTemplate,
  given: DeviceAlgorithmCall,
  longest: number,
): CheckedAlgorithmCall {
  if (typeof given !== "object" || given === null) {
    const names = template.arguments.map(({ name }) => name).join(", ");
    throw new InvalidArgumentError("call", `an object with ${names} and length`, String(given));
  }
  const call = given as Named;
  const ranges = (name: string, type: HeldType) => checkRanges(type, call[name], name);
  const inputs = template.arguments.map((argument) => {
    const { name, type, narrow = type } = argument;
    return { argument, columns: ranges(name, narrow) };
  });
  const output = template.results.flatMap(({ name, type }) => ranges(name, type));
  const leads = inputs.filter(({ argument }) => argument.like === undefined);
  const lengths = new Map(
    leads.map(({ argument }) => {
      const { name } = argument;
      const group = inputs.filter((each) => each.argument.name === name || each.argument.like === name);
      const columns = group.flatMap((each) => each.columns);
      const fixed = fixedLength(argument, columns);
      if (fixed !== undefined) return [name, fixed];
      return [name, checkedLength(call.length, leads.length > 1 ? name : undefined, columns, longest)];
    }),
  );
  const columns = inputs.flatMap((each) => each.columns);
  checkBuffersApart(columns, output, longest);
  return {
    arguments: inputs.map(({ argument: { name, like = name }, columns: own }) => ({
      columns: own,
      length: lengths.get(like) as number | GpuCount,
    })),
    output,
    counts: checkCounts(template, call.count),
  };
}

/** The length that an argument always has. @throws InvalidArgumentError for buffers without room for it */
function fixedLength({ length }: TemplateArgument, columns: readonly NamedRange[]): number | undefined {
  if (length === undefined) return undefined;
  const short = columns.find(({ room }) => room < length);
  if (short === undefined) return length;
  throw new InvalidArgumentError(short.name, `room for ${length} elements`, `room for ${short.room}`);
}

/** Where lengths of results go, each with the number of a column that is so long. */
function checkCounts({ results }: AlgorithmTemplate, given: unknown): CheckedAlgorithmCall["counts"] {
  if (given === undefined) return [];
  const names = results.map(({ name }) => name);
  const isNamed = typeof given === "object" && names.some((name) => Object.hasOwn(given ?? {}, name));
  const byName: Readonly<Record<string, unknown>> = isNamed ? { ...given } : { [names[0]]: given };
  const other = Object.keys(byName).find((name) => !names.includes(name));
  if (other !== undefined)
    throw new InvalidArgumentError("count", `by the names of results: ${names.join(", ")}`, other);
  let column = 0;
  return results.flatMap(({ name, type }) => {
    const of = column;
    column += columnsOf(type).length;
    if (byName[name] === undefined) return [];
    const argument = isNamed ? `count.${name}` : "count";
    return { of, range: checkRanges("u32", byName[name], argument)[0] };
  });
}

/** The length of columns of one length; `name` where the call has several. */
function checkedLength(
  given: DeviceAlgorithmCall["length"],
  name: string | undefined,
  columns: readonly NamedRange[],
  longest: number,
): number | GpuCount {
  const label = name === undefined ? "length" : `length.${name}`;
  const length =
    name === undefined ? given : (given as { readonly [argument: string]: unknown } | undefined)?.[name];
  const bounds = [...roomOf(columns), { most: longest, fact: "the longest that was prepared" }];
  return checkLengthOrCount(label, length, bounds);
}
