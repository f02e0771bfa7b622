import { checkAccumulate } from "../contracts/checks.ts";
import type { AccumulationOf, NarrowInput, StorageTypeOf, SumOf } from "../contracts/options.ts";
import { checkObject } from "../values/check-arguments.ts";
import { checkName, checkOptionNames } from "../values/check-name.ts";
import { ACCUMULATION_TYPES } from "../values/convert.ts";
import { describe } from "../values/describe.ts";
import {
  type ElementArray,
  type ElementType,
  NARROW_TYPES,
  type NarrowArray,
  type NarrowType,
  narrowArrayOf,
  narrowTypeOf,
} from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { widenColumn } from "../values/widen-column.ts";
import { checkSize } from "./cells-call.ts";
import { givenMatrix, type Matrix } from "./matrix.ts";
import type { NarrowMatrix } from "./matrix-types.ts";

/** A matrix of narrow elements whose type an option says, or its array. */
interface Untyped<Elements = NarrowArray> extends Omit<Matrix, "array"> {
  readonly array: Elements;
}

/** What narrow elements become. */
interface WidenOptions<Type extends NarrowType, Sum extends ElementType> {
  readonly type: Type; // what the array's elements are; default: the matrix's own `type`; a Float16Array and arrays of bytes and of i16 say it by themselves
  readonly accumulate?: Sum | undefined; // default: f32 of f16 and bf16, u32 of u8 and u16, i32 of i8 and i16
}

/**
 * A matrix of f16, bf16, u8, i8, u16 or i16 as one of a type that holds each element exactly, with the same shape, strides and offset: functions of matrices then have the bits
 * of the contract over the narrow elements.
 *
 * Halves are bits in a Uint16Array, or a Float16Array; their NaNs become the canonical one. Copies the array, some nanoseconds an element.
 *
 * @throws InvalidArgumentError for words without a type, or a type that does not hold each element
 * @see docs/matrices.md
 */
export function widen<
  Elements extends NarrowInput,
  Sum extends AccumulationOf<StorageTypeOf<Elements>> = SumOf<StorageTypeOf<Elements>>,
>(
  A: Untyped<Elements>,
  options?: { readonly type?: undefined; readonly accumulate?: Sum | undefined },
): Matrix<ElementArray<Sum>>;
export function widen<Type extends NarrowType, Sum extends AccumulationOf<Type> = SumOf<Type>>(
  A: NarrowMatrix<Type>,
  options?: { readonly type?: undefined; readonly accumulate?: Sum | undefined },
): Matrix<ElementArray<Sum>>;
export function widen<Type extends NarrowType, Sum extends AccumulationOf<Type> = SumOf<Type>>(
  A: Untyped,
  options: WidenOptions<Type, Sum>,
): Matrix<ElementArray<Sum>>;
export function widen(
  A: unknown,
  options: { readonly type?: unknown; readonly accumulate?: unknown } = {},
): Matrix {
  checkOptionNames(options, ["type", "accumulate"]);
  const given = checkObject("A", A, "a matrix: an object with array and shape");
  const { type: own, ...matrix } = given;
  const type = givenType(given.array, options.type ?? own);
  const array = narrowArrayOf(type, given.array);
  if (array === undefined)
    throw new InvalidArgumentError("A.array", `an array of ${type}`, describe(given.array));
  const sum =
    options.accumulate === undefined
      ? ACCUMULATION_TYPES[type][0]
      : checkAccumulate(type, options.accumulate);
  checkSize([array.length], sum);
  const wide = { ...matrix, array: widenColumn(type, array, sum) } as unknown as Matrix;
  givenMatrix("A", wide);
  return wide;
}

function givenType(array: unknown, declared: unknown): NarrowType {
  if (declared !== undefined) return checkName("type", NARROW_TYPES, declared);
  const own = narrowTypeOf(array);
  if (own !== undefined) return own;
  const expected =
    'an array of u8, i8, i16 or f16, or words that come with a "type": u16, f16 or bf16, to widen from';
  throw new InvalidArgumentError("A.array", expected, describe(array));
}
