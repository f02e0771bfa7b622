import type { Command } from "commander";
import { type ExplainedError, explainError, type NodeError, printQuantity } from "../../../accuracy.ts";
import { type ElementType, type Expression, InvalidArgumentError, toHex } from "../../../index.ts";
import { drawTreeSvg } from "../../../reveal.ts";
import { addInputArguments, type InputOptions, readInput } from "../../input/input.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { parseExpressionArgument, savedSumOf } from "../../options/expression.ts";
import { parseAccumulate, parsedOption, wholeNumber } from "../../options/parse.ts";
import { checkPlotPlace, writeDrawing } from "../../output/write-plot.ts";
import {
  type Facts,
  fact,
  jsonOnly,
  jsonScalar,
  printReport,
  type Report,
  report,
  rowsFact,
  table,
} from "../../report.ts";

interface ExplainArguments extends InputOptions {
  readonly expression?: Expression;
  readonly accumulate?: ElementType;
  readonly rows: number;
  readonly output?: string;
  readonly json?: boolean;
}

/** `samebits explain FILE`: which additions does the rounding error of a float sum come from? */
export function explainCommand(command: Command, { io }: CommandContext): void {
  addInputArguments(command)
    .option(
      "--expression <name>",
      "the tree of the sum, or tree:FILE of a revealed one (default: block-dyadic:32)",
      parseExpressionArgument,
    )
    .option("--accumulate <type>", "the type of every addition, where wider: f64 for f32", parseAccumulate)
    .addOption(parsedOption("--rows <count>", "additions to list", wholeNumber("rows", 1, 1000), "8"))
    .option("-o, --output <file>", "draw the tree with its roundings as spots: an .svg or .png file")
    .option("--json", "print one JSON object")
    .action(async (file: string, options: ExplainArguments) => {
      await io.stdout.write(printReport(await explain(file, options, io), options));
    });
}

async function explain(file: string, options: ExplainArguments, io: CommandIo): Promise<Report> {
  const { expression, accumulate, output } = options;
  if (output !== undefined) await checkPlotPlace(output, "output");
  const { array, type } = await readInput(file, options, io);
  if (!(array instanceof Float64Array || array instanceof Float32Array)) {
    throw new InvalidArgumentError("type", "f64 or f32, for sums of integers are exact", type);
  }
  const revealed = accumulate === undefined ? savedSumOf(expression) : undefined;
  const explained = explainError(revealed ?? { expression, accumulate }, array);
  if (output !== undefined) await writeDrawing(output, drawing(explained), io);
  return explainReport(explained, array.length, options);
}

function drawing({ tree, nodes, label, ulps }: ExplainedError): string {
  const largest = nodes.reduce((most, { rounding }) => Math.max(most, Math.abs(rounding)), 0);
  return drawTreeSvg(tree, {
    title: `${label}: off by ${printQuantity(ulps)} ulp`,
    note: `Spots: what each addition rounds, up in orange, down in blue, at most ${printQuantity(largest)}`,
    heat: nodes.map(({ rounding }) => rounding),
  });
}

/** Digits from which a cancellation is told. */
const FEWEST_DIGITS = 8;
const MOST_CANCELLATIONS = 4;

function explainReport(explained: ExplainedError, n: number, { rows, output }: ExplainArguments): Report {
  const { label, type, value, bits, trueSum, error, ulps, roundingMagnitude, nodes } = explained;
  const rounded = nodes.filter(({ rounding }) => rounding !== 0);
  const largest = [...rounded]
    .sort((one, other) => Math.abs(other.rounding) - Math.abs(one.rounding))
    .slice(0, rows);
  const cancelling = nodes
    .filter(({ cancelledDigits }) => cancelledDigits >= FEWEST_DIGITS)
    .sort((one, other) => other.cancelledDigits - one.cancelledDigits);
  const [roundings, cancellations] = [largest, cancelling.slice(0, MOST_CANCELLATIONS)].map((list) =>
    list.map((node) => nodeFacts(node, explained.ulp)),
  );
  const facts = {
    contract: fact(label),
    n: fact(n, `${n} ${type}`),
    value: fact(jsonScalar(value), `${value}  ${bits}`, "sum"),
    bits: jsonOnly(bits),
    trueSum: fact(jsonScalar(trueSum), `${trueSum}  ${toHex(type, trueSum)}`, "true sum"),
    error: fact(error, `${error}, ${printQuantity(ulps)} ulp`),
    ulps: jsonOnly(ulps),
    nodeCount: jsonOnly(nodes.length),
    roundedCount: fact(
      rounded.length,
      `${rounded.length} of ${nodes.length} additions, ${printQuantity(roundingMagnitude)} in magnitude`,
      "rounded",
    ),
    roundingMagnitude: jsonOnly(roundingMagnitude),
    cancellingCount:
      cancelling.length === 0
        ? jsonOnly(0)
        : fact(
            cancelling.length,
            `${FEWEST_DIGITS} leading binary digits and more in ${cancelling.length} ${cancelling.length === 1 ? "addition" : "additions"}`,
            "cancelled",
          ),
    largest: rowsFact(roundings),
    cancelling: rowsFact(cancellations),
    output: fact(output),
  };
  return report(facts, () => [
    ["contract", "n", "value", "trueSum", "error", "roundedCount", "cancellingCount", "output"],
    ...(roundings.length === 0 ? [] : ["", "Largest roundings:", ...table(ROUNDING_TITLES, roundings)]),
    ...(cancellations.length === 0
      ? []
      : ["", "Most leading digits cancelled:", ...table(CANCELLING_TITLES, cancellations)]),
  ]);
}

const ROUNDING_TITLES = {
  elements: "over",
  value: "value",
  rounding: "rounded",
  ulps: "ulp of the true sum",
};
const CANCELLING_TITLES = {
  elements: "over",
  value: "value",
  cancelledDigits: "digits",
  inherited: "inherited error",
};

function nodeFacts(node: NodeError, ulp: number): Facts {
  const { first, last, elementCount, value, bits, rounding, inherited, cancelledDigits } = node;
  const isRange = elementCount === last - first + 1;
  return {
    elements: fact(isRange ? `x${first} … x${last}` : `${elementCount} from x${first} to x${last}`),
    value: fact(value),
    bits: jsonOnly(bits),
    rounding: fact(rounding, signed(rounding)),
    inherited: fact(inherited, signed(inherited)),
    ulps: fact(
      jsonScalar(rounding / ulp),
      `${rounding < 0 ? "-" : "+"}${printQuantity(Math.abs(rounding / ulp))}`,
    ),
    cancelledDigits: fact(cancelledDigits),
  };
}

/** In six digits: all of them are in JSON. */
function signed(value: number): string {
  return `${value > 0 ? "+" : ""}${Number(value.toPrecision(6))}`;
}
