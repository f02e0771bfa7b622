// One phase: the loops, guards and sources that make exactly these steps at this width. Many do; other widths decide later.

import type { Pair } from "../../networks/network.ts";
import {
  add,
  all,
  ceilLog2,
  compare,
  divide,
  integer,
  maximum,
  modulo,
  multiply,
  partsOf,
  shiftRight,
  subtract,
  THREAD,
  WIDTH,
} from "../programs/build-terms.ts";
import {
  type IndexTerm,
  mapStatements,
  type ProgramPhase,
  type ProgramStatement,
} from "../programs/network-program.ts";
import { type Substitution, substituteInCondition, substituteInTerm } from "../programs/substitute.ts";
import { guardCandidates } from "./guard-candidates.ts";
import { type PhaseSamples, phaseSamples, type SampledStep } from "./phase-samples.ts";
import { sourceCandidates } from "./source-candidates.ts";

/** Which counters a phase runs over, as terms over N, with what it costs to say that. */
interface PhaseRange {
  readonly first: IndexTerm;
  readonly count: IndexTerm;
  readonly cost: number;
}

interface Bound {
  readonly term: IndexTerm;
  readonly cost: number;
}

/** Levels that a count may lack of ⌈log2 N⌉ or have beyond it. */
const MOST_LACKING = 6;

const LEVELS = ceilLog2(WIDTH);

/** The ranges that begin at `first` and have `count` counters where N is `width`: constants, and what depends on N as that does. */
function phaseRanges(first: number, count: number, width: number): readonly PhaseRange[] {
  const levels = Math.ceil(Math.log2(width));
  return firsts(first, levels).flatMap((one) =>
    counts(count, width, levels).map((other) => ({
      first: one.term,
      count: other.term,
      cost: one.cost + other.cost,
    })),
  );
}

function firsts(value: number, levels: number): readonly Bound[] {
  const constant = { term: integer(value), cost: value / 4 };
  const lacking = levels - value;
  if (value < 1 || lacking < 0 || lacking > 2) return [constant];
  return [constant, { term: add(LEVELS, integer(-lacking)), cost: 1.5 + lacking / 2 }];
}

function counts(value: number, width: number, levels: number): readonly Bound[] {
  const lacking = levels - value;
  const byLevels = { term: add(LEVELS, integer(-lacking)), cost: 1.5 + Math.abs(lacking) / 2 };
  const constant = { term: integer(value), cost: value };
  return [
    ...(value <= levels ? [constant] : []),
    ...(lacking >= -1 && lacking <= MOST_LACKING ? [byLevels] : []),
    ...(value >= 3 || value > levels ? byWidth(value, width) : []),
  ];
}

/** `N`, `N − 1`, `(N >> 2) − 1`: as many as there are blocks of a power of two. */
function byWidth(value: number, width: number): readonly Bound[] {
  const found: Bound[] = [];
  for (let places = 0; 2 ** places <= width; places++) {
    const offset = value - Math.floor(width / 2 ** places);
    if (Math.abs(offset) > 1) continue;
    found.push({
      term: add(shiftRight(WIDTH, integer(places)), integer(offset)),
      cost: 2.5 + places / 4 + Math.abs(offset) / 2,
    });
  }
  return found;
}

/** A phase that makes some steps of an example, with what it costs to say it. */
export interface PhaseCandidate {
  readonly phase: ProgramPhase;
  readonly cost: number;
}

/** Candidates that are kept for the same steps. */
const MOST_CANDIDATES = 96;
const MOST_SOURCES = 6;
const DOWNWARD_COST = 0.25;
const BLOCK_COST = 2;

/** Statements that are kept for one place in a turn, by how many places there are. */
const MOST_STATEMENTS = [Number.POSITIVE_INFINITY, 8, 5, 3];

/**
 * The phases that make exactly these steps at this width, in the owner-computes form, cheapest first: loops whose turns are of `period` steps, each by a statement
 * of its own.
 */
export function fitPhase(
  steps: readonly SampledStep[],
  width: number,
  moduli: readonly number[],
  period = 1,
): readonly PhaseCandidate[] {
  if (steps.every((step) => step === undefined)) return [];
  const hasBlocks = period === 1 && !moduli.every(isPower);
  const found = [
    ...turnsOf(steps, period)
      .flatMap((turns) => alignments(turns, width))
      .flatMap((alignment) => fitAligned(alignment, width, moduli)),
    ...(hasBlocks ? moduli.flatMap((modulus) => fitBlocks(steps, width, modulus)) : []),
  ];
  return found.sort((one, other) => one.cost - other.cost).slice(0, MOST_CANDIDATES);
}

