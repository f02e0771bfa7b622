/** What the accumulator of a type is made of, as ReproBLAS has it. */
interface Kind {
  readonly width: number; // binary digits of a bin
  readonly digits: number; // of the type's significand
  readonly maxExponent: number;
  readonly lastBin: number;
  readonly round: (value: number) => number; // to the type
  readonly withLastBit: (value: number) => number; // the last bit of the significand set
  readonly exponentField: (value: number) => number;
}

const KINDS: Readonly<Record<"f64" | "f32", Kind>> = {
  f64: {
    width: 40,
    digits: 53,
    maxExponent: 1024,
    lastBin: 51,
    round: (value) => value,
    withLastBit: (value) =>
      new Float64Array(
        BigUint64Array.of(new BigUint64Array(Float64Array.of(value).buffer)[0] | 1n).buffer,
      )[0],
    exponentField: (value) => Number((new BigUint64Array(Float64Array.of(value).buffer)[0] >> 52n) & 0x7ffn),
  },
  f32: {
    width: 13,
    digits: 24,
    maxExponent: 128,
    lastBin: 20,
    round: Math.fround,
    withLastBit: (value) =>
      new Float32Array(Uint32Array.of(new Uint32Array(Float32Array.of(value).buffer)[0] | 1).buffer)[0],
    exponentField: (value) => (new Uint32Array(Float32Array.of(value).buffer)[0] >>> 23) & 0xff,
  },
};

/**
 * Every prefix sum of `terms` by the indexed floats of ReproBLAS, step by step: update, deposit, renormalise, convert.
 *
 * @see Ahrens, Demmel, Nguyen, TOMS 46(3), 2020, algorithms 6.2 to 6.5; ReproBLAS 2.1
 */
export function binnedPrefixes(terms: readonly number[], fold: number, type: "f64" | "f32"): number[] {
  const kind = KINDS[type];
  const primary = new Array<number>(fold).fill(0);
  const carry = new Array<number>(fold).fill(0);
  return terms.map((term) => {
    update(kind, primary, carry, term);
    deposit(kind, primary, term);
    renormalise(kind, primary, carry);
    return convert(kind, primary, carry);
  });
}

/** The anchor of a bin, 1.5 times a power of two; the first one stands lower, to stay in range, and all beyond the last are equal. */
function anchorOf({ width, digits, maxExponent, lastBin }: Kind, bin: number): number {
  if (bin === 0) return 1.5 * 2 ** (maxExponent - 1);
  return 0.75 * 2 ** (maxExponent + digits - width + 1 - width * Math.min(bin, lastBin));
}

function binOfTerm(kind: Kind, term: number): number {
  const { width, maxExponent, lastBin, exponentField } = kind;
  if (term === 0) return lastBin;
  const field = exponentField(term);
  if (field > 0) return Math.floor((2 * maxExponent - 2 - field) / width);
  let exponent = 0; // 2^(exponent − 1) ≤ |term| < 2^exponent
  for (let magnitude = Math.abs(term); magnitude < 0.5; magnitude *= 2) exponent--;
  return Math.min(lastBin, Math.floor((maxExponent - exponent) / width));
}

function binOfAccumulator(
  { width, digits, maxExponent, exponentField }: Kind,
  primary: readonly number[],
): number {
  return Math.floor((2 * maxExponent - 1 + digits - width - exponentField(primary[0])) / width);
}

function update(kind: Kind, primary: number[], carry: number[], term: number): void {
  if (!Number.isFinite(term) || !Number.isFinite(primary[0])) return;
  const bin = binOfTerm(kind, term);
  const isNew = primary[0] === 0;
  const shift = isNew ? primary.length : binOfAccumulator(kind, primary) - bin;
  if (shift <= 0) return;
  for (let i = primary.length - 1; i >= 0; i--) {
    primary[i] = i >= shift ? primary[i - shift] : anchorOf(kind, bin + i);
    carry[i] = i >= shift ? carry[i - shift] : 0;
  }
}

