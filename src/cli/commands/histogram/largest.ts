/** The largest of some numbers and `least`. A call takes some 120,000 arguments, so that Math.max is none for bins. */
export function largest(values: Iterable<number>, least: number): number {
  let most = least;
  for (const value of values) if (value > most) most = value;
  return most;
}
