import { describe, expect, it } from "vitest";
import { columnContract } from "../contracts/column-contract.ts";
import { networksJavascriptExecutor } from "../executors/javascript/networks-javascript-executor.ts";
import { networksWasmExecutor } from "../executors/wasm/networks-wasm-executor.ts";
import { defineExpression } from "../expressions/define-expression.ts";
import {
  bisection,
  blockDyadic,
  type Expression,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "../expressions/expression.ts";
import { networkExpression } from "../expressions/network-expression.ts";
import { printExpression } from "../expressions/print.ts";
import { propertiesOf } from "../expressions/properties.ts";
import { inclusiveScan } from "../javascript.ts";
import { treeHash } from "../operators/built-in.ts";
import { UnsupportedError } from "../values/errors.ts";
import { bindStreams } from "./bind-streams.ts";

// The operational properties that an expression declares (P4229R0 §8.1), held against what streams do.
const EXECUTORS = [networksJavascriptExecutor, networksWasmExecutor()];

const EXPRESSIONS: readonly Expression[] = [
  leftFold,
  iteratedPairwise,
  bisection,
  interleaved(1),
  interleaved(16),
  blockDyadic(1),
  blockDyadic(32),
  blockDyadic(7),
  linearCarry(1),
  linearCarry(32),
  networkExpression("brent-kung", 16),
  defineExpression("my-own", (length) => (length === 1 ? 0 : { left: 0, right: 1 })),
];

const online = EXPRESSIONS.filter((expression) => propertiesOf(expression).online);
const offline = EXPRESSIONS.filter((expression) => !propertiesOf(expression).online);

/** The most values that are kept after n elements: the table of docs/streams.md. */
function mostValues(expression: Expression, n: number): number {
  const roots = (length: number): number => (length < 1 ? 0 : Math.floor(Math.log2(length)) + 1);
  switch (expression.kind) {
    case "leftFold":
      return 1;
    case "iteratedPairwise":
      return roots(n);
    case "interleaved":
      return Math.min(expression.laneCount, n) * roots(Math.ceil(n / expression.laneCount));
    case "blockDyadic":
      return roots(n / expression.blockLength) + roots(expression.blockLength - 1);
    case "network": {
      const { width } = expression.network;
      return roots(n / width) + width - 1;
    }
    case "linearCarry":
      return 1 + roots(expression.blockLength - 1);
    default:
      throw new Error(`${expression.kind} is not online`);
  }
}

it("say of both kinds enough to test", () => {
  expect(offline.map(({ kind }) => kind)).toEqual(["bisection", "custom"]);
});

describe.each(EXECUTORS)("on $name", (executor) => {
  const { onlineScan, onlineReduce, scanTransform } = bindStreams(executor);

  describe.each(online.map((expression) => [printExpression(expression), expression] as const))(
    "%s",
    (_, expression) => {
      const options = { type: "u64", operator: treeHash, expression } as const;
      const input = BigUint64Array.from({ length: 700 }, (_, i) => BigInt(i) * 0x9e3779b97f4a7c15n);

      it("is online: any prefix may turn out to be the whole", () => {
        expect(propertiesOf(expression)).toMatchObject({ online: true });
        const running = onlineReduce(options);
        for (let end = 1; end <= 130; end++) {
          running.push(input.subarray(end - 1, end));
          expect(running.observe()).toBe(inclusiveScan(input.subarray(0, end), options).at(-1));
        }
      });

      it("streams its output: prefixes come before the next element is known", () => {
        expect(propertiesOf(expression)).toMatchObject({ streamingOutput: true });
        const whole = inclusiveScan(input, options);
        const running = onlineScan(options);
        for (let i = 0; i < 130; i++) expect(running.push(input.slice(i, i + 1))[0]).toBe(whole[i]);
      });

      it("keeps a bounded state, as its table says", () => {
        expect(propertiesOf(expression)).toMatchObject({ boundedBuffering: true });
        const running = onlineReduce(options);
        let most = 0;
        for (let n = 1; n <= input.length; n++) {
          running.push(input.subarray(n - 1, n));
          const { values } = JSON.parse(running.snapshot()) as { values: string[][] };
          const count = values.flat().length;
          expect(count).toBeLessThanOrEqual(mostValues(expression, n));
          most = Math.max(most, count - mostValues(expression, n));
        }
        expect(most, "the bound is reached").toBe(0);
      });
    },
  );

  it.each(offline.map((expression) => [printExpression(expression), expression] as const))(
    "%s is not online, and asking for it names what is",
    (_, expression) => {
      expect(propertiesOf(expression)).toMatchObject({
        online: false,
        boundedBuffering: false,
        streamingOutput: false,
      });
      const options = { type: "f64", expression } as const;
      for (const open of [
        () => onlineScan(options),
        () => onlineScan({ ...options, observation: "exclusive-scan" }),
        () => onlineReduce(options),
        () => scanTransform(options),
        () => executor.openPass?.(resolved(expression)),
      ]) {
        expect(open).toThrow(UnsupportedError);
        expect(open).toThrow(/iteratedPairwise/);
      }
    },
  );
});

function resolved(expression: Expression) {
  const { contract } = bindStreams(networksJavascriptExecutor).onlineScan({ type: "f64" });
  return columnContract({ ...contract, expression } as typeof contract);
}
