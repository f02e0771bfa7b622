/** How often a device's result of one WGSL expression was not the correctly rounded one, and what explains it. NaNs are one value. */
export interface Deviation {
  readonly expression: string; // in WGSL, of the f32 values a, b and c
  readonly wrong: number; // results; the sum of all that follow but the last
  readonly flushed: number; // explained by subnormal operands or results taken as zero
  readonly rewritten: number; // explained by what a compiler makes of the text: folded, reassociated, contracted
  readonly zeroSign: number; // a zero of the other sign
  readonly special: number; // any other, with a NaN or an infinity among operands or as the right result
  readonly rounded: number; // any other: another rounding
  readonly farthestUlps: number; // the widest distance among `rounded`, in units of the last place
}

/** How an operation of native floats rounds, as far as subnormals, zeros and special values are not concerned. */
export type Rounding = "nearest-even" | "other";

/**
 * What the native 32-bit floats of a WebGPU device were seen to do on hostile operands: facts for people, and no promise.
 *
 * A compiler may treat the next kernel otherwise; nothing in samebits decides by this record.
 */
export interface NativeFloats {
  readonly operands: number; // triples that every expression was given
  readonly subnormalOperands: "kept" | "flushed" | "both";
  readonly subnormalResults: "kept" | "flushed" | "both";
  readonly zeroSign: "kept" | "ignored";
  readonly nanTest: "kept" | "folded"; // folded: a != a is false of a NaN
  readonly reassociation: "seen" | "not seen"; // also (a + b) - a taken as b
  readonly contraction: "seen" | "not seen"; // a * b + c rounded once
  readonly fma: "fused" | "unfused";
  readonly rounding: {
    readonly add: Rounding;
    readonly subtract: Rounding;
    readonly multiply: Rounding;
    readonly divide: Rounding;
    readonly squareRoot: Rounding;
  };
  readonly deviations: readonly Deviation[]; // of every expression tried, those without any included
}
