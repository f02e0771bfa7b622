// A run of the interpreter: operands in, the value of a definition out, within its fuel.

import { DEFAULT_EXPRESSION, type Expression } from "../../expressions/expression.ts";
import { InternalError } from "../../values/errors.ts";
import type { CostModel } from "../cost/construct-costs.ts";
import type { Meter } from "../cost/meter.ts";
import type { Definition } from "../term.ts";
import type { TypedProgram } from "../types/infer-program.ts";
import { openSizesOf } from "../types/sizes-of-types.ts";
import { resolved, type Type } from "../types/type.ts";
import { signatureFor } from "../types/types-of-program.ts";
import { withinStack } from "../within-stack.ts";
import { Context } from "./context.ts";
import { type Data, dataOfValue, valueOfData } from "./data.ts";
import { evaluateTerm } from "./evaluate-term.ts";
import { bindDefinition } from "./sizes.ts";
import { type ArrayValue, applyValue, type Environment, type Value } from "./value.ts";

interface RunOptions {
  readonly meter?: Meter;
  /** Which equations the meter is charged by; default "corrected". */
  readonly model?: CostModel;
  /** Units of work after which a program is stopped; default 10^9. */
  readonly fuel?: number;
  /** The named expression of reduces and scans that ask for none; default that of contracts. */
  readonly expression?: Expression;
}

/**
 * The value of a definition applied to operands: the interpreter, which is what executors are held against.
 *
 * @throws InvalidArgumentError when there is no such definition, or it waits for another number of operands, or for operands and results
 * beyond the fuel; ProgramError where the program has no value
 */
export function runProgram(
  typed: TypedProgram,
  entry: string,
  operands: readonly unknown[],
  { meter, model = "corrected", fuel = 1e9, expression = DEFAULT_EXPRESSION }: RunOptions = {},
): Data {
  const { parameters, result } = signatureFor(typed, entry, operands);
  const context = new Context(typed, {
    evaluate: evaluateTerm,
    model,
    fuel,
    expression,
    ...(meter && { meter }),
  });
  const values = operands.map((operand, index) => {
    const argument = `operands[${index}]`;
    context.allocateData(argument, elementsOfData(operand, parameters[index]));
    return valueOfData(operand, parameters[index], argument);
  });
  const value = withinStack(
    typed.program,
    () => context.last,
    () => valueOfEntry(entry, values, context),
  );
  context.allocateData("entry", elementsOfValue(value));
  return dataOfValue(value, result);
}

/** The value of a definition; those before it are in its scope. */
function valueOfEntry(entry: string, operands: readonly Value[], context: Context): Value {
  let names: Environment | undefined;
  for (const definition of context.typed.program.definitions) {
    if (definition.name === entry) {
      const count = definition.parameters.length;
      const given = operands.slice(0, count);
      const value = valueIn(definition, given, NONE_TOLD, { outer: names, context });
      return operands.length === count ? value : applyValue(value, operands.slice(count));
    }
    const value = meaningOf(definition, { outer: names, context });
    names = { name: definition.name, value, outer: names };
  }
  throw new InternalError(`"${entry}" is not defined`);
}

type Told = ReadonlyMap<string, bigint>;

interface Place {
  readonly outer: Environment | undefined; // what the definition sees
  readonly context: Context;
}

const NONE_TOLD: Told = new Map();

/** The value of a definition, of operands and sizes. */
function valueIn(definition: Definition, operands: readonly Value[], told: Told, place: Place): Value {
  const { names, check } = bindDefinition(definition, operands, told, place);
  return check(place.context.evaluate(definition.body, names));
}

/** What a name of the program stands for: a function, or a value, which costs nothing where it is used; or what these are once it is told sizes. */
function meaningOf(definition: Definition, place: Place): Value {
  const { length: arity } = definition.parameters;
  const of = (told: Told): Value => {
    if (arity === 0) return place.context.unmetered(() => valueIn(definition, [], told, place));
    return { kind: "function", arity, run: (operands) => valueIn(definition, operands, told, place) };
  };
  return openSizesOf(definition).length > 0 ? { kind: "sized", of } : of(NONE_TOLD);
}

/** How many elements the arrays of operands have in all; those of data that are not of the type are not looked at. */
function elementsOfData(data: unknown, type: Type): number {
  const known = resolved(type);
  if (typeof data !== "object" || data === null) return 0;
  if (known.kind === "record") {
    return known.fields.reduce((sum, { name, type: of }) => sum + elementsOfData(partOf(data, name), of), 0);
  }
  if (known.kind !== "array") return 0;
  const element = resolved(known.element);
  // An array of records is a record of arrays.
  if (element.kind === "record") {
    return element.fields.reduce((sum, { name, type: of }) => {
      return sum + elementsOfData(partOf(data, name), { ...known, element: of });
    }, 0);
  }
  if (!("length" in data) || typeof data.length !== "number") return 0;
  if (element.kind !== "array" || !Array.isArray(data)) return data.length;
  return data.reduce<number>((sum, row) => sum + elementsOfData(row, element), data.length);
}

function partOf(data: object, name: string): unknown {
  return Object.hasOwn(data, name) ? Reflect.get(data, name) : undefined;
}

/** How many elements a value has as data, where what stands in several places is written as often. */
function elementsOfValue(value: Value): number {
  const known = new Map<ArrayValue, number>();
  const count = (part: Value): number => {
    if (typeof part !== "object") return 0;
    if (part.kind === "record") return part.fields.reduce((sum, field) => sum + 1 + count(field.value), 0);
    if (part.kind !== "array") return 0;
    const found = known.get(part) ?? countItems(part);
    known.set(part, found);
    return found;
  };
  const countItems = ({ items }: ArrayValue): number => {
    const isPlain = typeof items[0] !== "object";
    return isPlain ? items.length : items.reduce<number>((sum, item) => sum + count(item), items.length);
  };
  return count(value);
}
