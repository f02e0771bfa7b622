import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Command } from "commander";
import {
  type Assignment,
  decodeProgram,
  type ElementType,
  emitProgramTypeScript,
  emitProgramWgsl,
  emitTypeScript,
  emitWgsl,
  expandProgram,
  GENERATOR_NAMES,
  generateNetwork,
  InvalidArgumentError,
  isSameNetwork,
  type Network,
  type NetworkProgram,
  networkModule,
  reverseNetwork,
  synthesizeLeaf,
} from "../../../networks.ts";
import { addNetworkArguments, type NetworkArguments, readNetworkArgument } from "../../input/network.ts";
import { readOperator } from "../../input/operator.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { choiceOf, parseType } from "../../options/parse.ts";
import { expectOutputFile, writeOutputFile } from "../../output/output-file.ts";

const LANGUAGES = ["typescript", "wgsl", "wasm"] as const;
const FORMS = ["network", "program"] as const;
const ARITHMETICS = ["integer", "native"] as const;
const ASSIGNMENTS = ["elements", "pairs"] as const;

/** Widths of a generator's examples, where it has them; what their program makes at the width asked for is compared. */
const EXAMPLE_WIDTHS = [16, 32];

interface EmitOptions extends NetworkArguments {
  readonly to: (typeof LANGUAGES)[number];
  readonly as?: (typeof FORMS)[number];
  readonly operator: string;
  readonly type?: ElementType;
  readonly arithmetic: (typeof ARITHMETICS)[number];
  readonly assignment: Assignment;
  readonly output?: string;
}

/** `samebits network emit`: a network as code. */
export function emitCommand(command: Command, { io }: CommandContext): void {
  addNetworkArguments(command)
    .requiredOption("--to <language>", LANGUAGES.join(", "), choiceOf("to", LANGUAGES))
    .option(
      "--as <form>",
      "network: pair by pair; program: loops for every width, found from the network as an example (default: network, program for FILE.json with one)",
      choiceOf("as", FORMS),
    )
    .option("--operator <name>", "of WGSL and WebAssembly: as in samebits scan, or FILE.op", "add")
    .option("--type <type>", "of WGSL and WebAssembly; default: f32, f64", parseType)
    .option(
      "--arithmetic <kind>",
      "of WGSL: floats on their bits, the same everywhere; or native ones",
      choiceOf("arithmetic", ARITHMETICS),
      "integer",
    )
    .option(
      "--assignment <kind>",
      "of WGSL: an invocation for each element, or for each pair of a step",
      choiceOf("assignment", ASSIGNMENTS),
      "elements",
    )
    .option("-o, --output <file>", "where it goes; default: standard output")
    .action(async (name: string, options: EmitOptions) => {
      const { output } = options;
      if (output !== undefined) await expectOutputFile(output);
      const code = await emitted(name, options, io);
      if (output === undefined) return io.stdout.write(code);
      await writeOutputFile(output, code, io);
      await io.stdout.write(`output  ${output}\n`);
    });
}

/** What is to be written: a network at a width, a program, or both. */
interface Subject {
  readonly title: string;
  readonly network: Network | undefined;
  readonly program: NetworkProgram | undefined;
}

async function emitted(
  name: string,
  options: EmitOptions,
  io: CommandIo,
): Promise<string | Uint8Array<ArrayBuffer>> {
  const subject = await readSubject(name, options, io);
  const { title, program } = subject;
  switch (options.to) {
    case "typescript":
      return program === undefined
        ? emitTypeScript(networkOf(subject), { title })
        : emitProgramTypeScript(program, { title });
    case "wgsl":
      return wgslOf(subject, options);
    case "wasm": {
      if (options.output === undefined && io.stdout.terminal !== undefined) {
        throw new InvalidArgumentError("output", "a file, or left out in front of a pipe", "a terminal");
      }
      const operator = await readOperator(options.operator);
      return networkModule(networkOf(subject), { operator, type: options.type });
    }
    default:
      return options.to satisfies never;
  }
}

async function wgslOf(subject: Subject, options: EmitOptions): Promise<string> {
  const { title, program } = subject;
  const { arithmetic, assignment, type } = options;
  const operator = await readOperator(options.operator);
  const shared = { title, operator, arithmetic, ...(type === undefined ? {} : { type }) };
  const network = networkOf(subject);
  const scan =
    program === undefined
      ? emitWgsl(network, { ...shared, assignment })
      : emitProgramWgsl(program, network.width, shared);
  return scan.code;
}

async function readSubject(name: string, options: EmitOptions, io: CommandIo): Promise<Subject> {
  const title = name === "-" ? "standard input" : basename(name);
  const written = await readProgram(name, options);
  if (written === undefined) {
    const network = await readNetworkArgument(name, options, io);
    return {
      title,
      network,
      program: options.as === "program" ? programOf(name, network, options) : undefined,
    };
  }
  const { n, as } = options;
  const network = n === undefined ? undefined : expandProgram(written, n);
  return { title, network, program: as === "network" && network !== undefined ? undefined : written };
}

function networkOf({ network, title }: Subject): Network {
  if (network !== undefined) return network;
  throw new InvalidArgumentError("n", `given with a program, as in ${title} --n 16`, "none");
}

/** The program of a JSON file, as `samebits network synthesize -o` writes it or in the field `program` of a report by --json; undefined for anything else. */
async function readProgram(name: string, { backward }: EmitOptions): Promise<NetworkProgram | undefined> {
  if (!/\.json$/i.test(name)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(await readFile(name, "utf8"));
  } catch {
    return undefined; // which reading it as a network will tell
  }
  if (typeof value !== "object" || value === null) return undefined;
  if ("program" in value) value = value.program;
  if (typeof value !== "object" || value === null || !("phases" in value)) return undefined;
  if (backward) throw new InvalidArgumentError("backward", "left out with a program", "given");
  return decodeProgram(value, name);
}

/** A generator's network; none where its parameters are those of one width alone, as in Harris' taxonomy. */
function generated(name: string, width: number): readonly Network[] {
  try {
    return [generateNetwork(name, width)];
  } catch (error) {
    if (error instanceof InvalidArgumentError) return [];
    throw error;
  }
}

/** The program of which a network is an example, checked at its width. */
function programOf(name: string, network: Network, { backward = false, to }: EmitOptions): NetworkProgram {
  if (to === "wasm") {
    throw new InvalidArgumentError("as", "network with --to wasm, whose modules are of one width", "program");
  }
  const isGenerated = GENERATOR_NAMES.includes(name.split(":")[0]);
  const smaller = isGenerated ? EXAMPLE_WIDTHS.flatMap((width) => generated(name, width)) : [];
  const examples =
    smaller.length > 0 ? smaller.map((each) => (backward ? reverseNetwork(each) : each)) : [network];
  const found = synthesizeLeaf(examples);
  if (found.kind === "irregular") {
    throw new InvalidArgumentError("as", "network, as no program makes this one", `program: ${found.reason}`);
  }
  if (isSameNetwork(expandProgram(found.program, network.width), network)) return found.program;
  const fact = `program, which makes another network at ${network.width} wires`;
  throw new InvalidArgumentError("as", "network, as the program of its examples is another one", fact);
}
