import { applyBinary, applyUnary } from "../../operators/apply.ts";
import {
  type BinaryOperation,
  binary,
  bitcast,
  constant,
  convert,
  isComparison,
  select,
  type Term,
  type UnaryOperation,
  unary,
} from "../../operators/term.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import { isNarrowInteger, type ProgramScalar } from "../../values/program-scalars.ts";
import type { InfixSymbol } from "../term.ts";
import { carrierOf, narrowed, narrowedTerm } from "../types/narrow.ts";
import {
  applyMeaning,
  INFIX_MEANINGS,
  maskOf,
  type ScalarMeaning,
  unsignedOf,
} from "../types/scalar-functions.ts";
import { computed, type HostScalar } from "./recorder.ts";
import { type Elements, type StagedScalar, typeOfScalar } from "./staged.ts";

/*
 * Operations on scalars: of those that are known they are computed at once, as the interpreter does it; where one is of a map's elements they
 * become a term.
 */

export function stageInfix(
  symbol: InfixSymbol,
  left: StagedScalar,
  right: StagedScalar,
  elements: Elements | undefined,
): StagedScalar {
  const { operation, isSwapped, isNegated } = INFIX_MEANINGS[symbol];
  const value = isSwapped
    ? stageBinary(operation, right, left, elements)
    : stageBinary(operation, left, right, elements);
  return isNegated ? stageUnary("not", value) : value;
}

function stageBinary(
  operation: BinaryOperation,
  first: StagedScalar,
  second: StagedScalar,
  elements: Elements | undefined,
): StagedScalar {
  const type = typeOfScalar(first);
  if (first.kind === "host" && second.kind === "host") {
    return computed(isComparison(operation) ? "bool" : type, [first, second], ([left, right]) =>
      applyBinary(operation, type, left, right),
    );
  }
  const [left, right] = termsOf([first, second], elements);
  return { kind: "term", term: binary(operation, left, right) };
}

export function stageUnary(operation: UnaryOperation, operand: StagedScalar): StagedScalar {
  if (operand.kind === "term") return { kind: "term", term: unary(operation, operand.term) };
  const { type } = operand;
  return computed(type, [operand], ([value]) => applyUnary(operation, type, value));
}

/** A function of scalars such as `f64.sqrt` or `u32.get_bit`. */
export function stageMeaning(
  meaning: ScalarMeaning,
  operands: readonly StagedScalar[],
  elements: Elements | undefined,
): StagedScalar {
  const known = operands.filter((operand): operand is HostScalar => operand.kind === "host");
  if (known.length === operands.length) {
    return computed(resultType(meaning), known, (values) => applyMeaning(meaning, values));
  }
  return { kind: "term", term: meaningTerm(meaning, termsOf(operands, elements)) };
}

/** What an operation of a type gives, as a value of that. */
export function stageNarrowed(type: ProgramScalar, value: StagedScalar): StagedScalar {
  if (value.kind === "term") return { kind: "term", term: narrowedTerm(type, value.term) };
  if (!isNarrowInteger(type) || value.type !== carrierOf(type)) return value;
  return computed(value.type, [value], ([scalar]) => narrowed(type, scalar));
}

function resultType(meaning: ScalarMeaning): ScalarType {
  if (meaning.kind === "narrow") return resultType(meaning.of);
  if (meaning.kind === "convert" || meaning.kind === "bitcast") return meaning.to;
  if (meaning.kind === "distance") return "i64";
  if (meaning.kind === "isNonzero") return "bool";
  return meaning.kind === "getBit" || meaning.kind === "count" ? "i32" : meaning.type;
}

function meaningTerm(meaning: ScalarMeaning, terms: readonly Term[]): Term {
  switch (meaning.kind) {
    case "constant":
      return constant(meaning.type, meaning.value);
    case "unary":
      return unary(meaning.operation, terms[0]);
    case "count":
      return convert("i32", unary(meaning.operation, terms[0]));
    case "binary":
      return isSquare(meaning.operation, terms[1])
        ? binary("multiply", terms[0], terms[0])
        : binary(meaning.operation, terms[0], terms[1]);
    case "convert":
      return convert(meaning.to, terms[0]);
    case "bitcast":
      return bitcast(meaning.to, terms[0]);
    case "getBit": {
      const { type } = meaning;
      const shifted = binary("shiftRight", terms[1], convert(type, terms[0]));
      return convert(
        "i32",
        binary("and", shifted, constant(type, type === "i64" || type === "u64" ? 1n : 1)),
      );
    }
    case "power":
      return powerTerm(terms[0], terms[1]);
    case "logicalShift": {
      const { type, bits } = meaning;
      const wide = unsignedOf(type);
      const [value, by] = terms.map((term) => convert(wide, term));
      const own = bits < 32 ? binary("and", value, constant(wide, maskOf(type, bits))) : value;
      return convert(type, binary("shiftRight", own, by));
    }
    case "isNonzero": {
      const zero = constant(meaning.from, meaning.from.endsWith("64") && meaning.from !== "f64" ? 0n : 0);
      return unary("not", binary("equal", terms[0], zero));
    }
    case "distance":
      return binary("subtract", convert("i64", terms[1]), convert("i64", terms[0]));
    case "narrow":
      return narrowedTerm(meaning.type, meaningTerm(meaning.of, terms));
    case "like":
      return convert(meaning.type, terms[1]);
    default:
      return meaning satisfies never;
  }
}

/** Whether `x pow exponent` is x², whose product is rounded once, as `pow` is. */
function isSquare(operation: BinaryOperation, exponent: Term): boolean {
  return operation === "pow" && exponent.kind === "constant" && exponent.value === 2;
}

/** A power by the bits of its exponent: of one that is known, those that are set. */
function powerTerm(left: Term, right: Term): Term {
  const { type } = left;
  const bits = Number(type.slice(1));
  const one = constant(type, bits === 64 ? 1n : 1);
  const known = right.kind === "constant" ? BigInt.asUintN(bits, BigInt(right.value)) : undefined;
  let power: Term = one;
  let square = left;
  for (let bit = 0; bit < bits && (known === undefined || known >> BigInt(bit) > 0n); bit++) {
    const product = power === one ? square : binary("multiply", power, square);
    if (known === undefined) {
      const shifted = binary("shiftRight", right, constant(type, bits === 64 ? BigInt(bit) : bit));
      power = select(binary("equal", binary("and", shifted, one), one), product, power);
    } else if ((known >> BigInt(bit)) & 1n) power = product;
    square = binary("multiply", square, square);
  }
  return power;
}

function termsOf(scalars: readonly StagedScalar[], elements: Elements | undefined): readonly Term[] {
  if (elements === undefined) throw new InternalError("a term of elements outside of a map");
  return scalars.map((scalar) => elements.term(scalar));
}
