// Rabin-Karp's hash of every prefix, as a scan of pairs.

import { checkName } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { RecordOperator } from "../operator.ts";
import { binary, constant, convert, left, right, type Term } from "../term.ts";
import { defineRecord, type TypeArgument, typeNamed } from "./part.ts";

/** The polynomial hash of a string, and the base to the power of its length. */
type PolynomialType<Type extends "u32" | "u64"> = { readonly hash: Type; readonly power: Type };

/**
 * The polynomial hash of two strings, one after the other: `(h, p) ∘ (g, q) = (h·q + g, p·q)` modulo `modulus`, over
 * `{ hash, power }`. A letter `c` is `{ hash: c, power: base }`.
 *
 * The arithmetic is u64 and never overflows for operands below 2^32, so over u32 it is associative whatever they are; over u64 on the
 * carrier of values below `modulus`. The identity, `{ hash: 0, power: 1 }`, holds on that carrier for both.
 *
 * @param modulus from 2 to 2^32 − 1; a prime makes the better hash
 * @throws InvalidArgumentError for another modulus or type
 * @see Karp and Rabin 1987
 */
export function polynomial<Type extends "u32" | "u64" = "u32">(
  modulus: number,
  type?: TypeArgument<Type>,
): RecordOperator<PolynomialType<Type>> {
  if (!Number.isInteger(modulus) || modulus < 2 || modulus >= 2 ** 32) {
    throw new InvalidArgumentError("modulus", "an integer from 2 to 2^32 - 1", describe(modulus));
  }
  const column: "u32" | "u64" = type === undefined ? "u32" : typeNamed(type);
  checkName("type", ["u32", "u64"], column);
  const wide = (term: Term): Term => convert("u64", term);
  const reduced = (term: Term): Term =>
    convert(column, binary("remainder", term, constant("u64", BigInt(modulus))));
  const power = wide(right(column, 1));
  const isReduced = (index: number): Term =>
    binary("less", left(column, index), constant(column, column === "u64" ? BigInt(modulus) : modulus));
  return defineRecord(
    { hash: column as Type, power: column as Type },
    [
      reduced(binary("add", binary("multiply", wide(left(column)), power), wide(right(column)))),
      reduced(binary("multiply", wide(left(column, 1)), power)),
    ],
    {
      name: "polynomial",
      claims: {
        identity: column === "u64" ? [0n, 1n] : [0, 1],
        carrier: binary("and", isReduced(0), isReduced(1)),
      },
      derivation: { combinator: "polynomial", parts: [] },
    },
  );
}