function deposit(kind: Kind, primary: number[], term: number): void {
  const { round, withLastBit, digits, width, maxExponent, exponentField } = kind;
  if (!Number.isFinite(term) || !Number.isFinite(primary[0])) {
    primary[0] += term;
    return;
  }
  let rest = term;
  let i = 0;
  if (exponentField(primary[0]) === 2 * maxExponent - 2) {
    const expansion = 2 ** (digits - width + 1);
    const before = primary[0];
    primary[0] = round(withLastBit(rest / expansion) + before);
    const taken = (before - primary[0]) * (expansion / 2);
    rest = round(round(rest + taken) + taken);
    i = 1;
  }
  for (; i < primary.length - 1; i++) {
    const before = primary[i];
    primary[i] = round(withLastBit(rest) + before);
    rest = round(rest + round(before - primary[i]));
  }
  primary[i] = round(primary[i] + withLastBit(rest));
}

/** Brings every primary back to between 1.5 and 1.75 times its power of two; what that takes away are quarters of it. */
function renormalise({ exponentField, maxExponent }: Kind, primary: number[], carry: number[]): void {
  if (primary[0] === 0 || !Number.isFinite(primary[0])) return;
  for (let i = 0; i < primary.length; i++) {
    const power = 2 ** (exponentField(primary[i]) - (maxExponent - 1));
    const quarters = Math.floor((primary[i] / power - 1) * 4); // 0 to 3
    carry[i] += quarters - 2;
    primary[i] -= (quarters - 2) * (power / 4);
  }
}

function convert(kind: Kind, primary: readonly number[], carry: readonly number[]): number {
  if (primary[0] === 0 || !Number.isFinite(primary[0])) return primary[0];
  return kind.digits === 24 ? convertSingle(kind, primary, carry) : convertDouble(kind, primary, carry);
}

function convertSingle(kind: Kind, primary: readonly number[], carry: readonly number[]): number {
  const top = binOfAccumulator(kind, primary);
  const expansion = (i: number): number => (top === 0 && i === 0 ? 2 ** (kind.digits - kind.width + 1) : 1);
  const carryOf = (i: number): number => carry[i] * (anchorOf(kind, top + i) / 6) * expansion(i);
  const primaryOf = (i: number): number => (primary[i] - anchorOf(kind, top + i)) * expansion(i);
  let value = 0 + carryOf(0);
  for (let i = 1; i < primary.length; i++) {
    value += carryOf(i);
    value += primaryOf(i - 1);
  }
  return Math.fround(value + primaryOf(primary.length - 1));
}

/** From the fourth bin on nothing can overflow before it is added; above, the first bins are added scaled down by 2^66. */
function convertDouble(kind: Kind, primary: readonly number[], carry: readonly number[]): number {
  const { digits, width } = kind;
  const fold = primary.length;
  const top = binOfAccumulator(kind, primary);
  const expansion = (i: number): number => (top === 0 && i === 0 ? 2 ** (digits - width + 1) : 1);
  const down = 2 ** -(2 * digits - width);
  const carryOf = (i: number, scale: number): number =>
    carry[i] * ((anchorOf(kind, top + i) / 6) * scale * expansion(scale === 1 ? 1 : i));
  const primaryOf = (i: number, scale: number): number =>
    (primary[i] - anchorOf(kind, top + i)) * scale * expansion(scale === 1 ? 1 : i);
  const lastScaled = Math.floor((3 * digits) / width);
  if (top > lastScaled) {
    let value = 0 + carryOf(0, 1);
    for (let i = 1; i < fold; i++) {
      value += carryOf(i, 1);
      value += primaryOf(i - 1, 1);
    }
    return value + primaryOf(fold - 1, 1);
  }
  const scaledBins = Math.max(Math.min(fold, lastScaled - top), 0);
  let value = 0 + carryOf(0, down);
  let i = 1;
  for (; i < scaledBins; i++) {
    value += carryOf(i, down);
    value += primaryOf(i - 1, down);
  }
  if (i === fold) return (value + primaryOf(fold - 1, down)) / down;
  value /= down;
  if (!Number.isFinite(value)) return value;
  for (; i < fold; i++) {
    value += carryOf(i, 1);
    value += primaryOf(i - 1, 1);
  }
  return value + primaryOf(fold - 1, 1);
}
