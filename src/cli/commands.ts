// The table of commands. --help is printed from it alone, so that a command costs nothing until a command line names it.

import type { Command } from "commander";
import type { CommandContext } from "./io.ts";

/** Gives a command its arguments, options and action. */
type Declare = (command: Command, context: CommandContext) => void;

/** A command as --help lists it. Its code is loaded only when the command line names it: all of them together take 0.3 s. */
interface CommandRow {
  readonly name: string;
  readonly argument?: string;
  readonly description: string;
  readonly load: (() => Promise<Declare>) | readonly CommandRow[]; // or subcommands
}

const NETWORK_COMMANDS: readonly CommandRow[] = [
  {
    name: "list",
    description: "the generated networks of a width, and the expression that each realises",
    load: async () => (await import("./commands/network/network.ts")).listCommand,
  },
  {
    name: "show",
    argument: "NAME|FILE",
    description: "its size, depth, fan-out and wire tracks, the expression that it realises, its pairs",
    load: async () => (await import("./commands/network/network.ts")).showCommand,
  },
  {
    name: "check",
    argument: "NAME|FILE",
    description: "whether it is a scan; ends with 1 if it is none for the operators asked for",
    load: async () => (await import("./commands/network/network.ts")).checkCommand,
  },
  {
    name: "draw",
    argument: "NAME|FILE",
    description: "draw it in characters, or as a picture",
    load: async () => (await import("./commands/network/network.ts")).drawCommand,
  },
  {
    name: "emit",
    argument: "NAME|FILE",
    description: "write it as code: TypeScript, a workgroup scan in WGSL, a WebAssembly module",
    load: async () => (await import("./commands/network/emit.ts")).emitCommand,
  },
  {
    name: "exact",
    description:
      "a network with the fewest combines for its depth, and who says that there is no smaller one",
    load: async () => (await import("./commands/network/exact.ts")).exactCommand,
  },
  {
    name: "check-proof",
    argument: "FILE",
    description:
      "check a DRAT proof that no circuit keeps within these bounds; ends with 1 if it does not hold",
    load: async () => (await import("./commands/network/exact.ts")).checkProofCommand,
  },
  {
    name: "hierarchical",
    description:
      "the stage functions f, g, h of a scan in blocks with the fewest adds and transfers; ends with 1 if time runs out before that is proved",
    load: async () => (await import("./commands/network/hierarchical.ts")).hierarchicalCommand,
  },
  {
    name: "sketch",
    argument: "SKETCH [NAME|FILE]",
    description: "fill the holes of a partial program from an example",
    load: async () => (await import("./commands/network/sketch.ts")).sketchCommand,
  },
  {
    name: "synthesize",
    argument: "[NAME|FILE...]",
    description: "a loop program for every width from one example or several; ends with 1 if there is none",
    load: async () => (await import("./commands/network/synthesize.ts")).synthesizeCommand,
  },
  {
    name: "check-certificate",
    argument: "FILE",
    description:
      "follow a proof that a program is a scan at every width, with z3; ends with 1 if it does not hold",
    load: async () => (await import("./commands/network/synthesize.ts")).checkCertificateCommand,
  },
];

