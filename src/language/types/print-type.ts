import { isTuple, resolved, resolvedSize, type Size, type Type } from "./type.ts";

/** A type as it is written in a program; what is not known yet is `_`, or the scalar types that it may be. */
export function printType(type: Type): string {
  const known = resolved(type);
  switch (known.kind) {
    case "scalar":
      return known.type;
    case "rigid":
      return known.name;
    case "variable":
      return known.allowed === undefined ? "_" : known.allowed.join("|");
    case "array":
      return `[${printSize(known.size)}]${printOperand(known.element)}`;
    case "function":
      return `${printOperand(known.parameter)} -> ${printType(known.result)}`;
    case "record": {
      if (isTuple(known.fields)) return `(${known.fields.map((field) => printType(field.type)).join(", ")})`;
      return `{${known.fields.map((field) => `${field.name}: ${printType(field.type)}`).join(", ")}}`;
    }
    default:
      return known satisfies never;
  }
}

/** In parentheses where it is a function, or one of several types. */
function printOperand(type: Type): string {
  const text = printType(type);
  const known = resolved(type);
  const isOpen = known.kind === "variable" && known.allowed !== undefined;
  return known.kind === "function" || isOpen ? `(${text})` : text;
}

export function printSize(size: Size): string {
  const known = resolvedSize(size);
  if (known.kind === "constant") return String(known.value);
  if (known.kind === "term") return known.term.kind === "variable" ? known.term.name : "";
  return known.kind === "name" ? known.name : "";
}
