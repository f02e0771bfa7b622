import { describe, expect, it } from "vitest";
import { isLong } from "../../../test/extent.ts";
import { mix } from "../../../test/helpers/operators/mixing.ts";
import { OWNER_PROGRAMS, PAIR_PROGRAMS, TURN_PROGRAMS } from "../../../test/helpers/synthesis/programs.ts";
import { runScan } from "../../../test/helpers/synthesis/run-scan.ts";
import { describeOnQuickAdapter, type TestAdapter } from "../../../test/webgpu/adapters.ts";
import { generateData } from "../../conformance/data/generate-data.ts";
import { directionOf, reverseNetwork } from "../../networks/direction.ts";
import { generateNetwork } from "../../networks/generators/generate-network.ts";
import { networksAt } from "../../networks/generators/networks-at.ts";
import { defineNetwork, type Network } from "../../networks/network.ts";
import { applyNetwork } from "../../networks/run-network.ts";
import { inclusiveScan, networkExpression } from "../../networks.ts";
import { add } from "../../operators/built-in.ts";
import { evaluateBody } from "../../operators/evaluate.ts";
import { type AnyOperator, bodyOf } from "../../operators/operator.ts";
import { operator, u32 } from "../../operators.ts";
import type { ElementType, Scalar } from "../../values/element-types.ts";
import {
  COUNTER,
  compare,
  integer,
  multiply,
  powerOfTwo,
  subtract,
  THREAD,
} from "../programs/build-terms.ts";
import { expandProgram } from "../programs/expand-program.ts";
import { emitProgramWgsl } from "./emit-program-wgsl.ts";
import { emitWgsl } from "./emit-wgsl.ts";
import type { WgslScan } from "./wgsl-scan.ts";

const mixPairs = operator({ a: u32, b: u32 }, (left, right) => ({
  a: left.a.multiply(5).add(right.b),
  b: left.b.rotateLeft(3).xor(right.a),
}));

/** What the workgroups have to give: the network over each block, of the last one what its elements give. */
function expectedBlocks(
  network: Network,
  elements: readonly (readonly Scalar[])[],
  combine: (left: readonly Scalar[], right: readonly Scalar[]) => readonly Scalar[],
): readonly (readonly Scalar[])[] {
  const { width } = network;
  const isForward = directionOf(network) === "forward";
  const found = [...elements];
  for (let taken = 0; taken < elements.length; taken += width) {
    const count = Math.min(width, elements.length - taken);
    const place = (wire: number): number =>
      isForward ? taken + wire : elements.length - taken - width + wire;
    const block = Array.from({ length: width }, (_, wire) => elements[place(wire)]);
    const absent = (wire: number): boolean => (isForward ? wire >= count : wire < width - count);
    const values = applyNetwork(network, block, (left, right) =>
      left === undefined || right === undefined ? left : combine(left, right),
    );
    values.forEach((value, wire) => {
      if (!absent(wire)) found[place(wire)] = value;
    });
  }
  return found;
}

interface Run {
  readonly operator: AnyOperator;
  readonly type: ElementType;
  readonly length: number;
}

/** The words that came, and those that had to. */
async function runBoth(
  adapter: TestAdapter,
  scan: WgslScan,
  network: Network,
  { operator: by, type, length }: Run,
): Promise<void> {
  const body = bodyOf(by, type);
  const types = body.columns.map((column) => column.type);
  const columns = types.map((each, index) =>
    generateData({
      data: each === "f32" || each === "f64" ? "special" : "bits",
      type: each as ElementType,
      length,
      seed: BigInt(index + 3),
    }),
  );
  const elements = Array.from({ length }, (_, place) => columns.map((column) => column[place]));
  const expected = expectedBlocks(network, elements, (left, right) => evaluateBody(body, left, right));
  const words = columns.map((column) => new Uint32Array(column.buffer.slice(0) as ArrayBuffer));
  const found = await runScan(await adapter.device(), scan, types, words);
  columns.forEach((column, index) => {
    const kind = column.constructor as new (values: Iterable<Scalar>) => { buffer: ArrayBuffer };
    const wanted = new Uint32Array(new kind(expected.map((value) => value[index])).buffer);
    expect(found[index]).toEqual(wanted);
  });
}

describe("what is refused", () => {
  it("a network that leads both ways, a width beyond a workgroup, a type that the operator has not", () => {
    const both = defineNetwork(3, [[[0, 1]], [[2, 1]]]);
    expect(() => emitWgsl(both)).toThrow(/\(2, 1\) in step 2, where others lead the other way/);
    expect(() => emitWgsl(generateNetwork("sklansky", 2048))).toThrow(/a workgroup has 1024 at most/);
    expect(emitWgsl(generateNetwork("sklansky", 2048), { assignment: "pairs" }).workgroupSize).toBe(1024);
    expect(() => emitWgsl(generateNetwork("sklansky", 8), { operator: mix, type: "f64" })).toThrow(
      /"type" must be one of u32/,
    );
  });

  it("an index that does not fit in a word, and a name that is taken", () => {
    const program = {
      phases: [
        {
          ...OWNER_PROGRAMS.sklansky.phases[0],
          guard: compare(powerOfTwo(multiply(COUNTER, integer(8))), "lessOrEqual", THREAD),
          source: subtract(THREAD, integer(1)),
        },
      ],
    };
    expect(emitProgramWgsl(program, 8).width).toBe(8);
    expect(() => emitProgramWgsl(program, 64)).toThrow(/an index at i = 4, j = 0 does not fit in 32 bits/);
    expect(() => emitProgramWgsl(OWNER_PROGRAMS.sklansky, 8, { values: { combine: 3 } })).toThrow(
      /"values" must be by names that are not taken/,
    );
  });
});

