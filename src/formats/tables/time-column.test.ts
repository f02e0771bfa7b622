import fc from "fast-check";
import { expect, test } from "vitest";
import { instantsBefore, TIME_UNITS, timeOfText, timeText } from "./time-column.ts";

const clock = (unit: "ms" | "day") => ({ unit, zone: undefined });

test("days and milliseconds are the texts of Date, and read back", () => {
  const most = 8_640_000_000_000_000;
  fc.assert(
    fc.property(fc.integer({ min: -most, max: most }), (time) => {
      const text = new Date(time).toISOString().replace("Z", "").replace(".000", "");
      expect(timeText(BigInt(time), clock("ms"))).toBe(text);
      expect(timeOfText(text)?.nanos).toBe(BigInt(time) * 1_000_000n);
      const day = Math.floor(time / 86_400_000);
      expect(timeText(BigInt(day), clock("day"))).toBe(text.split("T")[0]);
    }),
    { seed: 31, numRuns: 2000 },
  );
});

test("every instant of every unit reads back, however far away", () => {
  fc.assert(
    fc.property(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), fc.constantFrom(...TIME_UNITS), (instant, unit) => {
      const text = timeText(instant, { unit, zone: "UTC" });
      const read = timeOfText(text);
      expect(read?.isUtc).toBe(unit !== "day");
      expect(read && instantsBefore(read.nanos, unit)).toEqual({ first: instant, isOne: true });
    }),
    {
      seed: 32,
      numRuns: 2000,
      examples: [
        [-(2n ** 63n), "day"],
        [2n ** 63n - 1n, "s"],
      ],
    },
  );
});

test.each([
  ["2001-01-01", 978307200n],
  ["2001-01-01 00:01", 978307260n],
  ["2000-02-29T23:59:59Z", 951868799n],
  ["-000001-12-31", -62167305600n],
])("%s is a time", (text, seconds) => {
  expect(timeOfText(text)?.nanos).toBe(seconds * 1_000_000_000n);
});

test.each([
  "2001-02-29",
  "1900-02-29",
  "2001-00-01",
  "2001-13-01",
  "2001-04-31",
  "2001-01-01T24:00",
  "2001-01-01T00:60",
  "2001-01-01T00:00:60",
  "2001-1-1",
  "01/02/2001",
  "2001-01-01T00:00:00.0000000001",
  "",
])("%j is none", (text) => {
  expect(timeOfText(text)).toBe(undefined);
});

test("between two instants there is none", () => {
  const half = timeOfText("2001-01-01T12:00:00.5")?.nanos ?? 0n;
  expect(instantsBefore(half, "day")).toEqual({ first: 11324n, isOne: false });
  expect(instantsBefore(half, "s")).toEqual({ first: 978350401n, isOne: false });
  expect(instantsBefore(-half, "day")).toEqual({ first: -11323n, isOne: false });
});
