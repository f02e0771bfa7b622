import type { Command } from "commander";
import type { ColumnValues } from "../../../formats.ts";
import { readColumn, tableOf } from "../../input/table.ts";
import { addWholeTableArguments, readWholeTable, type WholeTableOptions } from "../../input/whole-table.ts";
import type { CommandContext } from "../../io.ts";
import { wholeNumber } from "../../options/parse.ts";
import { jsonTable, printedTable } from "../../output/print-table.ts";
import { jsonOnly, printReport, report } from "../../report.ts";

interface HeadOptions extends WholeTableOptions {
  readonly rows: number;
  readonly json?: boolean;
}

/** `samebits head FILE`: its first rows. */
export function headCommand(command: Command, { io }: CommandContext): void {
  addWholeTableArguments(command)
    .option(
      "--rows <count>",
      "how many",
      wholeNumber("rows", 0, Number.MAX_SAFE_INTEGER, "a number of rows in digits"),
      10,
    )
    .option("--json", "print one JSON object")
    .action(async (file: string, options: HeadOptions) => {
      const read = await readWholeTable(file, options, io, options.rows);
      const fields = Object.keys(read.table);
      const { valid } = read;
      const shown = {
        ...tableOf(
          fields,
          fields.map((field) => readColumn(firstRows(read.table[field], options.rows))),
        ),
        valid: valid && fields.map((field) => valid[field]),
      };
      const found = report({ rows: jsonOnly(jsonTable(shown)) }, () =>
        printedTable(shown, io.stdout.terminal?.columns),
      );
      await io.stdout.write(printReport(found, options));
    });
}

function firstRows(values: ColumnValues, count: number): ColumnValues {
  if (ArrayBuffer.isView(values)) return values.subarray(0, count);
  if ("instants" in values) return { ...values, instants: values.instants.subarray(0, count) };
  return { ...values, codes: values.codes.subarray(0, count) };
}
