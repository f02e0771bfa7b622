import {
  type DyadicRange,
  endsGroup,
  epochOf,
  levelEndingAt,
  publicationsOf,
  type Read,
  rootsOf,
  storedAfter,
} from "../look-back/protocol.ts";
import type { FinishAction, FinishCondition, TileAction, TileCondition } from "../look-back/transitions.ts";
import { InternalError } from "../values/errors.ts";
import { Fallback, Lane } from "./lane.ts";
import { ARRIVED, EPOCH, TABLE, TICKET } from "./memory.ts";
import { type Setting, wordCountOf } from "./setting.ts";
import type { Actor, Written } from "./simulation.ts";
import { type Host, type Operation, Walker } from "./walker.ts";

/** What a workgroup is at: it draws a ticket, publishes roots, waits for some, makes one that did not come, arrives after its last tile, or is done. */
export type Phase = "drawing" | "publishing" | "waiting" | "folding" | "leaving" | "done";

const NONE: readonly Operation[] = [];

/** States of TILE_ROWS and FINISH_ROWS in which a workgroup stops for an operation of its own, not of its lanes. */
const PHASES: Readonly<Record<string, Phase>> = {
  start: "drawing",
  drawn: "publishing",
  served: "publishing",
  leaving: "leaving",
  arrived: "leaving",
  closing: "leaving",
};

/** A workgroup of the dyadic look-back: the host of TILE_ROWS and FINISH_ROWS, and of lanes that run beside one another. */
export class Workgroup implements Actor {
  private tile = -1;
  private epoch = 0;
  private arrivedBefore = 0;
  private own = 0;
  private stage: Read["stage"] = "rest";
  private seen = new Map<number, number>(); // by table entry
  private lanes: Lane[] = [];
  private fallback: Fallback | undefined;
  private operationsLeft = Number.POSITIVE_INFINITY; // of those that the tile may need
  private written: Written | undefined;
  private readonly setting: Setting;
  private walker: Walker;
  isDone = false;
  fault: string | undefined;

  constructor(setting: Setting, walker = new Walker(setting.rules.tile, "start")) {
    this.setting = setting;
    this.walker = walker;
  }

  pending(): readonly Operation[] {
    for (;;) {
      if (this.fallback !== undefined) {
        const operation = this.fallback.next();
        if (operation !== undefined) return [operation];
        this.endFallback(this.fallback);
      } else if (this.lanes.length > 0) {
        const operations = this.lanes.map((lane) => lane.next()).filter((each) => each !== undefined);
        if (operations.length > 0) return operations;
        this.endLanes();
      } else {
        const operation = this.walker.next(this.host);
        if (operation !== undefined) return [operation];
        if (this.lanes.length === 0) this.endWalk();
        if (this.isDone) return NONE;
      }
    }
  }

  resume(lane: number, result: number): void {
    if (this.operationsLeft-- === 0) this.fault ??= `tile ${this.tile} takes more operations than it may`;
    const lanes = this.lanes.filter((each) => each.next() !== undefined);
    const acting = this.fallback ?? lanes[lane] ?? this.walker;
    acting.resume(result);
  }

  /** What there is to see of it. */
  view(): {
    readonly phase: Phase;
    readonly tile: number | undefined;
    readonly lanes: readonly Lane[];
    readonly fallback: Fallback | undefined;
  } {
    const { lanes, fallback } = this;
    const tile = this.tile < 0 || this.tile >= this.setting.size.tileCount ? undefined : this.tile;
    return { phase: this.phase(), tile, lanes, fallback };
  }

  private phase(): Phase {
    if (this.isDone) return "done";
    if (this.fallback !== undefined) return "folding";
    return this.lanes.length > 0 ? "waiting" : (PHASES[this.walker.state] ?? "publishing");
  }

  takeWritten(): Written | undefined {
    const { written } = this;
    this.written = undefined;
    return written;
  }

  copy(): Workgroup {
    const copy = new Workgroup(this.setting, this.walker.copy());
    copy.tile = this.tile;
    copy.epoch = this.epoch;
    copy.arrivedBefore = this.arrivedBefore;
    copy.own = this.own;
    copy.stage = this.stage;
    copy.operationsLeft = this.operationsLeft;
    copy.isDone = this.isDone;
    copy.fault = this.fault;
    copy.seen = new Map(this.seen);
    copy.lanes = this.lanes.map((lane) => lane.copy());
    copy.fallback = this.fallback?.copy();
    return copy;
  }

  key(): string {
    if (this.isDone) return "done";
    const seen = [...this.seen].map(([entry, value]) => `${entry}=${value}`).join();
    const lanes = this.lanes.map((lane) => lane.key()).join("&");
    const own = `${this.tile}:${this.epoch}:${this.arrivedBefore}:${this.own}:${this.stage}`;
    return `${this.walker.key()}|${own}|${seen}|${lanes}|${this.fallback?.key() ?? ""}`;
  }

  private readonly host: Host = {
    holds: (condition) => this.holds(condition as TileCondition | FinishCondition),
    begin: (action) => this.begin(action as TileAction | FinishAction),
    end: (action, results) => this.end(action as TileAction | FinishAction, results),
    isBlocked: () => this.lanes.length > 0,
  };

