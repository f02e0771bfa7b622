import { describe, expect, it } from "vitest";
import { fingerprint, hostileColumns, largest } from "../../../test/helpers/operators/operators.ts";
import { generateData } from "../../conformance/data/generate-data.ts";
import { columnContract } from "../../contracts/column-contract.ts";
import {
  CONTRACT_VERSION,
  type Direction,
  type InitialPlacement,
  type Observation,
  type RecordContract,
  type TypedContract,
} from "../../contracts/contract.ts";
import { type ContractOptions, resolveContract } from "../../contracts/resolve.ts";
import { blockDyadic, type NetworkExpression } from "../../expressions/expression.ts";
import { networkExpression } from "../../expressions/network-expression.ts";
import { symbolic } from "../../expressions/symbolic.ts";
import { reverseNetwork } from "../../networks/direction.ts";
import { defineNetwork } from "../../networks/network.ts";
import { networkRows } from "../../networks/network-rows.ts";
import { add, max, treeHash } from "../../operators/built-in.ts";
import { referenceReduce, referenceScan } from "../../reference/reference.ts";
import { ELEMENT_TYPES, type ElementArray } from "../../values/element-types.ts";
import { EmptyInputError, InvalidArgumentError } from "../../values/errors.ts";
import { elementPlan } from "../executor.ts";
import { networksJavascriptExecutor as executor } from "./networks-javascript-executor.ts";

const NETWORKS: readonly NetworkExpression[] = [
  networkExpression("sklansky", 16),
  networkExpression("brent-kung", 8),
  networkExpression("kogge-stone", 12),
  networkExpression("ladner-fischer:1", 10),
  networkExpression("han-carlson:1", 16),
  networkExpression("serial", 7),
  networkExpression("scan-scan-add:4:sklansky:serial", 20),
  networkExpression("up-down-sweep", 13),
  networkExpression("sklansky", 1),
];
const OBSERVATIONS = ["inclusive-scan", "exclusive-scan"] as const;
const DIRECTIONS: readonly Direction[] = ["forward", "backward"];
const PLACEMENTS: readonly (InitialPlacement | undefined)[] = [undefined, "outside", "first"];
const names = NETWORKS.map(
  (expression) => [`${expression.name}:${expression.network.width}`, expression] as const,
);

/** What an executor gives, and the definition. */
function bothOf(contract: TypedContract, observation: Observation, input: ElementArray) {
  const plan = elementPlan(executor.plan(columnContract(contract)));
  switch (observation) {
    case "reduce":
      return [plan.reduce(input), referenceReduce(contract, input)];
    case "inclusive-scan":
      return [plan.inclusiveScan(input), referenceScan(contract, observation, input)];
    case "exclusive-scan":
      return [plan.exclusiveScan(input), referenceScan(contract, observation, input)];
    default:
      return observation satisfies never;
  }
}

