import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contractOf } from "../../../conformance/contract-of.ts";
import { columnContract } from "../../../contracts/column-contract.ts";
import type { ElementContract } from "../../../contracts/contract.ts";
import { blockDyadic, iteratedPairwise, leftFold, linearCarry } from "../../../expressions/expression.ts";
import { operatorNamed } from "../../../operators/built-in.ts";
import { toHex } from "../../../values/bits.ts";
import { ACCUMULATION_TYPES } from "../../../values/convert.ts";
import {
  ELEMENT_TYPE_FACTS,
  type ElementArray,
  type ElementType,
  newElementArray,
} from "../../../values/element-types.ts";
import { hashArray } from "../../../values/hash.ts";
import type { OnlineExecutor, OnlinePass } from "../../executor.ts";
import { fastJavascriptExecutor } from "../fast-javascript-executor.ts";
import { networksJavascriptExecutor } from "../networks-javascript-executor.ts";

const SEED = 39;

const EXPRESSIONS = [
  leftFold,
  iteratedPairwise,
  ...[4, 8, 16, 32, 64, 100].map(blockDyadic),
  ...[8, 32, 50].map(linearCarry),
];

type Observation = "reduce" | "inclusiveScan" | "exclusiveScan";

interface Step {
  readonly length: number;
  readonly observation: Observation;
  readonly isSaved: boolean; // another pass goes on from the summary
}

describe("passes whose pieces go through loops", () => {
  it(`have the bits and the summaries of closures, whatever the chunks (seed ${SEED})`, () => {
    const law = fc.property(cases(), steps(), (contract, taken) => {
      expect(trace(fastJavascriptExecutor, contract, taken)).toEqual(
        trace(networksJavascriptExecutor, contract, taken),
      );
    });
    fc.assert(law, { seed: SEED, numRuns: 250 });
  });

  it("take what lies between units, and count it", () => {
    const counts = (): number => fastJavascriptExecutor.loopCounts().typedElements;
    const contract = contractOf({ operator: operatorNamed("add"), type: "f64", expression: blockDyadic(32) });
    const initial = { value: 0, placement: "outside" } as const;
    const pass = fastJavascriptExecutor.openPass(columnContract({ ...contract, initial }));
    const taken = (["inclusiveScan", "exclusiveScan", "reduce", "reduce"] as const).map((name, i) => {
      const before = counts();
      pass[name]([new Float64Array([100, 60, 31, 33][i])]);
      return counts() - before;
    });
    // Positions 0–96, 128–160, none: 160–191 is short of a block, and 192–224.
    expect(taken).toEqual([96, 32, 0, 32]);
  });
});

/** All outputs, the summary after each step, and the value at the end. */
function trace(executor: OnlineExecutor, given: ElementContract, taken: readonly Step[]): readonly unknown[] {
  const contract = columnContract(given);
  let pass: OnlinePass = executor.openPass(contract);
  const seen: unknown[] = [];
  let draw = 1;
  for (const { length, observation, isSaved } of taken) {
    const chunk = elementsOf(given.type, length, draw++);
    if (observation === "reduce") pass.reduce([chunk]);
    else if (observation === "inclusiveScan")
      seen.push(hashArray(pass.inclusiveScan([chunk])[0] as ElementArray));
    else if (given.initial !== undefined) {
      const widened = given.type !== given.accumulate;
      const [output] = widened ? pass.exclusiveScan([chunk]) : pass.exclusiveScan([chunk], [chunk]);
      seen.push(hashArray(output as ElementArray));
    }
    const summary = pass.summary();
    seen.push(
      JSON.stringify(summary, (_, value) =>
        typeof value === "bigint"
          ? `${value}n`
          : Object.is(value, -0)
            ? "-0"
            : String(value) === "NaN"
              ? "NaN"
              : value,
      ),
    );
    if (isSaved) pass = executor.openPass(contract, summary);
  }
  if (pass.position > 0) seen.push(toHex(given.accumulate, pass.observe()[0]));
  return seen;
}

function steps(): fc.Arbitrary<readonly Step[]> {
  const step = fc.record({
    length: fc.oneof(fc.nat(100), fc.nat(5000)),
    observation: fc.constantFrom<Observation>("reduce", "inclusiveScan", "exclusiveScan"),
    isSaved: fc.boolean(),
  });
  return fc.array(step, { minLength: 1, maxLength: 5 });
}

function cases(): fc.Arbitrary<ElementContract> {
  return fc
    .record({
      name: fc.constantFrom("add", "multiply", "min", "xor"),
      pick: fc.nat(),
      expression: fc.constantFrom(...EXPRESSIONS),
      direction: fc.constantFrom("forward", "backward"),
      placement: fc.constantFrom("none", "outside", "first"),
    })
    .map(({ name, pick, expression, direction, placement }) => {
      const operator = operatorNamed(name);
      const type = operator.types[pick % operator.types.length];
      const accumulate =
        ACCUMULATION_TYPES[type].filter((sum) => operator.types.includes(sum)).at(-1) ?? type;
      const value = ELEMENT_TYPE_FACTS[accumulate].isBigInt ? 3n : 3;
      const initial = placement === "none" ? undefined : { value, placement };
      return { ...contractOf({ operator, type, expression }), accumulate, direction, initial };
    });
}

function elementsOf(type: ElementType, length: number, draw: number): ElementArray {
  const elements = newElementArray(type, length);
  for (let i = 0; i < length; i++) {
    const value = Math.sin(i * 1.7 + draw) * (i % 89 === 7 ? 1e30 : 3);
    const element = ELEMENT_TYPE_FACTS[type].isFloat ? value : Math.trunc(Math.abs(value) * 1000) % 2 ** 31;
    elements.fill((ELEMENT_TYPE_FACTS[type].isBigInt ? BigInt(element) : element) as never, i, i + 1);
  }
  return elements;
}
