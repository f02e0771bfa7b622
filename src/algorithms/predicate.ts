import type { Primitives } from "../executors/primitives.ts";
import { type ElementFunction, isElementFunction } from "../operators/element-function.ts";
import { left, replaceLeaves, type Term } from "../operators/term.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { flagArray, flagsWhere } from "../values/flags.ts";

import { type ColumnArray, pathText, printType } from "../values/value-types.ts";
import { done, type Steps } from "./call.ts";
import { type ElementOf, type GivenColumns, nameOf, type TypeOfColumns } from "./move-columns.ts";
import { type CallOfTemplate, type Options, type TemplateArgument, typed } from "./template-rule.ts";

/*
 * Templates of functions of `input` and a predicate: a term, which is part of the algorithm, or flags, which are a column of the call.
 */

export const PREDICATE: readonly string[] = ["predicate"];

/** Flags are an argument where they are the predicate. */
export function inputAndPredicate({ input, predicate }: Options): readonly TemplateArgument[] {
  const argument = typed("input", input);
  return predicate === "flags" ? [argument, typed("flags", "bool", "input")] : [argument];
}

export const byPredicate: CallOfTemplate = ({ input, flags }, { predicate }, callOf) =>
  callOf(input, flags ?? predicate);

/**
 * What says of each element whether it counts: a typed term, which runs wherever the elements are; flags; or a plain function, called here
 * for one element after the other with what it is and its index.
 */
export type Predicate<Input> =
  | ElementFunction<TypeOfColumns<Input>, "bool">
  | ((element: ElementOf<Input>, index: number) => boolean)
  | Uint8Array
  | readonly boolean[];

/** A checked predicate: what it adds to the input of a call, the flags as a term over all that, and as a step. */
export interface FlagSteps {
  readonly input: readonly ColumnArray[];
  readonly flag: Term;
  /** The flags, of the vectors of the columns and of `input`. */
  readonly flags: <Vector>(
    on: Primitives<Vector>,
    columns: readonly Vector[],
    input: readonly Vector[],
  ) => Steps<Vector>;
}

/** A caller's predicate over columns. Plain functions are called now. @throws InvalidArgumentError, LengthMismatchError */
export function flagSteps(predicate: unknown, given: GivenColumns, argument = "predicate"): FlagSteps {
  if (!isElementFunction(predicate)) {
    const flags =
      typeof predicate === "function"
        ? flagsWhere(predicate as PlainPredicate, given, argument)
        : flagArray(argument, checkedFlags(predicate, argument), given.length);
    return {
      input: [flags],
      flag: left("bool", given.columns.length),
      *flags(_on, _columns, input) {
        return yield* done(input[0]);
      },
    };
  }
  if (predicate.resultType !== "bool") {
    throw new InvalidArgumentError(
      argument,
      "a function that gives a bool",
      `one that gives ${printType(predicate.resultType)}`,
    );
  }
  const places = columnPlaces(predicate, given, argument);
  return {
    input: [],
    flag: overPlaces(predicate.terms[0], places),
    *flags(on, columns) {
      const [flags] = yield* done(
        on.map(
          predicate.terms,
          places.map((place) => columns[place]),
        ),
      );
      return flags;
    },
  };
}

function overPlaces(term: Term, places: readonly number[]): Term {
  return replaceLeaves([term], (leaf) =>
    leaf.kind === "left" ? left(leaf.type, places[leaf.column]) : leaf,
  )[0];
}

type PlainPredicate = (element: unknown, index: number) => unknown;

function checkedFlags(predicate: unknown, argument: string): unknown {
  if (Array.isArray(predicate) || ArrayBuffer.isView(predicate)) return predicate;
  const expected = "an element function such as fn`(value: f64) => value > 0`, a function, or flags";
  throw new InvalidArgumentError(argument, expected, describe(predicate));
}

/** Which of the columns an element function looks at, in the order of its own: each by its name and type. */
function columnPlaces(
  { columns, type }: ElementFunction,
  given: GivenColumns,
  argument: string,
): readonly number[] {
  return columns.map((column) => {
    const path = pathText(column);
    const place = given.names.findIndex((name) => pathText(name) === path);
    if (place !== -1 && given.names[place].type === column.type) return place;
    const there =
      place === -1 ? "" : `, whose "${nameOf(given.argument, column)}" is ${given.names[place].type}`;
    const expected = `a function of ${printType(given.type)}, or of some of its fields`;
    throw new InvalidArgumentError(
      argument,
      typeof given.type === "string" ? `a function of ${given.type}` : `${expected}${there}`,
      `one of ${printType(type)}`,
    );
  });
}
