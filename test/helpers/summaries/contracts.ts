import {
  CONTRACT_VERSION,
  type Direction,
  type ElementContract,
  type InitialPlacement,
} from "../../../src/contracts/contract.ts";
import {
  blockDyadic,
  type Expression,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "../../../src/expressions/expression.ts";
import { networkExpression } from "../../../src/expressions/network-expression.ts";
import { printExpression } from "../../../src/expressions/print.ts";
import { add, treeHash } from "../../../src/operators/built-in.ts";
import { fromBits } from "../../../src/values/bits.ts";
import {
  type ElementArray,
  type ElementType,
  newElementArray,
  type Scalar,
} from "../../../src/values/element-types.ts";

// What the tests of this room share: contracts and hostile inputs. Reached by no door.

const BLOCK_LENGTHS = [1, 2, 3, 7, 16, 100];
const LANE_COUNTS = [1, 3, 8];

/** Every expression whose inner ranges have summaries, with odd and even parameters. */
export const POSITIONED_EXPRESSIONS: readonly Expression[] = [
  iteratedPairwise,
  ...BLOCK_LENGTHS.map(blockDyadic),
  ...BLOCK_LENGTHS.map(linearCarry),
  ...LANE_COUNTS.map(interleaved),
  networkExpression("brent-kung", 8),
  networkExpression("kogge-stone", 12),
  networkExpression("serial", 5),
  networkExpression("sklansky", 1),
];

export const SUMMARY_EXPRESSIONS: readonly Expression[] = [leftFold, ...POSITIONED_EXPRESSIONS];

/** An expression as a test's name shows it. */
export function label(expression: Expression): string {
  return printExpression(expression);
}

export function contractOf(expression: Expression, rest: Partial<ElementContract> = {}): ElementContract {
  return {
    kind: "typed",
    operator: treeHash,
    type: "u64",
    accumulate: "u64",
    expression,
    direction: "forward",
    initial: undefined,
    version: CONTRACT_VERSION,
    ...rest,
  };
}

const OPERATIONS: readonly Partial<ElementContract>[] = [
  { operator: treeHash, type: "u64", accumulate: "u64" },
  { operator: add, type: "f64", accumulate: "f64" },
  { operator: add, type: "f32", accumulate: "f32" },
  { operator: add, type: "f32", accumulate: "f64" },
  { operator: add, type: "i32", accumulate: "i64" },
];

const INITIAL_BITS = 0xc0f7_0123_4567_89abn;

/** Contracts of one expression: tree fingerprints and rounding sums, both directions, every place of an initial value. */
export function contractsOf(expression: Expression): readonly ElementContract[] {
  return OPERATIONS.flatMap((operation) =>
    DIRECTIONS.flatMap((direction) =>
      PLACEMENTS.map((placement) => {
        const contract = contractOf(expression, { ...operation, direction });
        if (placement === undefined) return contract;
        return { ...contract, initial: { placement, value: hostile(contract.accumulate, INITIAL_BITS) } };
      }),
    ),
  );
}

const DIRECTIONS: readonly Direction[] = ["forward", "backward"];
const PLACEMENTS: readonly (InitialPlacement | undefined)[] = [undefined, "outside", "first"];

/** Elements that separate trees: narrow exponents with random signs, some −0 and subnormals, few infinities and NaNs. */
export function hostileElements(type: ElementType, draws: readonly bigint[]): ElementArray {
  const elements = newElementArray(type, draws.length);
  draws.forEach((bits, i) => {
    elements[i] = hostile(type, bits);
  });
  return elements;
}

function hostile(type: ElementType, bits: bigint): Scalar {
  if (type !== "f64" && type !== "f32") return fromBits(type, bits);
  const { width, mantissaWidth, narrow } = FLOATS[type];
  const sign = (bits >> 63n) << (width - 1n);
  const mantissa = BigInt.asUintN(Number(mantissaWidth), bits);
  const infinity = BigInt.asUintN(Number(width - 1n - mantissaWidth), -1n) << mantissaWidth;
  const selector = bits >> 54n;
  if (selector < 16n) return fromBits(type, sign);
  if (selector < 32n) return fromBits(type, sign | mantissa);
  if (selector === 32n) return fromBits(type, sign | infinity);
  if (selector === 33n) return fromBits(type, sign | infinity | mantissa | 1n);
  return fromBits(type, sign | ((narrow + ((bits >> 52n) % 17n)) << mantissaWidth) | mantissa);
}

const FLOATS = {
  f64: { width: 64n, mantissaWidth: 52n, narrow: 1015n },
  f32: { width: 32n, mantissaWidth: 23n, narrow: 119n },
} as const;
