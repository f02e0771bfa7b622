import type { Float } from "./format.ts";

/**
 * The accumulator of Ahrens, Demmel and Nguyen in the floating-point operations that their library performs: primaries that hold an
 * anchor `1.5·2^e` plus a sum, and counted carries. Nothing here knows of integers; it is what the integer definition is held to.
 *
 * Every operation is rounded to the type: `round` is the identity for f64, `Math.fround` for f32.
 *
 * @see "Algorithms for Efficient Reproducible Floating Point Summation", ACM TOMS 46(3), 2020
 */
export interface FloatBinned {
  readonly type: Float;
  readonly fold: number;
  readonly primaries: number[];
  readonly carries: number[];
}

interface Format {
  readonly width: number;
  readonly precision: number;
  readonly largest: number; // exponent past the largest value's, as frexp counts
  readonly last: number; // index
  readonly round: (value: number) => number;
  readonly expansion: number; // of the first bin, whose primary stands scaled down so that it is finite
}

const FORMATS: Readonly<Record<Float, Format>> = {
  f64: { width: 40, precision: 53, largest: 1024, last: 51, round: (x) => x, expansion: 2 ** 14 },
  f32: { width: 13, precision: 24, largest: 128, last: 20, round: Math.fround, expansion: 2 ** 12 },
};

/** Nothing added yet. */
export function emptyFloatBinned(type: Float, fold: number): FloatBinned {
  return { type, fold, primaries: new Array<number>(fold).fill(0), carries: new Array<number>(fold).fill(0) };
}

/** One more term: make room for it, add it, renormalise. */
export function addTerm(state: FloatBinned, term: number): void {
  makeRoom(state, term);
  deposit(state, term);
  renormalise(state);
}

/** Adds one accumulator to another. */
export function mergeInto(target: FloatBinned, source: FloatBinned): void {
  const { type, fold, primaries, carries } = target;
  if (source.primaries[0] === 0) return;
  if (primaries[0] === 0) {
    for (let i = 0; i < fold; i++) {
      primaries[i] = source.primaries[i];
      carries[i] = source.carries[i];
    }
    return;
  }
  if (!Number.isFinite(source.primaries[0]) || !Number.isFinite(primaries[0])) {
    primaries[0] += source.primaries[0];
    return;
  }
  const { round } = FORMATS[type];
  const shift = indexOfState(target) - indexOfState(source);
  if (shift > 0) {
    const index = indexOfState(target);
    for (let i = fold - 1; i >= shift; i--) {
      primaries[i] = round(
        source.primaries[i] + round(primaries[i - shift] - anchor(type, index + i - shift)),
      );
      carries[i] = round(source.carries[i] + carries[i - shift]);
    }
    for (let i = 0; i < Math.min(shift, fold); i++) {
      primaries[i] = source.primaries[i];
      carries[i] = source.carries[i];
    }
  } else {
    const index = indexOfState(source);
    for (let i = -shift; i < fold; i++) {
      const sum = round(source.primaries[i + shift] - anchor(type, index + i + shift));
      primaries[i] = round(primaries[i] + sum);
      carries[i] = round(carries[i] + source.carries[i + shift]);
    }
  }
  renormalise(target);
}

/** The value: carries and primaries' sums from the largest down, in f64 whatever the type. */
export function convert(state: FloatBinned): number {
  const { type, primaries } = state;
  if (!Number.isFinite(primaries[0])) return primaries[0];
  if (primaries[0] === 0) return 0;
  return type === "f64" ? convertDouble(state) : convertSingle(state);
}

function convertSingle(state: FloatBinned): number {
  const { type, fold, primaries, carries } = state;
  const index = indexOfState(state);
  const { expansion } = FORMATS[type];
  let sum = carries[0] * (anchor(type, index) / 6) * (index === 0 ? expansion : 1);
  for (let i = 1; i < fold; i++) {
    sum += carries[i] * (anchor(type, index + i) / 6);
    const previous = primaries[i - 1] - anchor(type, index + i - 1);
    sum += previous * (index + i - 1 === 0 ? expansion : 1);
  }
  return Math.fround(sum + (primaries[fold - 1] - anchor(type, index + fold - 1)));
}

/** Bins so large that their sums might overflow on the way: that many are added scaled down. */
const SCALED_BINS = 3;
const SCALE = 2 ** 66;

