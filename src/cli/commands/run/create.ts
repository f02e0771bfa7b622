import type { Command } from "commander";
import {
  type Bins,
  createRun,
  type Dataset,
  type GivenGroups,
  type GivenSort,
  type Grouping,
  type Run,
  type RunPlan,
  readDataset,
} from "../../../cluster.ts";
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
import { asJson, fact, printReport, report } from "../../report.ts";
import { askedBins, type BinArguments, parseBins, parseEdges, parseRange } from "../histogram/bins.ts";
import { byOption, type Key } from "../sort/keys.ts";

interface CreateOptions extends ComputedArguments, BinArguments {
  readonly output: string;
  readonly reduce?: boolean;
  readonly scan?: boolean;
  readonly exclusive?: boolean;
  readonly histogram?: boolean;
  readonly sort?: boolean;
  readonly by?: readonly Key[];
  readonly descending?: boolean;
  readonly reduceByKey?: readonly string[];
  readonly keySplits?: number;
  readonly reduceByIndex?: string;
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
    .option("--reduce", "combine all elements to one value")
    .option("--scan", "every prefix")
    .option(
      "--reduce-by-key <name>",
      "combine the values of each key: a column, repeatable",
      repeated((text) => text),
    )
    .option(
      "--key-splits <n>",
      "of more keys than memory holds: split them by a hash into so many parts, each of which reads all data (default: 1)",
      wholeNumber("keySplits", 1, Number.MAX_SAFE_INTEGER),
    )
    .option("--reduce-by-index <name>", "combine the values of each index below --bins: a column")
    .option("--histogram", "count the elements of each bin")
    .option("--bins <count>", "bins: of one width, with --range, or indices", parseBins("bins"))
    .option("--range <low,high>", "the first and the last edge of those bins", parseRange)
    .option("--edges <list>", "bins between these numbers, which increase, as in 0,15,60,inf", parseEdges)
    .option("--categories <count>", "a bin for each of the keys 0, 1, …", parseBins("categories"))
    .option("--sort", "all rows in order")
    .addOption(byOption())
    .option("--descending", "of a sort: the exact reverse")
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
    .option("--hash", "hash the output of a scan or sort as samebits hash does, which reads it once more")
    .option("--json", "print one JSON object")
    .action((file: string, options: CreateOptions) => create(file, options, io));
}

async function create(file: string, options: CreateOptions, io: CommandIo): Promise<void> {
  const { observation, groups, sort } = askedOf(options);
  const dataset = await readDataset(file);
  if (options.histogram || options.sort) {
    const settings = {
      ...contractAsked(options),
      columns: options.column,
      groups,
      sort,
      ...settingsOf(options),
    };
    await tell(await createRun(options.output, dataset, observation, settings), options, io);
    return;
  }
  const operator = await readOperator(options.operator);
  const settings = { groups, ...settingsOf(options) };
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
  const given = elementOptions(options, operator, typeOfValues(dataset, options));
  const run = await createRun(options.output, dataset, observation, {
    ...given,
    ...settings,
    columns: options.column,
  });
  await tell(run, options, io);
}

/** The type of the column that is combined: the one named, or the first that says no group. */
function typeOfValues({ parts: [part] }: Dataset, options: CreateOptions): StorageType {
  const names = [part.column ?? []].flat();
  const keys = [...(options.reduceByKey ?? []), options.reduceByIndex];
  const place =
    options.column === undefined
      ? names.findIndex((name) => !keys.includes(name))
      : names.indexOf(options.column[0]);
  return [part.type].flat()[Math.max(0, place)] as StorageType;
}

function settingsOf({ pieceLength, hashInput, hash: hashWhole }: CreateOptions) {
  return { pieceLength, hashInput, hashWhole };
}

interface Asked {
  readonly observation: Observation;
  readonly groups?: GivenGroups;
  readonly sort?: GivenSort;
}

/** Options of a contract where there is none, which is refused. */
function contractAsked({ expression, accumulate, backward, initial }: CreateOptions): object {
  return { expression, accumulate, direction: backward && "backward", initial };
}

/** What makes groups, in words. */
function groupsText(grouping: Grouping | undefined): string | undefined {
  if (grouping === undefined) return undefined;
  if (grouping.kind === "key") {
    return grouping.splitCount === undefined ? "by key" : `by key, in ${grouping.splitCount} splits`;
  }
  return grouping.kind === "index" ? `by index, ${grouping.binCount} bins` : "histogram";
}

