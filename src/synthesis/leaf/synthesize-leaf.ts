// From one drawn example to a program for every width. Phases are fitted to runs of steps; then whole programs are searched, cheapest first,
// and kept if they are a scan at widths that nobody drew.

import { directionIn, reverseNetwork } from "../../networks/direction.ts";
import { copyNetwork, hasSamePairs, type Network } from "../../networks/network.ts";
import { checkIdempotent, checkIntervals } from "../../networks/validators/check-intervals.ts";
import { checkInteger } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";

import { InvalidArgumentError } from "../../values/errors.ts";
import { reverseProgram } from "../programs/reverse-program.ts";
import { unrollSingleSteps } from "../programs/substitute.ts";
import { explainIrregular } from "./explain-irregular.ts";
import type { LeafProgram, LeafSynthesis } from "./leaf-synthesis.ts";
import { type SearchOutcome, searchPrograms, searchTask } from "./search-programs.ts";
import { type ExpectTime, expectTimeOf, type SearchTime } from "./search-time.ts";
import type { JoinRule } from "./span-state.ts";

/** Options of `synthesizeLeaf`. */
export interface LeafOptions extends SearchTime {
  readonly mostPhases?: number; // default: 5
  readonly longestBody?: number; // statements of a loop, from 1 to 4; default: 4
}

const DEFAULT_MOST_PHASES = 5;
const LARGEST_MOST_PHASES = 2 ** 31 - 1;
/** Wires of an example. */
export const LARGEST_EXAMPLE = 256;

/** Statements of all phases together, where a loop may have several. */
const MOST_STATEMENTS = 6;
const LONGEST_BODY = 4;

/** What is looked through, one after another: a few phases of one statement, loops of several, and only then many phases, or lengths of blocks that are no powers. */
const SEARCHES: readonly {
  readonly blocks: "powers of two" | "any";
  readonly least: number;
  readonly most?: number;
  readonly hasBodies?: true; // loops of several statements
}[] = [
  { blocks: "powers of two", least: 1, most: 3 },
  { blocks: "powers of two", least: 2, most: 4, hasBodies: true },
  { blocks: "powers of two", least: 4 },
  { blocks: "any", least: 1 },
  { blocks: "powers of two", least: 5, hasBodies: true },
];

/**
 * A loop program, for every width, of the network of which examples are given: thread j of step i takes up a[source(i, j)] where guard(i, j) holds.
 *
 * Phases are found over all segmentations of the largest example's steps, fewest statements first; the other examples, and being a scan at a dozen other
 * widths, decide between the candidates. One example of 16 wires is enough for every regular network that is known, of 8 for most; some 20 ms.
 * Where no program is found the result says at which step, and what the nearest program would have there.
 *
 * @throws InvalidArgumentError for no example, for more than 256 wires, for examples of one width that differ or of both directions; UnsupportedError out of time
 */
export function synthesizeLeaf(
  examples: Network | readonly Network[],
  options: LeafOptions = {},
): LeafSynthesis {
  checkOptionNames(options, ["mostPhases", "longestBody", "budgetMs", "now"]);
  const { mostPhases = DEFAULT_MOST_PHASES, longestBody = LONGEST_BODY } = options;
  checkInteger("mostPhases", mostPhases, 1, LARGEST_MOST_PHASES);
  checkInteger("longestBody", longestBody, 1, LONGEST_BODY);
  return synthesizeWithin(examples, { mostPhases, longestBody, expectTime: expectTimeOf(options) });
}

interface Limits {
  readonly mostPhases: number;
  readonly longestBody: number;
  readonly expectTime: ExpectTime;
}

/** The same, for who looks at the clock already. */
export function synthesizeWithin(
  examples: Network | readonly Network[],
  limits: Partial<Limits> & Pick<Limits, "expectTime">,
): LeafSynthesis {
  const given = checkExamples(Array.isArray(examples) ? examples : [examples]);
  const isBackward = directionIn(given[0]) === "backward";
  const result = synthesizeForward(isBackward ? given.map(reverseNetwork) : given, {
    mostPhases: DEFAULT_MOST_PHASES,
    longestBody: LONGEST_BODY,
    ...limits,
  });
  return isBackward ? reversed(result) : result;
}

