import type { SumText } from "./sum-text.ts";

/** How halves of limbs are kept in a table: `cell` is a WGSL expression of the place of one, `cell(column, row)`. */
interface HalfAccess {
  readonly row: string; // what a row is called
  readonly load: (cell: string) => string;
  readonly store: (cell: string, half: string) => string;
}

/**
 * `store_sum(row)` and `load_sum(row)`: the limbs of a sum in two columns each, a half of one in each. Halves of as many rows as there are shares add up in
 * a word, in any order; whoever loads a sum brings the carries up.
 */
export function limbTable({ limbs, slot }: SumText, { row, load, store }: HalfAccess): string {
  const [lower, upper] = [`cell(2u * k, ${row})`, `cell(2u * k + 1u, ${row})`];
  return `fn store_sum(${row}: u32) {
  spread();
  for (var k = 0u; k < ${limbs}u; k++) {
    ${store(lower, "limbs[k] & 0xffffu")};
    ${store(upper, "limbs[k] >> 16u")};
  }
}

fn load_sum(${row}: u32) {
  var carry = 0u;
  for (var k = 0u; k < ${limbs}u; k++) {
    if (k % ${slot}u == 0u) { carry = 0u; }
    let lower = ${load(lower)} + carry;
    let upper = ${load(upper)} + (lower >> 16u);
    limbs[k] = (lower & 0xffffu) | (upper << 16u);
    carry = upper >> 16u;
  }
  gather();
}
`;
}