/** The columns that decide, in words. */
function sortText({ sorting, columns, dataset }: RunPlan): string | undefined {
  const names = [dataset.parts[0].column ?? []].flat();
  const keys = sorting?.keys.map((key, i) => {
    const name = names[columns[key]];
    return `${name === undefined ? "" : `${name} `}${sorting.descending[i] ? "descending" : "ascending"}`;
  });
  return keys?.join(", ");
}

const ASKED = ["reduce", "scan", "reduceByKey", "reduceByIndex", "histogram", "sort"] as const;
const BINS = ["bins", "range", "edges", "categories"] as const;

/** @throws InvalidArgumentError for none or several of the six, and for options of another */
function askedOf(options: CreateOptions): Asked {
  const given = ASKED.filter((name) => options[name] !== undefined);
  if (given.length !== 1) {
    const expected =
      "given, or --scan, --sort, --reduce-by-key, --reduce-by-index or --histogram: one of them";
    throw new InvalidArgumentError("reduce", expected, given.length === 0 ? "neither" : "several");
  }
  const [asked] = given;
  if (options.exclusive && asked !== "scan") {
    throw new InvalidArgumentError("exclusive", "left out without --scan", "it");
  }
  if (asked !== "sort" && (options.by ?? options.descending) !== undefined) {
    throw new InvalidArgumentError(options.by ? "by" : "descending", "left out without --sort", "it");
  }
  if (asked !== "reduceByKey" && options.keySplits !== undefined) {
    throw new InvalidArgumentError("keySplits", "left out without --reduce-by-key", "it");
  }
  const needless = BINS.find((name) => options[name] !== undefined);
  const hasBins = asked === "histogram" || (asked === "reduceByIndex" && needless === "bins");
  if (needless !== undefined && !hasBins) {
    throw new InvalidArgumentError(needless, "left out but with --histogram, or --bins with indices", "it");
  }
  switch (asked) {
    case "reduce":
      return { observation: "reduce" };
    case "scan":
      return { observation: options.exclusive ? "exclusive-scan" : "inclusive-scan" };
    case "reduceByKey":
      return {
        observation: "reduce",
        groups: { keys: options.reduceByKey ?? [], splits: options.keySplits },
      };
    case "reduceByIndex":
      return {
        observation: "reduce",
        groups: { indices: options.reduceByIndex ?? "", binCount: options.bins as number },
      };
    case "histogram":
      return { observation: "reduce", groups: { bins: binsOf(options) } };
    case "sort":
      return { observation: "reduce", sort: sortOf(options) };
    default:
      return asked satisfies never;
  }
}

function sortOf({ by, descending = false }: CreateOptions): GivenSort {
  if (by === undefined) return { descending };
  return {
    by: by.map(({ field }) => field),
    descending: by.map(({ isDescending = descending }) => isDescending),
  };
}

/** @throws InvalidArgumentError where it is not said where bins begin and end: pieces are counted in one pass */
function binsOf(options: CreateOptions): Bins {
  const asked = askedBins(options);
  if (asked.kind === "edges") return { edges: asked.edges };
  if (asked.kind === "categories") return { categories: asked.categories };
  const { binCount, range } = asked;
  if (range !== undefined) return { binCount, range };
  throw new InvalidArgumentError(
    "range",
    "given, or --edges or --categories, as a run does not look for it",
    "none",
  );
}

async function tell({ plan, contract }: Run, options: CreateOptions, io: CommandIo): Promise<void> {
  const { pieceCount, pieceLength, length, isChained } = plan;
  const facts = {
    run: fact(options.output),
    id: fact(plan.id),
    contract: fact(plan.sorting ? undefined : printContract(contract)),
    observation: fact(plan.sorting ? undefined : plan.observation),
    sort: fact(plan.sorting && asJson(plan.sorting), sortText(plan)),
    groups: fact(plan.grouping && asJson(plan.grouping), groupsText(plan.grouping)),
    n: fact(length),
    pieces: fact(
      pieceCount,
      `${pieceCount} of ${pieceLength} elements${isChained ? ", one after the other" : ""}`,
    ),
    pieceLength: fact(pieceLength, undefined),
    isChained: fact(isChained, undefined),
  };
  const names = ["run", "contract", "observation", "sort", "groups", "n", "pieces"] as const;
  await io.stdout.write(
    printReport(
      report(facts, () => [[...names]]),
      options,
    ),
  );
}
