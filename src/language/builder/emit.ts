// From graphs to terms: a value with several uses becomes a `let` where all of them see it.

import { InternalError, InvalidArgumentError } from "../../values/errors.ts";
import type { ArrayTerm, Pattern } from "../term.ts";
import {
  componentsOf,
  type Emitted,
  type Frame,
  type Graph,
  type LiteralGraph,
  type ParameterGraph,
  type Scope,
} from "./graph.ts";
import type { Shared, Uses } from "./uses.ts";

const at = -1;

/** The names that a place sees. Nothing shadows: a name is free where nothing around it has it. */
type Names = ReadonlySet<string>;

type IsTaken = (name: string) => boolean;

/** Writes the graph of a definition as terms. */
export class Emission {
  private readonly names = new Map<Graph, string>();
  private readonly bound = new Set<Graph>(); // what a pattern has named, or taken apart
  private readonly uses: Uses;

  constructor(uses: Uses) {
    this.uses = uses;
  }

  /** The terms of a frame's bodies, and the patterns of what they are given. */
  frame({ parameters, bodies }: Frame, outer: Names): Emitted {
    const visible = new Set(outer);
    const patterns = parameters.map((parameter) => this.parameter(parameter, visible));
    return { patterns, terms: bodies.map(({ scope, result }) => this.body(scope, result, visible)) };
  }

  /** A result below the lets of its scope. */
  private body(scope: Scope, result: Graph, outer: Names): ArrayTerm {
    const visible = new Set(outer);
    const lets: { readonly pattern: Pattern; readonly value: ArrayTerm }[] = [];
    for (const graph of this.uses.shared.get(scope) ?? []) {
      if (this.bound.has(graph)) continue; // a component, by the pattern of its whole
      const value = this.written(graph, visible);
      lets.push({ pattern: this.shared(graph, visible), value });
    }
    return lets.reduceRight<ArrayTerm>(
      (body, { pattern, value }) => ({ kind: "let", at, pattern, value, body }),
      this.term(result, visible),
    );
  }

  private term(graph: Graph, visible: Names): ArrayTerm {
    const name = this.names.get(graph);
    return name === undefined ? this.written(graph, visible) : { kind: "variable", at, name };
  }

  private written(graph: Graph, visible: Names): ArrayTerm {
    switch (graph.kind) {
      case "literal":
        return literalTerm(graph);
      case "global":
        return { kind: "variable", at, name: graph.name };
      case "field":
        return { kind: "field", at, of: this.term(graph.of, visible), name: graph.name };
      case "term": {
        const parts = graph.parts.map((part): Emitted => {
          if (part.kind === "frame") return this.frame(part, visible);
          return { patterns: [], terms: [this.term(part, visible)] };
        });
        return graph.make(parts);
      }
      case "parameter":
        throw new InternalError("a parameter that its pattern does not name");
      default:
        return graph satisfies never;
    }
  }

  private parameter(graph: ParameterGraph, visible: Set<string>): Pattern {
    if (graph.isNamed) return this.named(graph, letter(this.isTaken(visible)), visible);
    return graph.name === undefined
      ? this.pattern(graph, visible, letter)
      : this.wanted(graph, graph.name, visible);
  }

  private shared(graph: Shared, visible: Set<string>): Pattern {
    const wanted = graph.kind === "term" ? graph.name : undefined;
    return wanted === undefined
      ? this.pattern(graph, visible, numbered)
      : this.wanted(graph, wanted, visible);
  }

  private wanted(graph: Graph, name: string, visible: Set<string>): Pattern {
    if (!visible.has(name)) return this.named(graph, name, visible);
    throw new InvalidArgumentError("name", "a name that nothing around has", JSON.stringify(name));
  }

  /** What a value is taken apart into, as far as it is used: a name, or a name for each component that is. */
  private pattern(graph: Graph, visible: Set<string>, free: (isTaken: IsTaken) => string): Pattern {
    const { shape } = graph;
    this.bound.add(graph);
    if (shape.kind !== "record" || this.uses.isUsedWhole(graph)) {
      if (!this.uses.isUsed(graph)) return { kind: "any", at };
      return this.named(graph, free(this.isTaken(visible)), visible);
    }
    if (!this.uses.isUsed(graph)) return { kind: "any", at };
    const parts = [...componentsOf(graph)].map(([name, field]) => {
      return { name, pattern: this.pattern(field, visible, free) };
    });
    if (shape.isTuple) return { kind: "tuple", at, items: parts.map(({ pattern }) => pattern) };
    return { kind: "record", at, fields: parts };
  }

  /** A name that is found for a value is never one that a user has given to another. */
  private isTaken(visible: Names): IsTaken {
    return (name) => visible.has(name) || this.uses.names.includes(name);
  }

  private named(graph: Graph, name: string, visible: Set<string>): Pattern {
    this.names.set(graph, name);
    visible.add(name);
    return { kind: "name", at, name };
  }
}

/** The language has no literal of −∞. */
function literalTerm({ value, type }: LiteralGraph): ArrayTerm {
  if (value !== Number.NEGATIVE_INFINITY) return { kind: "literal", at, value, type };
  return { kind: "prefix", at, symbol: "-", operand: { kind: "variable", at, name: `${type}.inf` } };
}

const LETTERS = "xyzabcdefghijklmnopqrstuvw";

/** x, y, z, a, b, …, x1, y1, … */
function letter(isTaken: IsTaken): string {
  for (let round = 0; ; round++) {
    for (const each of LETTERS) {
      const name = round === 0 ? each : `${each}${round}`;
      if (!isTaken(name)) return name;
    }
  }
}

/** v1, v2, … */
function numbered(isTaken: IsTaken): string {
  for (let number = 1; ; number++) {
    if (!isTaken(`v${number}`)) return `v${number}`;
  }
}
