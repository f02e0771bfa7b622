import fc from "fast-check";
import {
  ELEMENT_TYPES,
  type ElementType,
  SCALAR_TYPE_FACTS,
  type ScalarType,
} from "../../src/values/element-types.ts";
import { type ColumnArray, viewColumn } from "../../src/values/value-types.ts";

// Arguments that look for trouble. All lengths are small unless a `length` says otherwise: now and then some hundred, rarely thousands.

/** Each element type. */
export const anyElementType: fc.Arbitrary<ElementType> = fc.constantFrom(...ELEMENT_TYPES);

/** A column with its type. */
interface TypedColumn {
  readonly type: ScalarType;
  readonly column: ColumnArray;
}

/** Lengths, 0 included: mostly short, sometimes around the widths at which kernels change their ways, rarely long. */
export const anyLength: fc.Arbitrary<number> = fc.oneof(
  { weight: 8, arbitrary: fc.nat(12) },
  { weight: 4, arbitrary: fc.nat(300) },
  { weight: 1, arbitrary: fc.constantFrom(255, 256, 257, 1023, 1024, 1025, 2049) },
  { weight: 1, arbitrary: fc.integer({ min: 3000, max: 9000 }) },
);

/** How the elements of a column are drawn: any bits, few different ones, bits that are special, one alone, nearly in order. */
type Mix = "bits" | "few" | "special" | "one" | "runs";
const anyMix: fc.Arbitrary<Mix> = fc.constantFrom("bits", "few", "special", "special", "one", "runs");

/** A column of one type, with whatever bits it may have: NaNs of any payload and sign, both zeros, subnormals, infinities, extremes. */
export function anyColumn(
  type: ScalarType,
  length: fc.Arbitrary<number> = anyLength,
): fc.Arbitrary<ColumnArray> {
  return fc.tuple(length, fc.nat(), anyMix).map(([count, seed, mix]) => drawColumn(type, count, seed, mix));
}

/** The same of any element type. */
export function anyTypedColumn(length: fc.Arbitrary<number> = anyLength): fc.Arbitrary<TypedColumn> {
  return anyElementType.chain((type) => anyColumn(type, length).map((column) => ({ type, column })));
}

/** Several columns of one length. */
export function anyColumns(
  types: readonly ScalarType[],
  length: fc.Arbitrary<number> = anyLength,
): fc.Arbitrary<readonly ColumnArray[]> {
  return length.chain((count) => fc.tuple(...types.map((type) => anyColumn(type, fc.constant(count)))));
}

/** Keys of which many are equal: a few different ones, one of them most of the time. */
export function skewedKeys(
  type: ScalarType,
  length: fc.Arbitrary<number> = anyLength,
): fc.Arbitrary<ColumnArray> {
  return fc
    .tuple(length, fc.nat(), fc.constantFrom<Mix>("few", "one", "runs", "special"))
    .map(([count, seed, mix]) => drawColumn(type, count, seed, mix));
}

/** Flags, bytes 0 and 1: none, few, half, nearly all, all. */
export function anyFlags(length: fc.Arbitrary<number> = anyLength): fc.Arbitrary<Uint8Array> {
  return fc.tuple(length, fc.nat(), fc.constantFrom(0, 0.02, 0.5, 0.98, 1)).map(([count, seed, share]) => {
    const next = drawer(seed);
    return Uint8Array.from({ length: count }, () => (next() / 2 ** 32 < share ? 1 : 0));
  });
}

/** u32 indices below `bound`, and where `mayMiss` some beyond it. */
export function anyIndices(
  bound: number,
  length: fc.Arbitrary<number> = anyLength,
  mayMiss = false,
): fc.Arbitrary<Uint32Array> {
  return fc.tuple(length, fc.nat(), fc.boolean()).map(([count, seed, isSkewed]) => {
    const next = drawer(seed);
    return Uint32Array.from({ length: bound === 0 && !mayMiss ? 0 : count }, () => {
      if (mayMiss && (bound === 0 || next() % 8 === 0))
        return Math.min(bound + (next() % 3) * next(), 2 ** 32 - 1);
      return isSkewed && next() % 4 > 0 ? 0 : next() % bound;
    });
  });
}