describe.each(names)("network:%s on plain loops", (_, expression) => {
  it("has the trees of the definition at every position, both ways, by fingerprints", () => {
    for (const length of [1, 2, 5, 7, 8, 9, 16, 33, 100]) {
      const input = generateData({ data: "bits", type: "u64", length, seed: 3n }) as ElementArray;
      for (const direction of DIRECTIONS) {
        for (const placement of PLACEMENTS) {
          const initial = placement === undefined ? {} : { initial: 77n, initialPlacement: placement };
          const options = { operator: treeHash, type: "u64", expression, direction, ...initial } as const;
          const contract = resolveContract(options, "reduce") as TypedContract;
          for (const observation of ["reduce", ...OBSERVATIONS] as const) {
            if (observation === "exclusive-scan" && placement === undefined) continue;
            const [actual, wanted] = bothOf(contract, observation, input);
            expect(actual).toEqual(wanted);
          }
        }
      }
    }
  });

  it("has the bits of the definition for every type, hostile data included", () => {
    for (const type of ELEMENT_TYPES) {
      const data = type === "f64" || type === "f32" ? "special" : "bits";
      const input = generateData({ data, type, length: 101, seed: 5n }) as ElementArray;
      for (const operator of [add, max]) {
        for (const observation of ["reduce", ...OBSERVATIONS] as const) {
          const contract = resolveContract({ operator, type, expression }, observation) as TypedContract;
          const [actual, wanted] = bothOf(contract, observation, input);
          expect(actual, `${operator.name} ${type} ${observation}`).toEqual(wanted);
        }
      }
    }
  });

  it("has them for records", () => {
    let pick = 11;
    for (const operator of [fingerprint, largest]) {
      const input = hostileColumns(operator.columns, 61, (count) => {
        pick = (pick * 48_271) % 2_147_483_647;
        return pick % count;
      });
      for (const direction of DIRECTIONS) {
        const contract: RecordContract = {
          kind: "record",
          operator,
          type: operator.type,
          expression,
          direction,
          initial: undefined,
          version: CONTRACT_VERSION,
        };
        const plan = executor.plan(columnContract(contract));
        expect(plan.reduce(input)).toEqual(referenceReduce(contract, input));
        expect(plan.inclusiveScan(input)).toEqual(referenceScan(contract, "inclusive-scan", input));
      }
    }
  });

  it("builds the bracket from a plain function, in as many combines as are needed", () => {
    const { width } = expression.network;
    const size = expression.network.steps.flat().length;
    for (const length of [1, width - 1, width, width + 1, 3 * width + 1, 4 * width]) {
      if (length < 1) continue;
      let count = 0;
      const operator = (left: string, right: string): string => {
        count++;
        return `(${left} + ${right})`;
      };
      const input = Array.from({ length }, (_, index) => `x${index}`);
      const contract = resolveContract({ operator, expression } as ContractOptions, "reduce", "any");
      if (contract.kind !== "function") throw new Error("a function's contract has another kind");
      const plan = executor.planFunction(contract);
      expect(plan.reduce(input)).toBe(symbolic(expression, length));
      expect(count).toBe(length - 1);
      count = 0;
      const prefixes = plan.inclusiveScan(input);
      expect(prefixes).toEqual(input.map((_, index) => symbolic(expression, index + 1)));
      const blockCount = Math.ceil(length / width);
      // In a block its pairs, and the last output where not all of it was wanted before; a join for each element behind block 0; the roots.
      expect(count).toBeLessThanOrEqual(blockCount * size + length + 2 * blockCount);
    }
  });
});

it("has the bits of blockDyadic with Sklansky's network", () => {
  const input = generateData({ data: "narrow", type: "f64", length: 1009, seed: 8n }) as ElementArray;
  for (const width of [1, 2, 3, 8, 32]) {
    const scan = (expression: Parameters<typeof resolveContract>[0]["expression"]): ElementArray =>
      elementPlan(
        executor.plan(
          columnContract(resolveContract({ type: "f64", expression }, "reduce") as TypedContract),
        ),
      ).inclusiveScan(input);
    expect(scan(networkExpression("sklansky", width))).toEqual(scan(blockDyadic(width)));
  }
});

describe("before anything runs", () => {
  const contractFor = (expression: unknown): TypedContract =>
    resolveContract({ type: "f64", expression } as ContractOptions, "reduce") as TypedContract;
  const ask = (expression: unknown): unknown =>
    executor.refusal({
      contract: columnContract(contractFor(expression)),
      observation: "reduce",
      allowQuadratic: false,
    });

  it("a network that is no scan is an error that names the output", () => {
    const network = defineNetwork(4, [[[0, 1]], [[1, 3]]]);
    expect(() => ask({ kind: "network", name: "mine", network })).toThrow(InvalidArgumentError);
    expect(() => ask({ kind: "network", name: "mine", network })).toThrow(/output 2 is x0·x1·x2, got x2/);
    expect(ask(networkExpression("serial", 4))).toBeUndefined();
  });

  it("nothing is an error, where there is no initial value", () => {
    const plan = elementPlan(executor.plan(columnContract(contractFor(networkExpression("serial", 4)))));
    expect(() => plan.reduce(new Float64Array())).toThrow(EmptyInputError);
    expect(plan.inclusiveScan(new Float64Array())).toEqual(new Float64Array());
  });

  it("rows are of forward networks alone", () => {
    expect(() => networkRows(reverseNetwork(NETWORKS[0].network))).toThrow(InvalidArgumentError);
  });
});
