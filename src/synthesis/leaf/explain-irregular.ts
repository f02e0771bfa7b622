// What to say where no program was found: the step at fault, and the nearest network that has a program.
import { networksAt } from "../../networks/generators/networks-at.ts";
import { isSameStep, type Network, type Step } from "../../networks/network.ts";
import type { NetworkVerdict } from "../../networks/validators/verdict.ts";
import { expandProgram } from "../programs/expand-program.ts";
import type { NetworkProgram } from "../programs/network-program.ts";
import { unrollSingleSteps } from "../programs/substitute.ts";
import { fitPhase } from "./fit-phase.ts";
import type { Correction, IrregularExample, NearestProgram } from "./leaf-synthesis.ts";
import type { SampledStep } from "./phase-samples.ts";
import { searchPrograms, searchTask } from "./search-programs.ts";
import type { ExpectTime } from "./search-time.ts";

/** What is known of an example for which no program was found. */
interface IrregularFacts {
  readonly example: Network;
  readonly verdict: NetworkVerdict | undefined;
  readonly refutedAt: number | undefined; // the width at which the last candidate failed
  readonly triedCount: number;
  readonly expectTime: ExpectTime;
}

/** Phases of a corrected program, and candidates for them that are looked at. */
const MOST_PHASES = 4;
const MOST_TRIED = 250;

/** Says which step is to blame, and the nearest program: the one with the fewest pairs that are not the example's. */
export function explainIrregular({ refutedAt, expectTime, ...facts }: IrregularFacts): IrregularExample {
  const { example } = facts;
  const task = searchTask(example, {
    others: [],
    rule: "associative",
    blocks: "any",
    statements: [1, 1],
  });
  const alone = example.steps.findIndex((step) => fitPhase([step], example.width, task.moduli).length === 0);
  const nearest = nearestProgram(example, expectTime);
  const step = alone >= 0 ? alone : nearest?.corrections[0]?.step;
  return {
    kind: "irregular",
    ...facts,
    step,
    reason: reasonOf(alone, step, { refutedAt, ...facts }),
    nearest,
  };
}

function reasonOf(
  alone: number,
  step: number | undefined,
  { verdict, refutedAt }: Pick<IrregularFacts, "verdict" | "refutedAt">,
): string {
  const unfit = alone >= 0 ? `no guard and source of the language make step ${alone + 1}` : undefined;
  if (verdict !== undefined) {
    const which = unfit ?? (step === undefined ? undefined : `step ${step + 1} is not the nearest program's`);
    return which === undefined ? "it is no scan" : `it is no scan, and ${which}`;
  }
  const where =
    refutedAt === undefined ? "" : `; the last one that was tried is no scan of ${refutedAt} wires`;
  return unfit ?? `each step alone fits a phase, but no program of them is a scan at every width${where}`;
}

function nearestProgram(example: Network, expectTime: ExpectTime): NearestProgram | undefined {
  const corrected = correctedPrograms(example, expectTime);
  const programs = corrected.length > 0 ? corrected : familiarPrograms(example, expectTime);
  const found = programs.map((program): NearestProgram => {
    const network = expandProgram(program, example.width);
    return { program: unrollSingleSteps(program), network, corrections: correctionsOf(example, network) };
  });
  const [best] = found.sort((one, other) => pairCount(one) - pairCount(other));
  return best;
}

/** Programs that make all steps but one; that one may have been changed, be missing, or be one too many. */
function correctedPrograms({ width, steps }: Network, expectTime: ExpectTime): readonly NetworkProgram[] {
  const indices = steps.map((_, index) => index);
  const changed = indices.map((index): SampledStep[] =>
    steps.map((step, each) => (each === index ? undefined : step)),
  );
  const without = indices.map((index) => steps.filter((_, each) => each !== index));
  const between = [...indices, steps.length].map((index): SampledStep[] => [
    ...steps.slice(0, index),
    undefined,
    ...steps.slice(index),
  ]);
  const found = programsOf(width, changed, expectTime);
  return found.length > 0 ? found : programsOf(width, [...without, ...between], expectTime);
}

/** The program of the first of these variants that has one. */
function programsOf(
  width: number,
  variants: readonly (readonly SampledStep[])[],
  expectTime: ExpectTime,
): readonly NetworkProgram[] {
  const rest = {
    expectTime,
    others: [],
    rule: "associative",
    blocks: "powers of two",
    statements: [1, MOST_PHASES],
  } as const;
  for (const steps of variants) {
    if (steps.every((step) => step === undefined)) continue;
    const task = { ...searchTask({ width, steps: [] }, rest), steps, mostTried: MOST_TRIED };
    const { found } = searchPrograms(task);
    if (found !== undefined) return [found.program];
  }
  return [];
}

/** The program of the generated network that has the most pairs in common. */
function familiarPrograms(example: Network, expectTime: ExpectTime): readonly NetworkProgram[] {
  const networks = networksAt(example.width).map(({ network }) => network);
  const distances = networks.map((network) => countPairs(correctionsOf(example, network)));
  const nearest = networks[distances.indexOf(Math.min(...distances))];
  return programsOf(example.width, [nearest.steps], expectTime);
}

/** What has to be changed in an example's steps, at the least, so that they are a network's: whole steps may be missing or too many. */
function correctionsOf(example: Network, network: Network): readonly Correction[] {
  const [mine, theirs] = [example.steps, network.steps];
  // least[m][t]: pairs to be changed in the first m steps to make the first t of the network
  const least: number[][] = [[0]];
  const best = (m: number, t: number): readonly [m: number, t: number] => {
    const choices = [
      {
        from: [m - 1, t - 1],
        cost: m > 0 && t > 0 ? distance(mine[m - 1], theirs[t - 1]) : Number.POSITIVE_INFINITY,
      },
      { from: [m - 1, t], cost: m > 0 ? mine[m - 1].length : Number.POSITIVE_INFINITY },
      { from: [m, t - 1], cost: t > 0 ? theirs[t - 1].length : Number.POSITIVE_INFINITY },
    ].map(({ from: [one, other], cost }) => ({ one, other, cost: cost + (least[one]?.[other] ?? 0) }));
    const chosen = choices.reduce((one, other) => (other.cost < one.cost ? other : one));
    least[m][t] = chosen.cost;
    return [chosen.one, chosen.other];
  };
  const before = Array.from({ length: mine.length + 1 }, (_, m) => {
    least[m] ??= [];
    return Array.from({ length: theirs.length + 1 }, (_, t) =>
      m + t === 0 ? ([0, 0] as const) : best(m, t),
    );
  });
  const corrections: Correction[] = [];
  for (let [m, t] = [mine.length, theirs.length]; m + t > 0; ) {
    const [one, other] = before[m][t];
    const [taken, wanted] = [one < m ? mine[one] : [], other < t ? theirs[other] : []];
    if (!isSameStep(taken, wanted)) {
      corrections.push({ step: one, remove: without(taken, wanted), add: without(wanted, taken) });
    }
    [m, t] = [one, other];
  }
  return corrections.reverse();
}

function distance(one: Step, other: Step): number {
  return without(one, other).length + without(other, one).length;
}

function without(step: Step, other: Step): Step {
  const sources = new Map(other.map(([source, destination]) => [destination, source]));
  return step.filter(([source, destination]) => sources.get(destination) !== source);
}

function pairCount({ corrections }: NearestProgram): number {
  return countPairs(corrections);
}

function countPairs(corrections: readonly Correction[]): number {
  return corrections.reduce((sum, { remove, add }) => sum + remove.length + add.length, 0);
}
