import type { Primitives } from "../../executors/primitives.ts";
import { convert, left } from "../../operators/term.ts";
import { checkOptionNames } from "../../values/check-option-names.ts";
import type { ColumnArray, ValueType } from "../../values/value-types.ts";
import { type Call, done, type Steps } from "../call.ts";
import { type GivenColumns, givenColumns } from "../move-columns.ts";
import { type FlagSteps, flagSteps } from "../predicate.ts";
import { resolveTyped } from "../serve.ts";

export interface CountOptions {
  readonly type?: ValueType | undefined; // what an input without types of its own is read as
}

/** The call of what looks at flags as numbers 0 and 1 only: their sum, or whether one or all are set. */
export function flagsCall<Result>(
  operator: "add" | "or" | "and",
  [input, predicate, options]: readonly [input: unknown, predicate: unknown, options: CountOptions],
  resultOf: (combined: number) => Result,
): Call<Result> {
  checkOptionNames(options, ["type"]);
  const given = givenColumns(input, options.type);
  const flags = flagSteps(predicate, given);
  return {
    input: [...given.columns, ...flags.input],
    *steps(on, vectors) {
      return [yield* combineFlags(on, operator, given, flags, vectors)];
    },
    result: ([combined]: readonly ColumnArray[]) => resultOf(Number(combined[0])),
  };
}

function* combineFlags<Vector>(
  on: Primitives<Vector>,
  operator: "add" | "or" | "and",
  { columns }: GivenColumns,
  { flags }: FlagSteps,
  vectors: readonly Vector[],
): Steps<Vector> {
  const set = yield* flags(on, vectors.slice(0, columns.length), vectors.slice(columns.length));
  const numbers = yield* done(on.map([convert("u32", left("bool"))], [set]));
  const contract = resolveTyped({ operator, initial: operator === "and" ? 1 : 0 }, "reduce", "u32");
  const [combined] = yield* done(on.reduce(contract, numbers));
  return combined;
}
