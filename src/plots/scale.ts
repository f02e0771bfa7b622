// From values to pixels, and which values get a tick: round numbers, as few as the room allows, with texts that tell neighbours apart.

import type { Axis, Chart, Point } from "./chart.ts";

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const MINUS = "\u2212";

/** Decimals beyond this many in front of or behind the point are told by a power of ten. */
const MOST_DIGITS = 6;

/** The texts of evenly spaced ticks: all with the same decimals, and with the same power of ten where digits would run long. */
function linearTexts(values: readonly number[], step: number): readonly string[] {
  const largest = Math.max(...values.map(Math.abs), step);
  const exponent = exponentOf(largest);
  const isLong = exponent >= MOST_DIGITS || exponentOf(step) <= -MOST_DIGITS;
  const power = isLong ? exponent : 0;
  const decimals = Math.min(15, Math.max(0, power - exponentOf(step)));
  return values.map((value) => {
    if (value === 0) return "0";
    const digits = grouped(scaledDown(Math.abs(value), power).toFixed(decimals));
    return `${value < 0 ? MINUS : ""}${digits}${power === 0 ? "" : `×10${superscript(power)}`}`;
  });
}

/** The texts of powers of a base: decimal where they are short, those of 2 only where all of them are. */
function powerTexts(exponents: readonly number[], base: 2 | 10): readonly string[] {
  const isShort = (exponent: number): boolean => Math.abs(exponent) <= (base === 2 ? 9 : 3);
  const areShort = exponents.every(isShort);
  return exponents.map((exponent) => {
    if (areShort || (base === 10 && isShort(exponent))) return grouped(String(base ** exponent));
    return `${base}${superscript(exponent)}`;
  });
}

/** The exponent of ten of a number that is not zero. */
function exponentOf(value: number): number {
  return value === 0 ? 0 : Number(value.toExponential().split("e")[1]);
}

// In two steps: 10 ** 308 is a number, its inverse not a normal one.
function scaledDown(value: number, power: number): number {
  const half = Math.trunc(power / 2);
  return value / 10 ** half / 10 ** (power - half);
}

function superscript(exponent: number): string {
  const digits = [...String(Math.abs(exponent))].map((digit) => SUPERSCRIPTS[Number(digit)]).join("");
  return exponent < 0 ? `⁻${digits}` : digits;
}

function grouped(digits: string): string {
  const [whole, ...rest] = digits.split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...rest].join(".");
}

/** Where an axis puts its values, in pixels, and where it has ticks. */
export interface PlacedScale {
  at(value: number): number;
  readonly ticks: readonly Tick[];
  readonly base: number; // pixel on which bars stand
}

interface Tick {
  readonly at: number; // pixel
  readonly text: string;
}

/** The pixels of an axis. */
interface Extent {
  readonly from: number; // pixel of the least value
  readonly to: number;
  readonly tickCount: number; // about as many ticks fit
}

/** Whether a value has a place on an axis: finite ones have, on logarithmic axes those above zero. */
export function hasPlace({ scale = "linear", categories }: Axis, value: number): boolean {
  if (categories !== undefined) return Number.isInteger(value) && value >= 0 && value < categories.length;
  return Number.isFinite(value) && (scale === "linear" || value > 0);
}

/** Whether a point has a place on both axes of its chart. */
export function isShown({ x, y }: Chart, [across, up]: Point): boolean {
  return hasPlace(x, across) && hasPlace(y, up);
}

/** Lays an axis out over its values. A constant gets room on both sides, and nothing at all the range from 0 to 1 (or 1 to its base). */
export function placeScale(axis: Axis, values: readonly number[], extent: Extent): PlacedScale {
  const { scale = "linear", from, to } = axis;
  const wanted = [...values, from, to].filter(
    (value): value is number => value !== undefined && hasPlace(axis, value),
  );
  switch (scale) {
    case "linear":
      return placeLinear(axis, wanted, extent);
    case "log2":
      return placeLogarithmic(2, wanted, extent);
    case "log10":
      return placeLogarithmic(10, wanted, extent);
    default:
      return scale satisfies never;
  }
}

function placeLinear({ categories, isWhole }: Axis, values: readonly number[], extent: Extent): PlacedScale {
  if (categories !== undefined) return placeCategories(categories, extent);
  const whole = isWhole ?? values.every(Number.isInteger);
  const range = roomyRange(least(values, 0), most(values, 1));
  const { even, step } = evenTicks(range, extent.tickCount, whole);
  const at = straight(range, extent);
  const texts = linearTexts(even, step);
  return {
    at,
    ticks: even.map((value, i) => ({ at: at(value), text: texts[i] })),
    base: at(Math.min(range.high, Math.max(range.low, 0))),
  };
}

