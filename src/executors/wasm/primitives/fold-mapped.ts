import type { Observation, RecordContract, TypedContract } from "../../../contracts/contract.ts";
import type { Term } from "../../../operators/term.ts";
import { SCALAR_TYPE_FACTS, type ScalarType } from "../../../values/element-types.ts";
import { type ColumnArray, newColumn } from "../../../values/value-types.ts";
import type { OnlinePass } from "../../executor.ts";
import type { MappedElements } from "../../primitives.ts";
import type { Arena } from "../arena.ts";
import type { Heap } from "../heap.ts";
import { settingOf } from "../setting.ts";
import { servingExpression } from "../subject.ts";
import type { Width } from "./kernels/select-elements.kernel.ts";
import { mapKernel } from "./map-columns.ts";
import type { WasmParts } from "./parts.ts";
import { selectionKernels } from "./select-columns.ts";
import { MAPPED_LENGTH, sourceReader } from "./source-reader.ts";
import { elementsAt, type Workspace, within } from "./work-memory.ts";

type Columns = readonly ColumnArray[];
type AnyContract = TypedContract | RecordContract;

/** Elements that fused folds took: proves in tests that they ran. */
export interface FusionCounts {
  elements: number; // computed
  kept: number; // of these folded
}

/**
 * The reduce or the prefixes of elements that are computed chunk by chunk, in the memory where the fold's kernels read them. Undefined for an
 * expression that needs all of them at once.
 */
export function foldMapped(
  { executor, arenas }: WasmParts,
  counts: FusionCounts,
  contract: AnyContract,
  observation: Observation,
  elements: MappedElements<ColumnArray>,
): Columns | undefined {
  const { subject } = settingOf(arenas, contract);
  const purpose = observation === "reduce" ? "reduce" : "scan";
  const expression = servingExpression(contract, subject, purpose);
  if (expression.kind === "bisection" || expression.kind === "custom") return undefined;
  if (contract.direction === "backward") return undefined;
  return within(arenaOf(arenas, elements), (space) => {
    const buffers = buffersOf(space, elements);
    const pass = executor.openPass({ ...contract, expression });
    try {
      // The pass allocates with its first array, so that the buffers' views stay as they are from then on.
      pass.reduce(viewsOf(space.heap, buffers.outputs, 0));
      const fold = foldOf(pass, contract, observation, elements);
      const feed = (count: number): void => {
        fold.take(viewsOf(space.heap, buffers.outputs, count));
        counts.kept += count;
      };
      if (elements.keep === undefined) feedAll(elements.length, buffers, feed);
      else feedKept(space, elements.length, buffers, feed);
      counts.elements += elements.length;
      return fold.result();
    } finally {
      pass.close();
    }
  });
}

/** Where the work is done: in library memory, if a column lies there. */
function arenaOf(arenas: WasmParts["arenas"], { sources }: MappedElements<ColumnArray>): Arena {
  const library = arenas.library();
  const isInLibrary = sources.some((source) => {
    return source.kind === "column" && library !== undefined && library.heap.addressOf(source.vector) >= 0;
  });
  return library !== undefined && isInLibrary ? library : arenas.staging();
}

/** A buffer of a chunk in a workspace. */
interface Buffer {
  readonly type: ScalarType;
  readonly address: number;
}

interface Buffers {
  readonly compute: (start: number, count: number) => void; // a chunk's elements, to `made`
  readonly made: readonly Buffer[]; // by term, then the flags, if there are any
  readonly outputs: readonly Buffer[]; // what the fold reads; twice as long where elements are kept or not
}

