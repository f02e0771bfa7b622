import type { Command } from "commander";
import {
  type ElementArray,
  elementTypeOf,
  InvalidArgumentError,
  LengthMismatchError,
  operatorNamed,
  type StorageArray,
} from "../../../index.ts";
import { compareElements, firstDivergence, type Summation } from "../../../reveal.ts";
import { type AskedExecutor, addExecutorOption, withExecutor } from "../../executors/executors.ts";
import type { OpenExecutor } from "../../executors/offered-executor.ts";
import { addInputArguments, type InputOptions, readElements } from "../../input/input.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { type ContractWords, contractWords } from "../../options/contract-words.ts";
import { optionOf } from "../../options/parse.ts";
import { checkPlotPlace, writePlot } from "../../output/write-plot.ts";
import { printReport } from "../../report.ts";
import type { Compared } from "./compared.ts";
import { differenceFigure } from "./figure.ts";
import { compareReport } from "./report.ts";
import { type ComparedSide, openSide } from "./sides.ts";

interface CompareArguments extends InputOptions {
  readonly left?: ContractWords;
  readonly right?: ContractWords;
  readonly reduce?: boolean;
  readonly on: AskedExecutor;
  readonly plot?: string;
  readonly json?: boolean;
}

/** `samebits compare`: two files, two columns, or two contracts over one file. Ends with 1 where bits differ, as diff does. */
export function compareCommand(command: Command, { io, failCheck }: CommandContext): void {
  addInputArguments(command)
    .argument(
      "[OTHER]",
      "what FILE is compared with, element by element; for two columns of FILE give --column twice",
    )
    .addOption(
      optionOf(
        "--left <contract>",
        "without OTHER: how FILE is combined on one side, as in 'left-fold', 'f32 sum=f64 left-fold', tree:FILE, result:NUMBER or result:FILE",
        contractWords("left"),
      ),
    )
    .addOption(optionOf("--right <contract>", "and how on the other side", contractWords("right")))
    .option("--reduce", "compare the results of reduces alone, not every prefix of scans");
  addExecutorOption(command)
    .option("--plot <file>", "draw the difference over positions: an .svg or .png file")
    .option("--json", "print one JSON object")
    .action(async (file: string, other: string | undefined, options: CompareArguments) => {
      const found = await compare(file, other, options, io);
      if (options.plot !== undefined) await writePlot(options.plot, differenceFigure(found), io);
      await io.stdout.write(printReport(compareReport(found, options.plot), options));
      if (found.differences.differentCount > 0) failCheck();
    });
}

async function compare(
  file: string,
  other: string | undefined,
  options: CompareArguments,
  io: CommandIo,
): Promise<Compared> {
  const { left, right, reduce, plot, column = [] } = options;
  if (plot !== undefined) await checkPlotPlace(plot);
  const isOfFiles = other !== undefined || column.length === 2;
  if (!isOfFiles && left !== undefined && right !== undefined) {
    return withExecutor(options.on, "compute", (executor) =>
      compareContracts({ executor, file, left, right, options, io }),
    );
  }
  const stray = Object.entries({ left, right, reduce }).find(([, value]) => value !== undefined);
  if (isOfFiles && stray === undefined) return compareFiles(file, other ?? file, options, io);
  if (stray !== undefined && isOfFiles) {
    throw new InvalidArgumentError(stray[0], "left out where two files or columns are compared", "given");
  }
  const missing = left === undefined ? "left" : "right";
  const expected = "given, or else OTHER, or --column twice: FILE is compared with something";
  throw new InvalidArgumentError(missing, expected, "none");
}

