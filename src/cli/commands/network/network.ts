import type { Command } from "commander";
import {
  type Bracketing,
  checkBrackets,
  drawNetworkSvg,
  drawNetworkText,
  findNetworks,
  InvalidArgumentError,
  type Network,
  networksAt,
  parseBracketing,
  SERVED,
  type Served,
  validateNetwork,
} from "../../../networks.ts";
import { type NetworkArguments, readNetworkArgument } from "../../input/network.ts";
import type { CommandIo } from "../../io.ts";
import { jsonLine } from "../../json-line.ts";
import { choiceOf } from "../../options/parse.ts";
import { expectOutputFile } from "../../output/output-file.ts";
import { writeDrawing } from "../../output/write-plot.ts";
import { addEmit } from "./emit.ts";
import { addExact } from "./exact.ts";
import { addHierarchical } from "./hierarchical.ts";
import {
  checkJson,
  checkText,
  type NetworkFindings,
  networkJson,
  networksJson,
  networksText,
  networkText,
} from "./report.ts";
import { addSketch } from "./sketch.ts";
import { addSynthesize } from "./synthesize.ts";

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
const LARGEST_WIDTH = 65_536;
const DEFAULT_COLUMNS = 100;
const EXPRESSION =
  "a tree, as in iterated-pairwise, block-dyadic:4, mirror, dyadic-left, carry(2, mirror), peer(4, mirror)";

/** `samebits network list|show|check|draw|emit`: scan networks as data. */
export function addNetworkCommand(program: Command, io: CommandIo, failCheck: () => void): void {
  const network = program
    .command("network")
    .description("scan networks: what they cost, what they compute, how they look");
  addList(network, io);
  addShow(network, io);
  addCheck(network, io, failCheck);
  addDraw(network, io);
  addEmit(addNetworkArguments(network.command("emit")), io);
  addExact(network, io, failCheck);
  addHierarchical(network, io, failCheck);
  addSketch(network, io, failCheck);
  addSynthesize(network, io, failCheck);
}

function addList(network: Command, io: CommandIo): void {
  network
    .command("list")
    .description("the generated networks of a width, and the expression that each realises")
    .option("--n <wires>", "their width", (text: string) => parseWidth(text, LARGEST_LISTED), DEFAULT_WIDTH)
    .option("--expression <name>", `only those that realise it: ${EXPRESSION}`, parseBracketing)
    .option("--json", "print one JSON object")
    .action(async ({ n, expression, json }: ListOptions) => {
      const found = expression === undefined ? networksAt(n) : findNetworks(expression, n);
      const list = { n, networks: found, asked: expression };
      await io.stdout.write(json ? jsonLine(networksJson(list)) : networksText(list));
    });
}

function addShow(network: Command, io: CommandIo): void {
  addNetworkArguments(network.command("show"))
    .description("its size, depth, fan-out and wire tracks, the expression that it realises, its pairs")
    .option("--json", "print one JSON object")
    .action(async (name: string, options: ShowOptions) => {
      const read = await readNetworkArgument(name, options, io);
      await io.stdout.write(options.json ? jsonLine(networkJson(name, read)) : networkText(name, read));
    });
}

function addCheck(network: Command, io: CommandIo, failCheck: () => void): void {
  const served = SERVED.filter((each) => each !== "nothing");
  addNetworkArguments(network.command("check"))
    .description("whether it is a scan; ends with 1 if it is none for the operators asked for")
    .option("--for <operators>", served.join(", "), choiceOf("for", served), "associative")
    .option("--expression <name>", `with these brackets for any operator: ${EXPRESSION}`, parseBracketing)
    .option("--json", "print one JSON object")
    .action(async (name: string, options: CheckOptions) => {
      const findings = check(name, await readNetworkArgument(name, options, io), options);
      await io.stdout.write(options.json ? jsonLine(checkJson(findings)) : checkText(findings));
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

function addDraw(network: Command, io: CommandIo): void {
  addNetworkArguments(network.command("draw"))
    .description("draw it in characters, or as a picture")
    .option("--highlight <wire>", "an output whose bracket stands out", parseWire)
    .option("-o, --output <file>", "an .svg or .png file")
    .action(async (name: string, options: DrawOptions) => {
      const { highlight, output } = options;
      if (output !== undefined) await checkPlace(output);
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

function addNetworkArguments(command: Command): Command {
  return command
    .argument(
      "NAME|FILE",
      "a generator, as in sklansky or ladner-fischer:1, or a file of nested pairs or JSON; - is standard input",
    )
    .option("--n <wires>", "the width; a file's own is the default", (text: string) =>
      parseWidth(text, LARGEST_WIDTH),
    )
    .option("--backward", "the network for suffixes instead of prefixes");
}

function parseWidth(text: string, largest: number): number {
  const width = /^\d+$/.test(text) ? Number(text) : 0;
  if (width >= 1 && width <= largest) return width;
  throw new InvalidArgumentError("n", `a number of wires from 1 to ${largest}`, JSON.stringify(text));
}

function parseWire(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("highlight", "the number of a wire, from 0 on", JSON.stringify(text));
}

async function checkPlace(path: string): Promise<void> {
  if (!/\.(svg|png)$/i.test(path)) {
    throw new InvalidArgumentError("output", "an .svg or .png file", JSON.stringify(path));
  }
  await expectOutputFile(path);
}
