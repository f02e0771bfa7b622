// Types as a program writes them.

import { isNarrowInteger } from "../../values/program-scalars.ts";
import { isTuple, resolved, resolvedSize, type Size, type Type, type TypeField } from "./type.ts";

/** So many parts are written; what is beyond them is `…`. */
const MOST_PARTS = 1000;

/** A type as it is written in a program; what is not known yet is `_`, or the scalar types that it may be. */
export function printType(type: Type): string {
  return print(type, { left: MOST_PARTS });
}

interface Budget {
  left: number;
}

function print(type: Type, budget: Budget): string {
  budget.left--;
  if (budget.left < 0) return "…";
  const known = resolved(type);
  switch (known.kind) {
    case "scalar":
      return known.type;
    case "rigid":
      return known.name;
    case "variable":
      return known.allowed === undefined
        ? "_"
        : known.allowed.filter((type) => !isNarrowInteger(type)).join("|");
    case "array":
      return `[${printSize(known.size)}]${printOperand(known.element, budget)}`;
    case "function":
      return `${printOperand(known.parameter, budget)} -> ${print(known.result, budget)}`;
    case "record":
      return printFields(known.fields, budget);
    default:
      return known satisfies never;
  }
}

function printFields(fields: readonly TypeField[], budget: Budget): string {
  const isOfTuple = isTuple(fields);
  const texts: string[] = [];
  for (const { name, type } of fields) {
    if (budget.left <= 0) {
      texts.push("…");
      break;
    }
    const text = print(type, budget);
    texts.push(isOfTuple ? text : `${name}: ${text}`);
  }
  return isOfTuple ? `(${texts.join(", ")})` : `{${texts.join(", ")}}`;
}

/** In parentheses where it is a function, or one of several types. */
function printOperand(type: Type, budget: Budget): string {
  const text = print(type, budget);
  const known = resolved(type);
  const isOpen = known.kind === "variable" && known.allowed !== undefined;
  return known.kind === "function" || isOpen ? `(${text})` : text;
}

function printSize(size: Size): string {
  const known = resolvedSize(size);
  if (known.kind === "constant") return String(known.value);
  if (known.kind === "term") return known.term.kind === "variable" ? known.term.name : "";
  return known.kind === "name" ? known.name : "";
}