/** Every command, in the order of --help. */
export const COMMANDS: readonly CommandRow[] = [
  {
    name: "generate",
    argument: "DATA",
    description: "write test data that tell expressions apart, the same on every machine",
    load: async () => (await import("./commands/generate/generate.ts")).generateCommand,
  },
  {
    name: "hash",
    argument: "FILE",
    description: "print the FNV-1a 64 hash of an array's little-endian bytes, NaNs canonical",
    load: async () => (await import("./commands/hash/hash.ts")).hashCommand,
  },
  {
    name: "reduce",
    argument: "FILE",
    description: "combine all elements, or all records, to one value, with the same bits everywhere",
    load: async () => (await import("./commands/reduce/reduce.ts")).reduceCommand,
  },
  {
    name: "scan",
    argument: "FILE",
    description: "write every prefix, with the same bits everywhere",
    load: async () => (await import("./commands/scan/scan.ts")).scanCommand,
  },
  {
    name: "sort",
    argument: "FILE",
    description: "bring elements, or rows, into a total and stable order: -0 before 0, NaN last",
    load: async () => (await import("./commands/sort/sort.ts")).sortCommand,
  },
  {
    name: "filter",
    argument: "FILE",
    description: "keep the elements, or the rows, for which a term of the operator language holds",
    load: async () => (await import("./commands/filter/filter.ts")).filterCommand,
  },
  {
    name: "unique",
    argument: "FILE",
    description: "leave out elements, or rows, that are equal to the one before; NaN equals NaN, -0 is not 0",
    load: async () => (await import("./commands/unique/unique.ts")).uniqueCommand,
  },
  {
    name: "histogram",
    argument: "FILE",
    description: "count how many elements fall into each bin, on a terminal with bars",
    load: async () => (await import("./commands/histogram/histogram.ts")).histogramCommand,
  },
  {
    name: "describe",
    argument: "FILE",
    description: "count, mean, deviation, quartiles, sum and a small histogram of every column",
    load: async () => (await import("./commands/describe/describe.ts")).describeCommand,
  },
  {
    name: "reduce-by-key",
    argument: "FILE",
    description: "combine the values of each key, in their order, with the same bits everywhere",
    load: async () => (await import("./commands/reduce-by-key/reduce-by-key.ts")).reduceByKeyCommand,
  },
  {
    name: "witness",
    description:
      "check that every executor here gives the bits that its contracts define; ends in PASS or FAIL",
    load: async () => (await import("./commands/witness/witness.ts")).witnessCommand,
  },
  {
    name: "laws",
    argument: "NAME|FILE",
    description: "say which laws an operator has: proved, tested, or refuted with a counterexample",
    load: async () => (await import("./commands/laws/laws.ts")).lawsCommand,
  },
  {
    name: "accuracy",
    argument: "[FILE]",
    description:
      "compare float sums with the true sum and with their bounds; a bound that is exceeded is a failed check",
    load: async () => (await import("./commands/accuracy/accuracy.ts")).accuracyCommand,
  },
  {
    name: "determinism",
    argument: "[FILE]",
    description:
      "run the same sum at each level of determinism on every executor and GPU; a promise that is broken is a failed check",
    load: async () => (await import("./commands/determinism/determinism.ts")).determinismCommand,
  },
  {
    name: "network",
    description: "scan networks: what they cost, what they compute, how they look",
    load: NETWORK_COMMANDS,
  },
  {
    name: "eval",
    argument: "<file>",
    description: "run a program of the array language, or its test blocks",
    load: async () => (await import("./commands/eval/eval.ts")).evalCommand,
  },
  {
    name: "cost",
    argument: "<file>",
    description: "count the work and span of a program of the array language, and how they grow",
    load: async () => (await import("./commands/cost/cost.ts")).costCommand,
  },
  {
    name: "bench",
    argument: "<file>",
    description: "time the entries of a program of the array language on the data of its test blocks",
    load: async () => (await import("./commands/bench/bench.ts")).benchCommand,
  },
  {
    name: "executors",
    description: "list the executors: what is here, what is not, why, and how to get it",
    load: async () => (await import("./commands/executors/executors.ts")).executorsCommand,
  },
];

/**
 * Adds commands to a program or to a command: whole those that a word of the command line names, the others as --help lists them.
 *
 * Which word is the command is for the parser to say; one word too many costs time and nothing else.
 */
export async function addCommands(
  parent: Command,
  rows: readonly CommandRow[],
  words: readonly string[],
  context: CommandContext,
): Promise<void> {
  for (const { name, argument, description, load } of rows) {
    const command = parent.command(name).description(description);
    const isNamed = words.includes(name);
    if (typeof load !== "function") {
      if (isNamed) await addCommands(command, load, words, context);
    } else if (isNamed) {
      const declare = await load();
      declare(command, context);
    } else {
      command.option("--any"); // so that it is listed with [options]
      if (argument !== undefined) command.arguments(argument);
    }
  }
}
