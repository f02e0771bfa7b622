import type { Primitives } from "../../executors/primitives.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { type CheckedSegments, checkHeadFlags, checkLengths, checkOffsets } from "../../values/segments.ts";
import { done, type Steps } from "../call.ts";
import { offsetSteps } from "./offset-steps.ts";

/** Indices, offsets, lengths and counts, as callers may give them. */
export type Indices = Uint32Array | Int32Array | readonly number[];

/**
 * Where the segments of a column begin and end, said in one of three ways. Offsets and lengths know empty segments, head flags do not.
 */
export type Segments =
  | { readonly offsets: Indices } // one more than there are segments: the first is 0, none is less than the one before, the last is the column's length
  | { readonly lengths: Indices } // their sum is the column's length
  | { readonly headFlags: Uint8Array | readonly boolean[] }; // one for each element, set where a segment begins; the first is set

/** Segments of the caller's, checked: what they add to the input of a call, and their offsets as a step. */
export interface GivenSegments extends CheckedSegments {
  readonly kind: "offsets" | "lengths" | "headFlags";
  /** The offsets, of the vector of `column`. */
  readonly offsets: <Vector>(on: Primitives<Vector>, column: Vector) => Steps<Vector>;
}

const KINDS = ["offsets", "lengths", "headFlags"] as const;

/**
 * Segments as a caller gives them, of a column of `length` elements, or where there is none of whatever they cover.
 *
 * @throws InvalidArgumentError for none or several of the three, offsets that decrease, and segments that do not cover the column
 * @throws LengthMismatchError for head flags of another length
 */
export function givenSegments(segments: unknown, length?: number, argument = "segments"): GivenSegments {
  const kind = kindOf(segments, argument);
  const given = (segments as Readonly<Record<string, unknown>>)[kind];
  const name = `${argument}.${kind}`;
  switch (kind) {
    case "offsets":
      return { kind, ...checkOffsets(name, given, length), offsets: (_on, column) => done(column) };
    case "lengths":
      return { kind, ...checkLengths(name, given, length), offsets: offsetSteps };
    case "headFlags":
      return {
        kind,
        ...checkHeadFlags(name, given, length),
        offsets: (on, column) => done(on.flagIndices(column, true)),
      };
    default:
      return kind satisfies never;
  }
}

function kindOf(segments: unknown, argument: string): (typeof KINDS)[number] {
  const expected = `an object with one of ${KINDS.join(", ")}`;
  if (
    typeof segments !== "object" ||
    segments === null ||
    ArrayBuffer.isView(segments) ||
    Array.isArray(segments)
  ) {
    throw new InvalidArgumentError(argument, expected, describe(segments));
  }
  const names = Object.keys(segments);
  const kind = KINDS.find((name) => name === names[0]);
  if (names.length === 1 && kind !== undefined) return kind;
  throw new InvalidArgumentError(argument, expected, names.length === 0 ? "none" : names.join(" and "));
}
