// Data that show what a compiler or a device did to f32 additions: a certificate that they pass is worth something because they are hostile.

/** One array of a certificate. */
interface CertificateInput {
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

/** Arrays of `length` f32 on which two ways to compute the same tree differ, wherever they round, flush or order differently. */
export function steadinessInputs(length: number): readonly CertificateInput[] {
  const words = new Uint32Array(length);
  // Zeros of both signs, subnormals and the numbers next to them: what a device flushes, and where.
  let state = 0x9e3779b9;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    words[i] = i % 7 === 0 ? state & 0x80000000 : state & 0x81ffffff;
  }
  return [
    ...certificateInputs(length).slice(0, 1),
    { name: "around zero", elements: new Float32Array(words.buffer) },
  ];
}
