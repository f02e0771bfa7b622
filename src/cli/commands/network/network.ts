import type { Command } from "commander";
import {
  type Bracketing,
  checkBrackets,
  directionOf,
  drawNetworkSvg,
  drawNetworkText,
  findNetworks,
  InvalidArgumentError,
  metricsOf,
  minimumCombines,
  type NamedNetwork,
  type Network,
  type NetworkVerdict,
  nameBrackets,
  networksAt,
  parseBracketing,
  printBracketing,
  printNetwork,
  SERVED,
  type Served,
  validateNetwork,
} from "../../../networks.ts";
import {
  addNetworkArguments,
  type NetworkArguments,
  parseWidth,
  readNetworkArgument,
} from "../../input/network.ts";
import type { CommandContext } from "../../io.ts";
import { choiceOf, wholeNumber } from "../../options/parse.ts";
import { checkPlotPlace, writeDrawing } from "../../output/write-plot.ts";
import {
  columns,
  columnsWithin,
  fact,
  printReport,
  type Report,
  report,
  rowsFact,
  table,
} from "../../report.ts";

interface ListOptions {
  readonly n: number;
  readonly expression?: Bracketing;
  readonly json?: boolean;
}

interface ShowOptions extends NetworkArguments {
  readonly json?: boolean;
}

interface CheckOptions extends ShowOptions {
  readonly for: Served;
  readonly expression?: Bracketing;
}

interface DrawOptions extends NetworkArguments {
  readonly highlight?: number;
  readonly output?: string;
}

const DEFAULT_WIDTH = 16;
const LARGEST_LISTED = 1024; // dozens of networks, each taken apart
const DEFAULT_COLUMNS = 100;
const parseWire = wholeNumber("highlight", 0, 99_999, "the number of a wire, from 0 on");
const EXPRESSION =
  "a tree, as in iterated-pairwise, block-dyadic:4, mirror, dyadic-left, carry(2, mirror), peer(4, mirror)";

/** `samebits network list`: the generated networks of a width. */
export function listCommand(command: Command, { io }: CommandContext): void {
  command
    .option("--n <wires>", "their width", parseWidth(LARGEST_LISTED), DEFAULT_WIDTH)
    .option("--expression <name>", `only those that realise it: ${EXPRESSION}`, parseBracketing)
    .option("--json", "print one JSON object")
    .action(async ({ n, expression, json }: ListOptions) => {
      const found = expression === undefined ? networksAt(n) : findNetworks(expression, n);
      const list = { n, networks: found, asked: expression };
      await io.stdout.write(printReport(networksReport(list, io.stdout.terminal?.columns), { json }));
    });
}

/** `samebits network show`: all that is told of one. */
export function showCommand(command: Command, { io }: CommandContext): void {
  addNetworkArguments(command)
    .option("--json", "print one JSON object")
    .action(async (name: string, options: ShowOptions) => {
      const read = await readNetworkArgument(name, options, io);
      await io.stdout.write(printReport(networkReport(name, read), options));
    });
}

/** `samebits network check`: whether one is a scan. */
export function checkCommand(command: Command, { io, failCheck }: CommandContext): void {
  const served = SERVED.filter((each) => each !== "nothing");
  addNetworkArguments(command)
    .option("--for <operators>", served.join(", "), choiceOf("for", served), "associative")
    .option("--expression <name>", `with these brackets for any operator: ${EXPRESSION}`, parseBracketing)
    .option("--json", "print one JSON object")
    .action(async (name: string, options: CheckOptions) => {
      const findings = check(name, await readNetworkArgument(name, options, io), options);
      await io.stdout.write(printReport(checkReport(findings), options));
      if (!findings.passed) failCheck();
    });
}

function check(name: string, network: Network, options: CheckOptions): NetworkFindings {
  const { serves, verdicts } = validateNetwork(network);
  const asked = {
    associative: "intervals",
    idempotent: "idempotent",
    commutative: "sums",
    nothing: undefined,
  }[options.for];
  const brackets = options.expression === undefined ? [] : [checkBrackets(network, options.expression)];
  const needed = [...brackets, ...verdicts.filter(({ validator }) => validator === asked)];
  return {
    network: name,
    serves,
    verdicts: [...brackets, ...verdicts],
    passed: needed.every(({ holds }) => holds),
  };
}

/** `samebits network draw`: in characters, or as a picture. */
export function drawCommand(command: Command, { io }: CommandContext): void {
  addNetworkArguments(command)
    .option("--highlight <wire>", "an output whose bracket stands out", parseWire)
    .option("-o, --output <file>", "an .svg or .png file")
    .action(async (name: string, options: DrawOptions) => {
      const { highlight, output } = options;
      if (output !== undefined) await checkPlotPlace(output, "output");
      const read = await readNetworkArgument(name, options, io);
      if (highlight !== undefined && highlight >= read.width) {
        throw new InvalidArgumentError("highlight", `a wire from 0 to ${read.width - 1}`, String(highlight));
      }
      const chosen = highlight === undefined ? {} : { output: highlight };
      if (output === undefined) {
        const columns = io.stdout.terminal?.columns ?? DEFAULT_COLUMNS;
        await io.stdout.write(drawNetworkText(read, { ...chosen, columns }));
      } else {
        await writeDrawing(output, drawNetworkSvg(read, chosen), io);
        await io.stdout.write(`output  ${output}\n`);
      }
    });
}

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
function networkReport(name: string, network: Network): Report {
  const facts = { network: fact(name), ...networkFacts(network), steps: fact(network.steps) };
  const { steps: _, ...lines } = facts;
  return report(facts, () => [Object.keys(lines) as (keyof typeof lines)[], "", printNetwork(network)]);
}

/** What `samebits network list` found at a width. */
interface NetworkList {
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

/** What a terminal has besides: other names in a column of their own, which may go. */
const OTHER_NAMES = "also";
const MAY_GO = [OTHER_NAMES, ...["serves", "(l,f,t)", "tracks", "fan-out", "steps"]];

/** A line for each; where an expression was asked for, how many combines it takes at least. */
function networksReport({ n, networks, asked }: NetworkList, width: number | undefined): Report {
  const rows = networks.map(({ name, aliases, network }) => {
    const facts = networkFacts(network);
    return {
      network: fact(name, (width === undefined ? [name, ...aliases] : [name]).join(", ")),
      aliases: fact(aliases, aliases.length === 0 ? "-" : aliases.join(", ")),
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
  const titles = width === undefined ? LIST_TITLES : { ...LIST_TITLES, aliases: OTHER_NAMES };
  return report(facts, () => [
    ...(rows.length === 0 ? [] : table(titles, rows, (cells) => columnsWithin(cells, width, MAY_GO))),
    ...(asked !== undefined && rows.length > 0 ? [""] : []),
    asked && `${expression}: ${none}${least} combines at least`,
  ]);
}

/** What `samebits network check` found. */
interface NetworkFindings {
  readonly network: string;
  readonly serves: Served;
  readonly verdicts: readonly NetworkVerdict[];
  readonly passed: boolean;
}

/** A line for each validator, then PASS or FAIL. */
function checkReport({ network, serves, verdicts, passed }: NetworkFindings): Report {
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
