// What a command makes of an array or a table some rows at a time, in memory that does not grow with FILE.

import type { TableFormat } from "../formats.ts";
import { type ElementArray, newElementArray } from "../index.ts";
import { openHash } from "../streams.ts";
import type { ColumnsJob, ColumnsOptions } from "./columns-prepared.ts";
import { prepared } from "./columns-prepared.ts";
import { columnsReportOf, tell } from "./columns-report.ts";
import { withExecutor } from "./executors/executors.ts";
import { collectWhenDoubled, keepHeapSmall } from "./held/small-heap.ts";
import { keepColumns } from "./held/written-columns.ts";
import { gathered } from "./input/gathered.ts";
import { type InputOptions, withInputChunks } from "./input/input.ts";
import {
  type ColumnArgument,
  expectColumns,
  expectNoDates,
  printTableType,
  type Table,
  tableOf,
  tableOfRead,
  wantedByField,
  wholeTableOfRead,
} from "./input/table.ts";
import { withTableBatches } from "./input/table-batches.ts";
import { columnTypes } from "./input/whole-table.ts";
import type { CommandIo } from "./io.ts";
import type { OutputPlace } from "./output/write-output.ts";
import { writeColumnChunks, writeOutputChunks, writeTableChunks } from "./output/write-parts.ts";

/** Elements of a part: 8 MiB of doubles. */
const PART_LENGTH = 1 << 20;

/** The same of one array, a part after the other, in memory that does not grow with FILE. */
export async function runArrayByParts(
  file: string,
  options: InputOptions & Pick<ColumnsOptions, "on" | "output" | "hash" | "json">,
  job: ColumnsJob,
  place: OutputPlace,
  io: CommandIo,
): Promise<void> {
  const { output } = options;
  expectNoDates(options);
  await withExecutor(options.on, "compute", async (executor) => {
    const functions = await executor.algorithms();
    const done = await withInputChunks(file, options, io, async (read) => {
      const { type } = read;
      const { compute } = job.prepare(tableOf(undefined, [{ array: newElementArray(type, 0), type }]));
      const hash = options.hash === false ? undefined : openHash();
      const tally = { length: 0, written: 0, byteLength: 0, seconds: 0 };
      async function* parts(): AsyncGenerator<ElementArray> {
        for await (const part of gathered(read.chunks, type, PART_LENGTH)) {
          const begun = io.now();
          const made = (await compute(functions, part)) as ElementArray;
          tally.seconds += (io.now() - begun) / 1000;
          tally.length += part.length;
          tally.written += made.length;
          tally.byteLength += part.byteLength + made.byteLength;
          hash?.add(made);
          yield made;
        }
      }
      await writeOutputChunks(place, parts(), { type, length: undefined }, io);
      return { ...tally, type, nullCount: read.nullCount, hash: hash?.digits(), hashes: undefined };
    });
    const facts = job.facts({ length: done.written });
    const found = columnsReportOf({ ...done, executor: executor.name, facts, output, options });
    await tell(place.reportTo, found, options);
  });
}

/** What a command makes of a table. */
interface TableParts {
  readonly file: string;
  readonly given: ColumnsOptions; // as they were said
  readonly options: Omit<InputOptions, "type">; // as they are meant
  readonly wanted: readonly ColumnArgument[] | undefined; // undefined: all columns
  readonly job: ColumnsJob;
  readonly place: PartsPlace;
}

/** A table, or its one column as an array. */
type PartsPlace =
  | { readonly kind: "table"; readonly place: OutputPlace<TableFormat> }
  | { readonly kind: "array"; readonly place: OutputPlace };

/** The same of a table, a batch of its rows after the other. */
export async function runTableByParts(asked: TableParts, io: CommandIo): Promise<void> {
  const { given, options, job, place } = asked;
  const { on, output, json } = given;
  keepHeapSmall();
  collectWhenDoubled();
  await withExecutor(on, "compute", async (executor) => {
    const kept = given.hash === false ? undefined : keepColumns();
    const tally = { type: "", length: 0, written: 0, byteLength: 0, nullCount: 0, seconds: 0 };
    try {
      const functions = await executor.algorithms();
      const parts = async (found: Table): Promise<Table> => {
        const { compute, tableOf } = prepared(job, found);
        const begun = io.now();
        const made = tableOf(await compute(functions));
        tally.seconds += (io.now() - begun) / 1000;
        tally.type ||= printTableType(found);
        tally.length += found.length;
        tally.written += made.length;
        tally.byteLength += found.byteLength + made.byteLength;
        tally.nullCount += found.nullCount;
        await kept?.add(made, found);
        return made;
      };
      await withTables(asked, io, (tables) => write(place, eachOf(tables, parts), io));
      const found = await kept?.hashes(io);
      const facts = job.facts({ length: tally.written });
      // Where nobody has said a rule, nulls are told where there are some.
      const nulls = given.nulls ?? (tally.nullCount === 0 ? undefined : options.nulls);
      const done = { ...tally, facts, executor: executor.name, output, options: { ...given, nulls } };
      const hashes = json ? found?.each : undefined;
      await tell(place.place.reportTo, columnsReportOf({ ...done, hash: found?.all, hashes }), given);
    } finally {
      await kept?.close();
    }
  });
}

function write(to: PartsPlace, tables: AsyncIterable<Table>, io: CommandIo): Promise<void> {
  if (to.kind === "table") return writeTableChunks(to.place, tables, io);
  return writeColumnChunks(to.place, tables, io);
}

async function* eachOf<Given, Made>(
  given: AsyncIterable<Given>,
  make: (one: Given) => Promise<Made>,
): AsyncGenerator<Made> {
  for await (const one of given) yield await make(one);
}

/** FILE, some rows at a time, while `use` runs. */
function withTables<Result>(
  { file, given, options, wanted }: TableParts,
  io: CommandIo,
  use: (tables: AsyncIterable<Table>) => Promise<Result>,
): Promise<Result> {
  const { nulls } = options;
  if (wanted === undefined) {
    const asked = { types: columnTypes(given.type ?? []), nulls };
    return withTableBatches(file, asked, options, io, (batches) =>
      use(eachOf(batches, async (read) => wholeTableOfRead(read, file))),
    );
  }
  expectColumns(file, options);
  const fields = wanted.map(({ field }) => field);
  return withTableBatches(file, { columns: wantedByField(wanted), nulls }, options, io, (batches) =>
    use(eachOf(batches, async (read) => tableOfRead(read, fields))),
  );
}
