import {
  type Code,
  get,
  i32,
  i32Const,
  i64,
  i64Const,
  type Local,
  load,
  select,
  set,
  store,
  when,
  whileLoop,
} from "../../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../../codegen/wasm/module.ts";
import { decrease, forEach, increaseBy, offsetBy } from "../../../kernels/counters.ts";
import { scalar } from "../../../kernels/instructions.ts";
import { LIMB_COUNT, SUM_STATE } from "../../order-free/sum-state.ts";
import { addTermCode, LIMB_MASK, limbAt, nextTerm } from "./limbs.kernel.ts";

/*
 * A normal state of limbs, rounded.
 *
 *   t = the highest limb that is not of the sign, 2 at least
 *   limbs t, t − 1, t − 2 of the magnitude: high·2^64 + low; below: whether anything stands under them
 *   kept = its first 53 bits; the bits of the result are kept + place·2^52, a subnormal if place is 0 and kept short
 *
 * 1. A negative sum is not negated: limbs are flipped as they are read, and one is added where nothing stands below.
 * 2. A sum of f32 is rounded to f64 to odd (the last bit says whether anything was lost), so that the rounding to f32 that follows is
 *    as if it were the only one.
 */

const { limbs: LIMBS } = SUM_STATE;
const INFINITY_BITS = 0x7ff0_0000_0000_0000n;

/** `round(state)`: leaves the sum of a normal state in `result`, rounded once to `type`; zero is +0. */
export function round(type: "f64" | "f32"): FunctionBuilder {
  const builder = new FunctionBuilder("round", ["i32"]);
  const [state] = builder.parameters;
  const top = builder.local("i32");
  const rounding = roundingOf(builder, type, state, top);
  builder.body = [
    set(top, i32Const(LIMB_COUNT - 2)),
    rounding.code,
    storeRounded(type, get(state), rounding.bits, SUM_STATE.result),
  ];
  return builder;
}

function storeRounded(type: "f64" | "f32", address: Code, bits: Local, offset: number): Code {
  if (type === "f64") return store("i64", address, get(bits), offset);
  return store("f32", address, scalar("demote", scalar("f64OfBits", get(bits))), offset);
}

interface Rounding {
  readonly code: Code;
  readonly bits: Local; // i64: of the f64 that comes out
}

/** Rounds; `top` goes down from any limb above which all are of the sign to the highest that is not. */
function roundingOf(builder: FunctionBuilder, type: "f64" | "f32", state: Local, top: Local): Rounding {
  const [sign, high, low, kept, rest, below, bits] = locals(builder, "i64", 7);
  const [at, shift, place] = locals(builder, "i32", 3);
  const code = [
    set(
      sign,
      i64(
        "and",
        scalar("shiftRightSigned", load("i64", get(state), SIGN_LIMB), i64Const(63n)),
        i64Const(LIMB_MASK),
      ),
    ),
    findTop({ state, top, at, sign }),
    readMagnitude({ state, at, sign, high, low, below, rest }, place),
    set(shift, excessOver53(high, low)),
    set(kept, get(low)),
    set(rest, i64Const(0n)),
    when(get(shift), splitAt(shift, { high, low, kept, rest })),
    type === "f64" ? toNearest({ kept, rest, below, shift }) : toOdd({ kept, rest, below, shift }),
    set(place, i32("add", get(shift), i32("shiftLeft", i32("subtract", get(top), i32Const(2)), i32Const(5)))),
    set(bits, i64("add", get(kept), i64("shiftLeft", scalar("extendUnsigned", get(place)), i64Const(52n)))),
    set(bits, select(get(bits), i64Const(INFINITY_BITS), i32("less", get(place), i32Const(2046)))),
    set(bits, i64("or", get(bits), i64("shiftLeft", get(sign), i64Const(63n)))),
  ];
  return { code, bits };
}

const SIGN_LIMB = LIMBS + 8 * (LIMB_COUNT - 1);

function locals(builder: FunctionBuilder, type: "i32" | "i64", count: number): readonly Local[] {
  return Array.from({ length: count }, () => builder.local(type));
}

/** A limb of the magnitude, `places` above the one at `at`, where no carry reaches it. */
function flipped(at: Local, sign: Local, places: number): Code {
  return i64("xor", load("i64", get(at), LIMBS + 8 * places), get(sign));
}

type Search = Readonly<Record<"state" | "top" | "at" | "sign", Local>>;

function findTop({ state, top, at, sign }: Search): Code {
  const isAboveLowest = i32("less", offsetBy(get(state), 16), get(at));
  return [
    set(at, limbAt(state, get(top))),
    whileLoop(i32("and", isAboveLowest, i64("zero", flipped(at, sign, 0))), decrease(at, i32Const(8))),
    set(top, i32("shiftRight", i32("subtract", get(at), get(state)), i32Const(3))),
  ];
}

type Magnitude = Readonly<Record<"state" | "at" | "sign" | "high" | "low" | "below" | "rest", Local>>;