describe("the text", () => {
  it("has a barrier for each of the plan, and is readable", async () => {
    for (const name of ["kogge-stone", "sklansky", "brent-kung", "serial"]) {
      for (const assignment of ["elements", "pairs"] as const) {
        const { code, barrierCount } = emitWgsl(generateNetwork(name, 16), { assignment, operator: mix });
        expect(code.match(/workgroupBarrier\(\)/g) ?? []).toHaveLength(barrierCount);
      }
    }
    const text = emitWgsl(generateNetwork("sklansky", 8), { title: "sklansky", operator: mix }).code;
    await expect(text).toMatchFileSnapshot("snapshots/sklansky-8.wgsl.txt");
  });

  it("of a program says which steps of a loop wait", async () => {
    const { code, barrierCount } = emitProgramWgsl(OWNER_PROGRAMS["brent-kung"], 64, {
      title: "brent-kung",
      type: "f32",
      arithmetic: "native",
    });
    expect(barrierCount).toBe(10);
    await expect(code).toMatchFileSnapshot("snapshots/brent-kung-64.wgsl.txt");
    const pairs = emitProgramWgsl(PAIR_PROGRAMS["kogge-stone"], 16, { operator: mix, title: "kogge-stone" });
    expect(pairs.barrierCount).toBe(8);
    await expect(pairs.code).toMatchFileSnapshot("snapshots/kogge-stone-16-pairs.wgsl.txt");
    const owned = emitProgramWgsl(OWNER_PROGRAMS["kogge-stone"], 16, { operator: mix, title: "kogge-stone" });
    expect(owned.barrierCount).toBe(4);
    await expect(owned.code).toMatchFileSnapshot("snapshots/kogge-stone-16.wgsl.txt");
  });
});

describeOnQuickAdapter((adapter) => {
  it("gives the brackets of networks at every width up to 18, forward and backward in turn, with a last block in part", async () => {
    for (let width = 1; width <= 18; width++) {
      for (const [index, { network }] of networksAt(width).entries()) {
        if (!isLong && index % 3 !== width % 3) continue; // 60 ms to compile each
        const isBackward = (width + (index >> 1)) % 2 === 1;
        const turned = isBackward ? reverseNetwork(network) : network;
        const assignment = index % 2 === 1 ? "pairs" : "elements";
        const scan = emitWgsl(turned, { operator: mix, assignment });
        await runBoth(adapter, scan, turned, {
          operator: mix,
          type: "u32",
          length: 3 * width + (width >> 1),
        });
      }
    }
  }, 60_000);

  it("does so by programs, in loops", async () => {
    for (const programs of [OWNER_PROGRAMS, PAIR_PROGRAMS, TURN_PROGRAMS]) {
      for (const program of Object.values(programs)) {
        for (const width of [1, 2, 3, 8, 13, 32, 64]) {
          const scan = emitProgramWgsl(program, width, { operator: mix });
          const network = expandProgram(program, width);
          await runBoth(adapter, scan, network, { operator: mix, type: "u32", length: 2 * width + 5 });
        }
      }
    }
  }, 60_000);

  it("in a workgroup of 256", async () => {
    const scan = emitProgramWgsl(OWNER_PROGRAMS["kogge-stone"], 256, { operator: mix });
    expect(scan.workgroupBytes).toBe(2048);
    const network = generateNetwork("kogge-stone", 256);
    await runBoth(adapter, scan, network, { operator: mix, type: "u32", length: 1000 });
  }, 60_000);

  it("gives the bits of the network as an expression", async () => {
    const input = Float32Array.from({ length: 23 }, (_, place) => Math.fround(1 / (place + 3)));
    const expression = networkExpression("kogge-stone", 23);
    const expected = inclusiveScan(input, { expression });
    const scan = emitWgsl(expression.network);
    const words = new Uint32Array(input.buffer.slice(0));
    const [found] = await runScan(await adapter.device(), scan, ["f32"], [words]);
    expect(found).toEqual(new Uint32Array(expected.buffer, expected.byteOffset, expected.length).slice());
  });

  it("for every type and for records, special values included", async () => {
    const network = generateNetwork("kogge-stone", 6);
    for (const type of ["f64", "f32", "i64", "u64", "i32"] as const) {
      const scan = emitWgsl(network, { operator: add, type });
      await runBoth(adapter, scan, network, { operator: add, type, length: 65 });
    }
    const scan = emitProgramWgsl(OWNER_PROGRAMS.sklansky, 32, { operator: mixPairs });
    const wide = generateNetwork("sklansky", 32);
    await runBoth(adapter, scan, wide, { operator: mixPairs, type: "u32", length: 80 });
  }, 60_000);
});
