import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../values/element-types.ts";
import { exactElement } from "./exact-element.ts";

const INTEGER = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const SPECIAL = /^([+-]?)(?:(nan)|inf(?:inity)?)$/i;
const BOOL = /^(?:(true)|false)$/i;
const DIGITS_ALWAYS_EXACT = 15; // every integer of so many digits is an f64
const DIGITS_EVER_EXACT = 309; // no integer of more digits is

/** What a text is as an element: the element, or why it is none. */
export type ParsedElement =
  | { readonly kind: "element"; readonly value: Scalar }
  | { readonly kind: "not-a-number" }
  | { readonly kind: "inexact" };

/**
 * The element that a decimal text spells.
 *
 * A text with a fraction or an exponent denotes the nearest f64; an integer denotes itself. That value must then be an element of
 * `type` exactly: `0.1` is no f32, `9007199254740993` is an i64 and no f64, `1e309` is none of them. Also `nan`, `inf` and `infinity`,
 * in any case. A bool is `true`, `false` or a number that is 1 or 0; its element is that number.
 */
export function parseElement(type: ScalarType, text: string): ParsedElement {
  const value = denotedValue(type, text);
  if (value === undefined) return { kind: "not-a-number" };
  const element = value === "too-large" ? undefined : exactElement(type, value);
  return element === undefined ? { kind: "inexact" } : { kind: "element", value: element };
}

function denotedValue(type: ScalarType, text: string): Scalar | "too-large" | undefined {
  if (INTEGER.test(text)) {
    // Found out by counting: a BigInt of millions of digits takes longer than reading them.
    if (text.length > DIGITS_EVER_EXACT && /[1-9]/.test(text.slice(0, -DIGITS_EVER_EXACT)))
      return "too-large";
    const needsBigInt = SCALAR_TYPE_FACTS[type].isBigInt || text.length > DIGITS_ALWAYS_EXACT;
    const isNegativeZero = /^-0+$/.test(text);
    return needsBigInt && !isNegativeZero ? BigInt(text.replace(/^\+/, "")) : Number(text);
  }
  if (DECIMAL.test(text)) {
    const value = Number(text);
    return Number.isFinite(value) ? value : "too-large";
  }
  const bool = type === "bool" ? BOOL.exec(text) : null;
  if (bool !== null) return bool[1] === undefined ? 0 : 1;
  const special = SPECIAL.exec(text);
  if (special === null) return undefined;
  if (special[2] !== undefined) return Number.NaN;
  return special[1] === "-" ? -Infinity : Infinity;
}
