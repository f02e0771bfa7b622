import { describe } from "./describe.ts";

/** A part of parsed JSON as its text, for the fact of an error; in a few words where it is nested so deep that it has none. */
export function describeJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "nothing";
  } catch {
    return describe(value);
  }
}
