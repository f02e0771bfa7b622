// Decimal texts as elements, exactly or not at all.

import { checkText } from "../values/check-arguments.ts";
import { checkName } from "../values/check-name.ts";
import { convertExactly } from "../values/convert.ts";
import { COLUMN_TYPE_FACTS, type Scalar } from "../values/element-types.ts";
import { STORED_TYPES, type StoredType } from "../values/value-types.ts";

const INTEGER = /^[+-]?\d+$/;
// One way for each text: with two optional parts after the digits, a long cell that is not a number would be tried at every cut.
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const SPECIAL = /^([+-]?)(?:(nan)|inf(?:inity)?)$/i;
const BOOL = /^(?:(true)|false)$/i;
const DIGITS_ALWAYS_EXACT = 15; // every integer of so many digits is an f64
const DIGITS_EVER_EXACT = 309; // no integer of more digits is

/** What a text is as an element: the element, or why there is none. */
export type ParsedElement =
  | { readonly kind: "element"; readonly value: Scalar }
  | { readonly kind: "not-a-number" }
  | { readonly kind: "inexact" };

/**
 * The element that a decimal text spells.
 *
 * An integer denotes itself, as every text does of an integer type; of the others a text with a fraction or an exponent denotes the
 * nearest f64. That value must then be an element of `type` exactly: `0.1` is not an f32, `9007199254740993` and `9007199254740993.0` are
 * i64s, the first is not an f64, and `1e309` is none of them. Also `nan`, `inf` and `infinity`, in any case. A bool is `true`, `false` or
 * a number that is 1 or 0; its element is that number.
 */
export function parseElement(type: StoredType, text: string): ParsedElement {
  return parsedElement(checkName("type", STORED_TYPES, type), checkText("text", text));
}

/** The same of what is checked: of each cell of a text. */
export function parsedElement(type: StoredType, text: string): ParsedElement {
  const value = denotedValue(type, text);
  if (value === undefined) return { kind: "not-a-number" };
  const element = value === "none" ? undefined : exactElement(type, value);
  return element === undefined ? { kind: "inexact" } : { kind: "element", value: element };
}

/** "none" is a number that no type has, or no integer type. */
function denotedValue(type: StoredType, text: string): Scalar | "none" | undefined {
  if (INTEGER.test(text)) {
    // Found out by counting: a BigInt of millions of digits takes longer than reading them.
    if (text.length > DIGITS_EVER_EXACT && /[1-9]/.test(text.slice(0, -DIGITS_EVER_EXACT))) return "none";
    const needsBigInt = COLUMN_TYPE_FACTS[type].isBigInt || text.length > DIGITS_ALWAYS_EXACT;
    const isNegativeZero = /^-0+$/.test(text);
    return needsBigInt && !isNegativeZero ? BigInt(text.replace(/^\+/, "")) : Number(text);
  }
  if (DECIMAL.test(text)) {
    if (!COLUMN_TYPE_FACTS[type].isFloat && type !== "bool") return denotedInteger(text);
    const value = Number(text);
    return Number.isFinite(value) ? value : "none";
  }
  const bool = type === "bool" ? BOOL.exec(text) : null;
  if (bool !== null) return bool[1] === undefined ? 0 : 1;
  const special = SPECIAL.exec(text);
  if (special === null) return undefined;
  if (special[2] !== undefined) return Number.NaN;
  return special[1] === "-" ? -Infinity : Infinity;
}

const PARTS = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i;

/** What a decimal text denotes where it is an integer: pandas writes those of a column with nulls as `9007199254740993.0`. */
function denotedInteger(text: string): Scalar | "none" {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = PARTS.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  if (digits === "") return sign === "-" ? -0 : 0;
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  const zeros = Number(exponent) - fraction.length + (digits.length - end);
  if (zeros < 0 || end + zeros > DIGITS_EVER_EXACT) return "none";
  return BigInt(`${sign === "-" ? "-" : ""}${digits.slice(0, end)}${"0".repeat(zeros)}`);
}

/** The element of `type` that is exactly `value`, its sign included: −0 is not an integer. Undefined where there is none. */
export function exactElement(type: StoredType, value: Scalar): Scalar | undefined {
  if (!COLUMN_TYPE_FACTS[type].isFloat && Object.is(value, -0)) return undefined;
  if (type !== "bool") return convertExactly(type, value);
  const bit = Number(value);
  return bit === 0 || bit === 1 ? bit : undefined;
}
