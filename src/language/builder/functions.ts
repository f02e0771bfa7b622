// What arrays are made from, and functions over several of them.

import { InvalidArgumentError } from "../../values/errors.ts";
import { elementOf, resultOf } from "./array-rules.ts";
import { applyGraph, termGraph, termOf } from "./graph-terms.ts";
import type { ArrayNode, Count, Nodes, NodesOf, ScalarNode, TypeOfNodes } from "./node.ts";
import { arrayShape, I64, tupleShape } from "./shape.ts";
import { anyGraphOf, graphOf, present, presentMade, traceFrame } from "./trace.ts";
import { checkName } from "./type-description.ts";

/** `[0, 1, …, count − 1]`. */
export function iota(count: Count): ArrayNode<"i64"> {
  const shape = arrayShape(I64);
  return presentMade(
    applyGraph("iota", shape, [graphOf(count, I64, "iota(count)")]),
    "iota(…)",
  ) as ArrayNode<"i64">;
}

/** The same value `count` times. A number says its type: `replicate(3, i32(0))`. */
export function replicate<const Value extends Nodes>(
  count: Count,
  value: Value,
): ArrayNode<TypeOfNodes<Value>> {
  const given = anyGraphOf(value, "replicate(…, value)");
  const parts = [graphOf(count, I64, "replicate(count)"), given];
  return presentMade(applyGraph("replicate", arrayShape(given.shape), parts), "replicate(…)") as ArrayNode<
    TypeOfNodes<Value>
  >;
}

/** `[of(0), of(1), …, of(count − 1)]`. */
export function tabulate<const Result extends Nodes>(
  count: Count,
  of: (index: ScalarNode<"i64">) => Result,
): ArrayNode<TypeOfNodes<Result>> {
  const frame = traceFrame(true, [I64], [{ run: of, argument: "tabulate(…, of)" }]);
  const parts = [graphOf(count, I64, "tabulate(count)"), frame];
  return presentMade(applyGraph("tabulate", arrayShape(resultOf(frame)), parts), "tabulate(…)") as ArrayNode<
    TypeOfNodes<Result>
  >;
}

/** An array of these values. */
export function list<const Item extends Nodes>(...items: readonly Item[]): ArrayNode<TypeOfNodes<Item>> {
  const graphs = items.map((item, index) => anyGraphOf(item, `list[${index}]`));
  if (graphs.length === 0)
    throw new InvalidArgumentError("list", "given an item, which says its type", "none");
  const { shape } = graphs[0];
  const checked = items.map((item, index) => graphOf(item, shape, `list[${index}]`));
  const made = termGraph(arrayShape(shape), checked, (parts) => {
    return { kind: "array", at: -1, items: parts.map(termOf) };
  });
  return presentMade(made, "list(…)") as ArrayNode<TypeOfNodes<Item>>;
}

/** Arrays of one length as one array of tuples. */
export function zip<First, Second>(
  first: ArrayNode<First>,
  second: ArrayNode<Second>,
): ArrayNode<readonly [First, Second]> {
  return zipped("zip", [first, second]) as ArrayNode<readonly [First, Second]>;
}

/** Three arrays as one of triples: `zip3 xs ys zs` of the language. */
export function zip3<First, Second, Third>(
  first: ArrayNode<First>,
  second: ArrayNode<Second>,
  third: ArrayNode<Third>,
): ArrayNode<readonly [First, Second, Third]> {
  return zipped("zip3", [first, second, third]) as ArrayNode<readonly [First, Second, Third]>;
}

function zipped(name: string, arrays: readonly unknown[]): unknown {
  const graphs = arrays.map((array, index) => anyGraphOf(array, `${name}[${index}]`));
  return presentMade(applyGraph(name, arrayShape(tupleShape(graphs.map(elementOf))), graphs), `${name}(…)`);
}

/** A function of an element of each array, arrays of one length. */
export function map2<First, Second, const Result extends Nodes>(
  of: (first: NodesOf<First>, second: NodesOf<Second>) => Result,
  firsts: ArrayNode<First>,
  seconds: ArrayNode<Second>,
): ArrayNode<TypeOfNodes<Result>> {
  return mapped(of, [firsts, seconds]) as ArrayNode<TypeOfNodes<Result>>;
}

/** A function over three arrays, element by element, as `map2`. */
export function map3<First, Second, Third, const Result extends Nodes>(
  of: (first: NodesOf<First>, second: NodesOf<Second>, third: NodesOf<Third>) => Result,
  firsts: ArrayNode<First>,
  seconds: ArrayNode<Second>,
  thirds: ArrayNode<Third>,
): ArrayNode<TypeOfNodes<Result>> {
  return mapped(of, [firsts, seconds, thirds]) as ArrayNode<TypeOfNodes<Result>>;
}

/** The same over four. */
export function map4<A, B, C, D, const Result extends Nodes>(
  of: (first: NodesOf<A>, second: NodesOf<B>, third: NodesOf<C>, fourth: NodesOf<D>) => Result,
  ...arrays: readonly [ArrayNode<A>, ArrayNode<B>, ArrayNode<C>, ArrayNode<D>]
): ArrayNode<TypeOfNodes<Result>> {
  return mapped(of, arrays) as ArrayNode<TypeOfNodes<Result>>;
}

/** The same over five. */
export function map5<A, B, C, D, E, const Result extends Nodes>(
  of: (
    first: NodesOf<A>,
    second: NodesOf<B>,
    third: NodesOf<C>,
    fourth: NodesOf<D>,
    fifth: NodesOf<E>,
  ) => Result,
  ...arrays: readonly [ArrayNode<A>, ArrayNode<B>, ArrayNode<C>, ArrayNode<D>, ArrayNode<E>]
): ArrayNode<TypeOfNodes<Result>> {
  return mapped(of, arrays) as ArrayNode<TypeOfNodes<Result>>;
}

function mapped(of: unknown, arrays: readonly unknown[]): unknown {
  const name = `map${arrays.length}`;
  const graphs = arrays.map((array, index) => anyGraphOf(array, `${name}(…, arrays[${index}])`));
  const frame = traceFrame(true, graphs.map(elementOf), [{ run: of, argument: `${name}(of)` }]);
  return presentMade(applyGraph(name, arrayShape(resultOf(frame)), [frame, ...graphs]), `${name}(…)`);
}

/** A length that the definition's types name: `arrayOf(f64, "n")`. */
export function size(name: string): ScalarNode<"i64"> {
  checkName(name, "size");
  return present({ kind: "global", shape: I64, name }) as ScalarNode<"i64">;
}

/** The value, as a `let` of this name. What is used more than once is one anyway, of a name that is found for it. */
export function called<const Value extends Nodes>(name: string, value: Value): NodesOf<TypeOfNodes<Value>> {
  checkName(name, "name");
  const graph = anyGraphOf(value, "value");
  const made = termGraph(graph.shape, [graph], ([part]) => termOf(part));
  return presentMade({ ...made, name }, `called("${name}", …)`) as NodesOf<TypeOfNodes<Value>>;
}
