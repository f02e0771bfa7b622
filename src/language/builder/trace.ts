// Nodes at run time, and the bodies of functions, which run once on them.

import { answeredOnce, guard, NodeTable } from "../../operators/builder/guard-node.ts";
import { checkFunction } from "../../values/check-arguments.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { ARRAY_RULES } from "./array-rules.ts";
import {
  type Body,
  componentsOf,
  type Frame,
  type Graph,
  nextSerial,
  type ParameterGraph,
  type Rule,
  type Tracing,
} from "./graph.ts";
import { literalOf, termGraph, termOf } from "./graph-terms.ts";

import { scalarRules } from "./scalar-rules.ts";
import { type Shape, shapeText, tupleShape } from "./shape.ts";

interface MadeNode {
  readonly graph: Graph;
  readonly text: string; // the call that made it, for errors
}

/** Of the definition whose body runs now. A definition within another one has its own. */
let current: MadeNode[] | undefined;

/** Notes what a user's call has made. */
function noteMade(graph: Graph, text: string): void {
  if (graph.kind === "term") current?.push({ graph, text });
}

/** What a body gives, and the nodes that it has made. */
export function withMade<Result>(body: () => Result): {
  readonly result: Result;
  readonly made: readonly MadeNode[];
} {
  const outer = current;
  const made: MadeNode[] = [];
  current = made;
  try {
    return { result: body(), made };
  } finally {
    current = outer;
  }
}

const nodes = new NodeTable<Graph>();

/** A graph as users have it: a node, or a tuple or record of nodes. */
export function present(graph: Graph): unknown {
  const { shape } = graph;
  if (shape.kind !== "record") {
    return nodes.make(prototypeOf(shape), graph);
  }
  const parts = [...componentsOf(graph)].map(([name, field]) => [name, present(field)] as const);
  return Object.freeze(shape.isTuple ? parts.map(([, part]) => part) : Object.fromEntries(parts));
}

/** What a call of a user has made, as users have it: the result of the definition needs it. `text` is the call, for errors. */
export function presentMade(graph: Graph, text: string): unknown {
  noteMade(graph, text);
  return present(graph);
}

/** What a user has given, as a graph of the shape that is expected. @throws InvalidArgumentError for what is not of it */
export function graphOf(given: unknown, expected: Shape, argument: string): Graph {
  if (expected.kind === "scalar" && (typeof given === "number" || typeof given === "bigint")) {
    return literalOf(expected.type, given, argument);
  }
  const graph = anyGraphOf(given, argument, expected);
  if (shapeText(graph.shape) === shapeText(expected)) return graph;
  throw new InvalidArgumentError(argument, shapeText(expected), shapeText(graph.shape));
}

/** What a user has given, of whatever shape: constants only where `expected` says of what type. */
export function anyGraphOf(given: unknown, argument: string, expected?: Shape): Graph {
  const known = nodes.stateOf(given);
  if (known !== undefined) return known;
  if (typeof given !== "object" || given === null || ArrayBuffer.isView(given)) {
    const what = expected === undefined ? "a node, or a tuple or record of nodes" : shapeText(expected);
    const hint = typeof given === "boolean" ? `: ${answeredOnce("program")}` : "";
    throw new InvalidArgumentError(argument, what, `${describe(given)}${hint}`);
  }
  const isTuple = Array.isArray(given);
  const parts = Object.entries(given).map(([name, part]) => {
    const field =
      expected?.kind === "record" ? expected.fields.find((each) => each.name === name) : undefined;
    const path = isTuple ? `${argument}[${name}]` : `${argument}.${name}`;
    const graph = field === undefined ? anyGraphOf(part, path) : graphOf(part, field.shape, path);
    return { name, graph };
  });
  return wholeOf(parts) ?? aggregateOf(parts, isTuple);
}

interface NamedGraph {
  readonly name: string;
  readonly graph: Graph;
}

