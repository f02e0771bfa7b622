import type { HalfOutput } from "../contracts/options.ts";
// What callers may hand over for a matrix, and the types of what comes back: functions widen narrow elements.

import type { ElementTypeOf, NarrowInput, SumOf, TypedInput } from "../contracts/options.ts";
import type { ElementArray, ElementType, NarrowType } from "../values/element-types.ts";
import type { Matrix } from "./matrix.ts";

type Places = Omit<Matrix, "array">;

/** A matrix of u8, i8 or i16, whose array says so. */
interface BytesMatrix<Elements extends NarrowInput = NarrowInput> extends Places {
  readonly array: Elements;
  readonly type?: undefined;
}

/** A matrix of narrow elements that names their type, as words of 16 bits have to: `{ array, shape, type: "f16" }`. */
export interface NarrowMatrix<Type extends NarrowType = NarrowType> extends Places {
  readonly array: ArrayBufferView & ArrayLike<number>; // of f16 and bf16 their bits in a Uint16Array; or a Float16Array
  readonly type: Type;
}

/** What functions take for a matrix. Narrow elements are widened, each exactly, to f32, u32 or i32, and results are of these. */
export type AnyMatrix = Matrix | BytesMatrix | NarrowMatrix;

/** What functions over matrices compute, rounded once to half floats where `output` names them: the bits. */
interface RoundedMatrix {
  readonly array: Uint16Array;
  readonly shape: readonly number[];
}

/** Options with half floats in the place of an array of results. */
export type Rounds<Options, Half extends HalfOutput> =
  | Options
  | (Omit<Options, "output"> & { readonly output: Half });

/** A matrix of results, which are rounded where half floats are named. */
export type MatrixOr<Elements extends ElementArray, Half> = [Half] extends [never]
  ? Matrix<Elements>
  : RoundedMatrix;

/** The type that a matrix is computed with. */
export type TypeOfMatrix<Given extends AnyMatrix> = Given extends {
  readonly type: infer Type extends NarrowType;
}
  ? SumOf<Type>
  : Given extends { readonly array: infer Elements extends TypedInput }
    ? ElementTypeOf<Elements>
    : never;

/** The array of a result that has the elements of a matrix. */
export type WideArray<Given extends AnyMatrix> = ElementArray<TypeOfMatrix<Given>>;

type NarrowOf<Type extends ElementType> = {
  readonly [Each in NarrowType]: SumOf<Each> extends Type ? Each : never;
}[NarrowType];

type BytesOf<Type extends ElementType> =
  | ("u32" extends Type ? Uint8Array : never)
  | ("i32" extends Type ? Int8Array | Int16Array : never);

/** A matrix that is computed with a type. */
export type MatrixOfType<Type extends ElementType> =
  | Matrix<ElementArray<Type>>
  | BytesMatrix<BytesOf<Type>>
  | NarrowMatrix<NarrowOf<Type>>;

/** A column beside such a matrix. Words of 16 bits are what those of the matrix are. */
export type VectorOfType<Type extends ElementType> =
  | ElementArray<Type>
  | BytesOf<Type>
  | ("f32" extends Type ? Uint16Array : "u32" extends Type ? Uint16Array : never);