function convertDouble(state: FloatBinned): number {
  const { type, fold, primaries, carries } = state;
  const index = indexOfState(state);
  const isScaled = index <= SCALED_BINS;
  const scaledCount = isScaled ? Math.max(1, Math.min(fold, SCALED_BINS - index), index === 0 ? 2 : 1) : 0;
  const down = (i: number): number =>
    i >= scaledCount ? 1 : index + i === 0 ? FORMATS.f64.expansion / SCALE : 1 / SCALE;
  const sumOf = (i: number): number => primaries[i] - anchor(type, index + i);

  let sum = carries[0] * ((anchor(type, index) / 6) * down(0));
  for (let i = 1; i < fold; i++) {
    if (i === scaledCount) {
      sum *= SCALE;
      if (!Number.isFinite(sum)) return sum;
    }
    sum += carries[i] * ((anchor(type, index + i) / 6) * down(i));
    // The library scales a primary's sum with the carry of the bin that follows it.
    sum += sumOf(i - 1) * (i < scaledCount ? down(i - 1) : 1);
  }
  if (scaledCount !== fold) return sum + sumOf(fold - 1);
  return (sum + sumOf(fold - 1) * down(fold - 1)) * SCALE;
}

function makeRoom(state: FloatBinned, term: number): void {
  const { type, fold, primaries, carries } = state;
  if (!Number.isFinite(primaries[0])) return;
  const index = indexOfTerm(type, term);
  const shift = primaries[0] === 0 ? fold : Math.max(0, indexOfState(state) - index);
  for (let i = fold - 1; i >= shift; i--) {
    primaries[i] = primaries[i - shift];
    carries[i] = carries[i - shift];
  }
  for (let i = 0; i < Math.min(shift, fold); i++) {
    primaries[i] = anchor(type, index + i);
    carries[i] = 0;
  }
}

function deposit(state: FloatBinned, term: number): void {
  const { type, fold, primaries } = state;
  const { round, expansion } = FORMATS[type];
  if (!Number.isFinite(term) || !Number.isFinite(primaries[0])) {
    primaries[0] += term;
    return;
  }
  let rest = term;
  let first = 0;
  if (indexOfState(state) === 0) {
    const before = primaries[0];
    primaries[0] = round(before + setLastBit(type, round(rest / expansion)));
    const half = round(round(before - primaries[0]) * (expansion / 2));
    rest = round(round(rest + half) + half);
    first = 1;
  }
  for (let i = first; i < fold; i++) {
    const before = primaries[i];
    primaries[i] = round(before + setLastBit(type, rest));
    rest = round(rest + round(before - primaries[i]));
  }
}

const view = new DataView(new ArrayBuffer(8));

/** Moves what a primary has grown past a quarter of its power of two into its carry. */
function renormalise({ type, primaries, carries }: FloatBinned): void {
  if (primaries[0] === 0 || !Number.isFinite(primaries[0])) return;
  for (let i = 0; i < primaries.length; i++) {
    const top = type === "f64" ? highWord(primaries[i]) : singleBits(primaries[i]);
    const quarterBit = type === "f64" ? 1 << 18 : 1 << 21;
    carries[i] += ((top >>> (type === "f64" ? 18 : 21)) & 3) - 2;
    const word = (top & ~quarterBit) | (quarterBit << 1);
    if (type === "f64") {
      view.setFloat64(0, primaries[i]);
      view.setUint32(0, word);
      primaries[i] = view.getFloat64(0);
    } else {
      view.setUint32(0, word);
      primaries[i] = view.getFloat32(0);
    }
  }
}

function setLastBit(type: Float, value: number): number {
  if (type === "f64") {
    view.setFloat64(0, value);
    view.setUint32(4, view.getUint32(4) | 1);
    return view.getFloat64(0);
  }
  view.setUint32(0, singleBits(value) | 1);
  return view.getFloat32(0);
}

/** The anchor of a bin: 1.5 times the power of two whose unit in the last place is the bin's; the first scaled down, the last repeated. */
function anchor(type: Float, index: number): number {
  const { largest, precision, width, last } = FORMATS[type];
  if (index === 0) return 1.5 * 2 ** (largest - 1);
  return 0.75 * 2 ** (largest + precision - width + 1 - Math.min(index, last) * width);
}

function indexOfTerm(type: Float, term: number): number {
  const { largest, width, last } = FORMATS[type];
  const field = exponentField(type, term);
  if (field !== 0) return Math.trunc((2 * largest - 2 - field) / width);
  if (term === 0) return last;
  const exponent = Math.floor(Math.log2(Math.abs(term))) + 1;
  return Math.min(Math.trunc((largest - exponent) / width), last);
}

function indexOfState({ type, primaries }: FloatBinned): number {
  const { largest, precision, width } = FORMATS[type];
  const field = exponentField(type, primaries[0]);
  return Math.trunc((2 * largest - 1 + precision - width - field) / width);
}

function exponentField(type: Float, value: number): number {
  return type === "f64" ? (highWord(value) >>> 20) & 0x7ff : (singleBits(value) >>> 23) & 0xff;
}

function highWord(value: number): number {
  view.setFloat64(0, value);
  return view.getUint32(0);
}

function singleBits(value: number): number {
  view.setFloat32(0, value);
  return view.getUint32(0);
}
