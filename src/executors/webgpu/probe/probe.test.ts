import { expect, it } from "vitest";
import { describeOnEmulators } from "../../../../test/webgpu/adapters.ts";
import { probeForwardProgress } from "./probe-forward-progress.ts";
import {
  type Deviation,
  NATIVE_EXPRESSION_NAMES,
  type NativeExpressionName,
  type NativeFloats,
  probeNativeFloats,
} from "./probe-native-floats.ts";

const NEAREST = {
  add: "nearest-even",
  subtract: "nearest-even",
  multiply: "nearest-even",
  divide: "nearest-even",
  squareRoot: "nearest-even",
} as const;

/** What the drivers of Debian 12 do: SwiftShader of Chromium 156 and Mesa 25.0.7 of the backports. */
const KNOWN = {
  swiftshader: {
    ...{ operands: 18_432, subnormalOperands: "flushed", subnormalResults: "flushed", zeroSign: "ignored" },
    ...{ nanTest: "folded", reassociation: "not seen", contraction: "not seen", fma: "unfused" },
    rounding: NEAREST,
  },
  lavapipe: {
    ...{ operands: 18_432, subnormalOperands: "kept", subnormalResults: "kept", zeroSign: "ignored" },
    ...{ nanTest: "folded", reassociation: "seen", contraction: "not seen", fma: "unfused" },
    rounding: NEAREST,
  },
} as const satisfies Record<string, Omit<NativeFloats, "deviations">>;

/** What is computed as it should be, and what a compiler took for something else in every case that is wrong. */
const EXPRESSIONS: Record<
  "swiftshader" | "lavapipe",
  Record<"right" | "rewritten", NativeExpressionName[]>
> = {
  swiftshader: { right: ["minusItself"], rewritten: ["nanTest", "plusZero", "timesZero", "fma"] },
  lavapipe: {
    right: [
      ...(["add", "subtract", "multiply", "divide", "squareRoot", "negate", "less", "equal"] as const),
      ...(["recoveredThroughBits", "leftFirst", "rightFirst", "multiplyAdd"] as const),
    ],
    rewritten: ["nanTest", "plusZero", "timesZero", "minusItself", "recovered", "sumError", "fma"],
  },
};

describeOnEmulators((adapter) => {
  it("native floats are found to do what is known of them", async () => {
    const { deviations, ...facts } = await probeNativeFloats(await adapter.device());
    expect(facts).toEqual(KNOWN[adapter.name]);
    const named = (predicate: (deviation: Deviation) => boolean): NativeExpressionName[] =>
      NATIVE_EXPRESSION_NAMES.filter((_, i) => deviations.slice(i, i + 1).some(predicate));
    const { right, rewritten } = EXPRESSIONS[adapter.name];
    expect(named(({ wrong }) => wrong === 0)).toEqual(right);
    expect(named((each) => each.wrong > 0 && each.rewritten === each.wrong)).toEqual(rewritten);
    const flushed = named((each) => each.flushed > 0);
    expect(flushed.length > 0).toBe(facts.subnormalOperands === "flushed");
    expect(named(({ rounded }) => rounded > 0)).toEqual([]);
  });

  it("the record is data, the same on every run", async () => {
    const device = await adapter.device();
    const found = await probeNativeFloats(device);
    expect(JSON.parse(JSON.stringify(found))).toEqual(found);
    expect(await probeNativeFloats(device)).toEqual(found);
  });

  it("workgroups in the order of tickets never wait in vain; in reversed order, and between lanes, some do", async () => {
    const found = await probeForwardProgress(await adapter.device());
    expect(JSON.parse(JSON.stringify(found))).toEqual(found);
    expect(found.earlierTicket).toMatchObject({ waiters: 1023, progressed: 1023 });
    // Few workgroups run at one time, and the last one does not begin before others end.
    expect(found.mostRunning).toBeLessThan(500);
    // SwiftShader deals ids out to sixteen tasks in turn; lavapipe gives each thread one half.
    expect(found.farthestFromIdOrder).toBeGreaterThanOrEqual(adapter.name === "swiftshader" ? 16 : 0);
    expect(found.higherId.progressed).toBeLessThan(500);
    expect(found.higherId.pollLimit).toBe(2 ** 21);
    const progressed = found.lanes.map((each) => [each.waitingLane, each.awaitedLane, each.progressed]);
    // Subgroups run one after the other; within one, SwiftShader takes turns where lavapipe runs a branch to its end.
    const within = adapter.name === "swiftshader" ? 1 : 0;
    expect(progressed).toEqual([
      [0, 63, 0],
      [63, 0, 1],
      [0, 1, within],
      [1, 0, within],
    ]);
  });

  it("a litmus with a poll limit of its own ends there", async () => {
    const found = await probeForwardProgress(await adapter.device(), { workgroups: 300, pollLimits: [64] });
    expect(found.higherId).toMatchObject({ pollLimit: 64 });
    expect(found.higherId.longestWait).toBeLessThan(64);
    expect(found.higherId.progressed).toBeLessThan(299);
  });
});
