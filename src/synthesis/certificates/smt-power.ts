/** `scale · base`: a power of two as a multiple of one whose exponent is not negative. P is 2^(i − leastCounter), W is 2^(L − leastLevels). */
export interface SmtPower {
  readonly scale: number;
  readonly base: "1" | "P" | "W";
}