function buffersOf(space: Workspace, { terms, keep, sources }: MappedElements<ColumnArray>): Buffers {
  const bufferOf = (type: ScalarType, chunks: number): Buffer => {
    return { type, address: space.allocate(chunks * MAPPED_LENGTH * SCALAR_TYPE_FACTS[type].bytes) };
  };
  const all: readonly Term[] = keep === undefined ? terms : [...terms, keep];
  const { kernel, leaves } = mapKernel(space.kernels, all);
  const readers = sources.map((source) => sourceReader(space, source));
  const made = all.map(({ type }) => bufferOf(type, 1));
  const outputs = keep === undefined ? made : terms.map(({ type }) => bufferOf(type, 2));
  const targets = made.map(({ address }) => address);
  const compute = (start: number, count: number): void => {
    const places = readers.map((read) => read(start, count));
    kernel(...leaves.map(({ column }) => places[column]), ...targets, count);
  };
  return { compute, made, outputs };
}

function viewsOf(heap: Heap, buffers: readonly Buffer[], count: number): Columns {
  return buffers.map(({ type, address }) => elementsAt(heap, type, address, count));
}

function feedAll(length: number, { compute }: Buffers, feed: (count: number) => void): void {
  for (let start = 0; start < length; start += MAPPED_LENGTH) {
    const count = Math.min(MAPPED_LENGTH, length - start);
    compute(start, count);
    feed(count);
  }
}

/** Feeds what is kept in whole chunks, which the fold's kernels like best. */
function feedKept(
  { heap, kernels }: Workspace,
  length: number,
  { compute, made, outputs }: Buffers,
  feed: (count: number) => void,
): void {
  const flags = made[outputs.length].address;
  let waiting = 0;
  for (let start = 0; start < length; start += MAPPED_LENGTH) {
    const count = Math.min(MAPPED_LENGTH, length - start);
    compute(start, count);
    let kept = 0;
    outputs.forEach(({ type, address }, k) => {
      const { bytes } = SCALAR_TYPE_FACTS[type];
      const to = address + waiting * bytes;
      const end = selectionKernels(kernels, bytes as Width).compact(made[k].address, flags, to, count);
      kept = (Number(end) - to) / bytes;
    });
    waiting += kept;
    if (waiting < MAPPED_LENGTH) continue;
    feed(MAPPED_LENGTH);
    waiting -= MAPPED_LENGTH;
    for (const { type, address } of outputs) {
      const from = address / SCALAR_TYPE_FACTS[type].bytes;
      heap.view(type).copyWithin(from, from + MAPPED_LENGTH, from + MAPPED_LENGTH + waiting);
    }
  }
  if (waiting > 0) feed(waiting);
}

interface Fold {
  readonly take: (chunk: Columns) => void;
  readonly result: () => Columns;
}

function foldOf(
  pass: OnlinePass,
  contract: AnyContract,
  observation: Observation,
  { terms, keep, length }: MappedElements<ColumnArray>,
): Fold {
  const types = contract.kind === "typed" ? [contract.accumulate] : terms.map(({ type }) => type);
  if (observation === "reduce") {
    return {
      take: (chunk) => pass.reduce(chunk),
      result() {
        if (pass.position === 0) return types.map((type) => newColumn(type, 0));
        const total = pass.observe();
        return types.map((type, k) => newColumn(type, 1).fill(total[k] as never));
      },
    };
  }
  const scan = observation === "inclusive-scan" ? pass.inclusiveScan : pass.exclusiveScan;
  const parts: Columns[] = [];
  const whole = keep === undefined ? types.map((type) => newColumn(type, length)) : undefined;
  return {
    take(chunk) {
      const start = pass.position;
      if (whole === undefined) parts.push(scan(chunk));
      else
        scan(
          chunk,
          whole.map((column) => column.subarray(start, start + chunk[0].length)),
        );
    },
    result: () => whole ?? types.map((type, k) => joined(newColumn(type, pass.position), parts, k)),
  };
}

function joined(column: ColumnArray, parts: readonly Columns[], k: number): ColumnArray {
  let start = 0;
  for (const part of parts) {
    (column as Uint8Array).set(part[k] as Uint8Array, start);
    start += part[k].length;
  }
  return column;
}
