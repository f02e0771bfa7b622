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
import { offering, wholeNumber } from "../options/parse.ts";
import { readNamedFile } from "./named-file.ts";

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
      offering((text: string) => text, GENERATOR_NAMES),
    )
    .option("--n <wires>", "the width; a file's own is the default", parseWidth(LARGEST_WIDTH))
    .option("--backward", "the network for suffixes instead of prefixes");
}

/** A number of wires. */
export function parseWidth(largest: number): (text: string) => number {
  return wholeNumber("n", 1, largest, `a number of wires from 1 to ${largest}`);
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
  const text =
    name === "-" ? await wholeText(io) : (await readNamedFile(name, unreadable(name))).toString("utf8");
  const network = readNetwork(text, { source, ...(n === undefined ? {} : { width: n }) });
  if (n === undefined || network.width === n) return network;
  throw new FormatError(source, `a network of ${n} wires, as --n says`, `one of ${network.width}`);
}

async function wholeText(io: CommandIo): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of io.stdin) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function unreadable(name: string): (code: string) => InvalidArgumentError {
  const expected = `${oneOf(name.split(":")[0], GENERATOR_NAMES)}, or a file of pairs or JSON`;
  return (code) => new InvalidArgumentError(ARGUMENT, expected, `"${name}" (as a file: ${code})`);
}
