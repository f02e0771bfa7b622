import {
  type Bracketing,
  directionOf,
  metricsOf,
  minimumCombines,
  type NamedNetwork,
  type Network,
  type NetworkMetrics,
  type NetworkVerdict,
  nameBrackets,
  printBracketing,
  printNetwork,
  type Served,
  validateNetwork,
} from "../../../networks.ts";
import type { JsonValue } from "../../json-line.ts";
import { alignedLines } from "../../report.ts";
import { columns } from "../witness/report.ts";

/** Beyond this width no expression is looked for: taking brackets apart grows faster than they do. */
const LARGEST_NAMED = 1024;

const SERVES: Readonly<Record<Served, string>> = {
  associative: "a scan for every associative operator",
  idempotent: "a scan for every associative and idempotent operator",
  commutative: "a scan for every associative and commutative operator",
  nothing: "no scan",
};

/** All that is told of one network. */
interface Facts extends Omit<NetworkMetrics, "width" | "harris"> {
  readonly n: number;
  readonly direction: "forward" | "backward";
  readonly harris: readonly number[] | undefined;
  readonly expression: string | undefined;
  readonly serves: Served;
}

function factsOf(network: Network): Facts {
  const { width, harris, ...counted } = metricsOf(network);
  const bracketing = width <= LARGEST_NAMED ? nameBrackets(network) : undefined;
  return {
    n: width,
    direction: directionOf(network),
    ...counted,
    harris: harris === undefined ? undefined : [harris.levels, harris.fanOut, harris.tracks],
    expression: bracketing === undefined ? undefined : printBracketing(bracketing),
    serves: validateNetwork(network).serves,
  };
}

/** `samebits network show`, for a person: what it costs, what it computes, its pairs. */
export function networkText(name: string, network: Network): string {
  const facts = factsOf(network);
  const lines = alignedLines({
    network: name,
    N: String(facts.n),
    direction: facts.direction,
    size: String(facts.size),
    steps: String(facts.stepCount),
    depth: String(facts.depth),
    "fan-out": String(facts.fanOut),
    tracks: String(facts.trackCount),
    "(l, f, t)": facts.harris && `(${facts.harris.join(", ")})`,
    expression: facts.expression,
    serves: SERVES[facts.serves],
  });
  return `${lines}\n${printNetwork(network)}`;
}

/** The same as one JSON object. */
export function networkJson(name: string, network: Network): JsonValue {
  return { network: name, ...factsJson(network), steps: network.steps };
}

function factsJson(network: Network): Readonly<Record<string, JsonValue | undefined>> {
  return { ...factsOf(network) };
}

/** What `samebits network list` found at a width. */
interface NetworkList {
  readonly n: number;
  readonly networks: readonly NamedNetwork[];
  readonly asked: Bracketing | undefined; // an expression that all of them realise
}

/** A line for each; where an expression was asked for, how many combines it takes at least. */
export function networksText({ n, networks, asked }: NetworkList): string {
  const titles = [
    "network",
    "size",
    "steps",
    "depth",
    "fan-out",
    "tracks",
    "(l,f,t)",
    "expression",
    "serves",
  ];
  const rows = networks.map(({ name, aliases, network }) => {
    const facts = factsOf(network);
    const counts = [facts.size, facts.stepCount, facts.depth, facts.fanOut, facts.trackCount].map(String);
    const place = facts.harris === undefined ? "-" : `(${facts.harris.join(",")})`;
    return [[name, ...aliases].join(", "), ...counts, place, facts.expression ?? "-", facts.serves];
  });
  const listed = rows.length === 0 ? "" : `${columns([titles, ...rows]).join("\n")}\n\n`;
  if (asked === undefined) return listed.replace(/\n\n$/, "\n");
  const count = networks.length === 0 ? "no generated network has it; " : "";
  return `${listed}${printBracketing(asked)}: ${count}${minimumCombines(asked, n)} combines at least\n`;
}

/** The same as one JSON object. */
export function networksJson({ n, networks, asked }: NetworkList): JsonValue {
  return {
    n,
    expression: asked && printBracketing(asked),
    minimumCombines: asked && minimumCombines(asked, n),
    networks: networks.map(({ name, aliases, network }) => ({
      network: name,
      aliases,
      ...factsJson(network),
    })),
  };
}

/** What `samebits network check` found. */
export interface NetworkFindings {
  readonly network: string;
  readonly serves: Served;
  readonly verdicts: readonly NetworkVerdict[];
  readonly passed: boolean;
}

/** A line for each validator, then PASS or FAIL. */
export function checkText({ serves, verdicts, passed }: NetworkFindings): string {
  const lines = verdicts.map((verdict) => [verdict.validator, printVerdict(verdict)]);
  const found = `${passed ? "PASS" : "FAIL"}  ${SERVES[serves]}`;
  return `${columns(lines).join("\n")}\n\n${found}\n`;
}

function printVerdict(verdict: NetworkVerdict): string {
  if (!verdict.holds) return `y${verdict.output} is ${verdict.computes}, not ${verdict.expected}`;
  return verdict.validator === "powers-of-two" ? "holds, which proves nothing" : "holds";
}

/** The same as one JSON object. */
export function checkJson({ verdicts, ...found }: NetworkFindings): JsonValue {
  return { ...found, verdicts: verdicts.map((verdict) => ({ ...verdict })) };
}
