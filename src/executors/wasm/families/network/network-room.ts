import type { NetworkExpression } from "../../../../expressions/expression.ts";
import { type Arena, SCRATCH_BYTES } from "../../memory/arena.ts";
import { groupScratchBytes } from "../dyadic/kernels/dyadic-group.kernel.ts";
import { KEPT_BYTES, PLACE_BYTES } from "./kernels/network-walk.ts";
import { MOST_GROUPED } from "./network-kernels.ts";
import { type NetworkWork, networkWork } from "./network-work.ts";
import type { WireProgram } from "./wire-program.ts";

/** What a call does; a pass may do both, and goes on. */
export type Needs = "scan" | "reduce" | "online";

/** What decides how much memory a call takes. */
interface RoomSetting {
  readonly work: NetworkWork;
  readonly columns: number;
  readonly groupBytes: number; // of the kernel for groups; 0 where it does not run
}

/** Where the parts lie, in bytes from the beginning. */
interface Layout {
  readonly kept: number;
  readonly group: number;
  readonly scanTable: number;
  readonly scanPlaces: number;
  readonly rootTable: number;
  readonly rootPlaces: number;
  readonly total: number;
}

/**
 * The memory of one running call: all that it may need at once, for growth later on would detach the caller's views. What is small lies in
 * the arena's scratch: a call of a hundred elements takes less time than two allocations.
 */
export class NetworkRoom {
  kept = 0; // address of the elements of the open block
  group = 0; // of scratch for groups
  nowhere = 0; // of a place whose contents are never read
  scanTable = 0;
  scanPlaces = 0;
  rootTable = 0;
  rootPlaces = 0;
  readonly #arena: Arena;
  readonly #setting: RoomSetting;
  readonly #layouts: Partial<Record<Needs, Layout>> = {};
  #scanProgram: WireProgram | undefined; // what the tables hold
  #rootProgram: WireProgram | undefined;
  #allocated: { readonly address: number; readonly bytes: number } | undefined;

  constructor(arena: Arena, setting: RoomSetting) {
    this.#arena = arena;
    this.#setting = setting;
  }

  /** @throws OutOfMemoryError */
  open(needs: Needs): void {
    this.close();
    this.#layouts[needs] ??= layoutOf(this.#setting, needs);
    const layout = this.#layouts[needs];
    const start = this.#place(layout.total);
    this.kept = start + layout.kept;
    this.group = start + layout.group;
    this.scanTable = start + layout.scanTable;
    this.scanPlaces = start + layout.scanPlaces;
    this.rootTable = start + layout.rootTable;
    this.rootPlaces = start + layout.rootPlaces;
    this.nowhere = needs === "reduce" ? this.rootPlaces : this.scanPlaces;
    this.#scanProgram = undefined;
    this.#rootProgram = undefined;
  }

  /** Sees to it that the network's program is in the table of scans. */
  putScan(): void {
    const { scan } = this.#setting.work;
    if (this.#scanProgram !== scan) this.#put(scan, this.scanTable);
    this.#scanProgram = scan;
  }

  /** Sees to it that a program of a last output is in the table of roots: the network's, or that of its first wires. */
  putRoot(program: WireProgram): void {
    if (this.#rootProgram !== program) this.#put(program, this.rootTable);
    this.#rootProgram = program;
  }

  close(): void {
    if (this.#allocated === undefined) return;
    this.#arena.heap.release(this.#allocated.address, this.#allocated.bytes);
    this.#allocated = undefined;
  }

  #put(program: WireProgram, table: number): void {
    const words = placedWords(program, PLACE_BYTES * this.#setting.columns);
    this.#arena.heap.view("i32").set(words, table / 4);
  }

  #place(bytes: number): number {
    if (bytes <= SCRATCH_BYTES * this.#setting.columns) return this.#arena.scratch;
    const address = this.#arena.heap.allocate(bytes);
    this.#allocated = { address, bytes };
    return address;
  }
}

/** Bytes that a call takes at most. */
function roomBytes(setting: RoomSetting): number {
  return layoutOf(setting, "online").total;
}

function layoutOf({ work: { width, scan }, columns, groupBytes }: RoomSetting, needs: Needs): Layout {
  const placeBytes = PLACE_BYTES * columns;
  const scans = needs !== "reduce";
  const reduces = needs !== "scan";
  let next = 0;
  const part = (bytes: number): number => {
    const at = next;
    next += Math.ceil(bytes / 16) * 16;
    return at;
  };
  return {
    kept: part(width * KEPT_BYTES * columns),
    group: part(scans ? groupBytes : 0),
    scanTable: part(scans ? scan.words.length * 4 : 0),
    scanPlaces: part(scans ? scan.places * placeBytes : 0),
    // Whatever the length of an open block, its last output takes no more than a tree's words, and a place for each wire.
    rootTable: part(reduces ? width * 16 : 0),
    rootPlaces: part(reduces ? (width + 1) * placeBytes : 0),
    total: next,
  };
}

/** The words of a program with places as offsets in bytes; those of a program that serves many calls are made once. */
function placedWords(program: WireProgram, placeBytes: number): Int32Array {
  const known = placedOf.get(program);
  if (known?.placeBytes === placeBytes) return known.words;
  const { wordStarts, length } = program;
  const words = program.words.map((word) => word * placeBytes);
  for (let wire = 0; wire < length; wire++) words[wordStarts[wire] + 1] = program.words[wordStarts[wire] + 1];
  placedOf.set(program, { placeBytes, words });
  return words;
}

const placedOf = new WeakMap<
  WireProgram,
  { readonly placeBytes: number; readonly words: Int32Array<ArrayBuffer> }
>();

/** Bytes of memory that a pass over a network takes at most, whatever the operator. */
export function networkRoomBytes(expression: NetworkExpression, columns: number): number {
  const work = networkWork(expression);
  const groupBytes = work.width <= MOST_GROUPED ? columns * groupScratchBytes(work.width, 8) : 0;
  return roomBytes({ work, columns, groupBytes });
}
