// A Date as a value that programs have; nothing here asks what time it is.

export function isDate(value: unknown): value is Date {
  return value instanceof Date;
}

/** Whole milliseconds since the beginning of 1970 as a Date; undefined beyond the years that it has, some 270,000. */
export function dateOfMillis(millis: bigint): Date | undefined {
  const date = new Date(Number(millis));
  return Number.isNaN(date.getTime()) ? undefined : date;
}
