// The table of commands. --help is printed from it alone, so that a command costs nothing until a command line names it.

import type { Command } from "commander";
import type { CommandContext } from "./io.ts";
import type { DescribedCommand } from "./shell/described.ts";

/** Gives a command its arguments, options and action. */
type Declare = (command: Command, context: CommandContext) => void;

/** A command as --help lists it. Its code is loaded only when the command line names it: all of them together take 0.3 s. */
interface CommandRow {
  readonly name: string;
  readonly argument?: string;
  readonly description: string;
  readonly examples?: readonly string[]; // command lines, which a test runs; --help of the command and the manual show them
  readonly load: (() => Promise<Declare>) | readonly CommandRow[]; // or subcommands
}

const NETWORK_COMMANDS: readonly CommandRow[] = [
  {
    name: "list",
    description: "the generated networks of a width, and the expression that each realises",
    examples: ["samebits network list --n 16", "samebits network list --n 64 --expression block-dyadic:8"],
    load: async () => (await import("./commands/network/network.ts")).listCommand,
  },
  {
    name: "show",
    argument: "NAME|FILE",
    description: "its size, depth, fan-out and wire tracks, the expression that it realises, its pairs",
    examples: ["samebits network show brent-kung --n 16"],
    load: async () => (await import("./commands/network/network.ts")).showCommand,
  },
  {
    name: "check",
    argument: "NAME|FILE",
    description: "whether it is a scan; ends with 1 if it is none for the operators asked for",
    examples: ["samebits network check kogge-stone --n 16"],
    load: async () => (await import("./commands/network/network.ts")).checkCommand,
  },
  {
    name: "draw",
    argument: "NAME|FILE",
    description: "draw it in characters, or as a picture",
    examples: [
      "samebits network draw brent-kung --n 16 --highlight 11",
      "samebits network draw sklansky --n 8 -o sklansky.svg",
    ],
    load: async () => (await import("./commands/network/network.ts")).drawCommand,
  },
  {
    name: "emit",
    argument: "NAME|FILE",
    description: "write it as code: TypeScript, a workgroup scan in WGSL, a WebAssembly module",
    examples: [
      "samebits network emit brent-kung --n 16 --to typescript",
      "samebits network emit sklansky --n 64 --to wgsl --type u32 -o scan.wgsl",
    ],
    load: async () => (await import("./commands/network/emit.ts")).emitCommand,
  },
  {
    name: "tune",
    description:
      "the network of each width that is fastest here, by executor, beside the smallest and shallowest",
    examples: ["samebits network tune --sizes 8 --on wasm --rounds 3 --length 4096"],
    load: async () => (await import("./commands/network/fastest.ts")).tuneCommand,
  },
  {
    name: "exact",
    description:
      "a network with the fewest combines for its depth, and who says that there is no smaller one",
    examples: ["samebits network exact --n 8 --depth 3 --solver z3"],
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
    examples: ["samebits network hierarchical --n 16 --blocks 4 --solver z3"],
    load: async () => (await import("./commands/network/hierarchical.ts")).hierarchicalCommand,
  },
  {
    name: "sketch",
    argument: "SKETCH [NAME|FILE]",
    description: "fill the holes of a partial program from an example",
    examples: ["samebits network sketch kogge-stone.sketch kogge-stone --n 8"],
    load: async () => (await import("./commands/network/sketch.ts")).sketchCommand,
  },
  {
    name: "synthesize",
    argument: "[NAME|FILE...]",
    description: "a loop program for every width from one example or several; ends with 1 if there is none",
    examples: ["samebits network synthesize kogge-stone -o kogge-stone.json"],
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

const RUN_COMMANDS: readonly CommandRow[] = [
  {
    name: "create",
    argument: "FILE",
    description: "make a run of a dataset: what is asked for, and the pieces that it is cut into",
    examples: ["samebits run create data.json --scan -o run"],
    load: async () => (await import("./commands/run/create.ts")).createCommand,
  },
  {
    name: "piece",
    argument: "RUN",
    description: "compute the summaries of some pieces, unless they are done",
    examples: ["samebits run piece run --index 0"],
    load: async () => (await import("./commands/run/pieces.ts")).pieceCommand,
  },
  {
    name: "join",
    argument: "RUN",
    description:
      "join the summaries of all pieces: what stands before each, and the result where all is there",
    examples: ["samebits run join run"],
    load: async () => (await import("./commands/run/pieces.ts")).joinCommand,
  },
  {
    name: "emit",
    argument: "RUN",
    description:
      "compute the second step of some pieces, each from what stands before it: the prefixes of a scan",
    examples: ["samebits run emit run --index 0"],
    load: async () => (await import("./commands/run/pieces.ts")).emitCommand,
  },
  {
    name: "status",
    argument: "RUN",
    description: "which pieces are done, by whom, and what is left",
    examples: ["samebits run status run"],
    load: async () => (await import("./commands/run/status.ts")).statusCommand,
  },
  {
    name: "go",
    argument: "RUN",
    description: "compute all of a run by an engine, or go on with it",
    examples: ["samebits run go run --engine local:2"],
    load: async () => (await import("./commands/run/go.ts")).goCommand,
  },
  {
    name: "serve",
    argument: "RUN",
    description: "compute the pieces that standard input names, a line each: what engines start",
    load: async () => (await import("./commands/run/serve.ts")).serveCommand,
  },
];

/** Every command, in the order of --help. */
export const COMMANDS: readonly CommandRow[] = [
  {
    name: "generate",
    argument: "DATA",
    description: "write test data that tell expressions apart, the same on every machine",
    examples: ["samebits generate wide --type f64 --n 100000 -o values.npy"],
    load: async () => (await import("./commands/generate/generate.ts")).generateCommand,
  },
  {
    name: "head",
    argument: "FILE",
    description: "print the first rows of a table, or the first elements of an array",
    examples: ["samebits head flights.csv", "samebits head flights.csv --column delay --rows 3"],
    load: async () => (await import("./commands/head/head.ts")).headCommand,
  },
  {
    name: "convert",
    argument: "FILE OUT",
    description: "write the same values in the format that OUT's name says",
    examples: [
      "samebits convert flights.csv flights.parquet",
      "samebits convert flights.csv delays.npy --column delay --nulls skip",
    ],
    load: async () => (await import("./commands/convert/convert.ts")).convertCommand,
  },
  {
    name: "hash",
    argument: "FILE",
    description: "print the FNV-1a 64 hash of an array's little-endian bytes, NaNs canonical",
    examples: ["samebits hash values.npy"],
    load: async () => (await import("./commands/hash/hash.ts")).hashCommand,
  },
  {
    name: "reduce",
    argument: "FILE",
    description: "combine all elements, or all records, to one value, with the same bits everywhere",
    examples: [
      "samebits reduce values.npy",
      "samebits reduce flights.csv --column delay --expression exact",
      "samebits reduce values.npy --operator max --on workers:2 --value-only",
    ],
    load: async () => (await import("./commands/reduce/reduce.ts")).reduceCommand,
  },
  {
    name: "scan",
    argument: "FILE",
    description: "write every prefix, with the same bits everywhere",
    examples: [
      "samebits scan values.npy -o prefixes.npy",
      "samebits scan values.npy --operator max --exclusive --initial 0 -o b.npy",
      "samebits scan values.npy --no-hash -o - > prefixes.npy",
    ],
    load: async () => (await import("./commands/scan/scan.ts")).scanCommand,
  },
  {
    name: "sort",
    argument: "FILE",
    description: "bring elements, or rows, into a total and stable order: -0 before 0, NaN last",
    examples: [
      "samebits sort flights.csv --by delay:descending -o sorted.csv",
      "samebits sort values.npy -o sorted.npy",
    ],
    load: async () => (await import("./commands/sort/sort.ts")).sortCommand,
  },
  {
    name: "filter",
    argument: "FILE",
    description: "keep the elements, or the rows, for which a term of the operator language holds",
    examples: ["samebits filter values.npy --where 'value > 1.5' -o kept.npy"],
    load: async () => (await import("./commands/filter/filter.ts")).filterCommand,
  },
  {
    name: "unique",
    argument: "FILE",
    description: "leave out elements, or rows, that are equal to the one before; NaN equals NaN, -0 is not 0",
    examples: ["samebits unique flights.csv --column origin --anywhere -o origins.npy"],
    load: async () => (await import("./commands/unique/unique.ts")).uniqueCommand,
  },
  {
    name: "histogram",
    argument: "FILE",
    description: "count how many elements fall into each bin, on a terminal with bars",
    examples: ["samebits histogram flights.csv --column delay --nulls skip --bins 10"],
    load: async () => (await import("./commands/histogram/histogram.ts")).histogramCommand,
  },
  {
    name: "describe",
    argument: "FILE",
    description: "count, mean, deviation, quartiles, sum and a small histogram of every column",
    examples: ["samebits describe flights.csv", "samebits describe flights.csv --column delay --by origin"],
    load: async () => (await import("./commands/describe/describe.ts")).describeCommand,
  },
  {
    name: "reduce-by-key",
    argument: "FILE",
    description: "combine the values of each key, in their order, with the same bits everywhere",
    examples: ["samebits reduce-by-key flights.csv --key origin --column delay -o d.csv"],
    load: async () => (await import("./commands/reduce-by-key/reduce-by-key.ts")).reduceByKeyCommand,
  },
  {
    name: "witness",
    description:
      "check that every executor here gives the bits that its contracts define; ends in PASS or FAIL",
    examples: ["samebits witness --on wasm,javascript"],
    load: async () => (await import("./commands/witness/witness.ts")).witnessCommand,
  },
  {
    name: "laws",
    argument: "NAME|FILE",
    description: "say which laws an operator has: proved, tested, or refuted with a counterexample",
    examples: ["samebits laws add --type f64", "samebits laws argmax.op --law associative"],
    load: async () => (await import("./commands/laws/laws.ts")).lawsCommand,
  },
  {
    name: "accuracy",
    argument: "[FILE]",
    description:
      "compare float sums with the true sum and with their bounds; a bound that is exceeded is a failed check",
    examples: ["samebits accuracy values.npy", "samebits accuracy --kind gen-sum --n 10000 --condition 1e20"],
    load: async () => (await import("./commands/accuracy/accuracy.ts")).accuracyCommand,
  },
  {
    name: "determinism",
    argument: "[FILE]",
    description:
      "run the same sum at each level of determinism on every executor and GPU; a promise that is broken is a failed check",
    examples: ["samebits determinism --n 10000 --runs 3 --on javascript,wasm"],
    load: async () => (await import("./commands/determinism/determinism.ts")).determinismCommand,
  },
  {
    name: "reveal",
    description: "which tree does a sum add by? Of a command, a process, a module's function or an executor",
    examples: [
      "samebits reveal --on wasm --expression interleaved:8 --n 100",
      "samebits reveal --on wasm --n 16 --save tree.json -o tree.svg",
    ],
    load: async () => (await import("./commands/reveal/reveal.ts")).revealCommand,
  },
  {
    name: "compare",
    argument: "FILE [OTHER]",
    description:
      "where do two arrays, or two ways to combine FILE, first differ, and by which addition? Ends with 1 if they do",
    examples: [
      "samebits compare values.npy --left block-dyadic:1 --right pairwise",
      "samebits compare values.npy values.npy",
    ],
    load: async () => (await import("./commands/compare/compare.ts")).compareCommand,
  },
  {
    name: "identify",
    argument: "FILE",
    description: "which way to sum gives exactly these bits? Ends with 1 if none that is known does",
    examples: ["samebits identify flights.csv --column delay --type f64 --result 62"],
    load: async () => (await import("./commands/identify/identify.ts")).identifyCommand,
  },
  {
    name: "explain",
    argument: "FILE",
    description:
      "which additions does the rounding error of a float sum come from, and where do digits cancel?",
    examples: [
      "samebits explain values.npy --expression left-fold",
      "samebits explain flights.csv --column delay --type f64 -o roundings.svg",
    ],
    load: async () => (await import("./commands/explain/explain.ts")).explainCommand,
  },
  {
    name: "dataset",
    argument: "PLACE...",
    description: "many files as if they were one array, told by their headers: what a run is of",
    examples: ["samebits dataset values.npy -o data.json"],
    load: async () => (await import("./commands/dataset/dataset.ts")).datasetCommand,
  },
  {
    name: "run",
    description: "reduce or scan a dataset in pieces, by many processes or machines, with the same bits",
    load: RUN_COMMANDS,
  },
  {
    name: "worker",
    description: "compute pieces of the runs of other machines, until it is interrupted",
    load: async () => (await import("./commands/worker/worker.ts")).workerCommand,
  },
  {
    name: "verify",
    argument: "FILE",
    description: "compute some pieces of a run's receipt again, or all; ends with 1 if one differs",
    examples: ["samebits verify run/result.json --all"],
    load: async () => (await import("./commands/verify/verify.ts")).verifyCommand,
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
    examples: ["samebits eval squares.sb --input '[1, 2, 3]'", "samebits eval squares.sb --test"],
    load: async () => (await import("./commands/eval/eval.ts")).evalCommand,
  },
  {
    name: "cost",
    argument: "<file>",
    description: "count the work and span of a program of the array language, and how they grow",
    examples: ["samebits cost squares.sb --sizes 16..1024"],
    load: async () => (await import("./commands/cost/cost.ts")).costCommand,
  },
  {
    name: "bench",
    argument: "<file>",
    description: "time the entries of a program of the array language on the data of its test blocks",
    examples: ["samebits bench squares.sb"],
    load: async () => (await import("./commands/bench/bench.ts")).benchCommand,
  },
  {
    name: "completion",
    argument: "SHELL",
    description: "print the completions of a shell: bash, zsh or fish",
    examples: ["samebits completion bash > samebits.bash"],
    load: async () => (await import("./commands/completion/completion.ts")).completionCommand,
  },
  {
    name: "manual",
    description: "print the manual page, in the macros of man",
    examples: ["samebits manual > samebits.1"],
    load: async () => (await import("./commands/manual/manual.ts")).manualCommand,
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
  for (const { name, argument, description, examples, load } of rows) {
    const command = parent.command(name).description(description);
    const isNamed = words.includes(name);
    if (typeof load !== "function") {
      if (isNamed) await addCommands(command, load, words, context);
    } else if (isNamed) {
      const declare = await load();
      declare(command, context);
      if (examples !== undefined) command.addHelpText("after", `\nExamples:\n${indented(examples)}`);
    } else {
      command.option("--any"); // so that it is listed with [options]
      if (argument !== undefined) command.arguments(argument);
    }
  }
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}\n`).join("");
}

/** Every command whole, as data. */
export async function describeProgram(
  description: string,
  context: CommandContext,
): Promise<DescribedCommand> {
  const { Command } = await import("commander");
  const program = new Command("samebits").description(description).version("");
  await addCommands(program, COMMANDS, everyName(COMMANDS), context);
  const { describeCommand } = await import("./shell/described.ts");
  return describeCommand(program, (path) => rowAt(COMMANDS, path)?.examples ?? []);
}

function everyName(rows: readonly CommandRow[]): readonly string[] {
  return rows.flatMap(({ name, load }) => (typeof load === "function" ? [name] : [name, ...everyName(load)]));
}

function rowAt(rows: readonly CommandRow[], [name, ...rest]: readonly string[]): CommandRow | undefined {
  const row = rows.find((each) => each.name === name);
  if (row === undefined || rest.length === 0) return row;
  return typeof row.load === "function" ? undefined : rowAt(row.load, rest);
}
