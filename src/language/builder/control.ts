// Branches and loops, whose bodies run once while the program is built.

import type { LoopForm } from "../term.ts";
import { elementOf } from "./array-rules.ts";
import type { Body, Graph } from "./graph.ts";
import { termGraph, termOf } from "./graph-terms.ts";
import type { ArrayNode, Count, Flag, Nodes, NodesOf, Operand, ScalarNode, TypeOfNodes } from "./node.ts";

import { BOOL, I64, type Shape } from "./shape.ts";
import { anyGraphOf, graphOf, presentMade, traceFrame } from "./trace.ts";

/** `if condition then first() else second()`: what a branch makes is computed only there. */
export function branch<const Result extends Nodes, const Other extends Operand<TypeOfNodes<Result>>>(
  condition: Flag,
  first: () => Result,
  second: () => Other,
): NodesOf<TypeOfNodes<Result>> {
  const test = graphOf(condition, BOOL, "branch(condition)");
  const then = traceFrame(false, [], [{ run: first, argument: "branch(…, first)" }]);
  const { shape } = then.bodies[0].result;
  const other = traceFrame(false, [], [{ run: second, expected: shape, argument: "branch(…, second)" }]);
  const made = termGraph(shape, [test, then, other], (parts) => {
    const [asked, one, two] = parts.map(termOf);
    return { kind: "if", at: -1, condition: asked, first: one, second: two };
  });
  return presentMade(made, "branch(…)") as NodesOf<TypeOfNodes<Result>>;
}

/** `loop value = start while condition(value) do body(value)`. */
export function loopWhile<const Start extends Nodes, const Next extends Operand<TypeOfNodes<Start>>>(
  start: Start,
  condition: (value: NodesOf<TypeOfNodes<Start>>) => Flag,
  body: (value: NodesOf<TypeOfNodes<Start>>) => Next,
): NodesOf<TypeOfNodes<Start>> {
  const initial = anyGraphOf(start, "loopWhile(start)");
  const frame = traceFrame(
    true,
    [initial.shape],
    [
      { run: condition, expected: BOOL, argument: "loopWhile(…, condition)" },
      { run: body, expected: initial.shape, argument: "loopWhile(…, body)" },
    ],
  );
  const made = termGraph(initial.shape, [initial, frame], ([first, { patterns, terms }]) => {
    const form: LoopForm = { kind: "while", condition: terms[0] };
    return { kind: "loop", at: -1, pattern: patterns[0], initial: termOf(first), form, body: terms[1] };
  });
  return presentMade(made, "loopWhile(…)") as NodesOf<TypeOfNodes<Start>>;
}

/** `loop value = start for index < count do body(value, index)`. */
export function loopFor<const Start extends Nodes, const Next extends Operand<TypeOfNodes<Start>>>(
  count: Count,
  start: Start,
  body: (value: NodesOf<TypeOfNodes<Start>>, index: ScalarNode<"i64">) => Next,
): NodesOf<TypeOfNodes<Start>> {
  const bound = graphOf(count, I64, "loopFor(count)");
  return counted(start, bound, I64, { run: body, argument: "loopFor(…, body)" }) as NodesOf<
    TypeOfNodes<Start>
  >;
}

/** `loop value = start for element in array do body(value, element)`. */
export function loopOver<Element, const Start extends Nodes, const Next extends Operand<TypeOfNodes<Start>>>(
  array: ArrayNode<Element>,
  start: Start,
  body: (value: NodesOf<TypeOfNodes<Start>>, element: NodesOf<Element>) => Next,
): NodesOf<TypeOfNodes<Start>> {
  const elements = anyGraphOf(array, "loopOver(array)");
  const shape = elementOf(elements);
  return counted(start, elements, shape, { run: body, argument: "loopOver(…, body)" }) as NodesOf<
    TypeOfNodes<Start>
  >;
}

/** A loop whose limit is a number, or an array whose elements it goes over. */
function counted(start: Nodes, limit: Graph, each: Shape, body: Body): unknown {
  const initial = anyGraphOf(start, body.argument.replace("body", "start"));
  const isOver = limit.shape.kind === "array";
  const shapes = [initial.shape, each];
  const frame = traceFrame(true, shapes, [{ ...body, expected: initial.shape }], { isCounted: !isOver });
  const made = termGraph(initial.shape, [initial, limit, frame], ([first, bound, { patterns, terms }]) => {
    const [pattern, element] = patterns;
    const form: LoopForm =
      isOver || element.kind !== "name"
        ? { kind: "forIn", element, array: termOf(bound) }
        : { kind: "for", counter: element.name, bound: termOf(bound) };
    return { kind: "loop", at: -1, pattern, initial: termOf(first), form, body: terms[0] };
  });
  return presentMade(made, body.argument.replace("…, body", "…"));
}
