import type { Command } from "commander";
import { collateTexts } from "../../../formats.ts";
import { type ColumnArray, InvalidArgumentError, oneOf } from "../../../index.ts";
import { addColumnsOptions, runColumnsJob } from "../../columns-job.ts";
import type { ColumnsJob, ColumnsOptions, PreparedJob } from "../../columns-prepared.ts";
import type { ColumnFunctions } from "../../executors/offered-executor.ts";
import { nullFields, shapedTable } from "../../input/shaped-table.ts";
import type { Table } from "../../input/table.ts";
import type { CommandContext } from "../../io.ts";
import { fact } from "../../report.ts";
import { rowsSortedBy } from "../../wide-rows.ts";
import { byOption, type Key } from "./keys.ts";

interface SortOptions extends ColumnsOptions {
  readonly by?: readonly Key[];
  readonly descending?: boolean;
  readonly collate?: Intl.Collator;
}

/** `samebits sort FILE -o OUT`: the elements, or the rows, in order. */
export function sortCommand(command: Command, { io }: CommandContext): void {
  addColumnsOptions(command)
    .addOption(byOption())
    .option("--descending", "the exact reverse: NaN first; equal ones stay as they came")
    .option(
      "--collate <locale>",
      "columns of text in the order of a language, as in sv or de-u-kn (default: by code points, the same everywhere)",
      parseLocale,
    )
    .action((file: string, options: SortOptions) => runColumnsJob(file, options, jobOf(options), io));
}

function jobOf({ by, descending = false, collate }: SortOptions): ColumnsJob {
  const directions = by?.map(({ isDescending = descending }) => (isDescending ? "descending" : "ascending"));
  const keysIn = ({ fields = [], names = fields }: Table): readonly Key[] =>
    by?.map((key) => ({ ...key, field: fields[names.indexOf(key.field)] })) ??
    fields.map((field) => ({ field, isDescending: undefined }));
  const deciding = (table: Table) => keysIn(table).map(({ field }) => (table.fields ?? []).indexOf(field));
  const sorted = (
    functions: ColumnFunctions,
    table: Table,
    keys: readonly Key[],
    input = shapedTable(table),
  ) => {
    const names = keys.flatMap(({ field }) => withNullField(table, field));
    const flags = keys.flatMap(({ field, isDescending = descending }) =>
      withNullField(table, field).map((name) => name === field && isDescending),
    );
    const sortBy = (rows: RecordOfArrays) => functions.sortBy(rows, names, { descending: flags });
    return collate === undefined
      ? sortBy(input as RecordOfArrays)
      : sortedByCollator(table, input as RecordOfArrays, collate, sortBy);
  };
  return {
    activity: "sorting",
    check: (names) => checkKeys(by, names),
    deciding,
    prepare: (table) => {
      if (collate !== undefined) expectTexts(table, collate);
      const compute: PreparedJob["compute"] = async (functions, input) =>
        ArrayBuffer.isView(input)
          ? functions.sort(input, { descending })
          : sorted(functions, table, keysIn(table), input);
      return { table, compute };
    },
    rowsOfWide: (functions, table) => {
      if (collate !== undefined) expectTexts(table, collate);
      const keys = keysIn(table);
      const all = deciding(table);
      return rowsSortedBy(table, all, (part, indexes) =>
        sorted(
          functions,
          part,
          indexes.map((index) => keys[all.indexOf(index)]),
        ),
      );
    },
    facts: () => ({
      by: fact(by?.map(({ field }) => field).join(", ")),
      collate: fact(collate?.resolvedOptions().locale),
      order: fact(directions?.join(", ") ?? (descending ? "descending" : "ascending")),
    }),
  };
}

type RecordOfArrays = Readonly<Record<string, ColumnArray>>;

/** A key, and before it where it is null: nulls come last in either direction. */
function withNullField(table: Table, field: string): readonly string[] {
  const flag = nullFields(table)[table.fields?.indexOf(field) ?? -1];
  return flag === undefined ? [field] : [flag, field];
}

/** @throws InvalidArgumentError where there are no texts to be put in order */
function expectTexts({ dictionaries }: Table, collator: Intl.Collator): void {
  if (dictionaries.some((dictionary) => dictionary !== undefined)) return;
  const { locale } = collator.resolvedOptions();
  throw new InvalidArgumentError("collate", "left out, as no column has texts", locale);
}

/** What `sort` gives for a table whose texts have codes in the order of a collator, with the codes that the table has for them. */
async function sortedByCollator(
  { fields = [], columns, dictionaries }: Table,
  input: RecordOfArrays,
  collator: Intl.Collator,
  sort: (rows: RecordOfArrays) => Promise<RecordOfArrays>,
): Promise<RecordOfArrays> {
  const collated = fields.flatMap((field, i) => {
    const dictionary = dictionaries[i];
    if (dictionary === undefined) return [];
    const found = collateTexts({ codes: columns[i] as Uint32Array, dictionary }, collator);
    const codes = new Map(dictionary.map((text, code) => [text, code]));
    const back = Uint32Array.from(found.dictionary, (text) => codes.get(text) ?? 0);
    return [{ field, codes: found.codes, back }];
  });
  const sorted = await sort({ ...input, ...byField(collated, ({ codes }) => codes) });
  const back = byField(collated, ({ field, back }) =>
    (sorted[field] as Uint32Array).map((code) => back[code]),
  );
  return { ...sorted, ...back };
}

function byField<Texts extends { readonly field: string }>(
  collated: readonly Texts[],
  codesOf: (texts: Texts) => Uint32Array,
): Readonly<Record<string, Uint32Array>> {
  return Object.fromEntries(collated.map((texts) => [texts.field, codesOf(texts)]));
}

/** A language whose order this machine has. @throws InvalidArgumentError: without one ICU would take another's */
function parseLocale(text: string): Intl.Collator {
  const expected = "the tag of a language whose order is known here, as in sv or de-u-kn";
  let known: readonly string[] = [];
  try {
    known = Intl.Collator.supportedLocalesOf(text);
  } catch {
    // The text is no tag.
  }
  if (known.length > 0) return new Intl.Collator(text);
  throw new InvalidArgumentError("collate", expected, JSON.stringify(text));
}

function checkKeys(by: readonly Key[] | undefined, names: readonly string[]): void {
  if (by === undefined) return;
  if (names.length === 0) {
    throw new InvalidArgumentError(
      "by",
      "left out, as there is one array; --column reads columns with names",
      by[0].field,
    );
  }
  by.forEach(({ field }, i) => {
    if (!names.includes(field)) {
      throw new InvalidArgumentError(
        "by",
        `of the columns read: ${oneOf(field, names)}`,
        JSON.stringify(field),
      );
    }
    if (by.findIndex((key) => key.field === field) !== i) {
      throw new InvalidArgumentError("by", "each column once", `${JSON.stringify(field)} again`);
    }
  });
}
