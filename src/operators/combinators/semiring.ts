// Two operators of which one distributes over the other: what affine maps and matrices are made over.

import { ELEMENT_TYPE_FACTS, type ElementType, extremes, type Scalar } from "../../values/element-types.ts";
import { and, or } from "../built-in.ts";
import { applyBody } from "../evaluate.ts";
import { type AnyOperator, checkOwnOperator } from "../operator.ts";
import type { Term } from "../term.ts";
import { checkSameType, type Part, partOf } from "./part.ts";

/** Two operators on one type, where `multiply` distributes over `add`. That it does is the caller's word and the law checker's work. */
interface Semiring {
  readonly add: Part;
  readonly multiply: Part;
  readonly plus: (first: readonly Term[], second: readonly Term[]) => readonly Term[];
  readonly times: (first: readonly Term[], second: readonly Term[]) => readonly Term[];
  /** The identities, where multiplying by zero gives zero whatever the other side is: never for floats, which have ∞ and NaN. */
  readonly units: { readonly zero: Scalar; readonly one: Scalar } | undefined;
}

/** @throws InvalidArgumentError for no operators, and for operators on different types */
export function semiringOf(add: AnyOperator, multiply: AnyOperator, type?: ElementType): Semiring {
  checkOwnOperator("add", add);
  checkOwnOperator("multiply", multiply);
  const sum = partOf("add", add, add.kind === "operator" ? type : undefined);
  const product = partOf("multiply", multiply, multiply.kind === "operator" ? type : undefined);
  checkSameType("multiply", product, sum);
  return {
    add: sum,
    multiply: product,
    plus: (first, second) => applyBody(sum, first, second),
    times: (first, second) => applyBody(product, first, second),
    units: unitsOf(sum, product),
  };
}

function unitsOf(add: Part, multiply: Part): Semiring["units"] {
  const { type } = add;
  if (typeof type !== "string" || type === "bool" || ELEMENT_TYPE_FACTS[type].isFloat) return undefined;
  const zero = add.identity?.[0];
  const one = multiply.identity?.[0];
  if (zero === undefined || one === undefined || absorbing(multiply, type) !== zero) return undefined;
  return { zero, one };
}

/** What a built-in operator gives whenever one of its integer operands is it. */
function absorbing({ operator }: Part, type: ElementType): Scalar | undefined {
  if (operator.hash !== undefined) return undefined;
  switch (operator.name) {
    case "multiply":
    case "and":
      return or.identity(type);
    case "or":
      return and.identity(type);
    case "min":
      return extremes(type).smallest;
    case "max":
      return extremes(type).largest;
    default:
      return undefined;
  }
}
