/**
 * A polynomial over numbered unknowns: its monomials, none with coefficient 0. "" is the constant, "2 2 7" is u2² · u7, numbers in order.
 *
 * Coefficients are modulo 2^width. Equal polynomials have equal texts.
 */
export type Polynomial = ReadonlyMap<string, bigint>;

/** One unknown. */
export function unknown(number: number): Polynomial {
  return new Map([[String(number), 1n]]);
}

/** The sum of some monomials, of which several may be alike. */
export function addition(monomials: readonly (readonly [string, bigint])[], width: number): Polynomial {
  const sums = new Map<string, bigint>();
  for (const [monomial, coefficient] of monomials) {
    sums.set(monomial, BigInt.asUintN(width, (sums.get(monomial) ?? 0n) + coefficient));
  }
  return new Map([...sums].filter(([, coefficient]) => coefficient !== 0n));
}

/** A polynomial times a constant. */
export function scaled(polynomial: Polynomial, factor: bigint, width: number): Polynomial {
  return addition(
    [...polynomial].map(([monomial, coefficient]) => [monomial, coefficient * factor]),
    width,
  );
}

/** The product, multiplied out. */
export function product(first: Polynomial, second: Polynomial, width: number): Polynomial {
  const monomials = [...first].flatMap(([monomial, coefficient]) =>
    [...second].map(([other, factor]): [string, bigint] => [joined(monomial, other), coefficient * factor]),
  );
  return addition(monomials, width);
}

/** `3[0 1]+5[]` is 3·u0·u1 + 5: the same for the same polynomial. */
export function polynomialText(polynomial: Polynomial): string {
  return [...polynomial]
    .map(([monomial, coefficient]) => `${coefficient}[${monomial}]`)
    .sort()
    .join("+");
}

function joined(first: string, second: string): string {
  if (first === "" || second === "") return first + second;
  const numbers = `${first} ${second}`.split(" ");
  return numbers.sort((left, right) => Number(left) - Number(right)).join(" ");
}
