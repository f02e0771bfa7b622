import type { Receipt, Run } from "../../../cluster.ts";
import { type ElementType, elementTypeOf, printContract, type Scalar } from "../../../index.ts";
import { tableOf } from "../../input/table.ts";
import type { CommandIo } from "../../io.ts";
import { findColumnsOutput, printedPlace, writeColumnsTo } from "../../output/write-output.ts";
import {
  asJson,
  eachFact,
  fact,
  type JsonValue,
  jsonScalar,
  printReport,
  printScalar,
  type Report,
  report,
} from "../../report.ts";
import { histogramLines } from "../histogram/binned.ts";

/** Tells what a run came to: of groups the table as `samebits reduce-by-key` has it, or the lines of a histogram. */
export async function tellReceipt(
  folder: string,
  { run, receipt }: { readonly run: Run; readonly receipt: Receipt },
  options: { readonly json?: boolean; readonly output?: string },
  io: CommandIo,
): Promise<void> {
  const report = receiptReport(folder, run, receipt);
  const groups = await run.groups();
  if (groups === undefined) return io.stdout.write(printReport(report, options));
  const { columns, edges, beside } = groups;
  if (run.plan.grouping?.kind === "histogram" && options.output === undefined) {
    const counts = Float64Array.from(columns[0].array as BigUint64Array, Number);
    const lines = histogramLines({ edges, counts, beside }, io.stdout.terminal?.columns);
    return io.stdout.write(`${options.json ? "" : lines}${printReport(report, options)}`);
  }
  const table = tableOf(
    columns.map(({ name }) => name),
    columns.map(({ array }) => ({ array, type: elementTypeOf(array) as ElementType })),
  );
  const place = await placeOf(options, columns.length, io);
  await writeColumnsTo(place, table, io);
  await place.reportTo.write(printReport(report, options));
}

/** Where groups go. @throws InvalidArgumentError, FormatError */
export function placeOf(
  options: { readonly json?: boolean; readonly output?: string },
  columnCount: number,
  io: CommandIo,
) {
  if (options.output === undefined) return printedPlace(io, options);
  return findColumnsOutput(options.output, { columnCount, hasNames: true, isRaw: false }, io);
}

/** What a run came to. */
function receiptReport(folder: string, { contract, plan }: Run, receipt: Receipt): Report {
  const { value, bits, groups, input, made } = receipt;
  const output = groups === undefined ? receipt.output : undefined;
  const isScan = output !== undefined;
  const hasValue = bits.length > 0;
  const single = output?.length === 1 ? output[0] : undefined;
  const hash = groups?.hash ?? receipt.hash;
  const hashes = output?.map((column) => column.whole ?? column.hash);
  const facts = {
    value: hasValue ? fact(jsonValue(value), textOf(value), isScan ? "last" : undefined) : fact(undefined),
    bits: hasValue ? fact(bits.length === 1 ? bits[0] : bits, bits.join(" ")) : fact(undefined),
    groups: fact(groups?.count),
    ...eachFact(groups?.beside ?? {}),
    hash: fact(hash ?? (output ? undefined : null), hash),
    receipt: fact(single?.hash ?? hashes, hashes?.length === 1 ? undefined : hashes?.join(" "), "hashes"),
    input: fact(
      input?.map(({ hash }) => hash),
      input?.map(({ hash }) => hash).join(" "),
    ),
    contract: fact(plan.sorting ? undefined : printContract(contract)),
    n: fact(plan.length),
    pieces: fact(
      plan.pieceCount,
      `${plan.pieceCount}, by ${made.length} ${made.length === 1 ? "process" : "processes"}`,
    ),
    run: fact(folder),
    made: fact(made.map((each) => asJson(each))),
  };
  const beside = Object.keys(groups?.beside ?? {}) as "n"[];
  return report(facts, () => [
    ["value", "bits", "groups", ...beside, "hash", "receipt", "input", "contract", "n", "pieces", "run"],
  ]);
}

function jsonValue(value: unknown): JsonValue {
  if (typeof value === "number" || typeof value === "bigint") return jsonScalar(value);
  if (typeof value !== "object" || value === null) return (value ?? null) as JsonValue;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, jsonValue(inner)]));
}

function textOf(value: unknown): string {
  if (typeof value === "number" || typeof value === "bigint") return printScalar(value as Scalar);
  return JSON.stringify(jsonValue(value));
}
