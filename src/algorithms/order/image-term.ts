import { binary, bitcast, constant, convert, select, type Term, unary } from "../../operators/term.ts";
import type { Scalar, ScalarType } from "../../values/element-types.ts";

/**
 * The place of a key in the total order of its type, as an unsigned integer: of a float the complement of its bits where it is negative,
 * else the bits with the sign set, and all ones where it is a NaN; of a signed integer the bits with the sign flipped.
 */
export function imageTerm(key: Term): Term {
  switch (key.type) {
    case "u32":
    case "u64":
      return key;
    case "bool":
      return convert("u32", key);
    case "i32":
      return flipSign(bitcast("u32", key), 2 ** 31);
    case "i64":
      return flipSign(bitcast("u64", key), 2n ** 63n);
    case "f32":
      return floatImage(key, bitcast("u32", key), [2 ** 31, 2 ** 32 - 1]);
    case "f64":
      return floatImage(key, bitcast("u64", key), [2n ** 63n, 2n ** 64n - 1n]);
    default:
      return key.type satisfies never;
  }
}

function flipSign(bits: Term, sign: Scalar): Term {
  return binary("xor", bits, constant(bits.type, sign));
}

function floatImage(key: Term, bits: Term, [sign, ones]: readonly [Scalar, Scalar]): Term {
  const isNegative = binary("lessOrEqual", constant(bits.type, sign), bits);
  const image = select(isNegative, unary("not", bits), flipSign(bits, sign));
  return select(binary("equal", key, key), image, constant(bits.type as ScalarType, ones));
}
