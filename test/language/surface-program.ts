/** A program of one feature of the language's surface, what its `main` is given, and what it gives. */
export interface SurfaceProgram {
  readonly feature: string;
  readonly text: string;
  readonly operands: readonly unknown[];
  readonly value: unknown;
}

export function program(
  feature: string,
  text: string,
  operands: readonly unknown[],
  value: unknown,
): SurfaceProgram {
  return { feature, text, operands, value };
}
