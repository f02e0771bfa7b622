/** A stream of pseudorandom integers that depends on the seed alone. */
export interface Draws {
  readonly next: () => number; // 32 bits, unsigned
  readonly below: (limit: number) => number; // 0 … limit − 1
}

/** splitmix with 32 bits of state, made from a seed of any size. Nothing but samples for tests depends on its quality. */
export function drawsFrom(seed: bigint): Draws {
  let state = Number(BigInt.asUintN(32, seed ^ (seed >> 32n)));
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  return { next, below: (limit) => Math.floor((next() / 2 ** 32) * limit) };
}
