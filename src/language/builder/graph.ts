// What nodes stand for while a program is built: a graph, in which values have several users.

import type { Scalar } from "../../values/element-types.ts";
import type { ArrayTerm, LiteralType, Pattern } from "../term.ts";
import type { Shape } from "./shape.ts";

/**
 * What a node stands for: terms that may have several users. Serial numbers are those of making: what was made while a function's body
 * ran lies between the two numbers of its scope.
 */
export type Graph = LiteralGraph | GlobalGraph | ParameterGraph | TermGraph | FieldGraph;

export interface LiteralGraph {
  readonly kind: "literal";
  readonly shape: Shape;
  readonly value: Scalar;
  readonly type: LiteralType;
}

/** A name that the language or the program has: a size, a constant of a type. */
interface GlobalGraph {
  readonly kind: "global";
  readonly shape: Shape;
  readonly name: string;
}

/** What a function or a loop calls what it is given. */
export interface ParameterGraph {
  readonly kind: "parameter";
  readonly shape: Shape;
  readonly serial: number;
  readonly owner: Scope;
  readonly name?: string; // of a definition's parameter
  readonly isNamed?: true; // even where it is not used: the counter of a loop
}

export interface TermGraph {
  readonly kind: "term";
  readonly shape: Shape;
  readonly serial: number;
  readonly parts: readonly Part[];
  readonly height: number; // of terms within terms
  readonly make: (parts: readonly Emitted[]) => ArrayTerm;
  readonly name?: string; // what `called` calls it
  readonly needs?: unknown; // the definition that it calls
}

/** A component of a value. */
export interface FieldGraph {
  readonly kind: "field";
  readonly shape: Shape;
  readonly serial: number;
  readonly of: Graph;
  readonly name: string;
}

/** What a term is made of: values, and bodies that are computed elsewhere: functions, branches, loops. */
export type Part = Graph | Frame;

/** Bodies over the same parameters. */
export interface Frame {
  readonly kind: "frame";
  readonly scope: Scope;
  readonly parameters: readonly ParameterGraph[];
  readonly bodies: readonly { readonly scope: Scope; readonly result: Graph }[];
}

export interface Scope {
  readonly start: number;
  end: number; // set when the body has returned
  readonly isFunction: boolean; // it may run often, or never
}

/** A part as terms: of a value one, of a frame its patterns and one for each body. */
export interface Emitted {
  readonly patterns: readonly Pattern[];
  readonly terms: readonly ArrayTerm[];
}

/** The only thing that building remembers: how many nodes there have been. */
let made = 0;

export function nextSerial(): number {
  made++;
  return made;
}

/** How many terms stand within each other in a part. */
export function heightOf(part: Part): number {
  switch (part.kind) {
    case "term":
      return part.height;
    case "field":
      return heightOf(part.of);
    case "frame":
      return part.bodies.reduce((most, { result }) => Math.max(most, heightOf(result)), 0);
    default:
      return 0;
  }
}

/** The components of a value, each of them one node however often it is asked for. */
const fieldsOf = new WeakMap<Graph, ReadonlyMap<string, FieldGraph>>();

/** @returns in the order of the shape; none of what has no components */
export function componentsOf(of: Graph): ReadonlyMap<string, FieldGraph> {
  const known = fieldsOf.get(of);
  if (known !== undefined) return known;
  const fields = of.shape.kind === "record" ? of.shape.fields : [];
  const components = new Map<string, FieldGraph>();
  for (const { name, shape } of fields) {
    // They are there as soon as the value is.
    const serial = of.kind === "literal" || of.kind === "global" ? 0 : of.serial;
    components.set(name, { kind: "field", shape, serial, of, name });
  }
  fieldsOf.set(of, components);
  return components;
}

/** A function that a user has given, to be run once. */
export interface Body {
  readonly run: unknown;
  readonly expected?: Shape; // of what it returns, if that is known
  readonly argument: string; // what errors call it
}

/** How rules get at what users give. */
export interface Tracing {
  /** @throws InvalidArgumentError for what is not of the shape */
  graphOf(given: unknown, expected: Shape, argument: string): Graph;
  anyGraphOf(given: unknown, argument: string): Graph;
  frame(isFunction: boolean, shapes: readonly Shape[], bodies: readonly Body[]): Frame;
}

/** What a method of a node makes of the node and its operands. */
export type Rule = (self: Graph, operands: readonly unknown[], trace: Tracing) => Graph;
