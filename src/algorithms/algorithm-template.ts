import { checkLevel } from "../contracts/resolve.ts";
import type { Request } from "../executors/executor.ts";
import type { Primitives } from "../executors/primitives.ts";
import { checkOptionNames, oneOf } from "../values/check-name.ts";
import { ACCUMULATION_TYPES } from "../values/convert.ts";
import { describe } from "../values/describe.ts";
import { NARROW_TYPES, type NarrowType } from "../values/element-types.ts";
import { InternalError, InvalidArgumentError } from "../values/errors.ts";
import { columnsOf, newColumn, shapeValue, type ValueType } from "../values/value-types.ts";
import type { AlgorithmRow } from "./algorithm-row.ts";
import { TEMPLATE_ROWS } from "./algorithm-rows.ts";
import type { Call, Steps } from "./call.ts";
import { likeInput, type NamedType, type Options, type TemplateArgument, typed } from "./template-rule.ts";

/** An algorithm whose columns are yet to come: its steps know nothing of lengths. */
interface Template {
  readonly arguments: readonly TemplateArgument[];
  readonly results: readonly NamedType[];
  readonly requests: readonly Request[];
  /** Over primitives that wait for nothing; `room` is for how many elements there is room in the results. */
  readonly record: <Vector>(
    on: Primitives<Vector>,
    input: readonly Vector[],
    room: number,
  ) => readonly Vector[];
}

/**
 * The template of an algorithm: `options` are those of its function, and the type of each argument that is columns, by its name.
 *
 * @throws InvalidArgumentError for a name that is none, and as the function does
 */
export function algorithmTemplate(
  name: unknown,
  given: Options,
  rows: Readonly<Record<string, AlgorithmRow>> = TEMPLATE_ROWS,
): Template {
  const { call, types, others, argumentsOf, resultsOf, rule } = ruleOf(name, rows);
  checkOptionNames(given, [...types, ...others]);
  checkLevel(given);
  const options = widened(given, types);
  for (const argument of types) checkType(argument, options[argument]);
  const held = argumentsOf(given);
  const templates = argumentsOf(options).map((each, i) => ({ narrow: narrowOf(held[i].type), ...each }));
  const standIns = Object.fromEntries(templates.map((each) => [each.name, standIn(each.type)]));
  const callOf = call as (...given: readonly unknown[]) => Call<unknown>; // it checks what it is given
  const { requests = [], steps } =
    rule.call?.(standIns, options, callOf) ?? callOf(...Object.values(standIns), without(options, types));
  return {
    arguments: templates,
    results: resultsOf(options),
    requests,
    record: (on, input, room) => recorded(steps(on, input, room)),
  };
}

/** The rule of a function, with what it leaves to others. @throws InvalidArgumentError for a name that is none */
function ruleOf(name: unknown, rows: Readonly<Record<string, AlgorithmRow>>) {
  const [, row] = Object.entries<AlgorithmRow>(rows).find(([known]) => known === name) ?? [];
  if (row?.template === undefined) {
    throw new InvalidArgumentError("name", oneOf(String(name), Object.keys(rows)), describe(name));
  }
  const rule = row.template;
  const { options: others = [] } = rule;
  return {
    rule,
    call: row.call,
    types: rule.types ?? ["input"],
    others: others.includes("expression") ? [...others, "determinism"] : others,
    argumentsOf: rule.arguments ?? (({ input }: Options) => [typed("input", input)]),
    resultsOf: rule.results ?? likeInput,
  };
}

function without(options: Options, names: readonly string[]): Options {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !names.includes(name)));
}

/** The types of columns as functions compute with them: narrow elements are widened on their way in. */
function widened(options: Options, types: readonly string[]): Options {
  const wide = types.flatMap((argument) => {
    const narrow = narrowOf(options[argument]);
    return narrow === undefined ? [] : [[argument, ACCUMULATION_TYPES[narrow][0]] as const];
  });
  return { ...options, ...Object.fromEntries(wide) };
}

function narrowOf(type: unknown): NarrowType | undefined {
  return NARROW_TYPES.find((each) => each === type);
}

/** Single columns have an element type; bools come in records. */
function checkType(argument: string, type: unknown): void {
  columnsOf(type as ValueType, argument);
  if (type !== "bool") return;
  throw new InvalidArgumentError(argument, "an element type, or a record of them and of bools", '"bool"');
}

/** Columns of a type, of one element: some functions refuse none. */
function standIn(type: ValueType): unknown {
  return shapeValue(type, columnsOf(type), (column) => newColumn(column.type, 1));
}

function recorded<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (step.done !== true) {
    if (step.value instanceof Promise) throw new InternalError("primitives that record gave a promise");
    step = steps.next(step.value);
  }
  return step.value;
}
