// Definitions of a program from functions of nodes.

import { checkAllUsed } from "../../operators/builder/guard-node.ts";
import { checkFunction, checkObject } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";

import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { ArrayProgram } from "../array-program.ts";
import type { Definition, Pattern } from "../term.ts";
import { parseProgram } from "../text/parse-program.ts";
import { printDefinitions } from "../text/print-program.ts";
import { Emission } from "./emit.ts";
import { termGraph, termOf } from "./graph-terms.ts";
import type { Nodes, NodesOf, Operand, TypeOfNodes } from "./node.ts";
import { type Shape, shapeOfSyntax, sizesOf, syntaxOf } from "./shape.ts";
import { graphOf, presentMade, traceFrame, withMade } from "./trace.ts";
import { checkName, type TypeDescription, type TypeOf } from "./type-description.ts";

import { usesOf } from "./uses.ts";

/** The parameters of a definition: what each is called, and its type. */
type ParameterDescriptions = { readonly [name: string]: TypeDescription };

type ParametersOf<Described> = {
  readonly [Name in keyof Described]: NodesOf<TypeOf<Described[Name]>>;
};

type OperandsOf<Described> = { readonly [Name in keyof Described]: Operand<TypeOf<Described[Name]>> };

/** A definition, whatever it takes and gives. */
export interface AnyDefined {
  readonly definition: Definition;
  readonly needs: readonly AnyDefined[]; // the definitions that its body calls
}

/** A definition of a program; called in the body of another one, it is a call of it. */
export interface Defined<Described, Result> extends AnyDefined {
  (operands: OperandsOf<Described>): NodesOf<Result>;
}

interface DefinitionOptions {
  readonly gives?: TypeDescription; // written behind the parameters; default: inferred
}

/**
 * A function that the entries of a program may call: `define("square", { x: f64 }, ({ x }) => x.multiply(x))`.
 *
 * The body runs once, now, on nodes that stand for the operands. What it makes is computed where it was made, as a `const` says: once,
 * however often it is used, as a `let` of that function or branch.
 *
 * @throws InvalidArgumentError for names that the language has, operands of another type, nodes of another body, and nodes that nothing uses
 */
export function define<const Described extends ParameterDescriptions, const Result extends Nodes>(
  name: string,
  parameters: Described,
  body: (operands: ParametersOf<Described>) => Result,
  options: DefinitionOptions = {},
): Defined<Described, TypeOfNodes<Result>> {
  return defined("def", name, parameters, body, options);
}

/**
 * As `define`, a function that is called from outside.
 *
 * @example
 * import { arrayOf, build, entry, f64, map2, run } from "samebits/language";
 * const vector = arrayOf(f64, "n");
 * const dot = entry("dot", { xs: vector, ys: vector }, ({ xs, ys }) =>
 *   map2((x, y) => x.multiply(y), xs, ys).reduce((x, y) => x.add(y), 0),
 * );
 * run(build(dot), "dot", [Float64Array.of(1, 2), Float64Array.of(3, 4)]); // → 11
 */
export function entry<const Described extends ParameterDescriptions, const Result extends Nodes>(
  name: string,
  parameters: Described,
  body: (operands: ParametersOf<Described>) => Result,
  options: DefinitionOptions = {},
): Defined<Described, TypeOfNodes<Result>> {
  return defined("entry", name, parameters, body, options);
}

/**
 * The program of some definitions and of those that they call. Its text is what `printProgram` writes: places in errors and costs by line
 * are in that.
 *
 * @throws InvalidArgumentError for two definitions of one name; ProgramError as `compile` does
 */
