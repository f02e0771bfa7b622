import type { Steps } from "../../algorithms/call.ts";
import { applyBinary, applyUnary } from "../../operators/apply.ts";
import {
  type BinaryOperation,
  binary,
  constant,
  convert,
  isComparison,
  type Term,
  type UnaryOperation,
  unary,
} from "../../operators/term.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import { INFIX_MEANINGS } from "../evaluation/infix-operations.ts";
import type { InfixSymbol } from "../term.ts";
import { applyMeaning, type ScalarMeaning } from "../types/scalar-functions.ts";
import type { Elements } from "./frame.ts";
import { type HostScalar, host, type Staged, type TermScalar } from "./staged.ts";

/** A scalar: one that is known, or a term of elements. */
type StagedScalar = HostScalar | TermScalar;

export function stagedScalar<Vector>(value: Staged<Vector>): StagedScalar {
  if (value.kind === "host" || value.kind === "term") return value;
  throw new InternalError(`a scalar was expected, not ${value.kind}`);
}

/** A scalar that is known. */
export function hostScalar<Vector>(value: Staged<Vector>): HostScalar {
  if (value.kind === "host") return value;
  throw new InternalError(`a known scalar was expected, not ${value.kind}`);
}

export function* stageInfix(
  symbol: InfixSymbol,
  left: StagedScalar,
  right: StagedScalar,
  elements: Elements | undefined,
): Steps<StagedScalar> {
  const { operation, isSwapped, isNegated } = INFIX_MEANINGS[symbol];
  const value = isSwapped
    ? yield* stageBinary(operation, right, left, elements)
    : yield* stageBinary(operation, left, right, elements);
  return isNegated ? yield* stageUnary("not", value, elements) : value;
}

export function* stageBinary(
  operation: BinaryOperation,
  first: StagedScalar,
  second: StagedScalar,
  elements: Elements | undefined,
): Steps<StagedScalar> {
  if (first.kind === "host" && second.kind === "host") {
    const type = isComparison(operation) ? "bool" : first.type;
    const value = applyBinary(operation, first.type, first.value, second.value);
    return host(type, value, first.isLiteral && second.isLiteral);
  }
  const over = of(elements);
  return { kind: "term", term: binary(operation, yield* over.term(first), yield* over.term(second)) };
}

export function* stageUnary(
  operation: UnaryOperation,
  operand: StagedScalar,
  elements: Elements | undefined,
): Steps<StagedScalar> {
  if (operand.kind === "host") {
    return host(operand.type, applyUnary(operation, operand.type, operand.value), operand.isLiteral);
  }
  return { kind: "term", term: unary(operation, yield* of(elements).term(operand)) };
}

/** A function of scalars such as `f64.sqrt` or `u32.get_bit`. */
export function* stageMeaning(
  meaning: ScalarMeaning,
  operands: readonly StagedScalar[],
  elements: Elements | undefined,
): Steps<StagedScalar> {
  const known = operands.filter((operand): operand is HostScalar => operand.kind === "host");
  if (known.length === operands.length) {
    const value = applyMeaning(
      meaning,
      known.map((operand) => operand.value),
    );
    return host(
      resultType(meaning),
      value,
      known.every((operand) => operand.isLiteral),
    );
  }
  const terms: Term[] = [];
  for (const operand of operands) terms.push(yield* of(elements).term(operand));
  return { kind: "term", term: meaningTerm(meaning, terms) };
}

function resultType(meaning: ScalarMeaning): ScalarType {
  if (meaning.kind === "convert") return meaning.to;
  return meaning.kind === "getBit" ? "i32" : meaning.type;
}

function meaningTerm(meaning: ScalarMeaning, terms: readonly Term[]): Term {
  switch (meaning.kind) {
    case "constant":
      return constant(meaning.type, meaning.value);
    case "unary":
      return unary(meaning.operation, terms[0]);
    case "binary":
      return binary(meaning.operation, terms[0], terms[1]);
    case "convert":
      return convert(meaning.to, terms[0]);
    case "getBit": {
      const { type } = meaning;
      const shifted = binary("shiftRight", terms[1], convert(type, terms[0]));
      return convert(
        "i32",
        binary("and", shifted, constant(type, type === "i64" || type === "u64" ? 1n : 1)),
      );
    }
    default:
      return meaning satisfies never;
  }
}

function of(elements: Elements | undefined): Elements {
  if (elements === undefined) throw new InternalError("a term of elements outside of a map");
  return elements;
}
