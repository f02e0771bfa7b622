import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { affineMap, segmentedSum } from "../../../../../test/helpers/operators/operators.ts";
import { reverseNetwork } from "../../../../networks/direction.ts";
import { generateNetwork } from "../../../../networks/generators/generate-network.ts";
import { recursiveLadnerFischer } from "../../../../networks/generators/recursive-ladner-fischer.ts";
import type { Network } from "../../../../networks/network.ts";
import { applyNetwork } from "../../../../networks/run-network.ts";
import { add, multiply, treeHash } from "../../../../operators/built-in.ts";
import { evaluateBody } from "../../../../operators/evaluate.ts";
import { type AnyOperator, bodyOf } from "../../../../operators/operator.ts";
import type { ElementType, Scalar } from "../../../../values/element-types.ts";
import { InvalidArgumentError, UnsupportedError } from "../../../../values/errors.ts";
import { type ColumnArray, newColumn, viewColumn } from "../../../../values/value-types.ts";
import { networkModule } from "./network-module.ts";

const SEED = 20261121;

const NETWORKS: readonly Network[] = [
  ...[1, 5, 16].map((width) => generateNetwork("sklansky", width)),
  generateNetwork("kogge-stone", 16),
  generateNetwork("brent-kung", 37),
  generateNetwork("serial", 6),
  generateNetwork("knowles:2:1:1:1", 16),
  recursiveLadnerFischer(32, 0),
  reverseNetwork(generateNetwork("ladner-fischer:2", 16)),
  {
    width: 4,
    steps: [
      [[0, 2]],
      [
        [0, 1],
        [0, 2],
      ],
      [[0, 2]],
    ],
  }, // no scan, and reads wire 0 again and again
];

const SUBJECTS: readonly { readonly operator: AnyOperator; readonly type?: ElementType }[] = [
  { operator: treeHash },
  { operator: add, type: "f64" },
  { operator: multiply, type: "f32" },
  { operator: add, type: "i64" },
  { operator: affineMap },
  { operator: segmentedSum },
];

/** Runs a module on columns, as anybody would. */
function run(
  bytes: Uint8Array<ArrayBuffer>,
  columns: readonly ColumnArray[],
  rowCount: number,
): readonly ColumnArray[] {
  const memory = new WebAssembly.Memory({ initial: 4, maximum: 65536 });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } });
  const placed = columns.map((column, i) => ({
    column,
    input: 1024 + i * 32768,
    output: 1024 + i * 32768 + 16384,
  }));
  for (const { column, input } of placed)
    new Uint8Array(memory.buffer, input).set(new Uint8Array(column.buffer));
  const scan = exports.scan as (...operands: number[]) => void;
  scan(...placed.map(({ input }) => input), ...placed.map(({ output }) => output), rowCount);
  return placed.map(({ column, output }, i) => {
    const type = typesOf[i] ?? "f64";
    return viewColumn(type, memory.buffer, output, column.length);
  });
}

let typesOf: readonly ("f64" | "f32" | "i64" | "u64" | "i32" | "u32" | "bool")[] = [];

describe("a network as a module", () => {
  it(`does to each row what applyNetwork does, for any network, operator and count (seed ${SEED})`, () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...NETWORKS),
        fc.constantFrom(...SUBJECTS),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 1000 }),
        fc.boolean(),
        (network, { operator, type }, rowCount, data, marks) => {
          const body = bodyOf(operator, type);
          typesOf = body.columns.map((column) => column.type);
          const columns = typesOf.map((each, i) => columnOf(each, rowCount * network.width, data + i));
          const result = run(networkModule(network, { operator, type, marks }), columns, rowCount);
          for (let row = 0; row < rowCount; row++) {
            const at = row * network.width;
            const elements = Array.from({ length: network.width }, (_, wire) =>
              columns.map((column) => column[at + wire]),
            );
            const expected = applyNetwork<readonly Scalar[]>(network, elements, (left, right) =>
              evaluateBody(body, left, right),
            );
            const actual = expected.map((_, wire) => result.map((column) => column[at + wire]));
            expect(actual).toEqual(expected);
          }
        },
      ),
      { seed: SEED, numRuns: 250 },
    );
  });

  it("refuses types that the operator has not, pairs in both directions, and what is too long", () => {
    const network = generateNetwork("sklansky", 8);
    expect(() => networkModule(network, { operator: treeHash, type: "f64" })).toThrow(InvalidArgumentError);
    expect(() =>
      networkModule({
        width: 3,
        steps: [
          [
            [0, 1],
            [2, 0],
          ],
        ],
      }),
    ).toThrow(InvalidArgumentError);
    expect(() => networkModule(generateNetwork("sklansky", 16384))).toThrow(UnsupportedError);
  });
});

function columnOf(type: (typeof typesOf)[number], length: number, seed: number): ColumnArray {
  const column = newColumn(type, length);
  const slots = column as { [index: number]: Scalar };
  for (let i = 0; i < length; i++) {
    const mixed = Math.imul(seed + 31 * i + 1, 0x9e3779b9) >> 8;
    if (type === "bool") slots[i] = mixed & 1;
    else if (type.endsWith("64") && type !== "f64") slots[i] = BigInt(mixed);
    else slots[i] = type.startsWith("f") ? (i % 29 === 7 ? Number.NaN : mixed / 1024) : mixed;
  }
  return column;
}
