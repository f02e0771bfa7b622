import { expect, test } from "vitest";
import { contractOf } from "../../conformance/contract-of.ts";
import { columnContract } from "../../contracts/column-contract.ts";
import {
  binned,
  bisection,
  blockDyadic,
  type Expression,
  exact,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "../../expressions/expression.ts";
import { networkExpression } from "../../expressions/network-expression.ts";
import { add, max, multiply } from "../../operators/built-in.ts";
import { binary, constant, left, right, type Term } from "../../operators/term.ts";
import { operator, u32 } from "../../operators.ts";
import type { ElementType, Scalar, ScalarType } from "../../values/element-types.ts";
import { UnsupportedError } from "../../values/errors.ts";
import type { MappedInput } from "./kernels/mapped-input.ts";
import { countKernel } from "./kernels/tile-count.ts";
import { nativeOperation } from "./native/served-level.ts";
import { kernelText } from "./primitives/kernel-text.ts";
import type { GpuVector } from "./primitives/lazy-flags.ts";
import { exactly, type LookBackSetting, type Slot } from "./primitives/machine.ts";
import { productSlots } from "./primitives/products.ts";
import { Recording } from "./primitives/recording.ts";
import { type RecordedPrimitives, recordedPrimitives } from "./primitives/webgpu-primitives.ts";
import { refusalOf, servedContract } from "./serving.ts";
import { kernelSetting } from "./setting.ts";
import { ALGORITHMS } from "./stage/algorithm.ts";
import { chooseAlgorithm, stagesOf } from "./stage/stages-of.ts";

const OBSERVATIONS = ["reduce", "inclusive-scan", "exclusive-scan"] as const;

/** Texts by key: of one key there is one. */
class Texts {
  readonly #texts = new Map<string, string>();

  add(key: string, text: string): void {
    const known = this.#texts.get(key) ?? text;
    if (known !== text) expect(text, key).toBe(known);
    this.#texts.set(key, text);
  }

  get keys(): number {
    return this.#texts.size;
  }

  get texts(): number {
    return new Set(this.#texts.values()).size;
  }
}

const mix = operator(u32, (first, second) => first.multiply(3).add(second));

const EXPRESSIONS: readonly Expression[] = [
  ...[1, 2, 32, 1024, 2 ** 20].map(blockDyadic),
  ...[3, 32, 5000].map(linearCarry),
  ...[1, 3, 100].map(interleaved),
  ...[iteratedPairwise, bisection, exact, binned(2), binned(3)],
  ...[networkExpression("brent-kung", 12), networkExpression("kogge-stone", 12)],
];

const MAPPED: readonly (MappedInput | undefined)[] = [undefined, false, true].map((isSelected) =>
  isSelected === undefined
    ? undefined
    : {
        terms: [binary("add", left("u32"), left("u32", 1))],
        sources: [
          { column: 0, kind: "column", type: "u32" },
          { column: 1, kind: isSelected ? "value" : "numbers", type: "u32" },
        ],
        isSelected,
      },
);

function contractsOver(expression: Expression) {
  const initials = [undefined, { value: 1, placement: "outside" }, { value: 1, placement: "first" }] as const;
  return operatorsFor(expression).flatMap((given, i) =>
    initials.map((initial, k) => {
      const direction = (i + k) % 2 === 0 ? "forward" : "backward";
      return columnContract(contractOf({ ...given, expression, direction, initial }));
    }),
  );
}

function operatorsFor(expression: Expression) {
  const sums = [
    { operator: add, type: "f32" },
    { operator: add, type: "f32", accumulate: "f64" },
    { operator: add, type: "f64" },
  ] as const;
  const others = [
    { operator: mix, type: "u32" },
    { operator: multiply, type: "f32" },
    { operator: max, type: "u32" },
  ] as const;
  return expression.kind === "exact" || expression.kind === "binned" ? sums : [...sums, ...others];
}

test("two kernels of plans never share a key: not by setting, contract, algorithm or stage", () => {
  const texts = new Texts();
  const limits = { threads: 256, bytes: 2 ** 15, bindings: 12 };
  const shapes = [undefined, { threads: 64, strips: 1, run: 2 }];
  let turn = 0;
  for (const given of EXPRESSIONS.flatMap(contractsOver)) {
    const contract = servedContract(given);
    for (const observation of OBSERVATIONS) {
      if (refusalOf({ contract, observation, allowQuadratic: false }, limits) !== undefined) continue;
      // What does not bear on each other takes turns.
      for (const algorithm of [undefined, ALGORITHMS[turn % ALGORITHMS.length]]) {
        turn++;
        const chosen = algorithmFor(contract, algorithm);
        if (chosen === undefined) continue;
        const mapped = contract.types[0] === "u32" ? MAPPED[turn % 3] : undefined;
        const setting = kernelSetting(contract, observation, limits, {
          shape: shapes[turn % 2],
          isInspected: turn % 5 === 0,
          arithmetic: (["integer", "certified", "native"] as const)[
            contract.sums[0] === "f32" ? turn % 3 : 0
          ],
          subgroups: (["none", "numbered", "drawn"] as const)[turn % 3],
          loads: turn % 7 === 0 ? "words" : "vectors",
          network: turn % 2 === 0 ? "agnostic" : "dyadic",
          mapped,
        });
        const { expression } = contract;
        const arrival = turn % 2 === 0 ? nativeOperation(contract) : undefined;
        for (const chunkLevel of [5, 14]) {
          const given = { algorithm: chosen, expression, chunkLevel, rakeLevel: chunkLevel % 5, arrival };
          const { stages } = stagesOf(setting, given);
          for (const { key, code } of [...stages, countKernel(setting, 2 ** 16)]) texts.add(key, code());
        }
      }
    }
  }
  expect(texts.keys).toBeGreaterThan(500);
});

function algorithmFor(
  contract: Parameters<typeof chooseAlgorithm>[0],
  algorithm: (typeof ALGORITHMS)[number] | undefined,
) {
  try {
    return chooseAlgorithm(contract, { algorithm, assumeForwardProgress: true });
  } catch (error) {
    if (error instanceof UnsupportedError) return undefined;
    throw error;
  }
}

/** A device that has its limits alone: recording asks for nothing else. */
const device = {
  limits: {
    maxStorageBuffersPerShaderStage: 8,
    maxStorageBufferBindingSize: 2 ** 27,
    maxBufferSize: 2 ** 28,
    maxComputeInvocationsPerWorkgroup: 256,
    maxComputeWorkgroupStorageSize: 2 ** 14,
  },
} as GPUDevice;

const LOOK_BACKS: readonly LookBackSetting[] = [
  {},
  { shape: { threads: 64, strips: 1, run: 2 } },
  { inspected: { faults: [] } },
  { storageBuffers: 12 },
];

const TYPES: readonly ScalarType[] = ["u32", "i32", "f32", "f64", "u64", "bool"];

test("two kernels of the machine never share a key: not by types, terms, columns, tiles or operators", () => {
  const texts = new Texts();
  for (const lookBack of LOOK_BACKS) {
    for (const steps of [...TYPES.flatMap(stepsOver), ...segmentSteps()]) {
      const recording = new Recording(device, lookBack);
      const slotOf = (type: ScalarType): Slot => recording.scratch(type, exactly(5000));
      steps(recordedPrimitives(recording), slotOf);
      for (const command of recording.takeCommands()) {
        if (command.kind === "run") texts.add(command.kernel.key, kernelText(command.kernel));
      }
    }
  }
  expect(texts.keys).toBeGreaterThan(150);
  // Nor have many keys one text: each would be compiled.
  expect(texts.texts).toBeGreaterThan(0.9 * texts.keys);
});

test("two kernels of products never share a key: not by shape, bracket, types or operators", () => {
  const texts = new Texts();
  const types: readonly ElementType[] = ["f64", "f32", "i64", "u32"];
  for (const type of types) {
    for (const given of [add, max]) {
      for (const expression of [blockDyadic(32), iteratedPairwise, leftFold]) {
        const contract = columnContract(contractOf({ type, operator: given, expression }));
        for (const product of [binary("multiply", left(type), right(type)), right(type)]) {
          for (const [rows, columns] of [
            [1, 1],
            [1, 9],
            [9, 9],
            [90, 90],
          ]) {
            const recording = new Recording(device, {});
            const grid = {
              vector: recording.scratch(type, exactly(8100)),
              offset: 0,
              strides: [90, 1],
            } as const;
            productSlots(recording, { elements: 0 }, contract, {
              product,
              left: grid,
              right: grid,
              rows,
              depth: 90,
              columns,
            });
            for (const command of recording.takeCommands()) {
              if (command.kind === "run") texts.add(command.kernel.key, kernelText(command.kernel));
            }
          }
        }
      }
    }
  }
  expect(texts.keys).toBeGreaterThan(50);
  expect(texts.texts).toBe(texts.keys);
});

type Steps = (on: RecordedPrimitives, slotOf: (type: ScalarType) => Slot) => void;

function stepsOver(type: ScalarType): readonly Steps[] {
  const one: Scalar = type === "u64" ? 1n : 1;
  const flags: readonly Term[] = [
    binary("equal", left(type), right(type)),
    binary("equal", left(type), left(type, 1)),
    ...(type === "bool" ? [] : [binary("equal", left(type), constant(type, one))]),
  ];
  const groups = [[], ["u32"], ["u32", type, "bool", "f64"]] as const satisfies readonly ScalarType[][];
  return [
    ...flags.map(
      (term): Steps =>
        (on, slotOf) => {
          const columns = [slotOf(type), slotOf(type)];
          const [made] = on.map([term], columns, columns) as readonly GpuVector[];
          on.compact([slotOf("u32")], made);
          on.flagIndices(made, true);
          on.flagIndices(made, false);
          on.concat(made, slotOf("bool"));
        },
    ),
    ...groups.map(
      (others): Steps =>
        (on, slotOf) => {
          const columns = [type, ...others].map(slotOf);
          on.gather(columns, slotOf("u32"));
          on.scatter(columns, slotOf("u32"), columns);
          on.compact(columns, slotOf("bool"));
          on.partition(columns, slotOf("bool"));
          on.compact(columns, on.headFlags(columns) as GpuVector);
          on.expand?.(columns, slotOf("u32"), 900);
          on.sort(columns[0], columns.slice(1), { isDescending: false, bits: [0, 64] });
          on.map([left(type), left("u32", 1)], [columns[0], slotOf("u32")]);
          on.searchSorted(columns[0], columns[0], "left", false);
          on.concat(columns[0], columns[0]);
          on.fill(type, one, 9);
          on.segmentIds(slotOf("u32"), 100);
          on.countIndices(slotOf("u32"), 10);
          on.countIndices(slotOf("u32"), 10_000);
        },
    ),
  ];
}

function segmentSteps(): readonly Steps[] {
  const expressions = [blockDyadic(8), iteratedPairwise, interleaved(4), bisection, exact, binned(2)];
  const initials = [undefined, { value: 1, placement: "first" }] as const;
  return expressions.flatMap((expression) =>
    operatorsFor(expression).flatMap((given) =>
      initials.flatMap((initial) => {
        const isParted = expression.kind === "interleaved" || expression.kind === "bisection";
        if (isParted && initial !== undefined) return [];
        const contract = columnContract(contractOf({ ...given, expression, initial }));
        const observations = OBSERVATIONS.slice(0, isParted ? 1 : initial === undefined ? 2 : 3);
        return observations.map(
          (observation): Steps =>
            (on, slotOf) => {
              on.segmented(contract, observation, [slotOf(given.type)], slotOf("u32"), [0]);
            },
        );
      }),
    ),
  );
}
