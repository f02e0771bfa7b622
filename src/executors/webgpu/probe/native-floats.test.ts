import { describe, expect, it } from "vitest";
import { EXACT, type FloatModel, fusedMultiplyAdd } from "./float-model.ts";
import { hostileOperands } from "./hostile-operands.ts";
import {
  NATIVE_EXPRESSION_NAMES,
  NATIVE_EXPRESSIONS,
  type NativeExpression,
  type NativeExpressionName,
  type NativeFloats,
  nativeFloatsFrom,
} from "./probe-native-floats.ts";

const operands = hostileOperands(18_432);
const [a, b, c] = [operands.a, operands.b, operands.c].map((words) => new Float32Array(words.buffer));

type Device = Partial<Record<NativeExpressionName, NativeExpression["evaluate"]>>;

/** What a device would give that computes with this model, but for some expressions. */
function probed(model: FloatModel, device: Device = {}): NativeFloats {
  const results = new Float32Array(NATIVE_EXPRESSION_NAMES.length * operands.a.length);
  NATIVE_EXPRESSION_NAMES.forEach((name, e) => {
    const evaluate = device[name] ?? NATIVE_EXPRESSIONS[name].evaluate;
    for (let i = 0; i < operands.a.length; i++) {
      results[e * operands.a.length + i] = evaluate(model, a?.[i] ?? 0, b?.[i] ?? 0, c?.[i] ?? 0);
    }
  });
  return nativeFloatsFrom(operands, new Uint32Array(results.buffer));
}

/** All that the record says but the counts. */
function facts({ deviations: _, ...rest }: NativeFloats): Omit<NativeFloats, "deviations"> {
  return rest;
}

const IEEE = {
  operands: operands.a.length,
  subnormalOperands: "kept",
  subnormalResults: "kept",
  zeroSign: "kept",
  nanTest: "kept",
  reassociation: "not seen",
  contraction: "not seen",
  fma: "fused",
  rounding: {
    add: "nearest-even",
    subtract: "nearest-even",
    multiply: "nearest-even",
    divide: "nearest-even",
    squareRoot: "nearest-even",
  },
} as const;

/** The numbers of the named expression, without its text. */
function deviationOf(found: NativeFloats, name: NativeExpressionName): Record<string, unknown> {
  const at = NATIVE_EXPRESSION_NAMES.indexOf(name);
  return { ...found.deviations[at] };
}

describe("the record of a device that", () => {
  it("computes as IEEE 754 says has no deviation at all", () => {
    const found = probed(EXACT);
    expect(facts(found)).toEqual(IEEE);
    expect(found.deviations.filter(({ wrong }) => wrong > 0)).toEqual([]);
    expect(found.deviations).toHaveLength(NATIVE_EXPRESSION_NAMES.length);
  });

  it("takes subnormal operands as zero says so, and of nothing else", () => {
    const found = probed({ flushesOperands: true, flushesResults: "no" });
    expect(facts(found)).toEqual({ ...IEEE, subnormalOperands: "flushed" });
    expect(deviationOf(found, "add").wrong).toBe(deviationOf(found, "add").flushed);
  });

  it.each(["rounded", "unrounded"] as const)(
    "takes subnormal results as zero (%s) says so",
    (flushesResults) => {
      const found = probed({ flushesOperands: false, flushesResults });
      expect(facts(found)).toEqual({ ...IEEE, subnormalResults: "flushed" });
    },
  );

  it("folds, reassociates, contracts or splits is found out, each by itself", () => {
    const rewritten = (name: NativeExpressionName): Device => {
      const expression: NativeExpression = NATIVE_EXPRESSIONS[name];
      return { [name]: expression.rewritten ?? expression.evaluate };
    };
    const changes: readonly (readonly [NativeExpressionName, Partial<NativeFloats>])[] = [
      ["nanTest", { nanTest: "folded" }],
      ["plusZero", { zeroSign: "ignored" }],
      ["timesZero", { zeroSign: "ignored" }],
      ["minusItself", {}], // NaN and infinity taken for impossible; stands among the deviations
      ["recovered", { reassociation: "seen" }],
      ["sumError", { reassociation: "seen" }],
      ["leftFirst", { reassociation: "seen" }],
      ["rightFirst", { reassociation: "seen" }],
      ["multiplyAdd", { contraction: "seen" }],
      ["fma", { fma: "unfused" }],
    ];
    for (const [name, change] of changes) {
      const found = probed(EXACT, rewritten(name));
      expect(facts(found), name).toEqual({ ...IEEE, ...change });
      expect(deviationOf(found, name).rewritten, name).toBeGreaterThan(5);
      expect(deviationOf(found, name).wrong, name).toBe(deviationOf(found, name).rewritten);
    }
  });

  it("rounds down is found out in each operation, one unit away", () => {
    const down = (name: "add" | "multiply" | "divide"): NativeExpression["evaluate"] => {
      const exact = (x: number, y: number): number =>
        name === "add" ? x + y : name === "multiply" ? x * y : x / y;
      return (_model, x, y) => {
        const rounded = Math.fround(exact(x, y));
        return rounded > exact(x, y) && Number.isFinite(rounded) ? below(rounded) : rounded;
      };
    };
    for (const name of ["add", "multiply", "divide"] as const) {
      const found = probed(EXACT, { [name]: down(name) });
      expect(found.rounding).toEqual({ ...IEEE.rounding, [name]: "other" });
      expect(deviationOf(found, name).farthestUlps).toBe(1);
      expect(deviationOf(found, name).rounded).toBeGreaterThan(1000);
    }
  });

  it("breaks ties away from zero is found out", () => {
    const away: NativeExpression["evaluate"] = (_model, x, y) => {
      const sum = x + y;
      const rounded = Math.fround(sum);
      const further = sum > 0 ? above(rounded) : below(rounded);
      const isTie = Math.abs(further - sum) === Math.abs(sum - rounded) && further !== rounded;
      return isTie && Math.abs(further) > Math.abs(rounded) ? further : rounded;
    };
    const found = probed(EXACT, { add: away });
    expect(found.rounding).toEqual({ ...IEEE.rounding, add: "other" });
    expect(deviationOf(found, "add").rounded).toBeGreaterThan(100);
  });

  it("drops the sign of a zero sum is found out", () => {
    const found = probed(EXACT, { add: (_model, x, y) => Math.fround(x + y) + 0 });
    expect(facts(found)).toEqual({ ...IEEE, zeroSign: "ignored" });
    expect(deviationOf(found, "add").zeroSign).toBe(deviationOf(found, "add").wrong);
  });
});

