// The language of sources: terms that give, for every thread that worked, the wire that it took up.
import {
  add,
  COUNTER,
  integer,
  modulo,
  powerOfTwo,
  shiftLeft,
  shiftRight,
  subtract,
  THREAD,
} from "../programs/build-terms.ts";
import type { IndexTerm } from "../programs/network-program.ts";
import type { PhaseSamples, Thread } from "./phase-samples.ts";

/** A source with what it costs to say it. */
interface SourceCandidate {
  readonly term: IndexTerm;
  readonly cost: number;
}

/** A part of a source, as a function for fitting; its term is made when it is wanted. */
interface SourcePart {
  readonly makeTerm: () => IndexTerm;
  readonly valueOf: (thread: Thread) => number;
  readonly cost: number;
}

interface SecondPart {
  readonly addTo: (first: IndexTerm) => IndexTerm;
  readonly valueOf: (thread: Thread) => number;
  readonly cost: number;
}

/** Constants beyond this say nothing that a power or a block length would not say. */
const LARGEST_CONSTANT = 64;

/**
 * The terms A + B + c that give the source of every thread that worked, cheapest first: A is j, j without its low bits, or nothing; B a power of the counter or
 * nothing; c what remains. The samples fix c, so that the whole language is looked through with one subtraction for each sample.
 */
export function sourceCandidates(
  samples: PhaseSamples,
  moduli: readonly number[],
): readonly SourceCandidate[] {
  const found: SourceCandidate[] = [];
  for (const first of [...FIRSTS, ...moduli.map(startOfBlock)]) {
    for (const second of SECONDS) {
      const constant = remainder(samples, first, second);
      if (constant === undefined || Math.abs(constant) > LARGEST_CONSTANT) continue;
      found.push({
        term: add(second.addTo(first.makeTerm()), integer(constant)),
        cost: first.cost + second.cost + costOfConstant(constant),
      });
    }
  }
  return found.sort((one, other) => one.cost - other.cost);
}

/** What all sources are beyond the two parts; undefined where it is not the same for all. */
function remainder({ positives }: PhaseSamples, first: SourcePart, second: SecondPart): number | undefined {
  let constant: number | undefined;
  for (const thread of positives) {
    const rest = thread.source - first.valueOf(thread) - second.valueOf(thread);
    constant ??= rest;
    if (rest !== constant) return undefined;
  }
  return constant;
}

function costOfConstant(constant: number): number {
  if (constant === 0) return 0;
  return constant === -1 ? 0.5 : 1 + Math.log2(Math.abs(constant)) / 2;
}

const counterPlus = (shift: number): IndexTerm => add(COUNTER, integer(shift));

const FIRSTS: readonly SourcePart[] = [
  { makeTerm: () => THREAD, valueOf: ({ j }) => j, cost: 1 },
  ...[0, 1].map(
    (shift): SourcePart => ({
      makeTerm: () => shiftLeft(shiftRight(THREAD, counterPlus(shift)), counterPlus(shift)),
      valueOf: ({ i, j }) => j - (j % 2 ** (i + shift)),
      cost: 2 + shift,
    }),
  ),
  { makeTerm: () => integer(0), valueOf: () => 0, cost: 2 },
];

const SECONDS: readonly SecondPart[] = [
  { addTo: (first) => first, valueOf: () => 0, cost: 0 },
  ...[0, 1].map(
    (shift): SecondPart => ({
      addTo: (first) => subtract(first, powerOfTwo(counterPlus(shift))),
      valueOf: ({ i }) => -(2 ** (i + shift)),
      cost: 1 + shift,
    }),
  ),
  ...[0, 1].map(
    (shift): SecondPart => ({
      addTo: (first) => add(first, powerOfTwo(counterPlus(shift))),
      valueOf: ({ i }) => 2 ** (i + shift),
      cost: 2 + shift,
    }),
  ),
  { addTo: (first) => add(first, COUNTER), valueOf: ({ i }) => i, cost: 2 },
];

function startOfBlock(modulus: number): SourcePart {
  return {
    makeTerm: () => subtract(THREAD, modulo(THREAD, integer(modulus))),
    valueOf: ({ j }) => j - (j % modulus),
    cost: 2.75,
  };
}
