import { PAYLOAD_BITS, PAYLOAD_MASK } from "../../../src/look-back/protocol.ts";
import type { Row } from "../../../src/look-back/transitions.ts";
import { TABLE, TICKET } from "../../../src/simulator/memory.ts";
import type { Actor, Written } from "../../../src/simulator/simulation.ts";
import type { Values } from "../../../src/simulator/values.ts";
import { type Host, type Operation, type Table, tableOf, Walker } from "../../../src/simulator/walker.ts";

/**
 * The look-back of Merrill and Garland as rows, to compare with: a tile's entry holds its own root (aggregate), later the prefix that ends with
 * it (inclusive); a tile steps back over aggregates until it meets an inclusive prefix.
 */
const SEED_ROWS: readonly Row[] = [
  { from: "start", when: "otherwise", do: ["drawTicket"], to: "drawn" },
  { from: "drawn", when: "isBeyondLastTile", do: [], to: "left" },
  { from: "drawn", when: "isFirstTile", do: ["publishInclusive", "writeOutput"], to: "start" },
  { from: "drawn", when: "otherwise", do: ["publishAggregate", "stepBack"], to: "looking" },
  { from: "looking", when: "otherwise", do: ["load"], to: "judging" },
  { from: "judging", when: "isInclusive", do: ["take", "publishInclusive", "writeOutput"], to: "start" },
  { from: "judging", when: "isAggregate", do: ["take", "stepBack"], to: "looking" },
  { from: "judging", when: "otherwise", do: [], to: "looking" },
];

/** Decoupled look-back, which waits for an aggregate as long as it takes. */
export const WITHOUT_FALLBACK: Table = tableOf(SEED_ROWS);

/** Decoupled Fallback: after some spins the aggregate is made from the input, and published for the others. */
export const WITH_FALLBACK: Table = tableOf([
  ...SEED_ROWS.slice(0, -1),
  {
    from: "judging",
    when: "isOutOfSpinsAtFirst",
    do: ["recompute", "publishRecomputed", "take", "publishInclusive", "writeOutput"],
    to: "start",
  },
  {
    from: "judging",
    when: "isOutOfSpins",
    do: ["recompute", "publishRecomputed", "take", "stepBack"],
    to: "looking",
  },
  { from: "judging", when: "otherwise", do: ["countSpin"], to: "looking" },
]);

const AGGREGATE = 1;
const INCLUSIVE = 2;
const SPIN_LIMIT = 1;
const NONE: readonly Operation[] = [];

/** A workgroup of the seed's look-back: persistent, roots of one word, tables zeroed before a run. */
export class SeedWorkgroup implements Actor, Host {
  private readonly table: Table;
  private readonly values: Values;
  private readonly tileCount: number;
  private walker: Walker;
  private tile = -1;
  private place = -1; // the tile looked at
  private prefix: number | undefined; // of the tiles from `place` + 1 on
  private atHand = 0;
  private flags: readonly number[] = [];
  private spins = 0;
  private written: Written | undefined;
  readonly fault = undefined;

  constructor(table: Table, values: Values, tileCount: number) {
    this.table = table;
    this.values = values;
    this.tileCount = tileCount;
    this.walker = new Walker(table, "start");
  }

  get isDone(): boolean {
    return this.walker.state === "left";
  }

  pending(): readonly Operation[] {
    const operation = this.walker.next(this);
    return operation === undefined ? NONE : [operation];
  }

  resume(_lane: number, result: number): void {
    this.walker.resume(result);
  }

  takeWritten(): Written | undefined {
    const { written } = this;
    this.written = undefined;
    return written;
  }

  isBlocked(): boolean {
    return false;
  }

  holds(condition: string): boolean {
    switch (condition) {
      case "isBeyondLastTile":
        return this.tile >= this.tileCount;
      case "isFirstTile":
        return this.tile === 0;
      case "isInclusive":
        return this.flags.every((flag) => flag === INCLUSIVE);
      case "isAggregate":
        return this.flags.every((flag) => flag === AGGREGATE);
      case "isOutOfSpinsAtFirst":
        return this.spins >= SPIN_LIMIT && this.place === 0;
      default:
        return this.spins >= SPIN_LIMIT;
    }
  }

  begin(action: string): readonly Operation[] {
    const own = this.values.leaf(0, this.tile);
    switch (action) {
      case "drawTicket":
        return [{ kind: "add", address: TICKET, value: 1 }];
      case "publishAggregate":
        return this.entry(this.tile, "store", own, AGGREGATE);
      case "publishInclusive": {
        const inclusive = this.prefix === undefined ? own : this.values.combine(this.prefix, own);
        return this.entry(this.tile, "store", inclusive, INCLUSIVE);
      }
      case "publishRecomputed":
        return this.entry(this.place, "max", this.atHand, this.place === 0 ? INCLUSIVE : AGGREGATE);
      case "load":
        return this.entry(this.place, "load", 0, 0);
      default:
        return NONE;
    }
  }

  end(action: string, results: readonly number[]): void {
    switch (action) {
      case "drawTicket":
        this.tile = this.place = results[0] ?? 0;
        this.prefix = undefined;
        return;
      case "load":
        this.flags = results.map((word) => word >>> PAYLOAD_BITS);
        this.atHand = joined(results);
        return;
      case "recompute":
        this.atHand = this.values.leaf(0, this.place);
        return;
      case "take":
        this.prefix = this.prefix === undefined ? this.atHand : this.values.combine(this.atHand, this.prefix);
        return;
      case "stepBack":
        this.place--;
        this.spins = 0;
        return;
      case "countSpin":
        this.spins++;
        return;
      case "writeOutput":
        this.written = { tile: this.tile, roots: [], prefix: this.prefix };
        return;
    }
  }

  copy(): SeedWorkgroup {
    const copy = new SeedWorkgroup(this.table, this.values, this.tileCount);
    copy.walker = this.walker.copy();
    copy.tile = this.tile;
    copy.place = this.place;
    copy.prefix = this.prefix;
    copy.atHand = this.atHand;
    copy.flags = this.flags;
    copy.spins = this.spins;
    return copy;
  }

  key(): string {
    if (this.isDone) return "done";
    const seen = `${this.prefix}:${this.atHand}:${this.flags.join()}:${this.spins}`;
    return `${this.walker.key()}|${this.tile}:${this.place}:${seen}`;
  }

  private entry(tile: number, kind: Operation["kind"], value: number, flag: number): readonly Operation[] {
    return [0, 1].map((half) => ({
      kind,
      address: TABLE + 2 * tile + half,
      value: ((value >>> (half * PAYLOAD_BITS)) & PAYLOAD_MASK) + flag * 2 ** PAYLOAD_BITS,
    }));
  }
}

function joined([low = 0, high = 0]: readonly number[]): number {
  return ((low & PAYLOAD_MASK) | ((high & PAYLOAD_MASK) << PAYLOAD_BITS)) >>> 0;
}
