import type { Command } from "commander";
import { collateTexts } from "../../../formats.ts";
import { InvalidArgumentError, oneOf } from "../../../index.ts";
import { addColumnsOptions, runColumnsJob } from "../../columns-job.ts";
import type { ColumnsJob, ColumnsOptions, PreparedJob } from "../../columns-prepared.ts";
import { nullFields } from "../../input/shaped-table.ts";
import type { Table } from "../../input/table.ts";
import type { CommandContext } from "../../io.ts";
import { repeated } from "../../options/parse.ts";
import { fact } from "../../report.ts";

interface SortOptions extends ColumnsOptions {
  readonly by?: readonly Key[];
  readonly descending?: boolean;
  readonly collate?: Intl.Collator;
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
    .option(
      "--collate <locale>",
      "columns of text in the order of a language, as in sv or de-u-kn (default: by code points, the same everywhere)",
      parseLocale,
    )
    .action((file: string, options: SortOptions) => runColumnsJob(file, options, jobOf(options), io));
}

function jobOf({ by, descending = false, collate }: SortOptions): ColumnsJob {
  const directions = by?.map(({ isDescending = descending }) => (isDescending ? "descending" : "ascending"));
  return {
    activity: "sorting",
    check: (names) => checkKeys(by, names),
    deciding: ({ fields = [], names = fields }) =>
      by?.map(({ field }) => names.indexOf(field)) ?? names.map((_, i) => i),
    prepare: (table) => {
      const { fields = [], names: columnNames = fields } = table;
      const collated = collate === undefined ? [] : collatedTexts(table, collate);
      const byName = by?.map((key) => ({ ...key, field: fields[columnNames.indexOf(key.field)] }));
      const keys = byName ?? fields.map((field) => ({ field, isDescending: undefined }));
      const names = keys.flatMap(({ field }) => withNullField(table, field));
      const flags = keys.flatMap(({ field, isDescending = descending }) =>
        withNullField(table, field).map((name) => name === field && isDescending),
      );
      const compute: PreparedJob["compute"] = async (functions, input) => {
        if (ArrayBuffer.isView(input)) return functions.sort(input, { descending });
        const rows = { ...input, ...byField(collated, ({ codes }) => codes) };
        const sorted = await functions.sortBy(rows, names, { descending: flags });
        return {
          ...sorted,
          ...byField(collated, ({ field, back }) => (sorted[field] as Uint32Array).map((code) => back[code])),
        };
      };
      return { table, compute };
    },
    facts: () => ({
      by: fact(by?.map(({ field }) => field).join(", ")),
      collate: fact(collate?.resolvedOptions().locale),
      order: fact(directions?.join(", ") ?? (descending ? "descending" : "ascending")),
    }),
  };
}

/** A key, and before it where it is null: nulls come last in either direction. */
function withNullField(table: Table, field: string): readonly string[] {
  const flag = nullFields(table)[table.fields?.indexOf(field) ?? -1];
  return flag === undefined ? [field] : [flag, field];
}

/** A column of texts by the codes of another order. */
interface CollatedTexts {
  readonly field: string;
  readonly codes: Uint32Array;
  readonly back: Uint32Array; // of each of them the code that the table has
}

/** @throws InvalidArgumentError where there are no texts to be put in order */
function collatedTexts({ fields = [], columns, dictionaries }: Table, collator: Intl.Collator) {
  const collated = fields.flatMap((field, i): CollatedTexts[] => {
    const dictionary = dictionaries[i];
    if (dictionary === undefined) return [];
    const found = collateTexts({ codes: columns[i] as Uint32Array, dictionary }, collator);
    const codes = new Map(dictionary.map((text, code) => [text, code]));
    const back = Uint32Array.from(found.dictionary, (text) => codes.get(text) ?? 0);
    return [{ field, codes: found.codes, back }];
  });
  if (collated.length > 0) return collated;
  const { locale } = collator.resolvedOptions();
  throw new InvalidArgumentError("collate", "left out, as no column has texts", locale);
}

function byField(
  collated: readonly CollatedTexts[],
  codesOf: (texts: CollatedTexts) => Uint32Array,
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

const DIRECTION = /:(ascending|descending)$/;

function keyOf(text: string): Key {
  const direction = DIRECTION.exec(text)?.[1];
  const isDescending = direction === undefined ? undefined : direction === "descending";
  return { field: text.replace(DIRECTION, ""), isDescending };
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