/** Phases over blocks, whose guards and sources speak of a block's number or of a place in it: what bits of j do not say where the length is not a power of two. */
function fitBlocks(steps: readonly SampledStep[], width: number, length: number): readonly PhaseCandidate[] {
  return [amongBlocks(steps, width, length), withinBlocks(steps, width, length)].flatMap((view) => {
    if (view === undefined || view.width < 2) return [];
    const moduli = [2, 4, 8].filter((modulus) => modulus <= view.width / 2);
    return fitPhase(view.steps, view.width, moduli).flatMap(({ phase, cost }): readonly PhaseCandidate[] => {
      const lifted = view.lift(phase);
      return lifted === undefined ? [] : [{ phase: lifted, cost: cost + BLOCK_COST }];
    });
  });
}

function isPower(value: number): boolean {
  return Number.isInteger(Math.log2(value));
}

/** The steps of one value of a counter, in their order. */
type Turn = readonly SampledStep[];

/**
 * The ways to take steps as turns of so many. Those in which no thread works stand in no example: where the number of steps is not a multiple, a first or a last turn
 * lacks some. Of several steps a turn there are two turns at least: a loop of one would be phases of their own.
 */
function turnsOf(steps: readonly SampledStep[], period: number): readonly (readonly Turn[])[] {
  const count = Math.ceil(steps.length / period);
  if (period > 1 && count < 2) return [];
  const lacking = count * period - steps.length;
  const places = Array.from({ length: period }, (_, place) => place);
  return subsetsOf(places, lacking).flatMap((empty) => {
    const held = period - lacking;
    const part = (from: number): Turn => {
      let next = from;
      return places.map((place) => (empty.includes(place) ? [] : steps[next++]));
    };
    const whole = (from: number): readonly Turn[] =>
      Array.from({ length: lacking === 0 ? count : count - 1 }, (_, turn) =>
        steps.slice(from + turn * period, from + (turn + 1) * period),
      );
    if (lacking === 0) return [whole(0)];
    return [
      [part(0), ...whole(held)],
      [...whole(0), part(steps.length - held)],
    ];
  });
}

function subsetsOf(places: readonly number[], size: number): readonly (readonly number[])[] {
  if (size === 0) return [[]];
  return places.flatMap((place, index) =>
    subsetsOf(places.slice(index + 1), size - 1).map((rest) => [place, ...rest]),
  );
}

/** Turns with counters: the first value, the directions in which it can have run, and the turns that are empty at this width only. */
interface Alignment {
  readonly turns: readonly Turn[];
  readonly first: number;
  readonly directions: readonly ProgramPhase["direction"][];
}

function alignments(turns: readonly Turn[], width: number): readonly Alignment[] {
  const levels = Math.ceil(Math.log2(width));
  // At widths between powers of two the last level of a sweep may have no thread; such steps stand in no example.
  const paddings: readonly Turn[][] = isPower(width) ? [[]] : [[], [turns[0].map(() => [])]];
  return paddings.flatMap((padding) => {
    const upward = [...turns, ...padding];
    const downward = [...[...turns].reverse(), ...padding];
    const most = Math.max(1, levels - upward.length);
    return Array.from({ length: most + 1 }, (_, first) => first).flatMap((first): readonly Alignment[] =>
      turns.length === 1
        ? [{ turns: upward, first, directions: ["up", "down"] }]
        : [
            { turns: upward, first, directions: ["up"] },
            { turns: downward, first, directions: ["down"] },
          ],
    );
  });
}

function fitAligned(
  { turns, first, directions }: Alignment,
  width: number,
  moduli: readonly number[],
): readonly PhaseCandidate[] {
  const counters = turns.map((_, index) => first + index);
  const bodies = bodiesOf(
    turns[0].map((_, place) =>
      phaseSamples(
        turns.map((turn) => turn[place]),
        counters,
        width,
      ),
    ),
    moduli,
  );
  if (bodies.length === 0) return [];
  const ranges = phaseRanges(first, turns.length, width).flatMap((range) =>
    directions
      .filter((direction) => direction === "up" || !isSingle(range))
      .map((direction) => ({ ...range, direction })),
  );
  return bodies.flatMap(({ statements: [own, ...further], cost: bodyCost }) =>
    ranges.map(({ first, count, direction, cost }) => ({
      phase: { first, count, direction, ...own, ...(further.length > 0 && { further }) },
      cost: bodyCost + cost + (direction === "down" ? DOWNWARD_COST : 0),
    })),
  );
}

/** Statements of a turn, with what it costs to say them. */
interface Body {
  readonly statements: readonly ProgramStatement[];
  readonly cost: number;
}

