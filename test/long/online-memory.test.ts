import { reduce } from "samebits";
import { describe, expect, it } from "vitest";
import { networksJavascriptExecutor as onlineJavascriptExecutor } from "../../src/executors/javascript/networks-javascript-executor.ts";
import { sumsWasmExecutor } from "../../src/executors/wasm/sums-wasm-executor.ts";
import { bindStreams } from "../../src/streams/bind-streams.ts";
import { toHex } from "../../src/values/bits.ts";
import { bytesInUse, fillChunk } from "./flat-memory.ts";

const ELEMENT_COUNT = 10_000_000;
const CHUNK_LENGTH = 65_536;

/** What a collection leaves differs by this much without anything being kept. */
const NOISE_BYTES = 1_000_000;

describe.each([sumsWasmExecutor(), onlineJavascriptExecutor])(
  "10^7 elements made on the fly, on $name",
  (executor) => {
    const { onlineScan, onlineReduce } = bindStreams(executor);

    it.each(["left-fold", "iterated-pairwise", "interleaved:16", "block-dyadic:32", "linear-carry:256"])(
      "%s scans and reduces them in memory that does not grow",
      (expression) => {
        const options = { type: "f64", expression } as const;
        // The plain loops are here for their memory, not their speed.
        const count = executor === onlineJavascriptExecutor ? ELEMENT_COUNT / 10 : ELEMENT_COUNT;
        const chunk = new Float64Array(CHUNK_LENGTH);
        const prefixes = new Float64Array(CHUNK_LENGTH);
        const scan = onlineScan(options);
        const total = onlineReduce(options);
        let early = 0;
        let last = Number.NaN;
        for (let start = 0; start < count; start += CHUNK_LENGTH) {
          const part = chunk.subarray(0, Math.min(CHUNK_LENGTH, count - start));
          fillChunk(part, start);
          const output = prefixes.subarray(0, part.length);
          scan.push(part, output);
          last = output[part.length - 1];
          total.push(part);
          if (start === 4 * CHUNK_LENGTH) early = bytesInUse();
        }
        const late = bytesInUse();
        expect(late - early).toBeLessThan(NOISE_BYTES);
        expect([scan.position, total.position]).toEqual([count, count]);
        expect(toHex("f64", last)).toBe(toHex("f64", total.observe()));
        expect(scan.snapshot()).toBe(total.snapshot());
        expect(scan.snapshot().length).toBeLessThan(10_000);
        scan.close();
        total.close();
        const whole = new Float64Array(count);
        fillChunk(whole, 0);
        expect(toHex("f64", last)).toBe(toHex("f64", reduce(whole, options)));
      },
    );
  },
);
