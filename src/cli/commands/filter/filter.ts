import type { Command } from "commander";
import { InvalidArgumentError, printType, type ValueType } from "../../../index.ts";
import { type ElementFunction, parseElementFunction } from "../../../operators.ts";
import { addColumnsOptions, type ColumnsJob, type ColumnsOptions, runColumnsJob } from "../../columns-job.ts";
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
      'what must hold: "value >= 0", of columns by their names "delay > 15 && origin == \\"ORD\\""; a row whose null is compared is not kept, but by "delay == null"',
    )
    .action((file: string, options: FilterOptions) => {
      const job = {
        activity: "filtering",
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
  const type = shapedType(table);
  const parsed = (text: string) =>
    parseElementFunction<ValueType, ValueType>(text, { source: "--where", type });
  const predicate = parsed(term);
  if (predicate.resultType !== "bool") {
    const expected = "a term that gives a bool, such as a comparison";
    throw new InvalidArgumentError("where", expected, `one of ${printType(predicate.resultType)}`);
  }
  const nulls = nullFields(table);
  const flags = compared.flatMap((index) => nulls[index] ?? []);
  const whole =
    flags.length === 0 ? predicate : parsed([...flags.map((flag) => `!${flag}`), `(${term}\n)`].join(" && "));
  return { table, predicate: whole as Predicate };
}

type Predicate = ElementFunction<ValueType, "bool">;