/** The bodies that make what the samples of their places say. */
function bodiesOf(places: readonly PhaseSamples[], moduli: readonly number[]): readonly Body[] {
  let bodies: readonly Body[] = [{ statements: [], cost: 0 }];
  for (const samples of places) {
    const here = statementsFor(samples, moduli, MOST_STATEMENTS[places.length - 1]);
    bodies = bodies.flatMap((before) =>
      here.map(({ statement, cost }) => ({
        statements: [...before.statements, statement],
        cost: before.cost + cost,
      })),
    );
    if (bodies.length === 0) return bodies;
  }
  return bodies;
}

/** The statements that make what the samples say; the cheapest `most`. */
function statementsFor(
  samples: PhaseSamples,
  moduli: readonly number[],
  most: number,
): readonly { readonly statement: ProgramStatement; readonly cost: number }[] {
  if (samples.positives.length === 0) return [];
  const sources = sourceCandidates(samples, moduli).slice(0, MOST_SOURCES);
  if (sources.length === 0) return [];
  const guards = guardCandidates(samples, moduli);
  const found = sources.flatMap((source) =>
    guards.map((guard) => ({
      statement: { guard: guard.condition, source: source.term, destination: THREAD },
      cost: source.cost + guard.cost,
    })),
  );
  if (found.length <= most) return found;
  return found.sort((one, other) => one.cost - other.cost).slice(0, most);
}

/** One step at every width runs neither way. */
function isSingle({ count }: PhaseRange): boolean {
  return count.kind === "integer" && count.value === 1;
}

// Steps among blocks, or within them, are steps of a smaller network. A phase for that one is lifted to the whole.

/** Steps of a smaller network that stand for those of a larger one, and how a phase of the one becomes a phase of the other. */
interface BlockView {
  readonly steps: readonly SampledStep[];
  readonly width: number;
  readonly lift: (phase: ProgramPhase) => ProgramPhase | undefined;
}

/** The steps as they are among the last wires of complete blocks; undefined if they have other wires. */
function amongBlocks(
  steps: readonly SampledStep[],
  width: number,
  blockLength: number,
): BlockView | undefined {
  const isLast = (wire: number): boolean => (wire + 1) % blockLength === 0;
  if (!steps.every((step) => step === undefined || step.flat().every(isLast))) return undefined;
  const blockOf = (wire: number): number => (wire + 1) / blockLength - 1;
  const size = integer(blockLength);
  const substitution = { j: divide(THREAD, size), N: maximum(integer(1), divide(WIDTH, size)) };
  return {
    steps: steps.map((step) => step?.map(([source, to]): Pair => [blockOf(source), blockOf(to)])),
    width: Math.floor(width / blockLength),
    lift: (phase) => {
      const { guard, source, ...rest } = substituted(phase, substitution);
      const isLastOfBlock = compare(modulo(add(THREAD, integer(1)), size), "equal", integer(0));
      return {
        ...rest,
        guard: all([isLastOfBlock, guard].flatMap(partsOf)),
        source: subtract(multiply(add(source, integer(1)), size), integer(1)),
      };
    },
  };
}

/** The steps as they are within each block, where all blocks have the same; undefined if they have not. */
function withinBlocks(
  steps: readonly SampledStep[],
  width: number,
  blockLength: number,
): BlockView | undefined {
  if (!steps.every((step) => step === undefined || isPeriodic(step, width, blockLength))) return undefined;
  const place = modulo(THREAD, integer(blockLength));
  return {
    steps: steps.map((step) => step?.filter(([, to]) => to < blockLength)),
    width: blockLength,
    lift: (phase) => {
      if (phase.first.kind !== "integer" || phase.count.kind !== "integer") return undefined;
      const { source, ...rest } = substituted(phase, { j: place });
      return { ...rest, source: add(subtract(THREAD, place), source) };
    },
  };
}

function isPeriodic(step: readonly Pair[], width: number, blockLength: number): boolean {
  const sources = new Map(step.map(([source, to]) => [to, source]));
  return Array.from({ length: width }, (_, wire) => wire).every((wire) => {
    const place = wire % blockLength;
    const first = sources.get(place);
    const mine = sources.get(wire);
    if (first === undefined || mine === undefined) return first === mine;
    return first < blockLength && mine === wire - place + first;
  });
}

function substituted(phase: ProgramPhase, substitution: Substitution): ProgramPhase {
  const statements = mapStatements(phase, ({ guard, source, ...rest }) => ({
    ...rest,
    guard: substituteInCondition(guard, substitution),
    source: substituteInTerm(source, substitution),
  }));
  return {
    ...statements,
    first: substituteInTerm(phase.first, substitution),
    count: substituteInTerm(phase.count, substitution),
  };
}
