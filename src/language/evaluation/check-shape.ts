import type { TypeSyntax } from "../type-syntax.ts";
import { areAlike, fieldShape, joinedShapes, printShape, type Shape } from "./shape.ts";

/** What the names in a written type stand for while it is held against a value. */
export interface SizeNames {
  /** The length that a name says, written at a place; undefined where nothing has said it yet. */
  length(name: string, at: number): number | undefined;
  /** What a type that the definition names is in this use; undefined where no value of it was seen. */
  shape(name: string): Shape | undefined;
  /** A name is what it stands for where it comes first. */
  say(name: string, length: number): void;
  sayShape(name: string, shape: Shape): void;
}

/** The same within one use of a function: what nothing has said before is said by the operands. */
export function withinUse(known: SizeNames): SizeNames {
  const said = new Map<string, number>();
  return {
    ...known,
    length: (name, at) => known.length(name, at) ?? said.get(name),
    say: (name, length) => said.set(name, length),
  };
}

type Fail = (at: number, expected: string, actual: string) => never;

/** Holds the shape of a value against a written type. @throws by `fail` at the first size that it has not */
export function checkShape(syntax: TypeSyntax, shape: Shape, names: SizeNames, fail: Fail): void {
  switch (syntax.kind) {
    case "array":
      if (shape.kind !== "array") return;
      checkLengths(syntax, shape.lengths, names, fail);
      checkShape(syntax.element, shape.element, names, fail);
      return;
    case "tuple":
      syntax.items.forEach((item, index) => {
        checkShape(item, fieldShape(shape, String(index)), names, fail);
      });
      return;
    case "record":
      for (const { name, type } of syntax.fields) checkShape(type, fieldShape(shape, name), names, fail);
      return;
    case "variable": {
      const known = names.shape(syntax.name);
      if (known !== undefined && !areAlike(known, shape)) {
        const { name, at } = syntax;
        fail(at, `a value of the shape ${printShape(known)}, which "${name}" has here`, printShape(shape));
      }
      names.sayShape(syntax.name, known === undefined ? shape : joinedShapes(known, shape));
      return;
    }
    default:
  }
}

function checkLengths(
  { size, at }: Extract<TypeSyntax, { kind: "array" }>,
  lengths: readonly number[],
  names: SizeNames,
  fail: Fail,
): void {
  for (const length of size === undefined ? [] : lengths) {
    const expected = size?.kind === "name" ? names.length(size.name, at) : size?.value;
    if (size?.kind === "name" && expected === undefined) names.say(size.name, length);
    if (expected === undefined || expected === length) continue;
    const called = size?.kind === "name" ? `${size.name} = ${expected}` : String(expected);
    fail(at, `an array of length ${called}`, `length ${length}`);
  }
}

/** Whether a type says how long an array is, of data that are there. A type that is named says that it is of one shape. */
export function saysSize(syntax: TypeSyntax): boolean {
  switch (syntax.kind) {
    case "array":
      return syntax.size !== undefined || saysSize(syntax.element);
    case "tuple":
      return syntax.items.some(saysSize);
    case "record":
      return syntax.fields.some(({ type }) => saysSize(type));
    case "variable":
      return true;
    default:
      return false;
  }
}

/** Whether functions in a value are to be held to sizes whenever they are used. */
export function hasSizedFunction(syntax: TypeSyntax): boolean {
  switch (syntax.kind) {
    case "function":
      return namesLength(syntax.parameter) || namesLength(syntax.result);
    case "tuple":
      return syntax.items.some(hasSizedFunction);
    case "record":
      return syntax.fields.some(({ type }) => hasSizedFunction(type));
    default:
      return false;
  }
}

/** Whether a length stands anywhere in a type. */
function namesLength(syntax: TypeSyntax): boolean {
  switch (syntax.kind) {
    case "array":
      return syntax.size !== undefined || namesLength(syntax.element);
    case "function":
      return namesLength(syntax.parameter) || namesLength(syntax.result);
    case "tuple":
      return syntax.items.some(namesLength);
    case "record":
      return syntax.fields.some(({ type }) => namesLength(type));
    default:
      return false;
  }
}