describe("the operands", () => {
  it("are the same every time, and bring ties, subnormal results and specials in number", () => {
    expect(hostileOperands(4096)).toEqual(hostileOperands(4096));
    const sums = Array.from(operands.a, (_, i) => (a?.[i] ?? 0) + (b?.[i] ?? 0));
    const halfway = sums.filter((sum) => {
      const rounded = Math.fround(sum);
      const [low, high] = rounded > sum ? [below(rounded), rounded] : [rounded, above(rounded)];
      return Number.isFinite(sum) && rounded !== sum && sum - low === high - sum;
    });
    expect(halfway.length).toBeGreaterThan(200);
    expect(new Set(Array.from(operands.a, (bits) => (bits >>> 23) & 255)).size).toBe(256);
    expect(sums.filter(Number.isNaN).length).toBeGreaterThan(100);
  });
});

describe("the fused operation", () => {
  it("rounds once: against integers wide enough for everything", () => {
    let isDifferent = 0;
    for (let i = 0; i < operands.a.length; i++) {
      const triple = [a?.[i] ?? 0, b?.[i] ?? 0, c?.[i] ?? 0] as const;
      if (!triple.every(Number.isFinite)) continue;
      const exact = fixed(triple[0]) * fixed(triple[1]) + (fixed(triple[2]) << 149n);
      const [got, unfused] = [
        fusedMultiplyAdd(EXACT, ...triple),
        Math.fround(triple[0] * triple[1]) + triple[2],
      ];
      expect(isNearest(got, exact), `fma(${triple.join(", ")}) = ${got}`).toBe(true);
      if (got !== Math.fround(unfused)) isDifferent++;
    }
    expect(isDifferent).toBeGreaterThan(1000);
  });
});

/** An f32 in units of 2^-149. */
function fixed(value: number): bigint {
  let [digits, exponent] = [value, 0];
  while (!Number.isInteger(digits)) [digits, exponent] = [digits * 2, exponent + 1];
  return BigInt(digits) << BigInt(149 - exponent);
}

/** Whether no neighbour of the f32 is nearer to a value in units of 2^-298, and in a tie the even one is taken. */
function isNearest(value: number, exact: bigint): boolean {
  const beyond = (fixed(2 ** 127 * (2 - 2 ** -24)) << 149n) - 1n; // values that round to infinity lie above it
  if (!Number.isFinite(value)) return (value > 0 ? exact : -exact) > beyond;
  const distance = (other: number): bigint => absolute((fixed(other) << 149n) - exact);
  const mine = distance(value);
  return [above(value), below(value)].every(
    (other) =>
      !Number.isFinite(other) || distance(other) > mine || (distance(other) === mine && isEven(value)),
  );
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

const single = new Float32Array(1);
const bits = new Int32Array(single.buffer);

function isEven(value: number): boolean {
  single[0] = value;
  return ((bits[0] ?? 0) & 1) === 0;
}

function above(value: number): number {
  if (value === 0) return 2 ** -149;
  single[0] = value;
  bits[0] = (bits[0] ?? 0) + (value > 0 ? 1 : -1);
  return single[0];
}

function below(value: number): number {
  return -above(-value);
}
