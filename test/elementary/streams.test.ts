import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fastJavascriptExecutor } from "../../src/executors/javascript/fast-javascript-executor.ts";
import { networksWasmExecutor } from "../../src/executors/wasm/networks-wasm-executor.ts";
import { blockDyadic, leftFold, linearCarry } from "../../src/expressions/expression.ts";
import { inclusiveScan, reduce } from "../../src/javascript.ts";
import { bindStreams } from "../../src/streams/bind-streams.ts";
import { toHex } from "../../src/values/bits.ts";
import { ELEMENTARY_OPERATORS, numbers } from "./operators.ts";

const SEED = 20261123;

const chunkLengths = fc.array(fc.record({ length: fc.nat(80), isKept: fc.boolean() }), { maxLength: 8 });

describe.each([
  ["plain loops", fastJavascriptExecutor],
  ["wasm", networksWasmExecutor()],
])(`operators in streams on %s (seed ${SEED})`, (_, executor) => {
  const streams = bindStreams(executor);

  it.each([leftFold, blockDyadic(32), linearCarry(16)])(
    "any chunks and stops have the bits of one call: %j",
    (expression) => {
      const law = fc.property(chunkLengths, fc.nat(1), (chunks, index) => {
        const operator = ELEMENTARY_OPERATORS.f64[index];
        const options = { type: "f64", operator, expression } as const;
        const x = numbers(chunks.reduce((sum, { length }) => sum + length, 5));
        let [scan, running] = [streams.onlineScan(options), streams.onlineReduce(options)];
        const found: number[] = [];
        for (const { length, isKept } of [...chunks, { length: 5, isKept: false }]) {
          const chunk = x.subarray(found.length, found.length + length);
          found.push(...scan.push(chunk));
          running.push(chunk);
          if (!isKept) continue;
          const [from, sum] = [scan.snapshot(), running.snapshot()];
          scan.close();
          running.close();
          scan = streams.onlineScan({ ...options, from });
          running = streams.onlineReduce({ ...options, from: sum });
        }
        const hexOf = (values: ArrayLike<number>) => Array.from(values, (value) => toHex("f64", value));
        expect(hexOf(found)).toEqual(hexOf(inclusiveScan(x, options)));
        expect(hexOf([running.observe()])).toEqual(hexOf([reduce(x, options)]));
        scan.close();
        running.close();
      });
      fc.assert(law, { seed: SEED, numRuns: 20 });
    },
  );
});
