import {
  candidatesAt,
  endsGroup,
  POLLS_PER_READ_MODIFY_WRITE,
  type Publication,
  pollLimit,
  type Read,
  rangeEntry,
  tileEntry,
} from "../look-back/protocol.ts";
import type {
  FallbackAction,
  FallbackCondition,
  LaneAction,
  LaneCondition,
} from "../look-back/transitions.ts";
import type { Setting } from "./setting.ts";
import { type Host, type Operation, Walker } from "./walker.ts";

const NONE: readonly Operation[] = [];
const NO_WORDS: readonly number[] = [];
const NOTHING = { value: 0, level: 0 };

/** A lane that waits for one entry: the host of LANE_ROWS. */
export class Lane implements Host {
  value: number | undefined; // once accepted or given
  polls = 0;
  private words = NO_WORDS;

  readonly read: Read;
  private readonly setting: Setting;
  private readonly epoch: number;
  private readonly walker: Walker;

  constructor(
    setting: Setting,
    epoch: number,
    read: Read,
    walker = new Walker(setting.rules.lane, "polling"),
  ) {
    this.setting = setting;
    this.epoch = epoch;
    this.read = read;
    this.walker = walker;
  }

  /** It grows with the level: see `pollLimit` of the protocol. */
  get pollLimit(): number {
    return pollLimit(this.read.level, this.setting.size.pollLimit);
  }

  next(): Operation | undefined {
    return this.walker.next(this);
  }

  resume(result: number): void {
    this.walker.resume(result);
  }

  holds(condition: LaneCondition): boolean {
    switch (condition) {
      case "isOutOfPolls":
        return this.polls >= this.pollLimit;
      case "isReadModifyWriteTurn":
        return this.polls % POLLS_PER_READ_MODIFY_WRITE === POLLS_PER_READ_MODIFY_WRITE - 1;
      case "isPublished":
        return this.setting.rules.isPublished(this.words, this.epoch);
    }
  }

  begin(action: LaneAction): readonly Operation[] {
    if (action === "load") return this.setting.loads(this.read.entry, "load");
    return action === "readModifyWrite" ? this.setting.loads(this.read.entry, "or") : NONE;
  }

  end(action: LaneAction, results: readonly number[]): void {
    if (action === "countPoll") this.countPoll();
    else if (action === "accept") this.accept();
    else if (action !== "ask") this.words = results;
  }

  isBlocked(): boolean {
    return false;
  }

  private countPoll(): void {
    this.polls++;
    this.words = NO_WORDS; // of the poll before: states that differ in them alone go on alike
    this.setting.counts.polls++;
  }

  private accept(): void {
    this.value = this.setting.decoded(this.words);
    this.setting.counts.accepted++;
  }

  afresh(): Lane {
    return new Lane(this.setting, this.epoch, this.read);
  }

  copy(): Lane {
    const copy = new Lane(this.setting, this.epoch, this.read, this.walker.copy());
    copy.value = this.value;
    copy.polls = this.polls;
    copy.words = this.words;
    return copy;
  }

  key(): string {
    if (this.value !== undefined) return `${this.read.lane}=${this.value}`;
    return `${this.read.lane}:${this.walker.key()}:${this.polls}:${this.words.join()}`;
  }
}

/** A workgroup that makes what a lane asked for: the host of FALLBACK_ROWS. */
export class Fallback implements Host {
  value: number | undefined; // once given
  private offset = 0;
  private candidates: readonly Publication[] = [];
  private words = NO_WORDS;
  private atHand = NOTHING;
  private stack: { value: number; level: number }[] = [];
  private completesRange = false;

  readonly read: Read;
  private readonly setting: Setting;
  private readonly epoch: number;
  private readonly walker: Walker;

  constructor(
    setting: Setting,
    epoch: number,
    read: Read,
    walker = new Walker(setting.rules.fallback, "asked"),
  ) {
    this.setting = setting;
    this.epoch = epoch;
    this.read = read;
    this.walker = walker;
  }

