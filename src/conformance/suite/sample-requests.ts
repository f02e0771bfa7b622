import type { Request } from "../../executors/executor.ts";
import { printExpression } from "../../expressions/print.ts";
import { labelOf, typeOf } from "../../operators/operator.ts";
import type { ElementType } from "../../values/element-types.ts";
import { printType } from "../../values/value-types.ts";
import { lineOfAny } from "./report.ts";

/** A request as far as it is prepared for: equal ones need one kernel. */
export function requestKey({ contract, observation }: Pick<Request, "contract" | "observation">): string {
  return `${observation} ${lineOfAny(contract)}`;
}

/** A request that might be tried, and where it would be: the part of the suite, or the like. */
export interface Candidate {
  readonly request: Pick<Request, "contract" | "observation">;
  readonly place?: string | undefined;
}

/**
 * The keys of `limit` requests that differ from one another as much as possible: each next one has the most facts (operator, types,
 * expression, direction, initial value, observation, place) that none before it has, then the most pairs of facts. Takes no chances: equal
 * candidates, equal choice.
 */
export function sampleRequests(candidates: Iterable<Candidate>, limit: number): ReadonlySet<string> {
  const rest = new Map<string, Set<string>>();
  for (const { request, place } of candidates) {
    const key = requestKey(request);
    const facts = rest.get(key) ?? new Set(factsOf(request));
    if (place !== undefined) facts.add(place);
    rest.set(key, facts);
  }
  const chosen = new Set<string>();
  const seen = new Set<string>();
  const open = new Map([...rest].map(([key, facts]) => [key, openCandidate([...facts])]));
  while (chosen.size < limit && open.size > 0) {
    const [best, { facts, pairs }] = mostNew(open, seen);
    for (const each of [...facts, ...pairs]) seen.add(each);
    chosen.add(best);
    open.delete(best);
  }
  return chosen;
}

interface OpenCandidate {
  readonly facts: readonly string[];
  readonly pairs: readonly string[];
  gain: number; // when it was last counted: it only sinks
}

function openCandidate(facts: readonly string[]): OpenCandidate {
  const pairs = facts.flatMap((first, i) => facts.slice(i + 1).map((next) => `${first} | ${next}`));
  return { facts, pairs, gain: Number.POSITIVE_INFINITY };
}

function factsOf({ contract, observation }: Candidate["request"]): readonly string[] {
  return [
    ...valueFacts(contract),
    printExpression(contract.expression),
    contract.direction,
    `initial ${contract.initial?.placement ?? "none"}`,
    observation,
  ];
}

function valueFacts(contract: Request["contract"]): readonly string[] {
  if (contract.kind === "function") return ["a function", contract.type, contract.kind];
  const { operator, types, sums } = contract;
  const isWidened = types[0] !== sums[0];
  const type = typeOf(operator, types[0] as ElementType); // bools are in records alone
  return [labelOf(operator), printType(type), isWidened ? "summed in another type" : operator.kind];
}

/** The first of those that bring the most facts, then pairs, not seen yet. There is one. */
function mostNew(
  open: ReadonlyMap<string, OpenCandidate>,
  seen: ReadonlySet<string>,
): readonly [string, OpenCandidate] {
  const countNew = (list: readonly string[]): number => list.filter((each) => !seen.has(each)).length;
  let [best] = open;
  let gain = -1;
  for (const entry of open) {
    const [, candidate] = entry;
    if (candidate.gain <= gain) continue;
    const { facts, pairs } = candidate;
    candidate.gain = countNew(facts) + countNew(pairs) / (pairs.length + 1);
    if (candidate.gain > gain) [best, gain] = [entry, candidate.gain];
  }
  return best;
}