/** A permutation of 0 … length − 1. */
export function anyPermutation(length: number): fc.Arbitrary<Uint32Array> {
  return fc.nat().map((seed) => {
    const next = drawer(seed);
    const order = Uint32Array.from({ length }, (_, i) => i);
    for (let i = length - 1; i > 0; i--) {
      const j = next() % (i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  });
}

/** Offsets of segments that cover [0, length): many empty ones, all single, one giant among tiny ones, or none where there is nothing. */
export function anyOffsets(length: number): fc.Arbitrary<Uint32Array> {
  const drawn = fc
    .tuple(fc.nat(), fc.constantFrom("empty", "single", "giant", "even"))
    .map(([seed, kind]) => {
      const next = drawer(seed);
      const offsets = [0];
      for (let end = 0; end < length; ) {
        const lengths = {
          empty: next() % 3,
          single: 1,
          giant: next() % 5 === 0 ? length : next() % 3,
          even: 1 + (next() % 40),
        };
        end = Math.min(length, end + lengths[kind as keyof typeof lengths]);
        offsets.push(end);
      }
      for (let more = kind === "empty" ? next() % 4 : 0; more > 0; more--) offsets.push(length);
      return Uint32Array.from(offsets);
    });
  return drawn;
}

/** The same, with columns that they cover. */
export function anySegmented(
  types: readonly ScalarType[],
  length: fc.Arbitrary<number> = anyLength,
): fc.Arbitrary<{ readonly columns: readonly ColumnArray[]; readonly offsets: Uint32Array }> {
  return length.chain((count) =>
    fc.record({ columns: anyColumns(types, fc.constant(count)), offsets: anyOffsets(count) }),
  );
}

/** The elements of a column as a plain array: numbers, bigints, or for bools 0 and 1. */
export function listOf(column: ColumnArray): readonly (number | bigint)[] {
  return Array.from(column as ArrayLike<number | bigint>);
}

/** The segments of a column, each as an array of its own. */
export function segmentsOf<Column extends ColumnArray>(
  column: Column,
  offsets: Uint32Array,
): readonly Column[] {
  return Array.from(offsets.subarray(1), (end, s) => column.slice(offsets[s], end) as Column);
}

function drawColumn(type: ScalarType, length: number, seed: number, mix: Mix): ColumnArray {
  const next = drawer(seed);
  const { bytes } = SCALAR_TYPE_FACTS[type];
  if (type === "bool") return Uint8Array.from({ length }, () => (mix === "one" ? seed : next()) & 1);
  const words = new Uint32Array((bytes / 4) * length);
  const drawBits = (): readonly [number, number] => [next(), next()];
  const few = Array.from({ length: 3 }, (_, i) => (i === 0 ? drawBits() : specialBits(type, next())));
  let last = drawBits();
  for (let i = 0; i < length; i++) {
    if (mix === "bits") last = drawBits();
    else if (mix === "special") last = next() % 4 === 0 ? drawBits() : specialBits(type, next());
    else if (mix === "few") last = few[next() % 4 === 0 ? next() % 3 : 0];
    else if (mix === "runs" && next() % 8 === 0)
      last = next() % 2 === 0 ? drawBits() : specialBits(type, next());
    words.set(bytes === 8 ? last : [last[1]], (bytes / 4) * i);
  }
  return viewColumn(type, words.buffer, 0, length);
}

/** The low and the high word of what breaks code: for 32 bits the high word alone counts. */
function specialBits(type: ScalarType, draw: number): readonly [number, number] {
  const payload = draw >>> 8;
  const choices: readonly (readonly [number, number])[] =
    type === "f64" || type === "f32"
      ? floatBits(type === "f64" ? 0x7ff0_0000 : 0x7f80_0000, payload)
      : integerBits(payload);
  const [low, high] = choices[draw % choices.length];
  return [low >>> 0, high >>> 0];
}

function floatBits(infinity: number, payload: number): readonly (readonly [number, number])[] {
  const isDouble = infinity === 0x7ff0_0000;
  const one = isDouble ? 0x3ff0_0000 : 0x3f80_0000;
  const quiet = isDouble ? 0x0008_0000 : 0x0040_0000;
  const sign = 0x8000_0000;
  return [
    [0, 0], // +0
    [0, sign], // −0
    [1, isDouble ? 0 : 1], // the smallest subnormal
    [payload, sign | (payload & 0xffff)], // a negative subnormal
    [0, infinity],
    [0, infinity | sign],
    [0, infinity | quiet], // the canonical NaN
    [payload | 1, infinity | sign | 1 | (payload & 0x3_ffff)], // a NaN with sign and payload
    [0xffff_ffff, infinity - 1], // the largest
    [0, one],
    [0, one | sign],
    [0, one + (payload & 7) * 0x0010_0000], // small numbers, so that sums meet
  ];
}

function integerBits(payload: number): readonly (readonly [number, number])[] {
  return [
    [0, 0],
    [1, 1],
    [0xffff_ffff, 0xffff_ffff], // −1, or the largest
    [0, 0x8000_0000], // the smallest
    [0xffff_ffff, 0x7fff_ffff], // the largest
    [payload & 7, payload & 7],
  ];
}

/** 32 bits at a call, from a seed. */
function drawer(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e37_79b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x85eb_ca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2_ae35);
    return (z ^ (z >>> 16)) >>> 0;
  };
}
