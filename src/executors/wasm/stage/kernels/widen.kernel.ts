import {
  type Code,
  get,
  i32Const,
  type Local,
  set,
  shuffleLanes,
  unsigned,
  vector,
  vectorConst,
  when,
} from "../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../codegen/wasm/module.ts";
import { splatConst } from "../../../../codegen/wasm/vector-operations.ts";
import { COLUMN_TYPE_FACTS, type ElementType, type StorageType } from "../../../../values/element-types.ts";
import { type HalfType, isHalfType } from "../../../../values/halves.ts";
import { increaseBy, inRounds } from "../../kernels/counters.ts";
import { canonicalVector } from "../../kernels/nans.ts";

/*
 * Elements of a storage type as those of the accumulation type, each exactly.
 *
 *   lanes = four elements, extended to 32 bits
 *   lanes = of half floats the f32 with the same value
 *   output[i … i + 4) = lanes, or each half of them as two lanes of 64 bits
 *
 * 1. Half floats come eight at a time. Where all are ordinary, they share one way without choices; else any are converted by choices in
 *    each lane. What is no number is not ordinary. Subnormal numbers are: they are common near zero, and a branch on them is guessed wrong.
 * 2. No operand is a subnormal f32, which costs some processors a hundred cycles.
 * 3. One element that is left over goes the same way, loaded into all lanes and stored from the first.
 */

/** `widen(input, output, length)`: each element converted exactly. Input may be the upper end of output's own range. */
export function widen(type: StorageType, accumulate: ElementType): FunctionBuilder {
  const builder = new FunctionBuilder("widen", ["i32", "i32", "i32"]);
  const [input, output, length] = builder.parameters;
  const lanes = builder.local("v128");
  const { bytes } = COLUMN_TYPE_FACTS[type];
  const wideBytes = COLUMN_TYPE_FACTS[accumulate].bytes;
  const wide = (from: Code): Code => converted(type, accumulate, from);
  const storeFour = (index: number): Code => {
    const at = index * wideBytes;
    const first = store(STORE, output, wide(get(lanes)), at);
    return wideBytes === 4 ? first : [first, store(STORE, output, wide(upperHalf(lanes)), at + 16)];
  };
  const isHalf = isHalfType(type);
  const count = isHalf ? 8 : 4;
  const single = load(LOAD_SPLAT[bytes], input);
  builder.body = inRounds(
    length,
    count,
    [
      isHalf
        ? eightHalves(HALVES[type], { builder, lanes, loaded: load(LOAD, input), storeFour })
        : [set(lanes, extended(type, load(LOAD_FOUR[bytes], input))), storeFour(0)],
      increaseBy(input, count * bytes),
      increaseBy(output, count * wideBytes),
    ],
    [
      set(lanes, extended(type, single)),
      isHalf ? HALVES[type].any(builder, lanes) : [],
      [store(STORE_FIRST[wideBytes], output, wide(get(lanes)), 0), 0x00],
      increaseBy(input, bytes),
      increaseBy(output, wideBytes),
    ],
  );
  return builder;
}

/** What a round of half floats has. */
interface Eight {
  readonly builder: FunctionBuilder;
  readonly lanes: Local;
  readonly loaded: Code;
  readonly storeFour: (index: number) => Code;
}

function eightHalves(half: Half, { builder, lanes, loaded, storeFour }: Eight): Code {
  const words = builder.local("v128");
  const { open, four } = half.ordinary(builder, words);
  const raw = (isUpper: boolean): Code => vector(isUpper ? 0xaa : 0xa9, get(words)); // i32x4.extend_high_i16x8_u, _low_
  const magnitudes = vector(AND, get(words), splatWord(0x7fff));
  const areSpecial = vector(0x31, magnitudes, splatWord(half.greatest)); // i16x8.gt_s
  return [
    set(words, loaded),
    when(
      vector(0x53, areSpecial), // v128.any_true
      [
        [set(lanes, raw(false)), half.any(builder, lanes), storeFour(0)],
        [set(lanes, raw(true)), half.any(builder, lanes), storeFour(4)],
      ],
      [open, [set(lanes, four(false)), storeFour(0)], [set(lanes, four(true)), storeFour(4)]],
    ),
  ];
}

/** v128.load32_zero, load64_zero, load; of one element v128.load8_splat, load16_splat, load32_splat. */
const LOAD_FOUR: Readonly<Record<number, number>> = { 1: 0x5c, 2: 0x5d, 4: 0x00 };
const LOAD_SPLAT: Readonly<Record<number, number>> = { 1: 0x07, 2: 0x08, 4: 0x09 };
/** v128.store; of the first lane v128.store32_lane, store64_lane. */
const LOAD = 0x00;
const STORE = 0x0b;
const STORE_FIRST: Readonly<Record<number, number>> = { 4: 0x5a, 8: 0x5b };

function load(opcode: number, address: Local): Code {
  return [get(address), 0xfd, unsigned(opcode), 0x00, 0x00];
}

function store(opcode: number, address: Local, value: Code, offset: number): Code {
  return [get(address), value, 0xfd, unsigned(opcode), 0x00, unsigned(offset)];
}

/** The lower lanes extended to 32 bits: i16x8.extend_low_i8x16_s or _u, then i32x4.extend_low_i16x8_s or _u. */
function extended(type: StorageType, loaded: Code): Code {
  const { bytes, isFloat, isSigned } = COLUMN_TYPE_FACTS[type];
  const isUnsigned = isFloat || !isSigned;
  if (bytes >= 4) return loaded;
  const words = bytes === 1 ? vector(isUnsigned ? 0x89 : 0x87, loaded) : loaded;
  return vector(isUnsigned ? 0xa9 : 0xa7, words);
}