/** The examples, the largest first. */
function checkExamples(all: readonly Network[]): readonly Network[] {
  const examples = Array.from(all, (each, index) => copyNetwork(each, `examples[${index}]`));
  if (examples.length === 0) {
    throw new InvalidArgumentError("examples", "a network, or several", "none");
  }
  const sorted = examples.sort((one, other) => other.width - one.width);
  const [largest] = sorted;
  if (largest.width < 2 || largest.width > LARGEST_EXAMPLE) {
    throw new InvalidArgumentError("examples", `of 2 to ${LARGEST_EXAMPLE} wires`, `one of ${largest.width}`);
  }
  const twice = sorted.find((one, index) => index > 0 && one.width === sorted[index - 1].width);
  if (twice !== undefined) {
    const others = sorted.filter(({ width }) => width === twice.width);
    if (!others.every((one) => hasSamePairs(one, twice))) {
      throw new InvalidArgumentError("examples", "one for each width", `two of ${twice.width} wires`);
    }
  }
  const directions = sorted.filter(({ width }) => width > 1).map(directionIn);
  if (new Set(directions).size > 1) {
    throw new InvalidArgumentError("examples", "of one direction", "forward and backward ones");
  }
  return sorted;
}

function synthesizeForward(
  [largest, ...others]: readonly Network[],
  { mostPhases, longestBody, expectTime }: Limits,
): LeafSynthesis {
  const rule: JoinRule = checkIntervals(largest).holds ? "associative" : "idempotent";
  const wrong = [largest, ...others].find((each) => !checkIdempotent(each).holds);
  if (wrong !== undefined) {
    return explainIrregular({
      example: wrong,
      verdict: checkIntervals(wrong),
      refutedAt: undefined,
      triedCount: 0,
      expectTime,
    });
  }
  let triedCount = 0;
  let outcome: SearchOutcome | undefined;
  for (const { blocks, least, most, hasBodies } of SEARCHES) {
    if (hasBodies && longestBody === 1) continue;
    const last = hasBodies ? (most ?? MOST_STATEMENTS) : Math.min(most ?? mostPhases, mostPhases);
    const task = searchTask(largest, {
      ...{ others, rule, blocks, mostPhases, expectTime },
      statements: [least, last],
      longestBody: hasBodies ? longestBody : 1,
    });
    outcome = searchPrograms(task);
    triedCount += outcome.triedCount;
    if (outcome.found === undefined) continue;
    const { program, bounds } = outcome.found;
    const widths = [
      ...new Set([largest, ...others].map(({ width }) => width).concat(task.earlyWidths, task.lateWidths)),
    ];
    return {
      kind: "program",
      program: unrollSingleSteps(program),
      bounds,
      serves: rule,
      widths: widths.sort((one, other) => one - other),
      triedCount,
    };
  }
  return explainIrregular({
    example: largest,
    verdict: undefined,
    refutedAt: outcome?.refuted?.width,
    triedCount,
    expectTime,
  });
}

function reversed(result: LeafSynthesis): LeafSynthesis {
  if (result.kind === "program")
    return { ...result, program: reverseProgram(result.program) } satisfies LeafProgram;
  const { nearest, example } = result;
  const last = example.width - 1;
  const turned = (step: Network["steps"][number]): Network["steps"][number] =>
    step.map(([source, destination]) => [last - source, last - destination]);
  return {
    ...result,
    example: reverseNetwork(example),
    verdict: result.verdict && checkIntervals(reverseNetwork(example)),
    nearest: nearest && {
      program: reverseProgram(nearest.program),
      network: reverseNetwork(nearest.network),
      corrections: nearest.corrections.map(({ step, remove, add }) => ({
        step,
        remove: turned(remove),
        add: turned(add),
      })),
    },
  };
}
