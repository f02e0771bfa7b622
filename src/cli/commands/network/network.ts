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
import {
  addNetworkArguments,
  type NetworkArguments,
  parseWidth,
  readNetworkArgument,
} from "../../input/network.ts";
import type { CommandContext } from "../../io.ts";
import { choiceOf } from "../../options/parse.ts";
import { expectOutputFile } from "../../output/output-file.ts";
import { writeDrawing } from "../../output/write-plot.ts";
import { printReport } from "../../report.ts";
import { checkReport, type NetworkFindings, networkReport, networksReport } from "./report.ts";

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
const EXPRESSION =
  "a tree, as in iterated-pairwise, block-dyadic:4, mirror, dyadic-left, carry(2, mirror), peer(4, mirror)";

/** `samebits network list`: the generated networks of a width. */
export function listCommand(command: Command, { io }: CommandContext): void {
  command
    .option("--n <wires>", "their width", (text: string) => parseWidth(text, LARGEST_LISTED), DEFAULT_WIDTH)
    .option("--expression <name>", `only those that realise it: ${EXPRESSION}`, parseBracketing)
    .option("--json", "print one JSON object")
    .action(async ({ n, expression, json }: ListOptions) => {
      const found = expression === undefined ? networksAt(n) : findNetworks(expression, n);
      const list = { n, networks: found, asked: expression };
      await io.stdout.write(printReport(networksReport(list), { json }));
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
