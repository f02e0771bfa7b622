import { expect, it } from "vitest";
import { onlineReduce, onlineScan, resumeReduce } from "../../src/streams.ts";
import { toHex } from "../../src/values/bits.ts";
import { bytesInUse, fillChunk } from "./flat-memory.ts";

const ELEMENT_COUNT = 1_000_000_000;
const NOISE_BYTES = 1_000_000;

it.each(["iterated-pairwise", "block-dyadic:32"])(
  "10^9 elements by %s, in memory that does not grow, and with the same bits in other chunks",
  (expression) => {
    const options = { type: "f64", expression } as const;
    const run = (chunkLength: number, push: (part: Float64Array<ArrayBuffer>) => void): void => {
      const chunk = new Float64Array(chunkLength);
      let early = 0;
      for (let start = 0; start < ELEMENT_COUNT; start += chunkLength) {
        const part = chunk.subarray(0, Math.min(chunkLength, ELEMENT_COUNT - start));
        fillChunk(part, start);
        push(part);
        if (start === 4 * chunkLength) early = bytesInUse();
      }
      expect(bytesInUse() - early).toBeLessThan(NOISE_BYTES);
    };
    const scan = onlineScan(options);
    let last = Number.NaN;
    run(65_536, (part) => {
      last = scan.push(part, part)[part.length - 1];
    });
    // Another machine's turn, now and then.
    let total = onlineReduce(options);
    run(1_000_003, (part) => {
      total.push(part);
      if (total.position % 7 === 0) {
        const snapshot = total.snapshotBytes();
        total.close();
        total = resumeReduce<"f64">(snapshot);
      }
    });
    expect(total.snapshot()).toBe(scan.snapshot());
    expect(toHex("f64", total.observe())).toBe(toHex("f64", last));
    console.log(`${expression}: ${toHex("f64", last)}, peak ${process.resourceUsage().maxRSS >> 10} MiB`);
  },
);
