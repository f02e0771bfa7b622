import type { SortOrder } from "../../executors/primitives.ts";
import { checkBoolean } from "../../values/check-arguments.ts";
import { describe } from "../../values/describe.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { imageBits } from "../../values/total-order.ts";

/** The order of a sort, as a caller says it. */
export interface OrderOptions {
  readonly descending?: boolean | undefined; // default: false; true: the reverse, equal keys in their order still
  /**
   * Which bits of a key count, [low, high), the lowest being 0: of its place in the order of its type, as an unsigned integer. Default: all.
   * Those of an unsigned key are its own; of a signed one the highest is flipped; of a float all are flipped where it is negative, else the
   * highest, and those of a NaN are all ones.
   */
  readonly bits?: readonly [low: number, high: number] | undefined;
}

/** What is not known of options before they have been checked. */
export interface GivenOrder {
  readonly descending?: unknown;
  readonly bits?: unknown;
}

/** The order of a sort of keys of a type. @throws InvalidArgumentError for options that are none */
export function orderOf(type: ScalarType, { descending, bits }: GivenOrder): SortOrder {
  return { isDescending: isDescending(descending), bits: bitRange(type, bits) };
}

/** Whether the order is reversed. @throws InvalidArgumentError */
export function isDescending(descending: unknown): boolean {
  return descending !== undefined && checkBoolean("descending", descending);
}

function bitRange(type: ScalarType, bits: unknown): SortOrder["bits"] {
  const width = imageBits(type);
  if (bits === undefined) return [0, width];
  const expected = `[low, high], two whole numbers with 0 <= low <= high <= ${width}`;
  if (!Array.isArray(bits)) throw new InvalidArgumentError("bits", expected, describe(bits));
  const [low, high] = bits as readonly unknown[];
  const isRange = Number.isInteger(low) && Number.isInteger(high) && bits.length === 2;
  if (isRange && 0 <= Number(low) && Number(low) <= Number(high) && Number(high) <= width) {
    return [Number(low), Number(high)];
  }
  throw new InvalidArgumentError("bits", expected, `[${bits.map(describe).join(", ")}]`);
}
