import {
  type DyadicRange,
  firstTile,
  PAYLOAD_BITS,
  publicationsOf,
  wordsPerEntry,
} from "../look-back/protocol.ts";
import type { LookBackRun } from "./look-back-run.ts";
import { ARRIVED, EPOCH, TABLE, TICKET } from "./memory.ts";
import type { FreeMagma } from "./values.ts";
import type { Operation } from "./walker.ts";
import type { Phase } from "./workgroup.ts";

/** Tiles `first` to `last`, for which one root stands. */
export interface TileRange {
  readonly first: number;
  readonly last: number;
}

/** An atomic operation that may come next, with what a step says of it. */
export interface LookBackChoice {
  readonly workgroup: number;
  readonly lane: number;
  readonly ageCount: number; // values that may come back: a step's `age` is below it. 1 for all but loads
  readonly operation: Operation["kind"]; // "or" is a poll's read-modify-write, which changes nothing
  readonly word: "ticket" | "arrivals" | "epoch" | "table";
  readonly range: TileRange | undefined; // whose root a word of the table is part of
}

/** A lane that waits for a root. */
export interface WaitingLane extends TileRange {
  readonly polls: number; // so far
  readonly pollLimit: number; // after which it asks its workgroup to make the root
  readonly root: string | undefined; // once it is there
}

/** What one workgroup does at a moment, and what it waits for. */
export interface WorkgroupState {
  readonly phase: Phase;
  readonly tile: number | undefined; // none while it has none
  readonly waiting: readonly WaitingLane[];
  readonly folding: (TileRange & { readonly next: number }) | undefined; // a root that it makes by itself, and the first tile that is not in it yet: last + 1 while its root is published
}

/** A root of the table. */
export interface EntryState extends TileRange {
  readonly wordCount: number;
  readonly publishedWords: number; // that carry the epoch of this run
  readonly root: string | undefined; // once all words do
}

/** A tile whose results are written, and the bracket of the tiles before it that went into them. */
export interface WrittenTile {
  readonly tile: number;
  readonly prefix: string | undefined; // of the tiles before it; tile 0 has none
}

/** A moment of a run. Roots and prefixes are brackets: `((t0 t1) t2)`; `?` and digits stand for words that make none. */
export interface LookBackState {
  readonly stepCount: number;
  readonly epoch: number;
  readonly workgroups: readonly WorkgroupState[];
  readonly entries: readonly EntryState[]; // those of the tiles of this run, in the order of the table
  readonly written: readonly WrittenTile[]; // in the order of time
  readonly counts: LookBackCounts;
  readonly fault: string | undefined; // what went wrong; only mutants do
}

/** What all workgroups did so far. */
export interface LookBackCounts {
  readonly polls: number;
  readonly accepted: number; // roots that polls found
  readonly fallbacks: number; // roots that were made instead
  readonly recomputed: number; // tiles that were reduced again for them
  readonly looks: number; // at roots of the table, by workgroups that made one
}

export function stateOf(run: LookBackRun, magma: FreeMagma): LookBackState {
  const { simulation, setting, stepCount, epoch, fault } = run;
  const text = (value: number | undefined) => (value === undefined ? undefined : magma.text(value));
  return {
    stepCount,
    epoch,
    workgroups: simulation.workgroups.map((workgroup) => {
      const { phase, tile, lanes, fallback } = workgroup.view();
      const waiting = lanes.map(({ read, polls, pollLimit, value }) => {
        return { ...tilesOf(read), polls, pollLimit, root: text(value) };
      });
      const folding = fallback && { ...tilesOf(fallback.read), next: fallback.nextTile };
      return { phase, tile, waiting, folding };
    }),
    entries: entriesOf(run, magma),
    written: simulation.written.map(({ tile, prefix }) => ({ tile, prefix: text(prefix) })),
    counts: { ...setting.counts },
    fault,
  };
}

function entriesOf({ setting, simulation, epoch }: LookBackRun, magma: FreeMagma): readonly EntryState[] {
  const { groupBits, tileCount } = setting.size;
  const tiles = Array.from({ length: tileCount }, (_, tile) => tile);
  return tiles
    .flatMap((tile) => publicationsOf(tile, groupBits))
    .map((publication) => {
      const words = setting
        .loads(publication.entry, "load")
        .map(({ address }) => simulation.memory.newest(address));
      const publishedWords = words.filter((word) => word >>> PAYLOAD_BITS === epoch).length;
      const isWhole = publishedWords === words.length;
      const root = isWhole ? magma.text(setting.decoded(words)) : undefined;
      return { ...tilesOf(publication), wordCount: words.length, publishedWords, root };
    });
}

/** What may come next, of all workgroups or of one. */
export function choicesOf(run: LookBackRun, only?: number): readonly LookBackChoice[] {
  const { simulation } = run;
  const workgroups = only === undefined ? simulation.live() : [only];
  return workgroups.flatMap((workgroup) =>
    Array.from({ length: simulation.laneCount(workgroup) }, (_, lane) => {
      const { kind, address } = simulation.operation(workgroup, lane);
      const ageCount = simulation.ageCount(workgroup, lane);
      return { workgroup, lane, ageCount, operation: kind, ...placeOf(run, address) };
    }),
  );
}

const COUNTERS = new Map([
  [TICKET, "ticket"],
  [ARRIVED, "arrivals"],
  [EPOCH, "epoch"],
] as const);

function placeOf({ setting }: LookBackRun, address: number): Pick<LookBackChoice, "word" | "range"> {
  const counter = COUNTERS.get(address as typeof TICKET);
  if (counter !== undefined) return { word: counter, range: undefined };
  const { groupBits, rootWordCount } = setting.size;
  const entry = Math.floor((address - TABLE) / wordsPerEntry(rootWordCount));
  // Each group of tile roots is followed by the range root that ends there.
  const entriesPerGroup = 2 ** groupBits + 1;
  const last = entry - Math.floor((entry + 1) / entriesPerGroup);
  const publication = publicationsOf(last, groupBits).find((each) => each.entry === entry);
  return { word: "table", range: publication && tilesOf(publication) };
}

function tilesOf(range: DyadicRange): TileRange {
  return { first: firstTile(range), last: range.end };
}
