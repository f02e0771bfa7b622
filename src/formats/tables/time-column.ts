// A column of dates or times: whole numbers of a unit since 1970. Its numbers are a column of i64 like any other; the unit goes along with them.

import { checkObject, checkText } from "../../values/check-arguments.ts";
import { checkName } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { frozen } from "../../values/frozen.ts";
import { dateOfMillis } from "./dates.ts";

/** A day, a second, or a thousandth, a millionth or a billionth of one ("ms", "us", "ns"). */
export type TimeUnit = "day" | "s" | "ms" | "us" | "ns";

/** What a whole number of an instant counts: the units of Arrow and Parquet, coarsest first. */
export const TIME_UNITS: readonly TimeUnit[] = frozen(["day", "s", "ms", "us", "ns"]);

/** What the numbers of a column of times mean. */
export interface TimeMeaning {
  readonly unit: TimeUnit;
  readonly zone: string | undefined; // where they are moments of UTC, the zone to show them in by; undefined: as a clock shows, nobody knows where
}

/** A column of dates or times. `instants` go wherever a column of i64 does. */
export interface TimeColumn extends TimeMeaning {
  readonly instants: BigInt64Array; // since the beginning of 1970, of the unit
}

/** The length of each unit. */
export const NANOS: Readonly<Record<TimeUnit, bigint>> = {
  day: 86_400_000_000_000n,
  s: 1_000_000_000n,
  ms: 1_000_000n,
  us: 1000n,
  ns: 1n,
};

/**
 * An instant as ISO 8601 has it: `2001-01-01`, `2001-01-01T00:01:00`, with digits of the second where they are not zero, with Z where it is of UTC.
 *
 * Years beyond 0 to 9999 have a sign and six digits or more. `timeOfText` reads it back exactly.
 *
 * @throws InvalidArgumentError for what is no bigint, and for an unknown unit
 */
export function timeText(instant: bigint, meaning: TimeMeaning): string {
  if (typeof instant !== "bigint") throw new InvalidArgumentError("instant", "a bigint", describe(instant));
  const { unit, zone } = checkObject("meaning", meaning);
  const nanos = instant * NANOS[checkName("meaning.unit", TIME_UNITS, unit)];
  const days = floorDivide(nanos, NANOS.day);
  const date = dateText(days);
  if (unit === "day") return date;
  const rest = nanos - days * NANOS.day;
  const seconds = Number(rest / NANOS.s);
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) =>
    digits(Math.floor(part), 2),
  );
  return `${date}T${clock.join(":")}${fractionText(rest % NANOS.s)}${zone === undefined ? "" : "Z"}`;
}

/** The same as a Date; undefined where there is none, as of a microsecond or of a year beyond 270,000. */
export function dateOfInstant(instant: bigint, unit: TimeUnit): Date | undefined {
  const nanos = instant * NANOS[unit];
  return nanos % NANOS.ms === 0n ? dateOfMillis(nanos / NANOS.ms) : undefined;
}

/** Of milliseconds, microseconds or nanoseconds, whichever are enough. */
function fractionText(nanos: bigint): string {
  if (nanos === 0n) return "";
  return `.${digits(nanos, 9).replace(/(000){1,2}$/, "")}`;
}

function digits(value: number | bigint, count: number): string {
  return String(value).padStart(count, "0");
}

function floorDivide(left: bigint, right: bigint): bigint {
  const quotient = left / right;
  return left % right < 0n ? quotient - 1n : quotient;
}

const DAYS_OF_ERA = 146_097; // 400 years, after which the calendar repeats
const DAYS_TO_1970 = 719_468; // from 1 March of year 0: where years begin in March, the day that comes and goes is the last

/** The day in the Gregorian calendar, which is taken to have held always. */
function dateText(days: bigint): string {
  const shifted = days + BigInt(DAYS_TO_1970);
  const era = floorDivide(shifted, BigInt(DAYS_OF_ERA));
  const day = Number(shifted - era * BigInt(DAYS_OF_ERA));
  const leaps = Math.floor(day / 1460) - Math.floor(day / 36_524) + Math.floor(day / (DAYS_OF_ERA - 1));
  const year = Math.floor((day - leaps) / 365);
  const dayOfYear = day - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const dayOfMonth = dayOfYear - daysBefore(monthFromMarch) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const fullYear = era * 400n + BigInt(month < 3 ? year + 1 : year);
  return `${yearText(fullYear)}-${digits(month, 2)}-${digits(dayOfMonth, 2)}`;
}

/** Months from March have 31, 30, 31, 30, 31 days, twice and once more in part. */
function daysBefore(monthFromMarch: number): number {
  return Math.floor((153 * monthFromMarch + 2) / 5);
}

function yearText(year: bigint): string {
  if (year >= 0n && year <= 9999n) return digits(year, 4);
  return `${year < 0n ? "-" : "+"}${digits(year < 0n ? -year : year, 6)}`;
}

