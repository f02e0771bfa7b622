import type { Frame, Graph } from "./graph.ts";
import type { Shape } from "./shape.ts";

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
