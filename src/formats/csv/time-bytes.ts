// Times by ISO 8601 straight from their bytes: a column of them has seldom the same text twice.

import { daysOfDate } from "../tables/time-column.ts";
import type { TimeParts } from "../time-builder.ts";

const ZERO = 0x30;
const DASH = 0x2d;
const COLON = 0x3a;
const POINT = 0x2e;
const LETTER_T = 0x54;
const LETTER_Z = 0x5a;
const SPACE = 0x20;
const DATE_BYTES = 10; // 2001-12-31
const MINUTE_BYTES = 16; // 2001-12-31T23:59
const SECOND_BYTES = 19; // 2001-12-31T23:59:59
const MOST_DIGITS = 9;

/**
 * Reads what most times are written as: a day of the years 0 to 9999, and a clock with up to nine digits of the second, with Z or without a zone.
 *
 * False where this does not tell: `timeOfText` does.
 */
export function readTimeBytes(bytes: Uint8Array, start: number, end: number, into: TimeParts): boolean {
  if (end - start < DATE_BYTES || bytes[start + 4] !== DASH || bytes[start + 7] !== DASH) return false;
  const year = 100 * twoDigits(bytes, start) + twoDigits(bytes, start + 2);
  into.days = daysOfDate(year, twoDigits(bytes, start + 5), twoDigits(bytes, start + 8));
  into.seconds = 0;
  into.nanos = 0;
  into.isUtc = false;
  into.isDay = end - start === DATE_BYTES;
  if (Number.isNaN(into.days)) return false;
  return into.isDay || readClock(bytes, start, end, into);
}

function readClock(bytes: Uint8Array, start: number, end: number, into: TimeParts): boolean {
  const separator = bytes[start + DATE_BYTES];
  if (separator !== LETTER_T && separator !== SPACE) return false;
  into.isUtc = bytes[end - 1] === LETTER_Z;
  const stop = into.isUtc ? end - 1 : end;
  if (stop - start < MINUTE_BYTES || bytes[start + 13] !== COLON) return false;
  const [hour, minute] = [twoDigits(bytes, start + 11), twoDigits(bytes, start + 14)];
  let second = 0;
  if (stop - start > MINUTE_BYTES) {
    if (stop - start < SECOND_BYTES || bytes[start + MINUTE_BYTES] !== COLON) return false;
    second = twoDigits(bytes, start + 17);
    into.nanos = fractionOf(bytes, start + SECOND_BYTES, stop);
  }
  into.seconds = 3600 * hour + 60 * minute + second;
  return hour <= 23 && minute <= 59 && second <= 59 && !Number.isNaN(into.nanos);
}

/** NaN for what is no two digits. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const [tens, ones] = [bytes[at] - ZERO, bytes[at + 1] - ZERO];
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : Number.NaN;
}

/** A point and up to nine digits as nanoseconds, nothing as none; NaN for anything else. */
function fractionOf(bytes: Uint8Array, start: number, stop: number): number {
  if (start === stop) return 0;
  const count = stop - start - 1;
  if (bytes[start] !== POINT || count < 1 || count > MOST_DIGITS) return Number.NaN;
  let digits = 0;
  for (let at = start + 1; at < stop; at++) {
    const digit = bytes[at] - ZERO;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    digits = 10 * digits + digit;
  }
  return digits * 10 ** (MOST_DIGITS - count);
}