  next(): Operation | undefined {
    return this.walker.next(this);
  }

  resume(result: number): void {
    this.walker.resume(result);
  }

  holds(condition: FallbackCondition): boolean {
    switch (condition) {
      case "isFolded":
        return this.offset === 2 ** this.read.level;
      case "hasCandidate":
        return this.candidates.length > 0;
      case "isPublished":
        return this.setting.rules.isPublished(this.words, this.epoch);
      case "completesRange":
        return this.completesRange;
    }
  }

  begin(action: FallbackAction): readonly Operation[] {
    const { groupBits } = this.setting.size;
    const [candidate] = this.candidates;
    if (action === "look" && candidate !== undefined) return this.setting.loads(candidate.entry, "load");
    if (action === "publishRecomputed") {
      return this.setting.stores(tileEntry(this.nextTile, groupBits), this.atHand.value, this.epoch);
    }
    if (action !== "publishFolded") return NONE;
    const entry = rangeEntry(this.nextTile - 1, groupBits);
    return this.setting.stores(entry, this.stack.at(-1)?.value ?? 0, this.epoch);
  }

  end(action: FallbackAction, results: readonly number[]): void {
    switch (action) {
      case "startFold":
        this.candidates = candidatesAt(this.read, 0, this.setting.size.groupBits);
        return;
      case "look":
        this.setting.counts.looks++;
        this.words = results;
        this.atHand = { value: this.setting.decoded(results), level: this.candidates[0]?.level ?? 0 };
        return;
      case "nextCandidate":
        this.candidates = this.candidates.slice(1);
        this.forget();
        return;
      case "recomputeTile":
        this.setting.counts.recomputed++;
        this.atHand = { value: this.setting.root({ end: this.nextTile, level: 0 }), level: 0 };
        return;
      case "push":
        this.push();
        return;
      case "give":
        this.setting.counts.fallbacks++;
        this.value = this.stack[0]?.value ?? this.atHand.value;
        return;
      case "publishFolded":
        this.completesRange = false;
        return;
      case "publishRecomputed":
        return;
    }
  }

  isBlocked(): boolean {
    return false;
  }

  copy(): Fallback {
    const copy = new Fallback(this.setting, this.epoch, this.read, this.walker.copy());
    copy.value = this.value;
    copy.offset = this.offset;
    copy.candidates = this.candidates;
    copy.words = this.words;
    copy.atHand = this.atHand;
    copy.stack = [...this.stack];
    copy.completesRange = this.completesRange;
    return copy;
  }

  key(): string {
    const stack = this.stack.map(({ value, level }) => `${value}/${level}`).join();
    const place = `${this.read.lane}:${this.offset}:${this.candidates.length}:${this.words.join()}`;
    const own = `${this.atHand.value}/${this.atHand.level}:${this.completesRange}`;
    return `${this.walker.key()}:${place}:${own}:${stack}`;
  }

  /** The tile at the fold's place: all before it are in the fold. */
  get nextTile(): number {
    return this.read.end + 1 - 2 ** this.read.level + this.offset;
  }

  private forget(): void {
    this.words = NO_WORDS;
    this.atHand = NOTHING;
  }

  /** A binary counter: two roots of one level are halves of a range. */
  private push(): void {
    let { value, level } = this.atHand;
    this.offset += 2 ** level;
    this.completesRange = level === 0 && endsGroup(this.nextTile - 1, this.setting.size.groupBits);
    for (let top = this.stack.at(-1); top?.level === level; top = this.stack.at(-1)) {
      this.stack.pop();
      value = this.setting.join(top.value, value);
      level++;
    }
    this.stack.push({ value, level });
    this.forget();
    if (this.offset < 2 ** this.read.level) {
      this.candidates = candidatesAt(this.read, this.offset, this.setting.size.groupBits);
    }
  }
}
