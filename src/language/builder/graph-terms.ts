// Nodes of the graph by the term that they will be.

import { exactConstant, exactlyOf, writtenConstant } from "../../operators/builder/scalar-values.ts";
import { describe } from "../../values/describe.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { ArrayTerm, InfixSymbol } from "../term.ts";
import { type Emitted, type Graph, heightOf, nextSerial, type Part, type TermGraph } from "./graph.ts";
import type { Shape } from "./shape.ts";

export function termGraph(
  shape: Shape,
  parts: readonly Part[],
  make: (parts: readonly Emitted[]) => ArrayTerm,
): TermGraph {
  const height = parts.reduce((most, part) => Math.max(most, heightOf(part)), 0) + 1;
  return { kind: "term", shape, serial: nextSerial(), parts, height, make };
}

/** The one term that a value was written as. */
export function termOf({ terms }: Emitted): ArrayTerm {
  return terms[0];
}

/** A number without a suffix, typed by where it stands. @throws InvalidArgumentError where the type has it not exactly */
export function literalOf(type: ScalarType, given: number | bigint, argument: string): Graph {
  const shape: Shape = { kind: "scalar", type };
  const value = exactConstant(type, given);
  if (value === undefined) throw new InvalidArgumentError(argument, exactlyOf(type), describe(given));
  if (typeof value === "number" && !Number.isFinite(value)) return notFinite(type, value);
  const isWhole = typeof value === "bigint" || (Number.isInteger(value) && !Object.is(value, -0));
  return isWhole
    ? { kind: "literal", shape, value: BigInt(value), type: "whole" }
    : { kind: "literal", shape, value, type: "real" };
}

function notFinite(type: ScalarType, value: number): Graph {
  const shape: Shape = { kind: "scalar", type };
  if (value === Number.NEGATIVE_INFINITY) return { kind: "literal", shape, value, type };
  return { kind: "global", shape, name: `${type}.${Number.isNaN(value) ? "nan" : "inf"}` };
}

/** A literal of a type that nothing around it says: with its suffix. */
export function typedLiteral(type: ScalarType, given: unknown): Graph {
  const value = writtenConstant(type, given);
  if (value === undefined) throw new InvalidArgumentError(type, `given ${exactlyOf(type)}`, describe(given));
  if (typeof value === "number" && !Number.isFinite(value)) return notFinite(type, value);
  return { kind: "literal", shape: { kind: "scalar", type }, value, type };
}

/** `left symbol right`. */
export function infixGraph(symbol: InfixSymbol, shape: Shape, left: Graph, right: Graph): Graph {
  return termGraph(shape, [left, right], ([first, second]) => {
    return { kind: "infix", at: -1, symbol, left: termOf(first), right: termOf(second) };
  });
}

/** `name part …`, a frame among the parts as a function. */
export function applyGraph(
  name: string,
  shape: Shape,
  parts: readonly Part[],
  expression: string | undefined = undefined,
): Graph {
  return termGraph(shape, parts, (emitted) => {
    const operands = emitted.map((each, index) =>
      parts[index].kind === "frame" ? functionTerm(each) : termOf(each),
    );
    const head: ArrayTerm = { kind: "variable", at: -1, name };
    return {
      kind: "apply",
      at: -1,
      function: head,
      operands,
      ...(expression !== undefined && { expression }),
    };
  });
}

/**
 * A frame of one body as a function: where that body only hands on what it is given to an operator or a function, it is that one.
 * `\x y -> x + y` would have to be proved associative; `(+)` is known to be.
 */
function functionTerm({ patterns, terms: [body] }: Emitted): ArrayTerm {
  const names = patterns.map((pattern) => (pattern.kind === "name" ? pattern.name : undefined));
  const handsOn = (operands: readonly ArrayTerm[]): boolean =>
    operands.length === names.length &&
    operands.every((operand, index) => operand.kind === "variable" && operand.name === names[index]);
  if (body.kind === "infix" && handsOn([body.left, body.right])) {
    return { kind: "section", at: -1, symbol: body.symbol };
  }
  if (body.kind === "apply" && body.function.kind === "variable" && handsOn(body.operands))
    return body.function;
  return { kind: "lambda", at: -1, parameters: patterns, body };
}
