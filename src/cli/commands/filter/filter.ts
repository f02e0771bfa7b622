import type { Command } from "commander";
import { InvalidArgumentError, printType, type ValueType } from "../../../index.ts";
import { type ElementFunction, parseElementFunction } from "../../../operators.ts";
import { addColumnsOptions, type ColumnsJob, type ColumnsOptions, runColumnsJob } from "../../columns-job.ts";
import { type Table, typeOfTable } from "../../input/table.ts";
import type { CommandContext } from "../../io.ts";
import { fact } from "../../report.ts";
import { withNumbers } from "./quoted-comparisons.ts";

interface FilterOptions extends ColumnsOptions {
  readonly where: string;
}

/** `samebits filter FILE --where TERM -o OUT`: the elements, or the rows, for which a term holds. */
export function filterCommand(command: Command, { io }: CommandContext): void {
  addColumnsOptions(command)
    .requiredOption(
      "--where <term>",
      'what must hold: "value >= 0", of columns by their names "delay > 15 && origin == \\"ORD\\""',
    )
    .action((file: string, options: FilterOptions) => {
      const job = {
        activity: "filtering",
        prepare(table: Table) {
          const predicate = predicateOf(options.where, table);
          return (functions, input) => functions.filter(input, predicate);
        },
        facts: ({ length }) => ({ kept: fact(length) }),
      } satisfies ColumnsJob;
      return runColumnsJob(file, options, job, io);
    });
}

/** The term of --where over the elements that were read. @throws OperatorSyntaxError with its place, InvalidArgumentError */
function predicateOf(where: string, table: Table): ElementFunction<ValueType, "bool"> {
  const type = typeOfTable(table);
  const term = withNumbers(where, table);
  const predicate = parseElementFunction<ValueType, ValueType>(term, { source: "--where", type });
  if (predicate.resultType !== "bool") {
    const expected = "a term that gives a bool, such as a comparison";
    throw new InvalidArgumentError("where", expected, `one of ${printType(predicate.resultType)}`);
  }
  return predicate as ElementFunction<ValueType, "bool">;
}
