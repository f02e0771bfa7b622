/** The largest prime below 2^26, so that products of two residues are exact. Modulo it rows depend on each other if they do at all, nearly always. */
const LARGE_PRIME = 67_108_859;

/** Modulo these a solution in fractions alone is seen: 2x = 1. */
const SMALL_PRIMES = [2, 3, 5, 7];

/** A linear equation: Σ coefficients[k] · x_k = value, all of whole numbers. */
export interface Equation {
  readonly coefficients: readonly number[];
  readonly value: number;
}

/**
 * Equations of which all the others are combinations, by elimination modulo primes; nothing where they contradict each other modulo one.
 *
 * A solution in whole numbers is one modulo every prime, so that what contradicts itself has none. The other way round nothing is
 * claimed: whoever solves the independent ones has to look at all of them afterwards.
 */
export function independentRows(equations: readonly Equation[]): readonly Equation[] | undefined {
  const kept = eliminate(equations, LARGE_PRIME);
  if (kept === undefined) return undefined;
  return SMALL_PRIMES.some((prime) => eliminate(equations, prime) === undefined) ? undefined : kept;
}

function eliminate(equations: readonly Equation[], prime: number): readonly Equation[] | undefined {
  const reduced: { readonly pivot: number; readonly row: readonly number[] }[] = [];
  const kept: Equation[] = [];
  for (const equation of equations) {
    const row = [...equation.coefficients, equation.value].map((entry) => residue(entry, prime));
    for (const { pivot, row: other } of reduced) {
      if (row[pivot] !== 0) subtractMultiple(row, other, prime, row[pivot]);
    }
    const pivot = row.findIndex((entry) => entry !== 0);
    if (pivot < 0) continue;
    if (pivot === equation.coefficients.length) return undefined; // 0 = something else
    const scale = inverse(row[pivot], prime);
    reduced.push({ pivot, row: row.map((entry) => (entry * scale) % prime) });
    kept.push(equation);
  }
  return kept;
}

function residue(value: number, prime: number): number {
  const rest = value % prime;
  return rest < 0 ? rest + prime : rest;
}

function subtractMultiple(row: number[], other: readonly number[], prime: number, times: number): void {
  for (let column = 0; column < row.length; column++) {
    row[column] = residue(row[column] - ((times * other[column]) % prime), prime);
  }
}

/** By Fermat: a^(p − 2); 1 for p = 2. */
function inverse(value: number, prime: number): number {
  let result = 1;
  for (let power = value, exponent = prime - 2; exponent > 0; exponent = Math.floor(exponent / 2)) {
    if (exponent % 2 === 1) result = (result * power) % prime;
    power = (power * power) % prime;
  }
  return result;
}