/** The value of which these are all components, in order. */
function wholeOf(parts: readonly NamedGraph[]): Graph | undefined {
  const first = parts[0]?.graph;
  if (first?.kind !== "field") return undefined;
  const components = [...componentsOf(first.of)];
  const isAll =
    components.length === parts.length &&
    components.every(([name, field], index) => parts[index].name === name && parts[index].graph === field);
  return isAll ? first.of : undefined;
}

function aggregateOf(parts: readonly NamedGraph[], isTuple: boolean): Graph {
  const graphs = parts.map(({ graph }) => graph);
  if (isTuple) {
    return termGraph(tupleShape(graphs.map(({ shape }) => shape)), graphs, (items) => {
      return { kind: "tuple", at: -1, items: items.map(termOf) };
    });
  }
  const fields = parts.map(({ name, graph }) => ({ name, shape: graph.shape }));
  return termGraph({ kind: "record", isTuple: false, fields }, graphs, (values) => {
    return {
      kind: "record",
      at: -1,
      fields: parts.map(({ name }, index) => ({ name, value: termOf(values[index]) })),
    };
  });
}

interface FrameOptions {
  readonly names?: readonly string[]; // of the parameters; default: what is free
  readonly isCounted?: boolean; // the last parameter has a name even where it is not used
}

/** Runs bodies once, on nodes that stand for what they will be given. `expected` is the shape of what they return, if it is known. */
export function traceFrame(
  isFunction: boolean,
  shapes: readonly Shape[],
  bodies: readonly Body[],
  { names = [], isCounted = false }: FrameOptions = {},
): Frame {
  const scope = { start: nextSerial(), end: Number.POSITIVE_INFINITY, isFunction };
  const parameters = shapes.map((shape, index): ParameterGraph => {
    const name = names[index];
    const isNamed = isCounted && index === shapes.length - 1;
    return {
      kind: "parameter",
      shape,
      serial: nextSerial(),
      owner: scope,
      ...(name !== undefined && { name }),
      ...(isNamed && { isNamed }),
    };
  });
  const traced = bodies.map(({ run, expected, argument }) => {
    checkFunction(argument, run, "of nodes");
    const inner = { start: nextSerial(), end: Number.POSITIVE_INFINITY, isFunction: false };
    const returned: unknown = (run as (...nodes: unknown[]) => unknown)(...parameters.map(present));
    const result =
      expected === undefined ? anyGraphOf(returned, argument) : graphOf(returned, expected, argument);
    inner.end = nextSerial();
    return { scope: inner, result };
  });
  scope.end = nextSerial();
  return { kind: "frame", scope, parameters, bodies: traced };
}

const TRACING: Tracing = { graphOf, anyGraphOf, frame: traceFrame };

/** Prototypes by kind: one for each scalar type, one for arrays. */
const prototypes = new Map<string, object>();

function prototypeOf(shape: Shape): object {
  const key = shape.kind === "scalar" ? shape.type : shape.kind;
  const known = prototypes.get(key);
  if (known !== undefined) return known;
  const rules = shape.kind === "scalar" ? scalarRules(shape.type) : ARRAY_RULES;
  const methods = Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [name, methodOf(name, rule)]),
  );
  const made = guard(methods, {
    whole: "program",
    textOf: (node) => {
      const graph = nodes.stateOf(node);
      return graph === undefined ? "a node" : shapeText(graph.shape);
    },
    namesOf: () => Object.keys(rules),
    remedy:
      shape.kind === "array"
        ? "use its methods: .at() for [], .length() for .length"
        : "use its methods: .add() for +, .less() for <, .equal() for ===, branch() for ?:",
  });
  prototypes.set(key, made);
  return made;
}

function methodOf(name: string, rule: Rule): (this: object, ...operands: unknown[]) => unknown {
  return function (this: object, ...operands) {
    const self = nodes.stateOf(this);
    if (self === undefined) throw new InvalidArgumentError("this", "a node", describe(this));
    return presentMade(
      rule(self, operands, TRACING),
      `${shapeText(self.shape)}.${name}(${operands.length > 0 ? "…" : ""})`,
    );
  };
}
