/** The state that a word of `packStateMap`, or a composition of them, leads to from `state`. */
export function applyStateMap(map: number | bigint, state: number): number {
  return typeof map === "bigint" ? Number((map >> BigInt(4 * state)) & 15n) : (map >>> (4 * state)) & 15;
}
