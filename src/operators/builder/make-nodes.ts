// Nodes at run time: the methods of scalar nodes, and records that notice what is read of them.

import { describe } from "../../values/describe.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import {
  BINARY_OPERATIONS,
  BITCASTS,
  type BinaryOperation,
  binary,
  bitcast,
  constant,
  convert,
  type Term,
  UNARY_OPERATIONS,
  type UnaryOperation,
  unary,
} from "../term.ts";
import { answeredOnce, checkOperandCount, guard, NodeTable } from "./guard-node.ts";
import { exactConstant, exactlyOf, scalarTypeNamed } from "./scalar-values.ts";
import { builderText, noteMade, type Trace } from "./trace.ts";

/** What a scalar node stands for. A constant belongs to no trace. */
interface NodeState {
  readonly term: Term;
  readonly trace: Trace | undefined;
}

const nodes = new NodeTable<NodeState>();
const labels = new WeakMap<object, string>();
const watched = new WeakSet<object>();
const unwatched = new WeakMap<object, Readonly<Record<string, unknown>>>();

/** The node of a term. */
export function makeNode(term: Term, trace: Trace | undefined): object {
  return nodes.make(scalarPrototype, { term, trace });
}

/** The record node of some fields; `label` is its path in errors. What is read of it for JavaScript alone is refused with its `trace`. */
export function makeRecord(
  fields: readonly (readonly [string, object])[],
  label: string,
  trace: Trace | undefined,
): object {
  const record = Object.create(recordPrototype) as Readonly<Record<string, unknown>>;
  for (const [field, value] of fields) {
    const set = (): never => {
      throw new InvalidArgumentError(
        `${label}.${field}`,
        "left as it is: nodes do not change",
        "an assignment",
      );
    };
    Object.defineProperty(record, field, { get: () => value, set, enumerable: true });
  }
  Object.freeze(record);
  labels.set(record, label);
  if (trace === undefined) return record;
  const proxy = watchReads(record, trace);
  labels.set(proxy, label);
  unwatched.set(proxy, record);
  watched.add(record);
  return proxy;
}

/** The fields of a record node or of a plain object; reads by the library do not count as uses. */
export function partsOf(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return unwatched.get(record) ?? record;
}

/**
 * Notes the bools that are read by name: `left.flag && right.flag` makes no node. What is spread or listed is not asked for by its name:
 * the engine asks for the property before it reads it.
 */
function watchReads(record: object, trace: Trace): object {
  let listed: PropertyKey | undefined;
  return new Proxy(record, {
    getOwnPropertyDescriptor: (target, name) => {
      listed = name;
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    get: (target, name, receiver) => {
      const value: unknown = Reflect.get(target, name, receiver);
      const term = stateOf(value)?.term;
      if (term?.type === "bool" && listed !== name) noteMade(trace, [term]);
      listed = undefined;
      return value;
    },
  });
}

/** What a scalar node stands for; undefined for anything else. */
export function stateOf(value: unknown): NodeState | undefined {
  return nodes.stateOf(value);
}

/** Whether fields can be read from a value: a record node, or a plain object. */
export function isRecordOfNodes(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || stateOf(value) !== undefined) return false;
  if (labels.has(value)) return true;
  const prototype = Object.getPrototypeOf(value) as unknown;
  return prototype === Object.prototype || prototype === null;
}

/** A node, or what came in its place, in a few words. */
export function textOf(value: unknown): string {
  const state = stateOf(value);
  if (state !== undefined) return builderText(state.term, state.trace);
  const label = typeof value === "object" && value !== null ? labels.get(value) : undefined;
  if (label !== undefined) return label;
  if (isRecordOfNodes(value)) return `{ ${Object.keys(value).join(", ")} }`;
  return describe(value);
}

/** The term of a node of `type`, or of a constant that it has exactly. `where` is the path in errors. @throws InvalidArgumentError */
export function termFrom(value: unknown, type: ScalarType, where: string): Term {
  const { term } = stateOf(value) ?? {};
  if (term !== undefined) {
    if (term.type === type) return term;
    throw new InvalidArgumentError(
      where,
      `given ${type}`,
      `${term.type} (${textOf(value)})${remedyFor(term.type, type)}`,
    );
  }
  if (typeof value === "boolean") {
    const remedy = "use .equal(), .not(), .less(), .and(); bool(x) makes a constant";
    const fact = `${value} (${answeredOnce("operator")}: ${remedy})`;
    throw new InvalidArgumentError(where, `given a node of ${type}`, fact);
  }
  const scalar = exactConstant(type, value);
  if (scalar !== undefined) return constant(type, scalar);
  const expected =
    typeof value === "number" || typeof value === "bigint"
      ? exactlyOf(type)
      : `a node of ${type} or a constant`;
  throw new InvalidArgumentError(where, `given ${expected}`, textOf(value));
}

