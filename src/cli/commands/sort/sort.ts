import type { Command } from "commander";
import { InvalidArgumentError, oneOf } from "../../../index.ts";
import { addColumnsOptions, type ColumnsJob, type ColumnsOptions, runColumnsJob } from "../../columns-job.ts";
import type { ColumnArgument } from "../../input/table.ts";
import type { CommandContext } from "../../io.ts";
import { repeated } from "../../options/parse.ts";
import { fact } from "../../report.ts";

interface SortOptions extends ColumnsOptions {
  readonly by?: readonly Key[];
  readonly descending?: boolean;
}

/** A column to sort by. */
interface Key {
  readonly field: string;
  readonly isDescending: boolean | undefined; // undefined: as --descending says
}

/** `samebits sort FILE -o OUT`: the elements, or the rows, in order. */
export function sortCommand(command: Command, { io }: CommandContext): void {
  addColumnsOptions(command)
    .option(
      "--by <field>",
      "a column that rows are sorted by, repeatable, with its direction behind a colon, as in delay:descending (default: all of them)",
      repeated(keyOf),
    )
    .option("--descending", "the exact reverse: NaN first; equal ones stay as they came")
    .action((file: string, options: SortOptions) => runColumnsJob(file, options, jobOf(options), io));
}

function jobOf({ by, descending = false }: SortOptions): ColumnsJob {
  const directions = by?.map(({ isDescending = descending }) => (isDescending ? "descending" : "ascending"));
  return {
    check: (wanted) => checkKeys(by, wanted),
    prepare:
      ({ fields = [] }) =>
      (functions, input) => {
        if (ArrayBuffer.isView(input)) return functions.sort(input, { descending });
        const names = by?.map(({ field }) => field) ?? fields;
        const flags = by?.map(({ isDescending = descending }) => isDescending) ?? descending;
        return functions.sortBy(input, names, { descending: flags });
      },
    facts: () => ({
      by: fact(by?.map(({ field }) => field).join(", ")),
      order: fact(directions?.join(", ") ?? (descending ? "descending" : "ascending")),
    }),
  };
}

const DIRECTION = /:(ascending|descending)$/;

function keyOf(text: string): Key {
  const direction = DIRECTION.exec(text)?.[1];
  const isDescending = direction === undefined ? undefined : direction === "descending";
  return { field: text.replace(DIRECTION, ""), isDescending };
}

function checkKeys(by: readonly Key[] | undefined, wanted: readonly ColumnArgument[]): void {
  if (by === undefined) return;
  const fields = wanted.map(({ field }) => field);
  if (fields.length === 0) {
    throw new InvalidArgumentError(
      "by",
      "left out, as there is one array; --column reads columns with names",
      by[0].field,
    );
  }
  by.forEach(({ field }, i) => {
    if (!fields.includes(field)) {
      throw new InvalidArgumentError(
        "by",
        `of the columns read: ${oneOf(field, fields)}`,
        JSON.stringify(field),
      );
    }
    if (by.findIndex((key) => key.field === field) !== i) {
      throw new InvalidArgumentError("by", "each column once", `${JSON.stringify(field)} again`);
    }
  });
}
