import type { FloatType } from "../../../summaries/accumulators/accumulator.ts";
import type { SumText } from "./sum-text.ts";

/** Bits of limb 0: some term is NaN, +∞, −∞, not −0. */
const MARKS = { nan: 1, positiveInfinity: 2, negativeInfinity: 4, notNegativeZero: 8 };
const INFINITIES = `${MARKS.positiveInfinity + MARKS.negativeInfinity}u`;

/** A sum of floats, with `add_term(value)` of any, and `observe()`. There is room for 2^42 terms. */
export function sumOfTerms(sumOf: (type: FloatType) => SumText, type: FloatType): SumText {
  const sum = sumOf(type);
  return { ...sum, text: () => `${limbSource(sum.limbs)}${sum.text()}${termSource(type)}` };
}

/** Carries stop where nothing changes any more: above a number without its sign is all zeros, or all ones and a carry. */
function limbSource(limbs: number): string {
  return `const LIMBS = ${limbs}u;
var<private> limbs: array<u32, LIMBS>;

fn add_limbs(first: u32, end: u32, magnitude: vec3<u32>, negative: u32) {
  var rest = magnitude;
  var carry = negative;
  for (var k = first; k < end; k++) {
    let piece = rest.x ^ (0u - negative);
    let sum = limbs[k] + piece;
    limbs[k] = sum + carry;
    carry = select(0u, 1u, (sum < piece) | (limbs[k] < sum));
    rest = vec3<u32>(rest.yz, 0u);
    if (((rest.x | rest.y) == 0u) & (carry == negative)) { break; }
  }
}

`;
}

function termSource(type: FloatType): string {
  const { high, bits, part, digits, infinity, nan } = FORMATS[type];
  const isNegativeZero = `(${high} == 0x80000000u)${type === "f64" ? " & (value.w0 == 0u)" : ""}`;
  return `fn add_term(value: Value) {
  let magnitude = ${high} & 0x7fffffffu;
  let negative = ${high} >> 31u;
  limbs[0] |= select(${MARKS.notNegativeZero}u, 0u, ${isNegativeZero});
  if (magnitude >= ${infinity}) {
    limbs[0] |= select(${MARKS.positiveInfinity}u << negative, ${MARKS.nan}u, ${type}_is_nan(${bits}));
    return;
  }
  let e = max(magnitude >> ${digits}u, 1u) - 1u;
  let top = magnitude - (e << ${digits}u);
  add_finite(${part}, e, negative);
}

fn observe() -> Value {
  let infinities = limbs[0] & ${INFINITIES};
  let is_nan = ((limbs[0] & ${MARKS.nan}u) != 0u) | (infinities == ${INFINITIES});
  if ((infinities == 0u) & !is_nan) { return finite_sum(); }
  let unusual = select(${infinity} | ((infinities & ${MARKS.negativeInfinity}u) << 29u), ${nan}, is_nan);
  return Value(${type === "f64" ? "0u, " : ""}unusual);
}
`;
}

/** A value's words and bits, its significand without the exponent, and the digits in the word that has the sign. */
const FORMATS = {
  f64: {
    high: "value.w1",
    bits: "vec2<u32>(value.w0, value.w1)",
    part: "vec2<u32>(value.w0, top)",
    digits: 20,
    infinity: "0x7ff00000u",
    nan: "0x7ff80000u",
  },
  f32: {
    high: "value.w0",
    bits: "value.w0",
    part: "vec2<u32>(top, 0u)",
    digits: 23,
    infinity: "0x7f800000u",
    nan: "0x7fc00000u",
  },
} as const;
