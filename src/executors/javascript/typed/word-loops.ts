// Loops that boxed 64-bit integers would slow down: these go as two words, the low one first. One text for each pair of arrays.

import type { Term } from "../../../operators/term.ts";
import type { ScalarType } from "../../../values/element-types.ts";
import type { ColumnArray } from "../../../values/value-types.ts";
import type { ColumnRun as Run } from "./loop-types.ts";

/** The loop of a conversion, a comparison, a quotient or a remainder; undefined for what closures do. */
export function wordLoop(term: Term): Run | undefined {
  if (term.kind === "convert") return CONVERSIONS[`${term.operand.type} ${term.type}`];
  if (term.kind === "unary") return term.operation === "not" && term.type === "bool" ? negated : undefined;
  if (term.kind !== "binary") return undefined;
  const { operation } = term;
  switch (operation) {
    case "less":
    case "lessOrEqual":
    case "equal":
      return COMPARISONS[term.first.type]?.[operation];
    case "divide":
    case "remainder":
      return DIVISIONS[term.type]?.[operation];
    default:
      return undefined;
  }
}

function words({ buffer, byteOffset, byteLength }: ColumnArray): Int32Array {
  return new Int32Array(buffer, byteOffset, byteLength >> 2);
}

function high({ buffer, byteOffset, byteLength }: ColumnArray): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength >> 2);
}

/** To 64 bits; what has no sign is not below zero. */
const widened: Run = (first, _, __, output) => {
  const [from, to] = [first as Int32Array, words(output)];
  for (let i = 0; i < from.length; i++) {
    to[2 * i] = from[i];
    to[2 * i + 1] = from[i] >> 31;
  }
};

const widenedU32: Run = (first, _, __, output) => {
  const [from, to] = [first as Uint32Array, words(output)];
  for (let i = 0; i < from.length; i++) {
    to[2 * i] = from[i];
    to[2 * i + 1] = 0;
  }
};

const widenedBool: Run = (first, _, __, output) => {
  const [from, to] = [first as Uint8Array, words(output)];
  for (let i = 0; i < from.length; i++) {
    to[2 * i] = from[i];
    to[2 * i + 1] = 0;
  }
};

/** The low word, in an array of either kind: both hold it as it is. */
const narrowed: Run = (first, _, __, output) => {
  const [from, to] = [words(first), words(output)];
  for (let i = 0; i < to.length; i++) to[i] = from[2 * i];
};

/** Both words are exact, so that their sum is rounded once. */
const floatI64: Run = (first, _, __, output) => {
  const [from, to] = [high(first), output as Float64Array];
  for (let i = 0; i < to.length; i++) to[i] = (from[2 * i + 1] | 0) * 2 ** 32 + from[2 * i];
};

const floatU64: Run = (first, _, __, output) => {
  const [from, to] = [high(first), output as Float64Array];
  for (let i = 0; i < to.length; i++) to[i] = from[2 * i + 1] * 2 ** 32 + from[2 * i];
};

const floatI32: Run = (first, _, __, output) => {
  const [from, to] = [first as Int32Array, output as Float64Array];
  for (let i = 0; i < to.length; i++) to[i] = from[i];
};

const floatU32: Run = (first, _, __, output) => {
  const [from, to] = [first as Uint32Array, output as Float64Array];
  for (let i = 0; i < to.length; i++) to[i] = from[i];
};

/** Of one width, or of bools in 32 bits: the engine moves them. */
const same: Run = (first, _, __, output) => {
  if (first.BYTES_PER_ELEMENT === 8) words(output).set(words(first));
  else (output as Int32Array).set(first as Int32Array);
};

const CONVERSIONS: Readonly<Record<string, Run>> = {
  ...{ "i32 i64": widened, "i32 u64": widened, "u32 i64": widenedU32, "u32 u64": widenedU32 },
  ...{ "bool i64": widenedBool, "bool u64": widenedBool, "bool i32": same, "bool u32": same },
  ...{ "i64 i32": narrowed, "i64 u32": narrowed, "u64 i32": narrowed, "u64 u32": narrowed },
  ...{ "i64 u64": same, "u64 i64": same, "i32 u32": same, "u32 i32": same },
  ...{ "i64 f64": floatI64, "u64 f64": floatU64, "i32 f64": floatI32, "u32 f64": floatU32 },
};

const negated: Run = (first, _, __, output) => {
  const [from, to] = [first as Uint8Array, output as Uint8Array];
  for (let i = 0; i < to.length; i++) to[i] = 1 - from[i];
};