/** Each category has a slot of its own, and stands in the middle of it. */
function placeCategories(categories: readonly string[], extent: Extent): PlacedScale {
  const at = straight({ low: -0.5, high: Math.max(1, categories.length) - 0.5 }, extent);
  return {
    at,
    ticks: categories.map((text, i) => ({ at: at(i), text })),
    base: extent.from,
  };
}

function placeLogarithmic(base: 2 | 10, values: readonly number[], extent: Extent): PlacedScale {
  const log = base === 2 ? Math.log2 : Math.log10;
  const [low, high] = [log(least(values, 1)), log(most(values, base))];
  const range = high - low < 1e-6 ? { low: low - 0.5, high: high + 0.5 } : { low, high };
  const place = straight(range, extent);
  const at = (value: number): number => place(log(value));
  const ticks = logarithmicTicks(base, range, extent.tickCount);
  return {
    at,
    ticks: ticks.map(({ value, text }) => ({ at: at(value), text })),
    base: extent.from,
  };
}

interface Range {
  readonly low: number;
  readonly high: number;
}

interface NamedValue {
  readonly value: number;
  readonly text: string;
}

function logarithmicTicks(base: 2 | 10, { low, high }: Range, count: number): readonly NamedValue[] {
  const first = Math.ceil(low - 1e-9);
  const last = Math.floor(high + 1e-9);
  const every = Math.max(1, Math.ceil((last - first + 1) / Math.max(2, count)));
  const start = Math.ceil(first / every) * every;
  const exponents = Array.from({ length: Math.max(0, Math.floor((last - start) / every) + 1) }, (_, i) =>
    clearZero(start + i * every),
  );
  if (exponents.length >= 2) {
    const texts = powerTexts(exponents, base);
    return exponents.map((exponent, i) => ({ value: base ** exponent, text: texts[i] }));
  }
  // Between two powers: round numbers, as on an even axis.
  const range = { low: base ** low, high: base ** high };
  const { even, step } = evenTicks(range, count, false);
  const values = even.filter((value) => value > 0);
  const texts = linearTexts(values, step);
  return values.map((value, i) => ({ value, text: texts[i] }));
}

/** A range that numbers can be told apart in: at least a part in 10^9 of its values, and wider than subnormals are. */
function roomyRange(low: number, high: number): Range {
  const size = Math.max(Math.abs(low), Math.abs(high));
  const wanted = size === 0 ? 1 : size * (low === high ? 0.05 : 5e-10);
  const room = Math.max(LEAST_ROOM, Math.min(wanted, Number.MAX_VALUE / 4));
  if (high / 2 - low / 2 >= room / 2) return { low, high };
  const middle = low / 2 + high / 2;
  return { low: Math.max(-Number.MAX_VALUE, middle - room), high: Math.min(Number.MAX_VALUE, middle + room) };
}

const LEAST_ROOM = 1e-290;

interface EvenTicks {
  readonly even: readonly number[]; // their values
  readonly step: number;
}

/** About `count` of them, but two at least where whole numbers leave room for them. */
function evenTicks(range: Range, count: number, whole: boolean): EvenTicks {
  const step = niceStep(range, count, whole);
  const even = multiples(range, step);
  const isTooWide = even.length < 2 && (!whole || step > 1);
  return isTooWide && count < 64 ? evenTicks(range, 2 * count, whole) : { even, step };
}

/** 1, 2 or 5 times a power of ten, such that about `count` of them are in the range. */
function niceStep({ low, high }: Range, count: number, whole: boolean): number {
  const raw = (high / 2 - low / 2) / (Math.max(1, count) / 2);
  const power = 10 ** Math.floor(Math.log10(raw));
  const unit = power > 0 && Number.isFinite(power) ? power : raw;
  const nice = ([1, 2, 5].find((each) => each * unit >= raw * 0.999) ?? 10) * unit;
  const step = Number.isFinite(nice) ? nice : raw; // at the end of what doubles have
  return whole ? Math.max(1, Math.round(step)) : step;
}

function multiples({ low, high }: Range, step: number): readonly number[] {
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => clearZero((first + i) * step));
}

// Halves, because the range may be wider than any number.
function straight({ low, high }: Range, { from, to }: Extent): (value: number) => number {
  const half = high / 2 - low / 2;
  return (value) => from + ((value / 2 - low / 2) / half) * (to - from);
}

function least(values: readonly number[], otherwise: number): number {
  return values.reduce((left, right) => Math.min(left, right), values[0] ?? otherwise);
}

function most(values: readonly number[], otherwise: number): number {
  return values.reduce((left, right) => Math.max(left, right), values[0] ?? otherwise);
}

function clearZero(value: number): number {
  return value === 0 ? 0 : value;
}
