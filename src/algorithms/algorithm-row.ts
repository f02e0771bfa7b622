import type { Achieved } from "../contracts/levels.ts";
import type { Primitives } from "../executors/primitives.ts";
import type { ElementArray, ElementType } from "../values/element-types.ts";
import type { ColumnArray } from "../values/value-types.ts";
import type { Call } from "./call.ts";
import type { TemplateRule } from "./template-rule.ts";

/**
 * A function over columns: the call that checks its arguments and knows its steps, and how it is prepared for columns that are yet to come.
 *
 * The file of a row has the function's type as well, `Name<When>`, and above the row one line for the tables: `name(arguments)` gives what. From
 * these files `tools/algorithm-rows.mjs` makes the entry point, the list of rows and the tables of docs/algorithms.md. Rows are literals, in
 * which calls are marked as pure, so that bundlers drop those that nobody imports.
 */
export interface AlgorithmRow {
  readonly call: CallOf;
  readonly foldOf?: FoldArguments; // of a fold, whose call is a FoldCall: plans of its calls are kept
  readonly short?: ShortAnswer; // answers calls of few elements without steps
  readonly prepared?: PreparedRule; // of a function of one column that is no fold
  readonly template?: TemplateRule; // absent: the function takes no buffers of a device
}

/**
 * The answer to a call of few elements, bit for bit that of the steps; undefined for every other call, with errors in it or without. It looks at
 * the first four arguments, has made sure that there are no options, and runs no code of a caller's twice.
 */
export type ShortAnswer = (
  on: Primitives<ColumnArray>,
  first: unknown,
  second: unknown,
  third: unknown,
  fourth: unknown,
) => unknown;

/** Checks what stands behind the column, all of it by name, for columns of a type. @throws as the function does */
export type PreparedRule = (
  type: ElementType,
  given: Readonly<Record<string, unknown>>,
) => PreparedCall<unknown>;

/** A function whose arguments have been checked, but for the column. */
export interface PreparedCall<Result> {
  readonly composition: string; // its formula
  readonly requests?: Call<Result>["requests"];
  readonly achieved?: Achieved; // of functions that combine
  /** As ShortAnswer. */
  readonly short?: ((on: Primitives<ColumnArray>, elements: ElementArray) => Result | undefined) | undefined;
  readonly call: (elements: ElementArray) => Call<Result>;
}

/** Arguments come from callers, and so are of any type until they have been checked. */
type CallOf = (...given: readonly never[]) => Call<unknown>;

/** The arguments of a fold before its options: one column, two of one type and length, or an input and a predicate. */
type FoldArguments = 1 | 2 | "predicate";
