/** One array of a certificate. */
export interface CertificateInput {
  readonly name: string;
  readonly elements: Float32Array;
}

/** Arrays of `length` f32 whose sums, in any order, are zero or normal and finite: the guard lets all of them be added natively. */
export function certificateInputs(length: number): readonly CertificateInput[] {
  const word = wordsFrom(0x2545f491);
  const array = (of: (i: number) => number) => Float32Array.from({ length }, (_, i) => of(i));
  const float = (exponent: number, mantissa: number, sign: number) =>
    (sign === 0 ? 1 : -1) * (1 + mantissa / 2 ** 23) * 2 ** (exponent - 127);
  const random = (least: number, count: number) =>
    float(least + (word() % count), word() % 2 ** 23, word() % 2);
  return [
    { name: "exponents close together", elements: array(() => random(120, 6)) },
    { name: "every exponent that is clean", elements: array(() => random(24, 189)) },
    {
      name: "rising through the exponents",
      elements: array((i) => float(24 + Math.floor((i * 189) / length), word() % 2 ** 23, word() % 2)),
    },
    // Halves of a unit in the last place of their neighbours: rounded to even, up or down shows.
    {
      name: "ties",
      elements: array((i) =>
        i % 2 === 0 ? float(140, word() % 2 ** 23, 0) : float(140 - 24 + (word() % 3), 0, word() % 2),
      ),
    },
    // What is left after a cancellation depends on the order of all that went before.
    {
      name: "cancellation",
      elements: array((i) => [2 ** 60, random(120, 8), -(2 ** 60), random(120, 8), 0][i % 5]),
    },
    {
      name: "alternating",
      elements: array((i) => (i % 2 === 0 ? 1 : -1) * float(127 + (i % 7), word() % 2 ** 23, 0)),
    },
  ];
}

/** Marsaglia's xorshift32: the same words at every run. */
function wordsFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