const equalWords: Run = (first, second, _, output) => {
  const [one, other, to] = [words(first), words(second), output as Uint8Array];
  for (let i = 0; i < to.length; i++) {
    to[i] = one[2 * i] === other[2 * i] && one[2 * i + 1] === other[2 * i + 1] ? 1 : 0;
  }
};

/** Signed values are as unsigned ones once their sign is turned. */
const sign = (type: ScalarType): number => (type === "i64" ? -0x80000000 : 0);

/** `first < second`, or that `second < first` does not hold. */
function lessWords(
  first: ColumnArray,
  second: ColumnArray,
  output: ColumnArray,
  turned: number,
  isNot: number,
): void {
  const [one, other, to] = [high(first), high(second), output as Uint8Array];
  for (let i = 0; i < to.length; i++) {
    const [left, right] = [(one[2 * i + 1] ^ turned) >>> 0, (other[2 * i + 1] ^ turned) >>> 0];
    const isLess = left < right || (left === right && one[2 * i] < other[2 * i]) ? 1 : 0;
    to[i] = isLess ^ isNot;
  }
}

function wideComparisons(type: "i64" | "u64"): Readonly<Record<"less" | "lessOrEqual" | "equal", Run>> {
  const turned = sign(type);
  return {
    less: (first, second, _, output) => lessWords(first, second, output, turned, 0),
    lessOrEqual: (first, second, _, output) => lessWords(second, first, output, turned, 1),
    equal: equalWords,
  };
}

type Comparisons = ReturnType<typeof wideComparisons>;

const COMPARISONS: { readonly [type in ScalarType]?: Comparisons } = {
  i64: wideComparisons("i64"),
  u64: wideComparisons("u64"),
};

interface Divisions {
  readonly divide: Run;
  readonly remainder: Run;
}

/*
 * A quotient by zero is 0 and a remainder the dividend, and quotients wrap. Of 64 bits a signed value that fits in its low word is divided there: bigints take ten times as long, and a branch for one of two of them aborts
 * V8 11.3 (see term-step.ts), so that each is stored where it is made.
 */
const DIVISIONS: { readonly [type in ScalarType]?: Divisions } = {
  i32: {
    divide: (first, second, _, output) => {
      const [one, other, to] = [first as Int32Array, second as Int32Array, output as Int32Array];
      for (let i = 0; i < to.length; i++) to[i] = (one[i] / other[i]) | 0;
    },
    remainder: (first, second, _, output) => {
      const [one, other, to] = [first as Int32Array, second as Int32Array, output as Int32Array];
      for (let i = 0; i < to.length; i++) to[i] = other[i] === 0 ? one[i] : (one[i] % other[i]) | 0;
    },
  },
  u32: {
    divide: (first, second, _, output) => {
      const [one, other, to] = [first as Uint32Array, second as Uint32Array, output as Uint32Array];
      for (let i = 0; i < to.length; i++) to[i] = (one[i] / other[i]) >>> 0;
    },
    remainder: (first, second, _, output) => {
      const [one, other, to] = [first as Uint32Array, second as Uint32Array, output as Uint32Array];
      for (let i = 0; i < to.length; i++) to[i] = other[i] === 0 ? one[i] : one[i] % other[i];
    },
  },
  i64: {
    divide: (first, second, _, output) => {
      const [one, other, to] = [words(first), words(second), words(output)];
      const [dividends, divisors, quotients] = wide(first, second, output);
      for (let i = 0; i < output.length; i++) {
        const [low, by] = [one[2 * i], other[2 * i]];
        if (one[2 * i + 1] === low >> 31 && other[2 * i + 1] === by >> 31) {
          const quotient = by === 0 ? 0 : Math.trunc(low / by);
          to[2 * i] = quotient;
          to[2 * i + 1] = quotient < 0 ? -1 : 0;
        } else if (divisors[i] === 0n) quotients[i] = 0n;
        else quotients[i] = dividends[i] / divisors[i];
      }
    },
    remainder: (first, second, _, output) => {
      const [one, other, to] = [words(first), words(second), words(output)];
      const [dividends, divisors, rests] = wide(first, second, output);
      for (let i = 0; i < output.length; i++) {
        const [low, by] = [one[2 * i], other[2 * i]];
        if (one[2 * i + 1] === low >> 31 && other[2 * i + 1] === by >> 31) {
          const rest = by === 0 ? low : (low % by) | 0;
          to[2 * i] = rest;
          to[2 * i + 1] = rest >> 31;
        } else if (divisors[i] === 0n) rests[i] = dividends[i];
        else rests[i] = dividends[i] % divisors[i];
      }
    },
  },
};

function wide(...columns: readonly ColumnArray[]): readonly BigInt64Array[] {
  return columns as readonly ColumnArray[] as readonly BigInt64Array[];
}
