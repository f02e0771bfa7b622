import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { oneOf } from "../../index.ts";
import {
  FormatError,
  GENERATOR_NAMES,
  generateNetwork,
  InvalidArgumentError,
  type Network,
  readNetwork,
  reverseNetwork,
} from "../../networks.ts";
import type { CommandIo } from "../io.ts";

/** Which network a command is about. */
export interface NetworkArguments {
  readonly n?: number;
  readonly backward?: boolean;
}

const ARGUMENT = "NAME|FILE";
const LARGEST_WIDTH = 65_536;

/** Adds the arguments that say which network. */
export function addNetworkArguments(command: Command): Command {
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

/** A number of wires. */
export function parseWidth(text: string, largest: number): number {
  const width = /^\d+$/.test(text) ? Number(text) : 0;
  if (width >= 1 && width <= largest) return width;
  throw new InvalidArgumentError("n", `a number of wires from 1 to ${largest}`, JSON.stringify(text));
}

/** The network of a generator's name at --n, or of a file; "-" is standard input. */
export async function readNetworkArgument(
  name: string,
  { n, backward = false }: NetworkArguments,
  io: CommandIo,
): Promise<Network> {
  const isGenerated = GENERATOR_NAMES.includes(name.split(":")[0]);
  const network = isGenerated ? generated(name, n) : await fromFile(name, n, io);
  return backward ? reverseNetwork(network) : network;
}

function generated(name: string, n: number | undefined): Network {
  if (n === undefined)
    throw new InvalidArgumentError("n", `given with a generator, as in ${name} --n 16`, "none");
  try {
    return generateNetwork(name, n);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    const { argument, expected, actual } = error;
    const whole = argument === "network" ? expected : `a network whose ${argument} is ${expected}`;
    throw new InvalidArgumentError(ARGUMENT, whole, actual);
  }
}

async function fromFile(name: string, n: number | undefined, io: CommandIo): Promise<Network> {
  const source = name === "-" ? "standard input" : name;
  const text = name === "-" ? await wholeText(io) : await readText(name);
  const network = readNetwork(text, { source, ...(n === undefined ? {} : { width: n }) });
  if (n === undefined || network.width === n) return network;
  throw new FormatError(source, `a network of ${n} wires, as --n says`, `one of ${network.width}`);
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    const expected = `${oneOf(path.split(":")[0], GENERATOR_NAMES)}, or a file of pairs or JSON`;
    throw new InvalidArgumentError(ARGUMENT, expected, `"${path}" (as a file: ${error.code})`);
  }
}

async function wholeText(io: CommandIo): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of io.stdin) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