export function build(...definitions: readonly AnyDefined[]): ArrayProgram {
  const ordered: AnyDefined[] = [];
  const add = (each: AnyDefined): void => {
    checkDefined(each);
    if (ordered.includes(each)) return;
    for (const needed of each.needs) add(needed);
    const { name } = each.definition;
    if (ordered.some(({ definition }) => definition.name === name)) {
      throw new InvalidArgumentError("definitions", "of names that differ", `"${name}" twice`);
    }
    ordered.push(each);
  };
  definitions.forEach(add);
  const program = { source: "program", text: "", definitions: ordered.map(({ definition }) => definition) };
  return new ArrayProgram(parseProgram(printDefinitions(program)));
}

/** What define and entry have given: the definition in another object may be anything. */
const DEFINED = new WeakSet<object>();

/** @throws InvalidArgumentError for what neither `define` nor `entry` has given */
function checkDefined(given: unknown): void {
  if (typeof given === "function" && DEFINED.has(given)) return;
  throw new InvalidArgumentError("definitions", "of define and entry", describe(given));
}

function defined<Described extends ParameterDescriptions, Result extends Nodes>(
  kind: Definition["kind"],
  name: string,
  parameters: Described,
  body: (operands: ParametersOf<Described>) => Result,
  options: DefinitionOptions,
): Defined<Described, TypeOfNodes<Result>> {
  checkName(name, "name");
  checkFunction("body", body, "of nodes");
  checkOptionNames(options, ["gives"]);
  const { gives } = options;
  checkObject("parameters", parameters);
  const names = Object.keys(parameters);
  for (const each of names) checkName(each, `parameters.${each}`);
  const types = names.map((each) => syntaxOf(parameters[each], `parameters.${each}`));
  const shapes = types.map(shapeOfSyntax);
  const result = gives === undefined ? undefined : syntaxOf(gives, "gives");
  const run = (...operands: unknown[]): unknown =>
    body(Object.fromEntries(operands.map((operand, index) => [names[index], operand])) as never);
  const expected = result === undefined ? {} : { expected: shapeOfSyntax(result) };
  const bodies = [{ run, ...expected, argument: `the result of ${name}` }];
  const { result: frame, made } = withMade(() => traceFrame(true, shapes, bodies, { names }));
  const sizes = [...new Set(types.flatMap(sizesOf))];
  const uses = usesOf(frame);
  checkAllUsed(
    made,
    ({ graph }) => uses.isUsed(graph),
    ({ text }) => text,
    { whole: "program", choice: "branch(condition, () => first, () => second)" },
  );
  const needs = uses.needs as readonly AnyDefined[];
  const taken = [...sizes, ...needs.map(({ definition }) => definition.name)];
  const { patterns, terms } = new Emission(uses).frame(frame, new Set(taken));
  const written: Definition = {
    kind,
    at: -1,
    name,
    sizes,
    types: [],
    parameters: patterns.map((pattern, index): Pattern => ({ ...pattern, type: types[index] })),
    ...(result !== undefined && { result }),
    body: terms[0],
  };
  const called: AnyDefined = callable(written, shapes, frame.bodies[0].result.shape, needs);
  return called as Defined<Described, TypeOfNodes<Result>>; // nodes have at run time the types that they are given here
}

/** A definition as a function of nodes. */
function callable(
  definition: Definition,
  shapes: readonly Shape[],
  result: Shape,
  needs: readonly AnyDefined[],
): AnyDefined {
  const { name, parameters } = definition;
  const names = parameters.map((parameter) => (parameter.kind === "name" ? parameter.name : "_"));
  const call = (operands: Readonly<Record<string, unknown>>): unknown => {
    const given = names.map((each, index) => graphOf(operands?.[each], shapes[index], `${name}.${each}`));
    const graph = termGraph(result, given, (parts) => {
      const head = { kind: "variable", at: -1, name } as const;
      if (parts.length === 0) return head;
      return { kind: "apply", at: -1, function: head, operands: parts.map(termOf) };
    });
    return presentMade({ ...graph, needs: made }, `${name}(…)`);
  };
  const made: AnyDefined = Object.assign(call, { definition, needs });
  DEFINED.add(made);
  return made;
}
