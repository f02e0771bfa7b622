import { type Command, Option } from "commander";
import { createRun, type Run, readDataset } from "../../../cluster.ts";
import { InvalidArgumentError, type Observation, printContract, type StorageType } from "../../../index.ts";
import { readOperator } from "../../input/operator.ts";
import { wantedColumns } from "../../input/records.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import {
  addComputedOptions,
  type ComputedArguments,
  elementOptions,
  recordOptions,
} from "../../options/contract.ts";
import { repeated, wholeNumber } from "../../options/parse.ts";
import { fact, printReport, report } from "../../report.ts";

interface CreateOptions extends ComputedArguments {
  readonly output: string;
  readonly reduce?: boolean;
  readonly scan?: boolean;
  readonly exclusive?: boolean;
  readonly column?: readonly string[];
  readonly pieceLength?: number;
  readonly hashInput?: boolean;
  readonly hash?: boolean;
  readonly json?: boolean;
}

/** `samebits run create data.json --scan -o RUN`: what is to be computed, as a folder. */
export function createCommand(command: Command, { io }: CommandContext): void {
  command
    .argument("FILE", "a dataset, as samebits dataset writes it")
    .requiredOption("-o, --output <folder>", "the run: a folder that all machines see")
    .addOption(new Option("--reduce", "combine all elements to one value").conflicts("scan"))
    .option("--scan", "every prefix")
    .option("--exclusive", "of a scan: element i covers what is before i, without i itself");
  addComputedOptions(command)
    .option(
      "--column <name>",
      "a column of the dataset; of an operator over records FIELD=NAME, repeatable (default: the field's own name)",
      repeated((text) => text),
    )
    .option(
      "--piece-length <n>",
      "elements of a piece (default: some 2^24; multiples of 2^20 are best)",
      wholeNumber("pieceLength", 1, Number.MAX_SAFE_INTEGER),
    )
    .option("--hash-input", "hash the input as well, for the receipt")
    .option("--hash", "hash a scan's output as samebits hash does, which reads it once more")
    .option("--json", "print one JSON object")
    .action((file: string, options: CreateOptions) => create(file, options, io));
}

async function create(file: string, options: CreateOptions, io: CommandIo): Promise<void> {
  const observation = observationOf(options);
  const dataset = await readDataset(file);
  const operator = await readOperator(options.operator);
  const { pieceLength, hashInput, hash: hashWhole } = options;
  const settings = { pieceLength, hashInput, hashWhole };
  if (operator.kind === "record-operator") {
    const columns = wantedColumns(
      operator,
      options.column === undefined ? {} : { column: options.column },
    ).map(({ column }) => column as string);
    await tell(
      await createRun(options.output, dataset, observation, {
        ...recordOptions(options, operator),
        ...settings,
        columns,
      }),
      options,
      io,
    );
    return;
  }
  const types = [dataset.parts[0].type].flat();
  const names = [dataset.parts[0].column ?? []].flat();
  const at = options.column === undefined ? 0 : Math.max(0, names.indexOf(options.column[0]));
  const given = elementOptions(options, operator, types[at] as StorageType);
  const run = await createRun(options.output, dataset, observation, {
    ...given,
    ...settings,
    columns: options.column,
  });
  await tell(run, options, io);
}

function observationOf({ reduce, scan, exclusive }: CreateOptions): Observation {
  if (reduce !== true && scan !== true) {
    throw new InvalidArgumentError("reduce", "given, or --scan", "neither");
  }
  if (reduce) {
    if (exclusive) throw new InvalidArgumentError("exclusive", "left out with --reduce", "it");
    return "reduce";
  }
  return exclusive ? "exclusive-scan" : "inclusive-scan";
}

async function tell({ plan, contract }: Run, options: CreateOptions, io: CommandIo): Promise<void> {
  const { pieceCount, pieceLength, length, isChained } = plan;
  const facts = {
    run: fact(options.output),
    id: fact(plan.id),
    contract: fact(printContract(contract)),
    observation: fact(plan.observation),
    n: fact(length),
    pieces: fact(
      pieceCount,
      `${pieceCount} of ${pieceLength} elements${isChained ? ", one after the other" : ""}`,
    ),
    pieceLength: fact(pieceLength, undefined),
    isChained: fact(isChained, undefined),
  };
  const names = ["run", "contract", "observation", "n", "pieces"] as const;
  await io.stdout.write(
    printReport(
      report(facts, () => [[...names]]),
      options,
    ),
  );
}