async function compareFiles(
  file: string,
  other: string,
  options: CompareArguments,
  io: CommandIo,
): Promise<Compared> {
  const [first, second = first] = options.column ?? [];
  const read = (path: string, column: string | undefined) =>
    readElements(
      path,
      operatorNamed("add"),
      { ...options, column: column === undefined ? [] : [column] },
      io,
    );
  const one = await read(file, first);
  const two = await read(other, second);
  if (one.type !== two.type) {
    const expected = `of ${one.type}, as FILE is; --type reads both as one type`;
    throw new InvalidArgumentError("OTHER", expected, two.type);
  }
  if (one.array.length !== two.array.length) {
    throw new LengthMismatchError("OTHER", one.array.length, two.array.length);
  }
  const named = (path: string, column: string | undefined): string =>
    column === undefined ? path : `${path}, column ${column}`;
  const arrays = [one.array, two.array] as const;
  return {
    ...{ what: "elements", left: named(file, first), right: named(other, second) },
    input: { type: one.type, length: one.array.length },
    ...{ arrays, differences: compareElements(...arrays, { type: one.type }) },
    ...{ executor: undefined, comparison: undefined, noTrees: undefined },
  };
}

interface ContractsJob {
  readonly executor: OpenExecutor;
  readonly file: string;
  readonly left: ContractWords;
  readonly right: ContractWords;
  readonly options: CompareArguments;
  readonly io: CommandIo;
}

async function compareContracts(job: ContractsJob): Promise<Compared> {
  const { executor, file, left, right, options, io } = job;
  if (left.result !== undefined && right.result !== undefined) {
    const expected =
      "a way to combine FILE, beside a result; for two results give both files: samebits compare A B";
    throw new InvalidArgumentError("right", expected, `result:${right.result}`);
  }
  const { array, type } = await readElements(file, operatorNamed("add"), options, io);
  const given = { executor, array, type, options, io };
  const sides = [await openSide("left", left, given), await openSide("right", right, given)] as const;
  const isScan = options.reduce !== true && array.length > 0 && sides.every(({ hasPrefixes }) => hasPrefixes);
  const arrays = sameTyped(await sides[0].observed(isScan), await sides[1].observed(isScan));
  const differences = compareElements(...arrays);
  const { first } = differences;
  const part = first === undefined || !isScan ? array : array.subarray(0, first.position + 1);
  return {
    what: isScan ? "prefixes" : "results",
    ...{ left: sides[0].label, right: sides[1].label, input: { type, length: array.length } },
    ...{ arrays, differences, executor: executor.name },
    ...(first === undefined ? { noTrees: undefined, comparison: undefined } : explained(sides, part)),
  };
}

/** Both trees up to where results differ, or why they are not walked. */
function explained(
  sides: readonly [ComparedSide, ComparedSide],
  part: StorageArray,
): Pick<Compared, "comparison" | "noTrees"> {
  const without = (noTrees: string) => ({ comparison: undefined, noTrees });
  const [one, two] = [sides[0].summationOf(part.length), sides[1].summationOf(part.length)];
  for (const way of [one, two]) if (typeof way === "object" && "noTree" in way) return without(way.noTree);
  if (sides.every(({ isOrderFree }) => isOrderFree))
    return without("a sum that no order changes has no tree");
  if (part.length > MOST_WALKED) return without(`trees are walked up to ${MOST_WALKED} elements`);
  return { comparison: firstDivergence(one as Summation, two as Summation, part), noTrees: undefined };
}

/** Results of f32 and f64 are compared as f64. @throws InvalidArgumentError for others of different types */
function sameTyped(left: ElementArray, right: ElementArray): readonly [ElementArray, ElementArray] {
  const [one, two] = [elementTypeOf(left), elementTypeOf(right)];
  if (one === two) return [left, right];
  const isFloat = (type: string | undefined): boolean => type === "f32" || type === "f64";
  if (isFloat(one) && isFloat(two)) {
    return [Float64Array.from(left as Float32Array), Float64Array.from(right as Float32Array)];
  }
  throw new InvalidArgumentError("right", `a contract that combines in ${one}, as --left does`, `${two}`);
}

/** Elements whose trees are walked. */
const MOST_WALKED = 2 ** 22;
