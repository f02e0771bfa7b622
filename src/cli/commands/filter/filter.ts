import type { Command } from "commander";
import { InvalidArgumentError, printType, type ValueType } from "../../../index.ts";
import { type ElementFunction, parseElementFunction } from "../../../operators.ts";
import { addColumnsOptions, runColumnsJob } from "../../columns-job.ts";
import type { ColumnsJob, ColumnsOptions } from "../../columns-prepared.ts";
import { nullFields, shapedType } from "../../input/shaped-table.ts";
import type { Table } from "../../input/table.ts";
import type { CommandContext } from "../../io.ts";
import { fact } from "../../report.ts";
import { numberTerm } from "./quoted-comparisons.ts";

interface FilterOptions extends ColumnsOptions {
  readonly where: string;
}

/** `samebits filter FILE --where TERM -o OUT`: the elements, or the rows, for which a term holds. */
export function filterCommand(command: Command, { io }: CommandContext): void {
  addColumnsOptions(command)
    .requiredOption(
      "--where <term>",
      'what must hold: "value >= 0", of columns by their names "delay > 15 && origin == \'ORD\'", where they are no words between backticks; a row whose null is compared is not kept, but by "delay == null"',
    )
    .action((file: string, options: FilterOptions) => {
      const job = {
        activity: "filtering",
        deciding: (table: Table) => namedIn(options.where, table),
        prepare(table: Table) {
          const { table: read, predicate } = predicateOf(options.where, table);
          return { table: read, compute: (functions, input) => functions.filter(input, predicate) };
        },
        facts: ({ length }) => ({ kept: fact(length) }),
        goesByParts: true,
      } satisfies ColumnsJob;
      return runColumnsJob(file, options, job, io);
    });
}

/**
 * The term of --where over the elements that were read, or over equal ones.
 *
 * A row in which a column is null that the term compares with a value is not kept.
 *
 * @throws OperatorSyntaxError with its place, InvalidArgumentError
 */
function predicateOf(where: string, given: Table): { readonly table: Table; readonly predicate: Predicate } {
  const { term, table, compared } = numberTerm(where, given);
  const parsed = (text: string, type: ValueType) =>
    parseElementFunction<ValueType, ValueType>(text, { source: "--where", type });
  parsed(term, writtenType(table, term, where)); // for its errors alone, which list names that a person may write
  const type = shapedType(table);
  const predicate = parsed(term, type);
  if (predicate.resultType !== "bool") {
    const expected = "a term that gives a bool, such as a comparison";
    throw new InvalidArgumentError("where", expected, `one of ${printType(predicate.resultType)}`);
  }
  const nulls = nullFields(table);
  const flags = compared.flatMap((index) => nulls[index] ?? []);
  const whole =
    flags.length === 0
      ? predicate
      : parsed([...flags.map((flag) => `!${flag}`), `(${term}\n)`].join(" && "), type);
  return { table, predicate: whole as Predicate };
}

/** The columns that a text names. */
function namedIn(where: string, { fields = [], names = fields }: Table): readonly number[] {
  const words = new Set(where.match(/`[^`]*`|[A-Za-z_][A-Za-z0-9_]*/g));
  return fields.flatMap((field, i) => (words.has(field) || words.has(`\`${names[i]}\``) ? [i] : []));
}

/** The type without the fields that only this program names: of nulls, if the term has none, and of names that are no words. */
function writtenType(table: Table, term: string, where: string): ValueType {
  const type = shapedType(table);
  if (typeof type === "string") return type;
  const { fields = [], names = fields } = table;
  const isWritten = (field: string): boolean => {
    const index = fields.indexOf(field);
    return index < 0 ? term.includes(field) : names[index] === field || where.includes(`\`${names[index]}\``);
  };
  const written = Object.entries(type).filter(([field]) => isWritten(field));
  return written.length === 0 ? type : Object.fromEntries(written);
}

type Predicate = ElementFunction<ValueType, "bool">;
