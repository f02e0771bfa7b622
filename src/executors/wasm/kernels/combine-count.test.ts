import { describe, expect, it } from "vitest";
import { encodeModule } from "../../../codegen/wasm/module.ts";
import { treeHash } from "../../../operators/built-in.ts";
import { elementReduce, elementScan } from "./dyadic-element.kernel.ts";
import { NO_BLOCKS, STATE } from "./state.ts";

const STATE_ADDRESS = 1024;
const COUNTER_ADDRESS = 512;
const INPUT_ADDRESS = 65536;

function run(length: number, blockLength: number, which: "scan" | "reduce"): number {
  const subject = {
    type: "u64",
    term: treeHash.term("u64"),
    identity: undefined,
    hasOutsideInitial: false,
    combineCounter: COUNTER_ADDRESS,
  } as const;
  const memory = new WebAssembly.Memory({ initial: 16, maximum: 16 });
  const kernel = which === "scan" ? elementScan(subject, "dyadic") : elementReduce(subject, "dyadic");
  const bytes = encodeModule({ minimumPages: 16, maximumPages: 16, isShared: false }, [kernel]);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } });
  const words = new BigUint64Array(memory.buffer);
  words[(STATE_ADDRESS + STATE.blockLength) / 8] = BigInt(blockLength);
  const output = INPUT_ADDRESS + 8 * length;
  if (which === "scan")
    (exports.elementScan as (...operands: number[]) => void)(STATE_ADDRESS, INPUT_ADDRESS, output, length);
  else (exports.elementReduce as (...operands: number[]) => void)(STATE_ADDRESS, INPUT_ADDRESS, length);
  return new Int32Array(memory.buffer)[COUNTER_ADDRESS / 4];
}

const popcount = (value: number): number => value.toString(2).replaceAll("0", "").length;

describe("combines that generated code performs", () => {
  it.each([1, 2, 4, 16, 64, 256, 1024, 4096])(
    "iteratedPairwise scan of %i: (n/2)·log2 n, not O(n)",
    (length) => {
      expect(run(length, NO_BLOCKS, "scan")).toBe((length / 2) * Math.log2(length));
    },
  );

  it.each([3, 7, 100, 1000, 4099])(
    "iteratedPairwise scan of %i: one for each set bit of each position",
    (length) => {
      const expected = Array.from({ length }, (_, position) => popcount(position)).reduce(
        (sum, count) => sum + count,
        0,
      );
      expect(run(length, NO_BLOCKS, "scan")).toBe(expected);
    },
  );

  it("blockDyadic scan: the block's own, one carry inside a block, the block index's bits at its end", () => {
    const blockLength = 16;
    const length = 160;
    let expected = 0;
    for (let i = 0; i < length; i++) {
      const block = Math.floor(i / blockLength);
      const isLast = i % blockLength === blockLength - 1;
      expected += popcount(i % blockLength) + (isLast ? popcount(block) : Math.min(block, 1));
    }
    expect(run(length, blockLength, "scan")).toBe(expected);
  });

  it.each([1, 2, 4, 1024, 4096])("reduce of %i: n − 1", (length) => {
    expect(run(length, NO_BLOCKS, "reduce")).toBe(length - 1);
  });
});