/** The one trace that some values belong to; undefined for constants alone. @throws InvalidArgumentError for two of them */
export function commonTrace(values: readonly unknown[], where: string): Trace | undefined {
  const traces = new Set(values.map((value) => stateOf(value)?.trace).filter((trace) => trace !== undefined));
  if (traces.size > 1) {
    throw new InvalidArgumentError(
      where,
      "of the operands of one operator",
      "nodes of two calls of operator",
    );
  }
  return [...traces][0];
}

function remedyFor(from: ScalarType, to: ScalarType): string {
  return to === "bool"
    ? "; a comparison such as .notEqual() gives a bool"
    : `; .convert(${to}) makes it one${from === "bool" ? ", 0 or 1" : ""}`;
}

type Method = (this: unknown, ...given: unknown[]) => object;

/** A method of scalar nodes: `build` gets the node's term and the arguments, and the call's text for errors. */
function method(
  name: string,
  argumentCount: number,
  build: (term: Term, given: readonly unknown[], call: string) => Term,
): [string, Method] {
  return [
    name,
    function (this: unknown, ...given: unknown[]): object {
      const state = stateOf(this);
      if (state === undefined) throw new InvalidArgumentError(`.${name}()`, "called on a node", textOf(this));
      const call = `${textOf(this)}.${name}(${given.map((value) => scalarTypeNamed(value) ?? textOf(value)).join(", ")})`;
      checkOperandCount(call, given, argumentCount);
      const term = build(state.term, given, call);
      const trace = commonTrace([this, ...given], call);
      // A conversion to the type that the node has already makes nothing.
      if (term !== state.term) noteMade(trace, [term]);
      return makeNode(term, trace);
    },
  ];
}

function unaryMethod(operation: UnaryOperation): [string, Method] {
  return method(operation, 0, (term, _, call) => {
    checkOn(UNARY_OPERATIONS[operation], term.type, call);
    return unary(operation, term);
  });
}

/** A method for `operation`, of its operands as they come or exchanged, or for what it denies. */
function binaryMethod(
  name: string,
  operation: BinaryOperation,
  build: (first: Term, second: Term) => Term = (first, second) => binary(operation, first, second),
): [string, Method] {
  return method(name, 1, (first, [given], call) => {
    checkOn(BINARY_OPERATIONS[operation], first.type, call);
    return build(first, termFrom(given, first.type, call));
  });
}

function checkOn(types: readonly ScalarType[], actual: ScalarType, call: string): void {
  if (!types.includes(actual))
    throw new InvalidArgumentError(call, `called on ${types.join(" or ")}`, actual);
}

/** The type that `convert` or `bitcast` is given, one of `types`. */
function targetType(given: unknown, types: readonly ScalarType[], call: string): ScalarType {
  const type = scalarTypeNamed(given);
  if (type !== undefined && types.includes(type)) return type;
  throw new InvalidArgumentError(call, `given one of the types ${types.join(", ")}`, type ?? textOf(given));
}

const METHODS: Readonly<Record<string, Method>> = Object.fromEntries([
  ...(Object.keys(UNARY_OPERATIONS) as UnaryOperation[]).map(unaryMethod),
  ...(Object.keys(BINARY_OPERATIONS) as BinaryOperation[]).map((operation) =>
    binaryMethod(operation, operation),
  ),
  binaryMethod("notEqual", "equal", (first, second) => unary("not", binary("equal", first, second))),
  binaryMethod("greater", "less", (first, second) => binary("less", second, first)),
  binaryMethod("greaterOrEqual", "lessOrEqual", (first, second) => binary("lessOrEqual", second, first)),
  method("convert", 1, (term, [given], call) =>
    convert(targetType(given, BINARY_OPERATIONS.add, call), term),
  ),
  method("bitcast", 1, (term, [given], call) =>
    bitcast(targetType(given, [term.type, ...BITCASTS[term.type]], call), term),
  ),
]);

/** The names of the methods that are defined on a type. */
function methodsOf(type: ScalarType | undefined): readonly string[] {
  const tables: Readonly<Record<string, readonly ScalarType[]>> = {
    ...UNARY_OPERATIONS,
    ...BINARY_OPERATIONS,
    greater: BINARY_OPERATIONS.less,
    greaterOrEqual: BINARY_OPERATIONS.lessOrEqual,
  };
  return Object.keys(METHODS).filter((name) => type === undefined || (tables[name] ?? [type]).includes(type));
}

const scalarPrototype = guard(METHODS, {
  whole: "operator",
  textOf,
  namesOf: (node) => methodsOf(stateOf(node)?.term.type),
  remedy: "use its methods: .less() for <, .add() for +, .equal() for ==, .max() for Math.max",
});

const recordPrototype = guard(
  {},
  {
    whole: "operator",
    textOf,
    namesOf: (record) => Object.keys(record),
    isInside: (record) => watched.has(record),
    remedy: "use its fields",
  },
);
