import type { IndexCondition, IndexTerm } from "../programs/index-term.ts";
import { type Substitution, substituteInCondition, substituteInTerm } from "../programs/substitute.ts";

/**
 * Where the interval that wire j holds begins (it ends at j), as a function of j and of names of the program: that of the first case whose
 * condition holds. The last case has no condition.
 */
export interface SpanCases {
  readonly cases: readonly SpanCase[];
  readonly otherwise: IndexTerm;
}

export interface SpanCase {
  readonly when: IndexCondition;
  readonly start: IndexTerm;
}

/** The same with other terms in the place of names. */
export function substituteInCases(spans: SpanCases, substitution: Substitution): SpanCases {
  return {
    cases: spans.cases.map(({ when, start }) => ({
      when: substituteInCondition(when, substitution),
      start: substituteInTerm(start, substitution),
    })),
    otherwise: substituteInTerm(spans.otherwise, substitution),
  };
}
