// The methods of array nodes: which function of the language each is, and the shape of its result.

import { checkOperandCount } from "../../operators/builder/guard-node.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { Frame, Graph, Rule, Tracing } from "./graph.ts";
import { applyGraph, termGraph, termOf } from "./graph-terms.ts";
import { arrayShape, BOOL, I64, type Shape, shapeText, tupleShape } from "./shape.ts";

/** The shape of an array's elements. */
export function elementOf(array: Graph): Shape {
  if (array.shape.kind === "array") return array.shape.element;
  throw new InvalidArgumentError("operand", "an array", shapeText(array.shape));
}

/** What gives an array of the same shape, or its element, and takes nothing else. */
function plain(name: string, shapeOf: (self: Graph) => Shape): Rule {
  return (self, operands) => {
    checkOperandCount(name, operands, 0);
    return applyGraph(name, shapeOf(self), [self]);
  };
}

const same = (self: Graph): Shape => self.shape;

/** `name count array`. */
function counted(name: string): Rule {
  return (self, operands, trace) => {
    checkOperandCount(name, operands, 1);
    return applyGraph(name, self.shape, [trace.graphOf(operands[0], I64, `${name}(…)`), self]);
  };
}

/** `name test array`. */
function tested(name: string, shapeOf: (self: Graph) => Shape): Rule {
  return (self, operands, trace) => {
    checkOperandCount(name, operands, 1);
    const body = { run: operands[0], expected: BOOL, argument: `${name}(test)` };
    return applyGraph(name, shapeOf(self), [trace.frame(true, [elementOf(self)], [body]), self]);
  };
}

interface Fold {
  readonly combine: Frame;
  readonly initial: Graph;
  readonly expression: string | undefined;
}

function foldOf(
  name: string,
  self: Graph,
  operands: readonly unknown[],
  trace: Tracing,
  options: unknown,
): Fold {
  const element = elementOf(self);
  const [run, initial] = operands;
  const body = { run, expected: element, argument: `${name}(combine)` };
  return {
    combine: trace.frame(true, [element, element], [body]),
    initial: trace.graphOf(initial, element, `${name}(…, value)`),
    expression: expressionOf(name, options),
  };
}

function expressionOf(name: string, options: unknown): string | undefined {
  if (options === undefined) return undefined;
  const given = typeof options === "object" && options !== null ? Object.entries(options) : [];
  const [entry] = given;
  if (given.length === 1 && entry[0] === "expression" && typeof entry[1] === "string") return entry[1];
  throw new InvalidArgumentError(`${name}(…, options)`, "{ expression } with its name", describe(options));
}

/** `name combine value array`, with flags between for segments. */
function folded(name: string, shapeOf: (self: Graph) => Shape, hasFlags: boolean): Rule {
  return (self, operands, trace) => {
    const count = hasFlags ? 3 : 2;
    if (operands.length !== count + 1) checkOperandCount(name, operands, count);
    const { combine, initial, expression } = foldOf(name, self, operands, trace, operands[count]);
    const flags = hasFlags ? [trace.graphOf(operands[2], arrayShape(BOOL), `${name}(…, heads)`)] : [];
    return applyGraph(name, shapeOf(self), [combine, initial, ...flags, self], expression);
  };
}

