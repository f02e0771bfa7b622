// Loops for the stages in place, by leaf synthesis: both stages as one scan where that is possible, else each alone.
import { defineNetwork, hasSamePairs, type Network } from "../../networks/network.ts";
import { encodeNetwork } from "../../networks/text/decode-network.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { fitPhase } from "../leaf/fit-phase.ts";
import { searchTask } from "../leaf/search-programs.ts";
import { synthesizeLeaf } from "../leaf/synthesize-leaf.ts";
import {
  compare,
  COUNTER as i,
  integer,
  THREAD as j,
  WIDTH as N,
  subtract,
} from "../programs/build-terms.ts";
import { expandProgram } from "../programs/expand-program.ts";
import type { NetworkProgram, ProgramPhase } from "../programs/network-program.ts";
import type { HierarchicalProgram } from "./hierarchical-program.ts";
import type { StagesInPlace } from "./stage-steps.ts";

/** The loops of the two stages that work on blocks. */
type StageLoops = Pick<HierarchicalProgram, "first" | "last">;

/** Phases of both stages together. */
const MOST_PHASES = 3;

/** Steps beyond which a stage is a loop with one pair a step, and is looked at alone. */
const MOST_STEPS = 10;

/** Programs of a stage that do the same at all of these are one. */
const COMPARED_WIDTHS = [2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 32];

/** Programs that are kept for each stage. */
const MOST_CANDIDATES = 12;

/**
 * Loops that make the stages of all examples (the first one of the longest blocks), likely ones first.
 *
 * Where a block sends one value both stages together are a scan of a block, so that leaf synthesis can tell by other widths what is right. Alone, no stage is a scan: then the
 * examples give several loops that do different things elsewhere, and only the whole can decide.
 */
export function* stageLoops(stages: readonly StagesInPlace[], sentCount: number): Iterable<StageLoops> {
  const together = sentCount === 1 ? loopsTogether(stages) : undefined;
  if (together !== undefined) yield together;
  const firsts = loopsAlone(stages, "first");
  const lasts = loopsAlone(stages, "last");
  for (const first of firsts) for (const last of lasts) yield { first, last };
}

function loopsTogether(stages: readonly StagesInPlace[]): StageLoops | undefined {
  const [largest] = stages;
  const stepCount = largest.first.length + largest.last.length;
  if (stepCount === 0 || stepCount > MOST_STEPS) return undefined;
  const found = synthesizeLeaf(
    stages.map(({ length, first, last }) => defineNetwork(length, [...first, ...last])),
    { mostPhases: MOST_PHASES, longestBody: 1 },
  );
  if (found.kind !== "program") return undefined;
  const { phases } = found.program;
  const cut = found.bounds.indexOf(largest.first.length);
  if (cut < 0 || phases.length !== found.bounds.length - 1) return undefined;
  return { first: { phases: phases.slice(0, cut) }, last: { phases: phases.slice(cut) } };
}

/** One loop for a stage, in all the ways that differ. */
function loopsAlone(stages: readonly StagesInPlace[], stage: "first" | "last"): readonly NetworkProgram[] {
  const networks = stages.map((each) => defineNetwork(each.length, each[stage]));
  const [largest, ...others] = networks;
  if (networks.every(({ steps }) => steps.length === 0)) return [{ phases: [] }];
  const chain = lastRowChain(networks);
  if (chain !== undefined) return [{ phases: [chain] }];
  const { moduli } = searchTask(largest, {
    others,
    rule: "associative",
    blocks: "powers of two",
    statements: [1, 1],
  });
  const kept = new Map<string, NetworkProgram>();
  for (const { phase } of fitPhase(largest.steps, largest.width, moduli)) {
    const program = { phases: [phase] };
    const made = expandWhere(program, [...networks.map(({ width }) => width), ...COMPARED_WIDTHS]);
    if (!networks.every((network, index) => isSame(made[index], network))) continue;
    const key = made.map((network) => (network === undefined ? "" : encodeNetwork(network))).join();
    if (!kept.has(key)) kept.set(key, program);
    if (kept.size === MOST_CANDIDATES) break;
  }
  return [...kept.values()];
}

function isSame(made: Network | undefined, network: Network): boolean {
  return made !== undefined && hasSamePairs(made, network);
}

/** What a program makes at each width; undefined where a term has no value, or a pair is not one of two wires. */
function expandWhere(program: NetworkProgram, widths: readonly number[]): readonly (Network | undefined)[] {
  return widths.map((width) => {
    try {
      return expandProgram(program, width);
    } catch (error) {
      if (error instanceof InvalidArgumentError) return undefined;
      throw error;
    }
  });
}

/**
 * The loop of a reduce in place, where the last row takes up the others one by one: `a[N - 1] = a[N - 2 - i] . a[N - 1]`. Undefined where a
 * network is something else.
 */
function lastRowChain(networks: readonly Network[]): ProgramPhase | undefined {
  const isChain = networks.every(
    ({ width, steps }) =>
      steps.length === width - 1 &&
      steps.every(
        ([pair, ...others], index) =>
          others.length === 0 && pair[0] === width - 2 - index && pair[1] === width - 1,
      ),
  );
  if (!isChain) return undefined;
  return {
    first: integer(0),
    count: subtract(N, integer(1)),
    direction: "up",
    guard: compare(j, "equal", subtract(N, integer(1))),
    source: subtract(subtract(N, integer(2)), i),
    destination: j,
  };
}
