import { wrongAnswer } from "../solvers/ask-solver.ts";
import { bitsOf, fromBits } from "../values/bits.ts";
import { describeText } from "../values/describe.ts";
import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../values/element-types.ts";

/** How values are modelled: as what they are in memory, or integers as unbounded ones. */
export type SmtTheory = "bits" | "integers";

/** Bits of exponent and significand, the latter with its hidden bit, as SMT-LIB counts them. */
export const FLOAT_SORTS = {
  f64: { exponent: 11, significand: 53 },
  f32: { exponent: 8, significand: 24 },
} as const;

/** How many bits a value has. */
export function widthOf(type: ScalarType): number {
  return SCALAR_TYPE_FACTS[type].bytes * 8;
}

/** Whether a type is one of the floats. */
export function isFloat(type: ScalarType): type is "f64" | "f32" {
  return type === "f64" || type === "f32";
}

/** The sort of values of a type. */
export function smtSort(type: ScalarType, theory: SmtTheory): string {
  if (type === "bool") return "Bool";
  if (theory === "integers") return "Int";
  if (!isFloat(type)) return `(_ BitVec ${widthOf(type)})`;
  return `(_ FloatingPoint ${FLOAT_SORTS[type].exponent} ${FLOAT_SORTS[type].significand})`;
}

/** A value as SMT-LIB text. */
export function smtLiteral(type: ScalarType, value: Scalar, theory: SmtTheory): string {
  if (type === "bool") return value === 0 ? "false" : "true";
  if (theory === "integers") return integerLiteral(BigInt(value));
  const bits = bitsOf(type, value);
  if (!isFloat(type)) return bitsLiteral(bits, widthOf(type));
  const { exponent, significand } = FLOAT_SORTS[type];
  if (Number.isNaN(value)) return `(_ NaN ${exponent} ${significand})`;
  const digits = binaryDigits(bits, widthOf(type));
  return `(fp #b${digits[0]} #b${digits.slice(1, 1 + exponent)} #b${digits.slice(1 + exponent)})`;
}

/** Bits as SMT-LIB text; a whole number of hexadecimal digits. */
export function bitsLiteral(bits: bigint, width: number): string {
  return `#x${BigInt.asUintN(width, bits)
    .toString(16)
    .padStart(width / 4, "0")}`;
}

/** An unbounded integer as SMT-LIB text, which has no negative literals. */
export function integerLiteral(value: bigint): string {
  return value < 0n ? `(- ${-value})` : String(value);
}

/** The value that a solver's text spells. The inverse of `smtLiteral`; also reads what else solvers write for the same. */
export function readLiteral(type: ScalarType, text: string): Scalar {
  if (type === "bool") return text === "true" ? 1 : 0;
  return isFloat(type) ? readFloat(type, text) : readInteger(type, text);
}

function readInteger(type: ScalarType, text: string): Scalar {
  if (/^#(b[01]+|x[0-9a-f]+)$/.test(text)) {
    return fromBits(type, BigInt.asUintN(widthOf(type), readBits(text).bits));
  }
  const match = /^(?:(\d+)|\(- (\d+)\)|\(_ bv(\d+) \d+\))$/.exec(text);
  if (match === null)
    throw wrongAnswer("solver.check", `integers where they are ${type}`, describeText(text));
  const value = match[2] === undefined ? BigInt(match[1] ?? match[3]) : -BigInt(match[2]);
  return fromBits(type, BigInt.asUintN(widthOf(type), value));
}

function readFloat(type: "f64" | "f32", text: string): Scalar {
  const special = /^\(_ (NaN|\+zero|-zero|\+oo|-oo) \d+ \d+\)$/.exec(text);
  if (special !== null) return SPECIAL_FLOATS[special[1] as keyof typeof SPECIAL_FLOATS];
  const parts = /^\(fp (#b[01]+|#x[0-9a-f]+) (#b[01]+|#x[0-9a-f]+) (#b[01]+|#x[0-9a-f]+)\)$/.exec(text);
  if (parts === null) throw wrongAnswer("solver.check", `floats where they are ${type}`, describeText(text));
  const digits = parts.slice(1).map((part) => {
    const { bits, width } = readBits(part);
    return binaryDigits(bits, width);
  });
  return fromBits(type, BigInt(`0b${digits.join("")}`));
}

const SPECIAL_FLOATS = {
  NaN: Number.NaN,
  "+zero": 0,
  "-zero": -0,
  "+oo": Infinity,
  "-oo": -Infinity,
} as const;

function readBits(text: string): { readonly bits: bigint; readonly width: number } {
  const digits = text.slice(2);
  return { bits: BigInt(`0${text.slice(1)}`), width: text[1] === "x" ? digits.length * 4 : digits.length };
}

function binaryDigits(bits: bigint, width: number): string {
  return bits.toString(2).padStart(width, "0");
}