function readMagnitude({ state, at, sign, high, low, below, rest }: Magnitude, under: Local): Code {
  const isNegative = i64("and", get(sign), i64Const(1n));
  const hasNothingBelow = scalar("extendUnsigned", i64("zero", get(below)));
  return [
    set(below, i64Const(0n)),
    set(under, i32("subtract", get(at), i32Const(24))),
    whileLoop(i32("and", i64("zero", get(below)), scalar("atLeast32", get(under), get(state))), [
      set(below, load("i64", get(under), LIMBS)),
      decrease(under, i32Const(8)),
    ]),
    set(low, i64("add", flipped(at, sign, -2), i64("and", isNegative, hasNothingBelow))),
    set(rest, i64("add", flipped(at, sign, -1), i64("shiftRight", get(low), i64Const(32n)))),
    set(
      low,
      i64("or", i64("and", get(low), i64Const(LIMB_MASK)), i64("shiftLeft", get(rest), i64Const(32n))),
    ),
    set(high, i64("add", flipped(at, sign, 0), i64("shiftRight", get(rest), i64Const(32n)))),
  ];
}

/** How many bits the number has more than 53; 0 for fewer. */
function excessOver53(high: Local, low: Local): Code {
  const leadingZeros = (value: Local): Code => scalar("wrap", scalar("countLeadingZeros", get(value)));
  const ofLow = i32("subtract", i32Const(11), leadingZeros(low));
  const ofBoth = i32("subtract", i32Const(64 + 11), leadingZeros(high));
  const isShort = scalar("lessSigned32", i32Const(11), leadingZeros(low));
  return select(select(i32Const(0), ofLow, isShort), ofBoth, i64("zero", get(high)));
}

/** 0 < shift < 64. */
function splitAt(
  shift: Local,
  { high, low, kept, rest }: Readonly<Record<"high" | "low" | "kept" | "rest", Local>>,
): Code {
  const distance = scalar("extendUnsigned", get(shift));
  const ones = i64("subtract", i64("shiftLeft", i64Const(1n), distance), i64Const(1n));
  return [
    set(rest, i64("and", get(low), ones)),
    set(
      kept,
      i64(
        "or",
        i64("shiftRight", get(low), distance),
        i64("shiftLeft", get(high), i64("subtract", i64Const(64n), distance)),
      ),
    ),
  ];
}

type Rest = Readonly<Record<"kept" | "rest" | "below" | "shift", Local>>;

function toOdd({ kept, rest, below }: Rest): Code {
  const isInexact = i64("notEqual", i64("or", get(rest), get(below)), i64Const(0n));
  return set(kept, i64("or", get(kept), scalar("extendUnsigned", isInexact)));
}

/** Ties to even. */
function toNearest({ kept, rest, below, shift }: Rest): Code {
  const half = i64(
    "shiftLeft",
    i64Const(1n),
    scalar("extendUnsigned", i32("subtract", get(shift), i32Const(1))),
  );
  const isOdd = i64("and", get(kept), i64Const(1n));
  const breaksTie = i64("notEqual", i64("or", isOdd, get(below)), i64Const(0n));
  const isUp = i32("or", i64("less", half, get(rest)), i32("and", i64("equal", half, get(rest)), breaksTie));
  return when(get(shift), set(kept, i64("add", get(kept), scalar("extendUnsigned", isUp))));
}

/** `scanWide(state, input, output, length)`: the rounded prefixes of finite elements, from a normal state to a normal state. */
export function scanWide(type: "f64" | "f32"): FunctionBuilder {
  const builder = new FunctionBuilder("scanWide", ["i32", "i32", "i32", "i32"]);
  const [state, input, output, length] = builder.parameters;
  const bytes = type === "f64" ? 8 : 4;
  const term = { bits: builder.local("i64"), exponent: builder.local("i32") };
  const at = builder.local("i32");
  const top = builder.local("i32");
  const highest = builder.local("i32");
  const rounding = roundingOf(builder, type, state, top);
  builder.body = [
    set(top, i32Const(LIMB_COUNT - 2)),
    forEach(length, [
      nextTerm(type, input, term),
      addTermCode(builder, state, term, at),
      carryFrom(builder, state, at),
      // Carries end at `at`: above it limbs are what they were.
      set(highest, i32("shiftRight", i32("subtract", get(at), get(state)), i32Const(3))),
      set(top, select(get(highest), get(top), i32("less", get(top), get(highest)))),
      rounding.code,
      storeRounded(type, get(output), rounding.bits, 0),
      increaseBy(input, bytes),
      increaseBy(output, bytes),
    ]),
  ];
  return builder;
}

/** Carries the two limbs from `at` on, and further while there is a carry; `at` ends at the last limb written, below the sign's. */
function carryFrom(builder: FunctionBuilder, state: Local, at: Local): Code {
  const sum = builder.local("i64");
  const least = builder.local("i32");
  const last = builder.local("i32");
  const step = [
    store("i64", get(at), i64("and", get(sum), i64Const(LIMB_MASK)), LIMBS),
    set(
      sum,
      i64("add", load("i64", get(at), LIMBS + 8), scalar("shiftRightSigned", get(sum), i64Const(32n))),
    ),
    increaseBy(at, 8),
  ];
  const isBelowLast = i32("less", get(at), get(last));
  const isNormal = i64("zero", i64("and", get(sum), i64Const(~LIMB_MASK)));
  const mustGoOn = i32("or", i32("less", get(at), get(least)), i32("zero", isNormal));
  return [
    set(last, offsetBy(get(state), 8 * (LIMB_COUNT - 1))),
    set(least, offsetBy(get(at), 16)),
    set(sum, load("i64", get(at), LIMBS)),
    whileLoop(i32("and", isBelowLast, mustGoOn), step),
    store("i64", get(at), get(sum), LIMBS),
    when(i32("equal", get(at), get(last)), decrease(at, i32Const(8))),
  ];
}
