import type { ArrayTerm, TermOf } from "../term.ts";
import type { Size } from "../types/type.ts";
import { probedElement } from "./call.ts";
import { type Context, MOVED } from "./context.ts";
import { constantSize, elementShape, type Shape, shapeOfType, UNKNOWN_SHAPE } from "./shape.ts";
import { bindFitting, lengthIn } from "./sizes.ts";
import { arrayLike, asArray, asArrayValue, asScalar, type Environment, lookAt, type Value } from "./value.ts";

// Terms that go into arrays: what is written in brackets, and loops.

/** What the elements of an array that is written would be, if there were any: as its type says. */
export function elementOfLiteral(
  term: TermOf<"array">,
  names: Environment | undefined,
  context: Context,
): Shape {
  const type = term.items.length > 0 ? undefined : context.typed.types.get(term);
  if (type === undefined) return UNKNOWN_SHAPE;
  const lengthOf = (size: Size): number | undefined =>
    size.kind === "name" ? lengthIn(names, size.name) : constantSize(size);
  return elementShape(shapeOfType(type, lengthOf));
}

export function evaluateIndex(
  term: TermOf<"index">,
  of: Value,
  names: Environment | undefined,
  context: Context,
): Value {
  let value = of;
  for (const index of term.indices) {
    const array = asArrayValue(value);
    const at = Number(asScalar(context.evaluate(index, names)));
    const items = lookAt(array);
    if (!(at >= 0 && at < items.length)) {
      const probed = probedElement(array, context);
      if (probed !== undefined) {
        value = probed;
        continue;
      }
      const expected =
        items.length === 0 ? "an array with elements" : `an index from 0 to ${items.length - 1}`;
      context.fail(index.at, expected, `index ${at}`);
    }
    value = items[at];
  }
  context.spend(term.at, 1, 1);
  return value;
}

export function evaluateSlice(
  term: TermOf<"slice">,
  of: Value,
  names: Environment | undefined,
  context: Context,
): Value {
  const array = asArrayValue(of);
  const { items } = array;
  const bound = (part: ArrayTerm | undefined, otherwise: number): number =>
    part === undefined ? otherwise : Number(asScalar(context.evaluate(part, names)));
  const start = bound(term.start, 0);
  const end = bound(term.end, items.length);
  context.spend(term.at, 1, 1);
  if (start < 0 || end > items.length || start > end) {
    context.fail(term.at, `a slice within 0:${items.length}`, `${start}:${end}`);
  }
  context.allocate(term.at, MOVED * (end - start));
  return arrayLike(array, items.slice(start, end));
}

export function evaluateLoop(term: TermOf<"loop">, names: Environment | undefined, context: Context): Value {
  const { form } = term;
  let value = context.evaluate(term.initial, names);
  const bound = (): Environment | undefined => bindFitting(term.pattern, value, names, context);
  if (form.kind === "while") {
    for (;;) {
      const inner = bound();
      if (context.evaluate(form.condition, inner) !== 1) return value;
      value = context.evaluate(term.body, inner);
      context.spend(term.at, 1, 1); // the value that the rest of the loop begins with
    }
  }
  const limit = context.evaluate(form.kind === "for" ? form.bound : form.array, names);
  context.spend(term.at, 1, 1);
  const count = form.kind === "for" ? Number(asScalar(limit)) : asArray(limit).length;
  for (let i = 0; i < count; i++) {
    const inner: Environment | undefined =
      form.kind === "for"
        ? { name: form.counter, value: typeof limit === "bigint" ? BigInt(i) : i, outer: bound() }
        : bindFitting(form.element, asArray(limit)[i], bound(), context);
    value = context.evaluate(term.body, inner);
    context.spend(term.at, 1, 1);
  }
  bound(); // the last value is one of the loop's, as those before it
  return value;
}