/** The first lanes of 32 bits in the lanes of the accumulation type. */
function converted(type: StorageType, accumulate: ElementType, lanes: Code): Code {
  const { isFloat, isSigned } = COLUMN_TYPE_FACTS[type];
  switch (accumulate) {
    case "f64":
      // f64x2.promote_low_f32x4, f64x2.convert_low_i32x4_s or _u
      return vector(isFloat ? 0x5f : isSigned ? 0xfe : 0xff, lanes);
    case "f32":
      return isFloat ? lanes : vector(isSigned ? 0xfa : 0xfb, lanes); // f32x4.convert_i32x4_s or _u
    case "i64":
    case "u64":
      return vector(isSigned ? 0xc7 : 0xc9, lanes); // i64x2.extend_low_i32x4_s or _u
    case "i32":
    case "u32":
      return lanes;
    default:
      return accumulate satisfies never;
  }
}

function upperHalf(lanes: Local): Code {
  return shuffleLanes(8, [1, 1], get(lanes), get(lanes));
}

const ADD = 0xae; // i32x4.add
const AND = 0x4e;
const OR = 0x50;
const SHIFT_LEFT = 0xab; // i32x4.shl
const LESS = 0x39; // i32x4.lt_s
const MULTIPLY = 0xe6; // f32x4.mul

const splat = (value: number): Code => splatConst("i32", value, 4);
const splatWord = (value: number): Code =>
  vectorConst(Array.from({ length: 16 }, (_, i) => (i % 2 === 0 ? value & 0xff : value >> 8)));

/** Each word of `upper` above that of `lower`, of the first or the last four words: one instruction where it is written in this order. */
function interleaved(isUpper: boolean, lower: Code, upper: Code): Code {
  const picks = [0, 2, 4, 6].flatMap((at) => {
    const from = isUpper ? at + 8 : at;
    return [from, from + 1, from + 16, from + 17];
  });
  return [lower, upper, 0xfd, 0x0d, picks]; // i8x16.shuffle
}

/** Half floats of one type as f32. */
interface Half {
  /** The magnitude of the greatest word that `ordinary` converts. */
  readonly greatest: number;
  /** The lower or the upper four of eight, after `open`. */
  readonly ordinary: (
    builder: FunctionBuilder,
    words: Local,
  ) => { readonly open: Code; readonly four: (isUpper: boolean) => Code };
  /** Any four in lanes of 32 bits, in place; NaNs become canonical. */
  readonly any: (builder: FunctionBuilder, lanes: Local) => Code;
}

const HALVES: Readonly<Record<HalfType, Half>> = {
  f16: {
    greatest: 0x7bff,
    ordinary(builder, words) {
      // The exponent moves from its place of 5 bits to that of 8, and grows by 112. What was subnormal, m · 2⁻²⁴, is then
      // x = 2⁻¹⁵ + m · 2⁻²⁵, and what was normal is an x ≥ 2⁻¹⁴ and done: x + min(x − 2⁻¹⁴, 0) is both, and exact.
      const [magnitudes, upper, lower, signs, x] = Array.from({ length: 5 }, () => builder.local("v128"));
      const excess = vector(0xe5, get(x), splatConst("f32", 2 ** -14, 4)); // f32x4.sub
      const number = vector(0xe4, get(x), vector(0xea, excess, splat(0))); // f32x4.add, pmin
      return {
        open: [
          set(magnitudes, vector(AND, get(words), splatWord(0x7fff))),
          set(upper, vector(0x8e, vector(0x8d, get(magnitudes), i32Const(3)), splatWord(112 << 7))), // i16x8.add, shr_u
          set(lower, vector(0x8b, get(words), i32Const(13))), // i16x8.shl
          set(signs, vector(0x51, get(words), get(magnitudes))), // v128.xor
        ],
        four: (isUpper) => [
          set(x, interleaved(isUpper, get(lower), get(upper))),
          vector(OR, number, interleaved(isUpper, splat(0), get(signs))),
        ],
      };
    },
    any(builder, lanes) {
      const raw = builder.local("v128");
      const magnitude = vector(AND, get(raw), splat(0x7fff));
      const sign = vector(SHIFT_LEFT, vector(AND, get(raw), splat(0x8000)), i32Const(16));
      const normal = vector(ADD, vector(SHIFT_LEFT, magnitude, i32Const(13)), splat(112 << 23));
      const count = vector(0xfa, magnitude); // f32x4.convert_i32x4_s
      const subnormal = vector(MULTIPLY, count, splatConst("f32", 2 ** -24, 4));
      const number = vector(0x52, subnormal, normal, vector(LESS, magnitude, splat(0x400)));
      const noNumber = vector(AND, vector(LESS, splat(0x7bff), magnitude), splat(0x7f800000));
      return [
        set(raw, get(lanes)),
        set(lanes, vector(OR, vector(OR, number, noNumber), sign)),
        set(lanes, canonicalVector("f32", lanes, 4)),
      ];
    },
  },
  bf16: {
    greatest: 0x7f80,
    ordinary: (_, words) => ({
      open: [],
      four: (isUpper) => interleaved(isUpper, splat(0), get(words)),
    }),
    any: (_, lanes) => [
      set(lanes, vector(SHIFT_LEFT, get(lanes), i32Const(16))),
      set(lanes, canonicalVector("f32", lanes, 4)),
    ],
  },
};
