import {
  type Bracketing,
  directionOf,
  metricsOf,
  minimumCombines,
  type NamedNetwork,
  type Network,
  type NetworkVerdict,
  nameBrackets,
  printBracketing,
  printNetwork,
  type Served,
  validateNetwork,
} from "../../../networks.ts";
import { columns, fact, type Report, report, rowsFact, table } from "../../report.ts";

/** Beyond this width no expression is looked for: taking brackets apart grows faster than they do. */
const LARGEST_NAMED = 1024;

const SERVES: Readonly<Record<Served, string>> = {
  associative: "a scan for every associative operator",
  idempotent: "a scan for every associative and idempotent operator",
  commutative: "a scan for every associative and commutative operator",
  nothing: "no scan",
};

/** All that is told of one network. */
function networkFacts(network: Network) {
  const { width, harris, size, stepCount, depth, fanOut, trackCount } = metricsOf(network);
  const place = harris && [harris.levels, harris.fanOut, harris.tracks];
  const bracketing = width <= LARGEST_NAMED ? nameBrackets(network) : undefined;
  const { serves } = validateNetwork(network);
  return {
    n: fact(width, String(width), "N"),
    direction: fact(directionOf(network)),
    size: fact(size),
    stepCount: fact(stepCount, String(stepCount), "steps"),
    depth: fact(depth),
    fanOut: fact(fanOut, String(fanOut), "fan-out"),
    trackCount: fact(trackCount, String(trackCount), "tracks"),
    harris: fact(place, place && `(${place.join(", ")})`, "(l, f, t)"),
    expression: fact(bracketing && printBracketing(bracketing)),
    serves: fact(serves, SERVES[serves]),
  };
}

/** `samebits network show`: what one costs, what it computes, its pairs. */
export function networkReport(name: string, network: Network): Report {
  const facts = { network: fact(name), ...networkFacts(network), steps: fact(network.steps) };
  const { steps: _, ...lines } = facts;
  return report(facts, () => [Object.keys(lines) as (keyof typeof lines)[], "", printNetwork(network)]);
}

/** What `samebits network list` found at a width. */
export interface NetworkList {
  readonly n: number;
  readonly networks: readonly NamedNetwork[];
  readonly asked: Bracketing | undefined; // an expression that all of them realise
}

const LIST_TITLES = {
  network: "network",
  size: "size",
  stepCount: "steps",
  depth: "depth",
  fanOut: "fan-out",
  trackCount: "tracks",
  harris: "(l,f,t)",
  expression: "expression",
  serves: "serves",
};

/** A line for each; where an expression was asked for, how many combines it takes at least. */
export function networksReport({ n, networks, asked }: NetworkList): Report {
  const rows = networks.map(({ name, aliases, network }) => {
    const facts = networkFacts(network);
    return {
      network: fact(name, [name, ...aliases].join(", ")),
      aliases: fact(aliases),
      ...facts,
      harris: { ...facts.harris, text: facts.harris.text?.replaceAll(" ", "") },
      serves: fact(facts.serves.value),
    };
  });
  const least = asked && minimumCombines(asked, n);
  const expression = asked && printBracketing(asked);
  const facts = {
    n: fact(n),
    expression: fact(expression),
    minimumCombines: fact(least),
    networks: rowsFact(rows),
  };
  const none = rows.length === 0 ? "no generated network has it; " : "";
  return report(facts, () => [
    ...(rows.length === 0 ? [] : table(LIST_TITLES, rows)),
    ...(asked !== undefined && rows.length > 0 ? [""] : []),
    asked && `${expression}: ${none}${least} combines at least`,
  ]);
}

/** What `samebits network check` found. */
export interface NetworkFindings {
  readonly network: string;
  readonly serves: Served;
  readonly verdicts: readonly NetworkVerdict[];
  readonly passed: boolean;
}

/** A line for each validator, then PASS or FAIL. */
export function checkReport({ network, serves, verdicts, passed }: NetworkFindings): Report {
  const facts = {
    network: fact(network),
    serves: fact(serves),
    passed: fact(passed),
    verdicts: fact(verdicts.map((verdict) => ({ ...verdict }))),
  };
  return report(facts, () => [
    ...columns(verdicts.map((verdict) => [verdict.validator, printVerdict(verdict)])),
    "",
    `${passed ? "PASS" : "FAIL"}  ${SERVES[serves]}`,
  ]);
}

function printVerdict(verdict: NetworkVerdict): string {
  if (!verdict.holds) return `y${verdict.output} is ${verdict.computes}, not ${verdict.expected}`;
  return verdict.validator === "powers-of-two" ? "holds, which proves nothing" : "holds";
}
