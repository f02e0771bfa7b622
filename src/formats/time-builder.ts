// A column of times that are told one after the other: of the coarsest unit that has all of them.

import { FormatError } from "../values/errors.ts";
import { shownName } from "../values/printable.ts";
import type { DecodedColumn } from "./decoded.ts";
import {
  looksLikeTime,
  NANOS,
  type TimeMeaning,
  type TimeUnit,
  timeOfText,
  timeText,
} from "./tables/time-column.ts";

/** How data of texts say dates: by ISO 8601 alone, or by numbers in an order of their own as well; or dates are texts like others. */
export type DateRule = "iso" | "year-first" | "month-first" | "day-first" | "text";

/** How the cells of a CSV may say dates. */
export const DATE_RULES: readonly DateRule[] = Object.freeze([
  "iso",
  "year-first",
  "month-first",
  "day-first",
  "text",
]);

/** A time in numbers that hold it exactly; filled in again for each. */
export interface TimeParts {
  days: number; // since 1970
  seconds: number; // of the day
  nanos: number; // of the second
  isUtc: boolean; // a moment; else what a clock shows
  isDay: boolean; // a day alone
}

/** Times of a column are all of one kind. */
type TimeKind = "dates" | "times without a zone" | "times with Z or an offset";

function timeKind({ isUtc, isDay }: TimeParts): TimeKind {
  if (isDay) return "dates";
  return isUtc ? "times with Z or an offset" : "times without a zone";
}

export function newTimeParts(): TimeParts {
  return { days: 0, seconds: 0, nanos: 0, isUtc: false, isDay: true };
}

/** Whether a text looks like a time by a rule, be there such a day or not. */
export function isTimeLike(text: string, rule: DateRule): boolean {
  return rule !== "text" && looksLikeTime(isoText(text, rule));
}

/** Reads the time that a text says. False where it says none, and where there is no such day or time. */
export function readTimeText(text: string, rule: DateRule, into: TimeParts): boolean {
  const time = timeOfText(isoText(text, rule));
  if (time === undefined) return false;
  const { nanos, isUtc, isDay } = time;
  const rest = ((nanos % NANOS.day) + NANOS.day) % NANOS.day;
  into.days = Number((nanos - rest) / NANOS.day);
  into.seconds = Math.floor(Number(rest) / NANOS_OF_SECOND);
  into.nanos = Number(rest) % NANOS_OF_SECOND;
  into.isUtc = isUtc;
  into.isDay = isDay;
  return Number.isSafeInteger(into.days);
}

const NANOS_OF_SECOND = 1e9;
const SECONDS_OF_DAY = 86_400;

const YEAR_FIRST = /^(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})(?<clock>[T ].*)?$/;
const ORDERS: Readonly<Partial<Record<DateRule, RegExp>>> = {
  "year-first": YEAR_FIRST,
  "month-first": /^(?<month>\d{1,2})([-/.])(?<day>\d{1,2})\2(?<year>\d{4})(?<clock>[T ].*)?$/,
  "day-first": /^(?<day>\d{1,2})([-/.])(?<month>\d{1,2})\2(?<year>\d{4})(?<clock>[T ].*)?$/,
};

