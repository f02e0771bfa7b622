/** Integers with more bits than this are not worked with: a product of products doubles them. */
const MOST_BITS = 1n << 14n;

export function isShortInteger(value: bigint): boolean {
  return (value < 0n ? -value : value) >> MOST_BITS === 0n;
}
