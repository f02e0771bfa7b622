import { cursorOf } from "../text/grammar.ts";
import { parseType } from "../text/parse-pattern.ts";
import type { TypeSyntax } from "../type-syntax.ts";
import type { Inference } from "./inference.ts";
import { arityOf, scalarMeaning } from "./scalar-functions.ts";
import {
  ARRAY_SIGNATURES,
  CLASSES,
  isArrayFunction,
  isPlainScalarFunction,
  SCALAR_SIGNATURES,
} from "./signatures.ts";
import { functionOf, type Size, scalar, type Type } from "./type.ts";
import { typeOfSyntax } from "./type-of-syntax.ts";

/** The type of one use of a name that the language has, fresh variables in it; undefined when it has no such name. */
export function intrinsicType(name: string, inference: Inference): Type | undefined {
  if (isArrayFunction(name)) return fresh(ARRAY_SIGNATURES[name], inference);
  if (isPlainScalarFunction(name)) return fresh(SCALAR_SIGNATURES[name], inference);
  const meaning = scalarMeaning(name);
  if (meaning === undefined) return undefined;
  if (meaning.kind === "convert") return functionOf([scalar(meaning.from)], scalar(meaning.to));
  if (meaning.kind === "getBit") return functionOf([scalar("i32"), scalar(meaning.type)], scalar("i32"));
  const type = scalar(meaning.type);
  return functionOf(Array(arityOf(meaning)).fill(type), type);
}

function fresh(signature: string, inference: Inference): Type {
  const types = new Map<string, Type>();
  const sizes = new Map<string, Size>();
  return typeOfSyntax(syntaxOf(signature), {
    type: (name) => {
      const made = (): Type =>
        Object.hasOwn(CLASSES, name) ? inference.oneOf(CLASSES[name], "i32") : inference.fresh();
      const found = types.get(name) ?? made();
      types.set(name, found);
      return found;
    },
    size: (name) => {
      const found = sizes.get(name) ?? { kind: "variable" };
      sizes.set(name, found);
      return found;
    },
  });
}

function syntaxOf(text: string): TypeSyntax {
  return parseType(cursorOf({ source: "signature", text }));
}
