import {
  type Code,
  doWhile,
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
} from "../../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../../codegen/wasm/module.ts";
import { MARKS } from "../../../../../summaries/accumulators/accumulator.ts";
import { decrement, increaseBy, offsetBy } from "../../../kernels/counters.ts";
import { scalar } from "../../../kernels/instructions.ts";
import { LIMB_COUNT, SUM_STATE } from "../../order-free/sum-state.ts";

/*
 * The wide accumulator: a fixed-point number of 68 limbs of 32 bits, each in an i64, in units of 2^−1074.
 *
 *   a term m·2^(place − 1074), |m| < 2^53: limb = place div 32, shift = place mod 32
 *   limbs[limb] += (m << shift) mod 2^32;  limbs[limb + 1] += floor(m / 2^(32 − shift)), below 2^52
 *
 * 1. Limbs are not carried at each term: 2^10 terms leave each below 2^63. Whoever adds counts.
 * 2. A normal state is a two's complement number: the limbs above the highest one are all 0 or all 2^32 − 1.
 *
 * After Neal, Fast exact summation using small and large superaccumulators, arXiv 1505.05571.
 */

/** Terms between two normal states. */
export const TERMS_UNTIL_CARRY = 1024;

export const LIMB_MASK = 0xffffffffn;
const { limbs: LIMBS } = SUM_STATE;

/** The address of limb `index`, less LIMBS. */
export function limbAt(state: Local, index: Code): Code {
  return i32("add", get(state), i32("shiftLeft", index, i32Const(3)));
}

interface Term {
  readonly bits: Local; // i64: of a finite f64
  readonly exponent: Local; // i32: its exponent field
}

/** Adds a term to two limbs; `at` becomes the address of the first, less LIMBS. */
export function addTermCode(
  builder: FunctionBuilder,
  state: Local,
  { bits, exponent }: Term,
  at: Local,
): Code {
  const mantissa = builder.local("i64");
  const sign = builder.local("i64");
  const shift = builder.local("i64");
  const isNormal = builder.local("i32");
  const place = builder.local("i32");
  const fraction = i64("and", get(bits), i64Const(2n ** 52n - 1n));
  const hidden = i64("shiftLeft", scalar("extendUnsigned", get(isNormal)), i64Const(52n));
  const low = i64("and", i64("shiftLeft", get(mantissa), get(shift)), i64Const(LIMB_MASK));
  const high = scalar("shiftRightSigned", get(mantissa), i64("subtract", i64Const(32n), get(shift)));
  return [
    set(isNormal, i32("notEqual", get(exponent), i32Const(0))),
    set(place, i32("subtract", get(exponent), get(isNormal))),
    set(sign, scalar("shiftRightSigned", get(bits), i64Const(63n))),
    set(mantissa, i64("subtract", i64("xor", i64("or", fraction, hidden), get(sign)), get(sign))),
    set(shift, scalar("extendUnsigned", i32("and", get(place), i32Const(31)))),
    set(at, limbAt(state, i32("shiftRight", get(place), i32Const(5)))),
    store("i64", get(at), i64("add", load("i64", get(at), LIMBS), low), LIMBS),
    store("i64", get(at), i64("add", load("i64", get(at), LIMBS + 8), high), LIMBS + 8),
  ];
}

function exponentOf(bits: Local): Code {
  return i32("and", scalar("wrap", i64("shiftRight", get(bits), i64Const(52n))), i32Const(0x7ff));
}

/** `addTerm(state, value)`: a finite value. */
export function addTerm(): FunctionBuilder {
  const builder = new FunctionBuilder("addTerm", ["i32", "f64"]);
  const [state, value] = builder.parameters;
  const term = { bits: builder.local("i64"), exponent: builder.local("i32") };
  builder.body = [
    set(term.bits, scalar("bitsOfF64", get(value))),
    set(term.exponent, exponentOf(term.bits)),
    addTermCode(builder, state, term, builder.local("i32")),
  ];
  return builder;
}

/** The next element of `input` as bits of an f64, and its exponent. */
export function nextTerm(type: "f64" | "f32", input: Local, { bits, exponent }: Term): Code {
  const value =
    type === "f64"
      ? load("i64", get(input))
      : scalar("bitsOfF64", scalar("promote", load("f32", get(input))));
  return [set(bits, value), set(exponent, exponentOf(bits))];
}

/** What is not finite leaves a mark. */
function markSpecial(builder: FunctionBuilder, state: Local, bits: Local): Code {
  const mark = builder.local("i32");
  const isInfinite = i64("zero", i64("shiftLeft", get(bits), i64Const(12n)));
  const isNegative = scalar("lessSigned", get(bits), i64Const(0n));
  return [
    set(mark, select(i32Const(MARKS.negativeInfinity), i32Const(MARKS.positiveInfinity), isNegative)),
    set(mark, select(get(mark), i32Const(MARKS.nan), isInfinite)),
    store("i32", get(state), i32("or", load("i32", get(state), SUM_STATE.marks), get(mark)), SUM_STATE.marks),
  ];
}

/** `addTerms(state, input, length)`: any elements, at most TERMS_UNTIL_CARRY of them, at least one. */
export function addTerms(type: "f64" | "f32"): FunctionBuilder {
  const builder = new FunctionBuilder("addTerms", ["i32", "i32", "i32"]);
  const [state, input, length] = builder.parameters;
  const term = { bits: builder.local("i64"), exponent: builder.local("i32") };
  const add = addTermCode(builder, state, term, builder.local("i32"));
  builder.body = doWhile(
    [
      nextTerm(type, input, term),
      when(i32("equal", get(term.exponent), i32Const(0x7ff)), markSpecial(builder, state, term.bits), add),
      increaseBy(input, type === "f64" ? 8 : 4),
      decrement(length),
    ],
    get(length),
  );
  return builder;
}

/** `normalise(state)`: brings every limb but the last into [0, 2^32). */
export function normalise(): FunctionBuilder {
  const builder = new FunctionBuilder("normalise", ["i32"]);
  const [state] = builder.parameters;
  const last = builder.local("i32");
  const sum = builder.local("i64");
  const next = i64(
    "add",
    load("i64", get(state), LIMBS + 8),
    scalar("shiftRightSigned", get(sum), i64Const(32n)),
  );
  builder.body = [
    set(last, offsetBy(get(state), 8 * (LIMB_COUNT - 1))),
    set(sum, load("i64", get(state), LIMBS)),
    doWhile(
      [
        store("i64", get(state), i64("and", get(sum), i64Const(LIMB_MASK)), LIMBS),
        set(sum, next),
        increaseBy(state, 8),
      ],
      i32("less", get(state), get(last)),
    ),
    store("i64", get(last), get(sum), LIMBS),
  ];
  return builder;
}
