/** A number that depends on the unknown coefficients of holes: constant + Σ coefficient · unknown. */
export interface Affine {
  readonly constant: number;
  readonly parts: ReadonlyMap<string, number>;
}

const NO_PARTS: ReadonlyMap<string, number> = new Map();

export function constantAffine(constant: number): Affine {
  return { constant, parts: NO_PARTS };
}

export function unknownAffine(name: string): Affine {
  return { constant: 0, parts: new Map([[name, 1]]) };
}

export function isConstant({ parts }: Affine): boolean {
  return parts.size === 0;
}

/** left + times · right */
export function addMultiple(left: Affine, times: number, right: Affine): Affine {
  const parts = new Map(left.parts);
  for (const [name, coefficient] of right.parts) {
    const sum = (parts.get(name) ?? 0) + times * coefficient;
    if (sum === 0) parts.delete(name);
    else parts.set(name, sum);
  }
  return { constant: left.constant + times * right.constant, parts };
}
