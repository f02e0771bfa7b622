/** Roots of a simulation, as u32: leaves and combines without any structure, so that equal values mean equal brackets. */
export interface Values {
  leaf(run: number, tile: number): number;
  combine(left: number, right: number): number;
}

/** The free magma: every bracket has a number of its own, scattered over both halves of a word, and can be read again. */
export class FreeMagma implements Values {
  private readonly numbers = new Map<string, number>();
  private readonly texts = new Map<number, string>();

  leaf(run: number, tile: number): number {
    return this.numberOf(run === 0 ? `t${tile}` : `r${run}t${tile}`);
  }

  combine(left: number, right: number): number {
    return this.numberOf(`(${this.text(left)} ${this.text(right)})`);
  }

  /** The bracket that a number stands for. */
  text(value: number): string {
    return this.texts.get(value) ?? `?${value.toString(16)}`;
  }

  private numberOf(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    const value = Math.imul(this.numbers.size + 1, 0x9e3779b1) >>> 0;
    this.numbers.set(text, value);
    this.texts.set(value, text);
    return value;
  }
}

/** Which of `count` to take. */
export type Coin = (count: number) => number;

/** What a fair or unfair coin is thrown with: a 32-bit xorshift, the same on every machine. */
export function seeded(seed: bigint | number): Coin {
  let state = scattered(Number(BigInt.asUintN(32, BigInt(seed))) + 1) | 1;
  return (count) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % count;
  };
}

/** A bijection of u32 under which neighbours land far apart. */
export function scattered(value: number): number {
  const once = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  const twice = Math.imul(once ^ (once >>> 12), 0x297a2d39);
  return (twice ^ (twice >>> 15)) >>> 0;
}
