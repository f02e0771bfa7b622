import fc from "fast-check";
import { segmentedReduceCall } from "../../../src/algorithms/segments/segmented-reduce.ts";
import {
  segmentedExclusiveScanCall,
  segmentedInclusiveScanCall,
} from "../../../src/algorithms/segments/segmented-scan.ts";
import type { Observation, RecordContract } from "../../../src/contracts/contract.ts";
import { type ContractOptions, resolveContract } from "../../../src/contracts/resolve.ts";
import { treeHash } from "../../../src/operators/built-in.ts";
import { dual } from "../../../src/operators/combinators/dual.ts";
import { segmented } from "../../../src/operators/combinators/segmented.ts";
import { defineOperator } from "../../../src/operators/define-operator.ts";
import type { Operator } from "../../../src/operators/operator.ts";
import { binary, constant, left, right } from "../../../src/operators/term.ts";
import { referenceReduce, referenceScan } from "../../../src/reference/reference.ts";
import type { ElementArray, ElementType, Scalar } from "../../../src/values/element-types.ts";
import { anySegmented, segmentsOf } from "../arbitraries.ts";
import { type OracleCase, oracleCase } from "../oracle-case.ts";
import { contractOf, filled, joined, offsetsOf } from "./segment-pieces.ts";

// The lifted rule: one tree over pairs of values and flags, literally. A backward contract is a forward one over everything reversed, with the
// sides of its operator exchanged.

/** What is lifted, with an initial value. */
interface Lifted<Type extends ElementType = ElementType> {
  readonly operator: Operator;
  readonly type: Type;
  readonly initial: Scalar;
}

interface Asked {
  readonly expression: string;
  readonly direction: "forward" | "backward";
  readonly initialPlacement: "outside" | "first";
}

/** By segment, what is known after each of its elements, an initial one included. */
function prefixesOf(
  column: ElementArray,
  offsets: Uint32Array,
  lifted: Lifted,
  asked: Asked,
): readonly ElementArray[] {
  const { operator, type, initial } = lifted;
  const isFirst = asked.initialPlacement === "first";
  const pieces = segmentsOf(column, offsets).map((piece) =>
    isFirst ? joined(type, [filled(type, [initial]), piece]) : piece,
  );
  const flags = Uint8Array.from(
    pieces.flatMap((piece) => Array.from(piece as ArrayLike<Scalar>, (_, i) => (i === 0 ? 1 : 0))),
  );
  const options: ContractOptions = { operator: segmented(operator, type), expression: asked.expression };
  const pairs = resolveContract(options, "inclusive-scan") as RecordContract;
  const [prefixes] = referenceScan(pairs, "inclusive-scan", [joined(type, pieces), flags]);
  const ends = offsetsOf(pieces.map(({ length }) => length));
  if (isFirst) return segmentsOf(prefixes as ElementArray, ends);
  const combine = contractOf({ operator }, "reduce", type);
  const observed = Array.from(prefixes as ArrayLike<Scalar>, (value) =>
    referenceReduce(combine, filled(type, [initial, value])),
  );
  return segmentsOf(filled(type, observed), ends);
}

function forward(
  observation: Observation,
  column: ElementArray,
  offsets: Uint32Array,
  lifted: Lifted,
  asked: Asked,
): ElementArray {
  const { type, initial } = lifted;
  const isFirst = asked.initialPlacement === "first";
  const first = filled(type, [initial]);
  const pieces = prefixesOf(column, offsets, lifted, asked).map((prefixes) => {
    switch (observation) {
      case "reduce":
        return prefixes.length === 0 ? first : prefixes.slice(-1);
      case "inclusive-scan":
        return prefixes.slice(isFirst ? 1 : 0);
      case "exclusive-scan":
        return isFirst || prefixes.length === 0
          ? prefixes.slice(0, -1)
          : joined(type, [first, prefixes.slice(0, -1)]);
      default:
        return observation satisfies never;
    }
  });
  return joined(type, pieces);
}

function byDefinition(
  observation: Observation,
  column: ElementArray,
  offsets: Uint32Array,
  lifted: Lifted,
  asked: Asked,
): ElementArray {
  if (asked.direction === "forward") return forward(observation, column, offsets, lifted, asked);
  const reversed = offsets.map((_, i) => column.length - offsets[offsets.length - 1 - i]);
  const operator = dual(lifted.operator, lifted.type) as Operator;
  return forward(observation, column.slice().reverse(), reversed, { ...lifted, operator }, asked).reverse();
}

const CALLS = {
  reduce: segmentedReduceCall,
  "inclusive-scan": segmentedInclusiveScanCall,
  "exclusive-scan": segmentedExclusiveScanCall,
} as const;

function liftedCase(name: string, lifted: Lifted, runs: number, gpuRuns: number): OracleCase {
  const { operator, type, initial } = lifted;
  const length = fc.oneof({ weight: 4, arbitrary: fc.nat(60) }, { weight: 1, arbitrary: fc.nat(500) });
  return oracleCase({
    name: `segments by one lifted tree: ${name}`,
    arguments: fc.tuple(
      fc.constantFrom<Observation>("reduce", "inclusive-scan", "exclusive-scan"),
      anySegmented([type], length),
      fc.record({
        expression: fc.constantFrom("block-dyadic:32", "iterated-pairwise", "block-dyadic:8"),
        direction: fc.constantFrom<Asked["direction"]>("forward", "backward"),
        initialPlacement: fc.constantFrom<Asked["initialPlacement"]>("outside", "first"),
      }),
    ),
    run: (on, observation, { columns: [column], offsets }, asked) =>
      on.call(
        CALLS[observation](column, { offsets }, { ...asked, operator, initial, segmentRule: "lifted" }),
      ),
    oracle: (observation, { columns: [column], offsets }, asked) =>
      byDefinition(observation, column as ElementArray, offsets, lifted, asked),
    runs,
    gpuRuns,
  });
}

/** A fingerprint of trees in few operations, which software GPUs compile in time. */
const mixed = defineOperator(
  "u32",
  [
    binary(
      "add",
      binary("multiply", left("u32"), constant("u32", 0x9e3779b1)),
      binary("rotateLeft", right("u32"), constant("u32", 13)),
    ),
  ],
  { name: "mixed" },
);

export const liftedSegmentCases: readonly OracleCase[] = [
  liftedCase("fingerprints", { operator: treeHash, type: "u64", initial: 99n }, 60, 0),
  liftedCase("fingerprints in 32 bits", { operator: mixed, type: "u32", initial: 99 }, 30, 1),
];
