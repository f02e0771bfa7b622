import type { Request } from "../executors/executor.ts";
import type { Primitives } from "../executors/primitives.ts";
import { checkOptionNames } from "../values/check-option-names.ts";
import { describe } from "../values/describe.ts";
import { InternalError, InvalidArgumentError } from "../values/errors.ts";
import { oneOf } from "../values/nearest-name.ts";
import { columnsOf, newColumn, shapeValue, type ValueType } from "../values/value-types.ts";
import type { Steps } from "./call.ts";
import type { NamedType, Options, TemplateArgument } from "./template-rules/rule.ts";
import { TEMPLATE_RULES, type TemplateName } from "./template-rules.ts";

/** An algorithm whose columns are yet to come: its steps know nothing of lengths. */
export interface Template {
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
export function algorithmTemplate(name: unknown, options: Options): Template {
  if (typeof name !== "string" || !Object.hasOwn(TEMPLATE_RULES, name)) {
    throw new InvalidArgumentError("name", oneOf(String(name), Object.keys(TEMPLATE_RULES)), describe(name));
  }
  const rule = TEMPLATE_RULES[name as TemplateName];
  checkOptionNames(options, [...rule.types, ...rule.options]);
  for (const argument of rule.types) checkType(argument, options[argument]);
  const templates = rule.arguments(options);
  const standIns = Object.fromEntries(templates.map((each) => [each.name, standIn(each.type)]));
  const { requests = [], steps } = rule.call(standIns, options);
  return {
    arguments: templates,
    results: rule.results(options),
    requests,
    record: (on, input, room) => recorded(steps(on, input, room)),
  };
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
