import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import type { AlgorithmRow } from "../../src/algorithms/algorithm-row.ts";
import { ALGORITHM_ROWS } from "../../src/algorithms/algorithm-rows.ts";
import { algorithmTemplate } from "../../src/algorithms/algorithm-template.ts";
import type { Call } from "../../src/algorithms/call.ts";
import { runCall } from "../../src/algorithms/run-call.ts";
import { javascriptPrimitives } from "../../src/executors/javascript/primitives/javascript-primitives.ts";
import { elementFunction } from "../../src/operators/builder/builder.ts";
import { type ColumnArray, columnsOf, columnType } from "../../src/values/value-types.ts";

export const input = Float64Array.of(3, 3, -1, Number.NaN, -0, 0, 0, 8, -7);
export const record = { a: input, b: Uint32Array.of(2, 1, 2, 1, 9, 9, 0, 1, 5) };
export const columnsOfRecord = [record.a, record.b];
export const RECORD = { a: "f64", b: "u32" } as const;
export const flags = Uint8Array.of(1, 0, 0, 1, 1, 0, 1, 0, 1);
export const counts = Uint32Array.of(0, 2, 1, 0, 0, 5, 0, 0, 1);
export const thirds = Float32Array.from({ length: 9 }, (_, i) => i / 3 - 1);
export const isPositive = elementFunction("f64", (value) => value.greater(0));

/** A template's options, the columns that it is given, and the call that does the same. */
interface Row {
  readonly options: Record<string, unknown>;
  readonly columns: readonly ColumnArray[];
  readonly call: Call<unknown>;
  readonly fields?: readonly string[] | undefined; // of the call's result, where the template gives other columns than its steps
}

export function rowOf(
  options: Row["options"],
  columns: Row["columns"],
  call: Row["call"],
  fields?: Row["fields"],
): Row {
  return { options, columns, call, fields };
}

/** Plain loops, with the one primitive that only devices have. */
export const templatePrimitives = {
  ...javascriptPrimitives(),
  expand: (columns: readonly ColumnArray[], each: ColumnArray, length: number) =>
    columns.map((column) => {
      const values = [...column].flatMap((value, i) => Array.from({ length: Number(each[i]) }, () => value));
      return (column.constructor as typeof Uint32Array).from(values.slice(0, length) as number[]);
    }),
};

/** Templates are made of columns of one element, and these have others. `room`: of src/algorithms, whose templates all are to have rows. */
export function testTemplates(room: string, rows: Readonly<Record<string, readonly Row[]>>): void {
  test(`every template of ${room} has a row here`, async () => {
    expect(Object.keys(rows).sort()).toEqual((await templateNames(room)).sort());
  });

  test.each(Object.keys(rows))(
    "the steps of %s know nothing of the length of what stands for the columns",
    (name) => {
      for (const { options, columns, call, fields } of rows[name]) {
        const template = algorithmTemplate(name, options);
        const { folded: _, ...inSteps } = call;
        const expected = runCall(javascriptPrimitives(), {
          ...inSteps,
          result: (taken) => (fields === undefined ? taken : fieldsOf(call.result(taken), fields)),
        });
        expect(template.record(templatePrimitives, columns, 9)).toEqual(expected);
        const types = template.results.flatMap((result) => columnsOf(result.type).map(({ type }) => type));
        expect(types).toEqual(expected.map(columnType));
        expect(template.arguments.some(({ like }) => like === undefined)).toBe(true);
      }
    },
  );
}

async function templateNames(room: string): Promise<string[]> {
  const folder = new URL(`../../src/algorithms/${room}/`, import.meta.url);
  const names: string[] = [];
  for (const file of readdirSync(folder).filter((each) => /^[a-z-]+\.ts$/.test(each))) {
    const exported: Readonly<Record<string, unknown>> = await import(
      /* @vite-ignore */ new URL(file, folder).href
    );
    const rows = Object.entries(ALGORITHM_ROWS as Readonly<Record<string, AlgorithmRow>>);
    for (const [name, row] of rows) {
      if (exported[name] === row && row.template !== undefined) names.push(name);
    }
  }
  return names;
}

function fieldsOf(result: unknown, fields: readonly string[]): readonly ColumnArray[] {
  return fields.map((field) => {
    const value = (result as Readonly<Record<string, ColumnArray | number>>)[field];
    return typeof value === "number" ? Uint32Array.of(value) : value;
  });
}