/** The text as ISO 8601 would have it, if it is a date in the order of the rule. */
function isoText(text: string, rule: DateRule): string {
  const parts = ORDERS[rule]?.exec(text)?.groups;
  if (parts === undefined) return text;
  const { year, month, day, clock = "" } = parts;
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}${clock.replace(/^(.)(?=\d:)/, "$10")}`;
}

/** What is known of a column of times: the kind of the first, and the coarsest unit of all so far. */
export interface TimesTold {
  readonly kind: TimeKind;
  readonly unit: TimeUnit;
}

/** Collects times row by row. */
interface TimeBuilder {
  readonly kind: TimeKind | undefined; // of the first
  readonly told: TimesTold | undefined; // undefined before the first
  /** Takes what times further down are, where it is known. */
  take(told: TimesTold | undefined): void;
  /** The rows since the last ones were taken, of the unit that is known by then. @throws as `finish` */
  drain(named: { readonly source: string; readonly column: string }): FinishedTimes;
  /** Forgets the rows since then, but not what they are. */
  forget(): void;
  /** False, and nothing else, for a time of another kind. */
  append(parts: TimeParts): boolean;
  appendNull(): void;
  /** @throws FormatError for a time that is too far away for the unit */
  finish(named: { readonly source: string; readonly column: string }): FinishedTimes;
}

export interface FinishedTimes {
  readonly decoded: DecodedColumn<"i64">;
  readonly times: TimeMeaning;
}

const ROWS_EXPECTED = 1024;

export function timeBuilder(): TimeBuilder {
  let days = new Float64Array(ROWS_EXPECTED);
  let seconds = new Uint32Array(ROWS_EXPECTED);
  let nanos: Uint32Array<ArrayBuffer> | undefined; // most columns have whole seconds
  let count = 0;
  let kind: TimeKind | undefined;
  let unit: TimeUnit = "s";
  let missing: number[] = [];
  let rowsBefore = 0;
  const reserve = (): void => {
    if (count < days.length) return;
    days = grown(days, new Float64Array(2 * count));
    seconds = grown(seconds, new Uint32Array(2 * count));
    nanos = nanos && grown(nanos, new Uint32Array(2 * count));
  };
  const forget = (): void => {
    rowsBefore += count + missing.length;
    count = 0;
    missing = [];
    nanos?.fill(0);
  };
  const builder: TimeBuilder = {
    get kind() {
      return kind;
    },
    get told() {
      return kind && { kind, unit };
    },
    take(told) {
      if (told === undefined) return;
      kind ??= told.kind;
      if (UNITS_BY_SIZE.indexOf(told.unit) > UNITS_BY_SIZE.indexOf(unit)) unit = told.unit;
    },
    drain(named) {
      const drained = builder.finish(named);
      forget();
      return drained;
    },
    forget,
    append(parts) {
      const own = timeKind(parts);
      kind ??= own;
      if (own !== kind) return false;
      reserve();
      days[count] = parts.days;
      seconds[count] = parts.seconds;
      if (parts.nanos !== 0) {
        nanos ??= new Uint32Array(days.length);
        nanos[count] = parts.nanos;
        unit = finer(unit, parts.nanos);
      }
      count += 1;
      return true;
    },
    appendNull() {
      missing.push(count + missing.length);
    },
    finish({ source, column }) {
      const of: TimeUnit = kind === undefined || kind === "dates" ? "day" : unit;
      const times = { unit: of, zone: kind === "times with Z or an offset" ? "UTC" : undefined };
      const array = new BigInt64Array(count);
      const nullRows = Uint32Array.from(missing);
      for (let i = 0; i < count; i++) {
        const instant = instantOf(of, days[i], seconds[i], nanos?.[i] ?? 0);
        array[i] = instant;
        if (array[i] === instant) continue;
        const shown = timeText(instantOf("s", days[i], seconds[i], 0), { unit: "s", zone: undefined });
        const expected = `times in column "${shownName(column)}" that 64 bits reach in ${of}, its finest unit`;
        throw new FormatError(source, expected, `${shown} in row ${rowsBefore + rowOf(i, nullRows)}`);
      }
      return { decoded: { array, type: "i64", nullCount: missing.length, nullRows }, times };
    },
  };
  return builder;
}

/** From the coarsest of those that a clock's times have. */
const UNITS_BY_SIZE: readonly TimeUnit[] = ["s", "ms", "us", "ns"];

/** The coarser of the units that have both what a unit has and so many nanoseconds. */
function finer(unit: TimeUnit, nanos: number): TimeUnit {
  if (nanos % 1000 !== 0) return "ns";
  if (nanos % 1e6 !== 0) return unit === "ns" ? "ns" : "us";
  return unit === "s" ? "ms" : unit;
}

const EXACT_BELOW = 2 ** 52;

function instantOf(unit: TimeUnit, days: number, seconds: number, nanos: number): bigint {
  if (unit === "day") return BigInt(days);
  const unitNanos = Number(NANOS[unit]);
  const near = (days * SECONDS_OF_DAY + seconds) * (NANOS_OF_SECOND / unitNanos) + nanos / unitNanos;
  // What is so small has no rounded product or sum in it.
  if (Math.abs(near) < EXACT_BELOW) return BigInt(near);
  return (BigInt(days) * NANOS.day + BigInt(seconds) * NANOS.s + BigInt(nanos)) / NANOS[unit];
}

/** The row, from 1, of the value at a place among those that are there. */
function rowOf(place: number, missingRows: Uint32Array): number {
  let row = place;
  for (const missing of missingRows) if (missing <= row) row += 1;
  return row + 1;
}

function grown<Values extends Float64Array | Uint32Array>(from: Values, to: Values): Values {
  to.set(from);
  return to;
}