  private holds(condition: TileCondition | FinishCondition): boolean {
    const { size, rules } = this.setting;
    switch (condition) {
      case "isBeyondLastTile":
        return this.tile >= size.tileCount;
      case "endsGroup":
        return endsGroup(this.tile, size.groupBits);
      case "isTrailing":
        return this.stage === "trailing";
      case "isLastToArrive":
        return (
          this.arrivedBefore + 1 === (rules.arrivesAfter === "all" ? size.workgroupCount : size.tileCount)
        );
      case "isClearingEpoch":
        return rules.clears(this.epoch, size.lastEpoch);
    }
  }

  private begin(action: TileAction | FinishAction): readonly Operation[] {
    const { size } = this.setting;
    switch (action) {
      case "drawTicket":
        return [
          { kind: "add", address: TICKET, value: 1 },
          { kind: "load", address: EPOCH, value: 0 },
        ];
      case "publishTile":
      case "publishRange":
        return this.publish(action === "publishTile" ? 0 : 1);
      case "awaitRoots":
        return this.await();
      case "arrive":
        return [{ kind: "add", address: ARRIVED, value: 1 }];
      case "clearTable":
        return Array.from({ length: wordCountOf(size) }, (_, index) => {
          return { kind: "store", address: TABLE + index, value: 0 };
        });
      case "resetCounters":
        return [TICKET, ARRIVED].map((address) => ({ kind: "store", address, value: 0 }));
      case "advanceEpoch":
        return [{ kind: "store", address: EPOCH, value: storedAfter(this.epoch, size.lastEpoch) }];
      case "reduceTile":
      case "expectTrailing":
      case "expectRest":
      case "writeOutput":
        return NONE;
    }
  }

  private end(action: TileAction | FinishAction, results: readonly number[]): void {
    if (action === "drawTicket") this.draw(results);
    if (action === "expectTrailing") this.stage = "trailing";
    if (action === "expectRest") this.stage = "rest";
    if (action === "reduceTile") this.own = this.setting.root({ end: this.tile, level: 0 });
    if (action === "arrive") this.arrivedBefore = results[0] ?? 0;
    if (action === "writeOutput") this.write();
  }

  private draw([ticket = 0, stored = 0]: readonly number[]): void {
    const { isReversed, tileCount } = this.setting.size;
    this.tile = isReversed && ticket < tileCount ? tileCount - 1 - ticket : ticket;
    this.epoch = epochOf(stored);
    this.seen.clear();
    if (ticket < tileCount) this.operationsLeft = this.setting.operationBound(this.tile);
  }

  private write(): void {
    const roots = rootsOf(this.tile).map((range) => this.rootBefore(range));
    this.written = { tile: this.tile, roots, prefix: this.setting.prefix(roots) };
    this.operationsLeft = Number.POSITIVE_INFINITY;
    this.seen.clear();
    this.own = 0;
    this.tile = -1;
  }

  private publish(index: number): readonly Operation[] {
    const publication = publicationsOf(this.tile, this.setting.size.groupBits)[index];
    if (publication === undefined) throw new InternalError(`tile ${this.tile} publishes no range`);
    return this.setting.stores(publication.entry, index === 0 ? this.own : this.ownRange(), this.epoch);
  }

  /** The root of the range that ends with the tile, from its own root and those that its trailing ones name, smallest outwards. */
  private ownRange(): number {
    let value = this.own;
    for (let level = 0; level < levelEndingAt(this.tile); level++) {
      const end = (this.tile >>> level) * 2 ** level - 1;
      value = this.setting.join(this.rootBefore({ end, level }), value);
    }
    return value;
  }

  /** The root of a range that ends before the tile, from what lanes brought: a range root itself, or from tile roots of the group. */
  private rootBefore(range: DyadicRange): number {
    const read = this.setting
      .readsOf(this.tile)
      .find((each) => each.end === range.end && each.level === range.level);
    if (read !== undefined) return this.seen.get(read.entry) ?? 0;
    if (range.level === 0) throw new InternalError(`tile ${this.tile} does not read tile ${range.end}`);
    const half = range.level - 1;
    const left = this.rootBefore({ end: range.end - 2 ** half, level: half });
    return this.setting.join(left, this.rootBefore({ end: range.end, level: half }));
  }

  private await(): readonly Operation[] {
    const reads = this.setting.readsOf(this.tile).filter((read) => read.stage === this.stage);
    this.lanes = reads.map((read) => new Lane(this.setting, this.epoch, read));
    return NONE;
  }

  private endLanes(): void {
    const asking = this.lanes.find((lane) => lane.value === undefined);
    if (asking !== undefined) {
      this.fallback = new Fallback(this.setting, this.epoch, asking.read);
      return;
    }
    for (const { read, value } of this.lanes) this.seen.set(read.entry, value ?? 0);
    this.lanes = [];
  }

  private endFallback(fallback: Fallback): void {
    const asking = this.lanes.find((lane) => lane.read === fallback.read);
    if (asking === undefined) throw new InternalError("a fallback that nobody asked for");
    // Only mutants give nothing: then the lane looks again.
    if (fallback.value === undefined) this.lanes.splice(this.lanes.indexOf(asking), 1, asking.afresh());
    asking.value = fallback.value;
    this.fallback = undefined;
  }

  /** From one table to the next: another tile, or the end. */
  private endWalk(): void {
    const { size, rules } = this.setting;
    const { state } = this.walker;
    const isEach = rules.arrivesAfter === "each";
    if (state === (isEach ? "beyond" : "left")) this.isDone = true;
    else if (size.isPersistent && state === (isEach ? "left" : "written"))
      this.walker = new Walker(rules.tile, "start");
    else this.walker = new Walker(rules.finish, "leaving");
  }
}