const TIME =
  /^(?<year>\d{4}|[+-]\d{6,18})-(?<month>\d\d)-(?<day>\d\d)(?:[T ](?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.(?<fraction>\d{1,9}))?)?(?<zone>Z|[+-]\d\d(?::?\d\d)?)?)?$/;

/** A time that a text says. */
export interface TimeSaid {
  readonly nanos: bigint; // since the beginning of 1970, however many
  readonly isUtc: boolean; // with Z, or with an offset that was taken off
  readonly isDay: boolean; // a day alone, which stands for its beginning
}

/** The time that a text says by ISO 8601; undefined where it says none, and where there is no such day or time. */
export function timeOfText(text: string): TimeSaid | undefined {
  const parts = TIME.exec(checkText("text", text))?.groups;
  if (parts === undefined) return undefined;
  const [month, day] = [Number(parts.month), Number(parts.day)];
  const days = daysOf(BigInt(parts.year), month, day);
  const { hour = "0", minute = "0", second = "0", fraction = "", zone } = parts;
  const isDay = month >= 1 && month <= 12 && dateText(days).endsWith(`-${parts.month}-${parts.day}`);
  if (!isDay || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const offset = minutesOf(zone);
  if (offset === undefined) return undefined;
  const seconds = (Number(hour) * 60 + Number(minute) - offset) * 60 + Number(second);
  const nanos = days * NANOS.day + BigInt(seconds) * NANOS.s + BigInt(fraction.padEnd(9, "0"));
  return { nanos, isUtc: zone !== undefined, isDay: parts.hour === undefined };
}

/** Whether a text looks like a time by ISO 8601, be there such a day or not. */
export function looksLikeTime(text: string): boolean {
  return TIME.test(text);
}

/** Minutes that a clock with `+02:00`, `+0200` or `+02` is ahead of UTC; undefined where none is so far ahead. */
function minutesOf(zone: string | undefined): number | undefined {
  if (zone === undefined || zone === "Z") return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(":", ""))];
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

function daysOf(fullYear: bigint, month: number, day: number): bigint {
  const year = month < 3 ? fullYear - 1n : fullYear;
  const era = floorDivide(year, 400n);
  return era * BigInt(DAYS_OF_ERA) + BigInt(dayOfEra(Number(year - era * 400n), month, day) - DAYS_TO_1970);
}

/** Of a year from March, counted from the beginning of its 400 years. */
function dayOfEra(yearOfEra: number, month: number, day: number): number {
  const dayOfYear = daysBefore(month < 3 ? month + 9 : month - 3) + day - 1;
  return 365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
}

const DAYS_OF_MONTH = [0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Days since 1970 of a day of the years 0 to 9999; NaN where there is none. */
export function daysOfDate(fullYear: number, month: number, day: number): number {
  const isLeap = fullYear % 4 === 0 && (fullYear % 100 !== 0 || fullYear % 400 === 0);
  if (!(day >= 1 && day <= DAYS_OF_MONTH[month]) || (month === 2 && day === 29 && !isLeap)) return Number.NaN;
  const year = month < 3 ? fullYear - 1 : fullYear;
  const era = Math.floor(year / 400);
  return era * DAYS_OF_ERA + dayOfEra(year - era * 400, month, day) - DAYS_TO_1970;
}

/** The first instant of a unit that is not before a time in nanoseconds, and whether it is that time. @throws InvalidArgumentError */
export function instantsBefore(
  nanos: bigint,
  unit: TimeUnit,
): { readonly first: bigint; readonly isOne: boolean } {
  if (typeof nanos !== "bigint") throw new InvalidArgumentError("nanos", "a bigint", describe(nanos));
  const length = NANOS[checkName("unit", TIME_UNITS, unit)];
  const below = floorDivide(nanos, length);
  const isOne = below * length === nanos;
  return { first: isOne ? below : below + 1n, isOne };
}

/** A column of times as a caller gave it. @throws InvalidArgumentError */
export function checkTimeColumn(argument: string, given: object): TimeColumn {
  const { instants, unit, zone } = checkObject(argument, given) as Readonly<Record<string, unknown>>;
  if (!(instants instanceof BigInt64Array)) {
    throw new InvalidArgumentError(`${argument}.instants`, "a BigInt64Array", describe(instants));
  }
  const known = checkName(`${argument}.unit`, TIME_UNITS, unit);
  return {
    instants,
    unit: known,
    zone: zone === undefined ? undefined : checkText(`${argument}.zone`, zone),
  };
}

/** Days as 32 bits have them. @throws InvalidArgumentError naming the first row that is too far away */
export function dayNumbers(
  { place, rowsBefore }: { readonly place: string; readonly rowsBefore: number },
  { instants }: TimeColumn,
): Int32Array {
  const row = instants.findIndex((day) => BigInt.asIntN(32, day) !== day);
  if (row < 0) return Int32Array.from(instants, Number);
  throw new InvalidArgumentError(
    `${place}.instants`,
    "of days of 32 bits",
    `${instants[row]} at ${rowsBefore + row}`,
  );
}