/** What each array node can do; names of the language, but those that are in camel case. */
export const ARRAY_RULES: Readonly<Record<string, Rule>> = {
  length: plain("length", () => I64),
  head: plain("head", elementOf),
  last: plain("last", elementOf),
  reverse: plain("reverse", same),
  sort: plain("sort", same),
  indices: plain("indices", () => arrayShape(I64)),
  flatten: plain("flatten", elementOf),
  transpose: plain("transpose", same),
  unzip,
  take: counted("take"),
  drop: counted("drop"),
  rotate: counted("rotate"),
  at: elementAt,
  slice,
  concat: (self, operands, trace) => {
    checkOperandCount("concat", operands, 1);
    return applyGraph("concat", self.shape, [self, trace.graphOf(operands[0], self.shape, "concat(…)")]);
  },
  map: (self, operands, trace) => {
    checkOperandCount("map", operands, 1);
    const frame = trace.frame(true, [elementOf(self)], [{ run: operands[0], argument: "map(…)" }]);
    return applyGraph("map", arrayShape(resultOf(frame)), [frame, self]);
  },
  filter: tested("filter", same),
  partition: tested("partition", (self) => tupleShape([self.shape, self.shape])),
  any: tested("any", () => BOOL),
  all: tested("all", () => BOOL),
  reduce: folded("reduce", elementOf, false),
  reduceCommutative: folded("reduce_comm", elementOf, false),
  scan: folded("scan", same, false),
  exscan: folded("exscan", same, false),
  segmentedScan: folded("segmented_scan", same, true),
  segmentedReduce: folded("segmented_reduce", same, true),
  foldl: (self, operands, trace) => {
    checkOperandCount("foldl", operands, 2);
    const start = trace.anyGraphOf(operands[1], "foldl(…, start)");
    const body = { run: operands[0], expected: start.shape, argument: "foldl(step)" };
    return applyGraph("foldl", start.shape, [
      trace.frame(true, [start.shape, elementOf(self)], [body]),
      start,
      self,
    ]);
  },
  scatter: (self, operands, trace) => {
    checkOperandCount("scatter", operands, 2);
    const indices = trace.graphOf(operands[0], arrayShape(I64), "scatter(indices)");
    return applyGraph("scatter", self.shape, [
      self,
      indices,
      trace.graphOf(operands[1], self.shape, "scatter(…, values)"),
    ]);
  },
  reduceByIndex: (self, operands, trace) => {
    if (operands.length !== 5) checkOperandCount("reduce_by_index", operands, 4);
    const { combine, initial, expression } = foldOf("reduce_by_index", self, operands, trace, operands[4]);
    const indices = trace.graphOf(operands[2], arrayShape(I64), "reduce_by_index(…, indices)");
    const values = trace.graphOf(operands[3], self.shape, "reduce_by_index(…, values)");
    return applyGraph("reduce_by_index", self.shape, [self, combine, initial, indices, values], expression);
  },
};

/** The shape of what a frame's first body returned. */
export function resultOf({ bodies }: Frame): Shape {
  return bodies[0].result.shape;
}

function unzip(self: Graph, operands: readonly unknown[]): Graph {
  checkOperandCount("unzip", operands, 0);
  const element = elementOf(self);
  const fields = element.kind === "record" && element.isTuple ? element.fields : [];
  if (fields.length !== 2 && fields.length !== 3) {
    throw new InvalidArgumentError("unzip", "called on an array of pairs or triples", shapeText(self.shape));
  }
  const name = fields.length === 2 ? "unzip" : "unzip3";
  return applyGraph(name, tupleShape(fields.map(({ shape }) => arrayShape(shape))), [self]);
}

function elementAt(self: Graph, operands: readonly unknown[], trace: Tracing): Graph {
  checkOperandCount("at", operands, 1);
  const parts = [self, trace.graphOf(operands[0], I64, "at(index)")];
  return termGraph(elementOf(self), parts, ([array, index]) => {
    return { kind: "index", at: -1, array: termOf(array), indices: [termOf(index)] };
  });
}

function slice(self: Graph, operands: readonly unknown[], trace: Tracing): Graph {
  if (operands.length > 2) checkOperandCount("slice", operands, 2);
  const given = [operands[0], operands[1]].map((bound, index) =>
    bound === undefined ? undefined : trace.graphOf(bound, I64, `slice(${index === 0 ? "start" : "…, end"})`),
  );
  const [start, end] = given;
  const parts = [self, ...given.filter((bound) => bound !== undefined)];
  return termGraph(self.shape, parts, ([array, ...bounds]) => {
    const terms = bounds.map(termOf);
    const first = start === undefined ? undefined : terms.shift();
    const second = end === undefined ? undefined : terms.shift();
    return {
      kind: "slice",
      at: -1,
      array: termOf(array),
      ...(first !== undefined && { start: first }),
      ...(second !== undefined && { end: second }),
    };
  });
}
