// What an oracle picked, place by place, as samples of a rule: the language is that of sources and guards.
import { guardCandidates } from "../leaf/guard-candidates.ts";
import type { PhaseSamples } from "../leaf/phase-samples.ts";
import { sourceCandidates } from "../leaf/source-candidates.ts";
import { all } from "../programs/build-terms.ts";
import type { PickRule } from "./sketch-program.ts";

/** What was picked at a place of a hole: the values of the names that it takes, and the number. */
export interface OraclePick {
  readonly hole: string; // the function whose body it is, or a number of its own
  readonly place: readonly number[];
  readonly value: number;
}

/** A rule with what it costs to say it. */
export interface RuleCandidate {
  readonly rule: PickRule;
  readonly cost: number;
}

/** Rules that are kept for one hole. */
const MOST_RULES = 12;

/** The rules that say all picks of a hole of two names, i and j, cheapest first: a condition for bits, a term for numbers. */
export function rulesOf(
  picks: readonly OraclePick[],
  isBit: boolean,
  width: number,
): readonly RuleCandidate[] {
  if (picks.some(({ place }) => place.length !== 2)) return [];
  const threads = picks.map(({ place: [i, j], value }) => ({ i, j, source: value }));
  const works = threads.filter(({ source }) => !isBit || source === 1);
  const idle = threads.filter(({ source }) => isBit && source === 0);
  const samples: PhaseSamples = {
    width,
    counters: [...new Set(threads.map(({ i }) => i))],
    positives: works,
    negatives: idle,
    mostPerStep: Math.max(...works.map((one) => works.filter(({ i }) => i === one.i).length)),
  };
  if (works.length === 0) return [];
  const moduli: number[] = [];
  for (let modulus = 2; modulus <= width / 2; modulus *= 2) moduli.push(modulus);
  const found = isBit
    ? guardsOf(samples, moduli)
    : sourceCandidates(samples, moduli).map(({ term, cost }): RuleCandidate => {
        return { rule: { kind: "term", term }, cost };
      });
  return found.slice(0, MOST_RULES);
}

function guardsOf(samples: PhaseSamples, moduli: readonly number[]): readonly RuleCandidate[] {
  if (samples.negatives.length === 0) return [{ rule: { kind: "condition", condition: all([]) }, cost: 0 }];
  return guardCandidates(samples, moduli).map(({ condition, cost }) => ({
    rule: { kind: "condition", condition },
    cost,
  }));
}
