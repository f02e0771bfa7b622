import type { Expression } from "../../../src/expressions/expression.ts";
import { networkExpression } from "../../../src/expressions/network-expression.ts";
import { fromBits } from "../../../src/values/bits.ts";
import type { Scalar, ScalarType } from "../../../src/values/element-types.ts";
import { type ColumnArray, newColumn } from "../../../src/values/value-types.ts";

/** Powers of two and not, narrow and wide, few steps and many, and one that has no generator. */
export const NETWORKS: readonly Expression[] = [
  ...[1, 2, 3, 4, 8, 16, 32, 64, 100].map((width) => networkExpression("sklansky", width)),
  ...[7, 12, 16, 32].map((width) => networkExpression("kogge-stone", width)),
  ...[8, 13, 32, 128].map((width) => networkExpression("brent-kung", width)),
  networkExpression("serial", 8),
  networkExpression("serial", 300),
  networkExpression("ladner-fischer:2", 32),
  networkExpression("han-carlson:1", 24),
  networkExpression("scan-scan-add:4:sklansky:serial", 20),
  networkExpression(
    {
      width: 4,
      steps: [
        [
          [2, 3],
          [0, 1],
        ],
        [
          [1, 2],
          [1, 3],
        ],
      ],
    },
    "mine",
  ),
];

/** A scalar that the seed names; hostile ones are now and then NaN, an infinity, a zero or at the ends of the range. */
export function scalarOf(type: ScalarType, seed: number, isHostile: boolean): Scalar {
  const mixed = BigInt.asUintN(64, (BigInt(seed) + 1n) * 0x9e3779b97f4a7c15n) ^ (BigInt(seed) << 7n);
  if (type === "bool") return Number(mixed >> 61n) === 3 ? 1 : 0;
  if (type !== "f64" && type !== "f32")
    return fromBits(type, type.endsWith("64") ? BigInt.asUintN(64, mixed) : BigInt.asUintN(32, mixed >> 32n));
  const odd = [Number.NaN, Infinity, -Infinity, -0, 5e-324, 1.7e308, -1.7e308, 3e38, -3e38];
  if (isHostile && Number(BigInt.asUintN(6, mixed >> 20n)) === 3) return odd[seed % odd.length];
  return Math.fround(Number(BigInt.asIntN(32, mixed >> 16n)) * 2 ** -(Math.abs(seed) % 40));
}

export function columnOf(type: ScalarType, length: number, seed: number, isHostile: boolean): ColumnArray {
  const column = newColumn(type, length);
  const slots = column as { [index: number]: Scalar };
  for (let i = 0; i < length; i++) slots[i] = scalarOf(type, seed + 31 * i, isHostile);
  return column;
}

/** The raw words, so that a NaN which is not canonical shows. */
export function wordsOf(columns: readonly ColumnArray[]): readonly (readonly number[])[] {
  return columns.map((column) => Array.from(new Uint8Array(column.slice().buffer)));
}
