// Steps among blocks, or within them, are steps of a smaller network. A phase for that one is lifted to the whole.
import type { Pair } from "../../networks/network.ts";
import {
  add,
  all,
  compare,
  divide,
  integer,
  maximum,
  modulo,
  multiply,
  subtract,
  THREAD,
  WIDTH,
} from "../programs/build-terms.ts";
import type { ProgramPhase } from "../programs/network-program.ts";
import { type Substitution, substituteInCondition, substituteInTerm } from "../programs/substitute.ts";
import type { SampledStep } from "./phase-samples.ts";

/** Steps of a smaller network that stand for those of a larger one, and how a phase of the one becomes a phase of the other. */
interface BlockView {
  readonly steps: readonly SampledStep[];
  readonly width: number;
  readonly lift: (phase: ProgramPhase) => ProgramPhase | undefined;
}

/** The steps as they are among the last wires of complete blocks; undefined if they have other wires. */
export function amongBlocks(
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
export function withinBlocks(
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
  return {
    ...phase,
    first: substituteInTerm(phase.first, substitution),
    count: substituteInTerm(phase.count, substitution),
    guard: substituteInCondition(phase.guard, substitution),
    source: substituteInTerm(phase.source, substitution),
  };
}

function partsOf(guard: ProgramPhase["guard"]): readonly ProgramPhase["guard"][] {
  return guard.kind === "all" ? guard.conditions : [guard];
}
