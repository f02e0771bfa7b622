import { describe, expect, it } from "vitest";
import { largest } from "../../test/helpers/operators/operators.ts";
import { CONTRACT_VERSION, type RecordContract, type TypedContract } from "../contracts/contract.ts";
import {
  bisection,
  blockDyadic,
  type Expression,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "../expressions/expression.ts";
import { add, treeHash } from "../operators/built-in.ts";
import { defineOperator } from "../operators/define-operator.ts";
import { replaceLeaves, type Term } from "../operators/term.ts";
import { EmptyInputError, InvalidArgumentError } from "../values/errors.ts";
import { referenceReduce, referenceScan } from "./reference.ts";

const EXPRESSIONS: readonly Expression[] = [
  leftFold,
  iteratedPairwise,
  bisection,
  interleaved(3),
  blockDyadic(5),
  linearCarry(4),
];

const inColumn = (term: Term, column: number): Term =>
  replaceLeaves([term], (leaf) => (leaf.kind === "constant" ? leaf : { ...leaf, column }))[0];

/** Two operators side by side, which know nothing of each other. */
const both = defineOperator({ hash: "u64", sum: "f32" }, [
  treeHash.term("u64"),
  inColumn(add.term("f32"), 1),
]);

const hashes = BigUint64Array.from({ length: 23 }, (_, i) => BigInt(i + 1) * 0x9e37_79b9_7f4a_7c15n);
const sums = Float32Array.from({ length: 23 }, (_, i) => Math.sin(i) * 2 ** (i % 7));

describe("the reference over records", () => {
  it("is in each column what it is over that column alone, where columns do not mix", () => {
    for (const expression of EXPRESSIONS) {
      for (const direction of ["forward", "backward"] as const) {
        for (const placement of ["none", "outside", "first"] as const) {
          const initial = placement === "none" ? undefined : { value: [7n, 0.5], placement };
          const shared = { expression, direction, version: CONTRACT_VERSION } as const;
          const record: RecordContract = {
            kind: "record",
            operator: both,
            type: both.type,
            initial,
            ...shared,
          };
          const ofColumn = (operator: typeof add, type: "u64" | "f32", column: 0 | 1): TypedContract => {
            const own = initial && { value: initial.value[column], placement: initial.placement };
            return { kind: "typed", operator, type, accumulate: type, initial: own, ...shared };
          };
          const hash = ofColumn(treeHash, "u64", 0);
          const sum = ofColumn(add, "f32", 1);
          for (const length of [1, 2, 12, 23]) {
            const input = [hashes.subarray(0, length), sums.subarray(0, length)];
            const [first, second] = referenceReduce(record, input);
            expect(first).toBe(referenceReduce(hash, hashes.subarray(0, length)));
            expect(second).toBe(referenceReduce(sum, sums.subarray(0, length)));
          }
          const scans = initial
            ? (["inclusive-scan", "exclusive-scan"] as const)
            : (["inclusive-scan"] as const);
          for (const observation of scans) {
            expect(referenceScan(record, observation, [hashes, sums])).toEqual([
              referenceScan(hash, observation, hashes),
              referenceScan(sum, observation, sums),
            ]);
          }
        }
      }
    }
  });

  it("mixes columns as the terms say", () => {
    const contract = recordContract();
    const input = [Float32Array.of(1, 3, 2, 3), Uint32Array.of(10, 20, 30, 40)];
    expect(referenceScan(contract, "inclusive-scan", input)).toEqual([
      Float32Array.of(1, 3, 3, 3),
      Uint32Array.of(10, 20, 20, 20),
    ]);
    expect(referenceReduce(contract, input)).toEqual([3, 20]);
  });

  it("counts combines, and has nothing for nothing", () => {
    let count = 0;
    const observe = (): void => {
      count++;
    };
    referenceReduce(recordContract(), [sums, new Uint32Array(23)], observe);
    expect(count).toBe(22);
    const nothing = [new Float32Array(0), new Uint32Array(0)];
    expect(() => referenceReduce(recordContract(), nothing)).toThrow(EmptyInputError);
    const initial = { value: [1, 2], placement: "first" } as const;
    expect(referenceReduce(recordContract({ initial }), nothing)).toEqual([1, 2]);
    expect(referenceScan(recordContract(), "inclusive-scan", nothing)).toEqual(nothing);
    expect(() => referenceScan(recordContract(), "exclusive-scan", nothing)).toThrow(InvalidArgumentError);
  });
});

function recordContract(rest: Partial<RecordContract> = {}): RecordContract {
  return {
    kind: "record",
    operator: largest,
    type: largest.type,
    expression: blockDyadic(2),
    direction: "forward",
    initial: undefined,
    version: CONTRACT_VERSION,
    ...rest,
  };
}
