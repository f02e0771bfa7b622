import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPart, SYSTEM_PARTS } from "../../../tools/system-parts.mjs";
import { GENERATORS, generateNetwork } from "../../networks/generators/generate-network.ts";
import { koggeStone } from "../../networks/generators/kogge-stone.ts";
import { serial } from "../../networks/generators/serial.ts";
import { sklansky } from "../../networks/generators/sklansky.ts";
import { metricsOf } from "../../networks/metrics.ts";
import { checkIntervals } from "../../networks/validators/check-intervals.ts";
import { openCadical } from "../../solvers/open-cadical.ts";
import { openZ3Sat } from "../../solvers/open-z3.ts";
import type { SatSolver } from "../../solvers/sat.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { checkRefutation, findNetwork, refuteBounds } from "./find-network.ts";
import { intervalFormula } from "./interval-formula.ts";
import { knownBounds, sergeevSize, snirBound } from "./network-bounds.ts";

import { readersOf, smallestKnown } from "./smallest-known.ts";
import { smallestNetwork } from "./smallest-network.ts";

const now = (): number => performance.now();
const budget = { timeoutMs: 60_000, now };
const provenAlone = { ...budget, trusted: [] };

const cadical = findPart(SYSTEM_PARTS.cadical);

let z3: SatSolver;
let quick: SatSolver; // CaDiCaL where it is, for what takes Z3 seconds
beforeAll(async () => {
  z3 = await openZ3Sat();
  quick = cadical === undefined ? z3 : await openCadical(cadical);
});
afterAll(() => Promise.all([z3.close(), quick.close()]));

describe("the least size", () => {
  it("of networks is what going through all of them gives", async () => {
    for (let width = 1; width <= 5; width++) {
      for (const readers of [1, 2, 3, undefined]) {
        const sizes = sizesOfAllNetworks(width, readers);
        for (let depth = 0; depth <= width; depth++) {
          const bounds = { width, depth, ...(readers === undefined ? {} : { readers }) };
          const found = await smallestNetwork(bounds, z3, provenAlone);
          const size = found.status === "proved" ? found.size : undefined;
          expect({ ...bounds, size, status: found.status }).toEqual({
            ...bounds,
            size: sizes[depth],
            status: sizes[depth] === undefined ? "none" : "proved",
          });
        }
      }
    }
  });

  it("of circuits is what going through all sets of intervals gives, and networks are no larger", async () => {
    for (const width of [3, 4, 5, 6]) {
      const sizes = sizesOfAllCircuits(width);
      for (let depth = Math.ceil(Math.log2(width)); depth < width; depth++) {
        const size = sizes[depth];
        const below = intervalFormula({ width, depth, size: size - 1 }, "circuits").formula;
        expect((await z3.solve(below, 10_000)).status).toBe("unsat");
        expect((await findNetwork({ width, depth, size }, z3, 10_000)).status).toBe("found");
      }
    }
  });

  // Rows of the published table that are proved here without a theorem.
  it.each([
    [7, 3, 9],
    [8, 3, 12],
    [12, 4, 18],
    [13, 4, 21], // one above Snir's bound
    [16, 4, 31],
    [16, 5, 25],
    [16, 6, 24],
    [16, 7, 23],
    [16, 8, 22],
  ])("of %d wires and depth %d is %d", async (width, depth, size) => {
    const found = await smallestNetwork({ width, depth }, quick, provenAlone);
    expect(found).toMatchObject({ status: "proved", size, among: "circuits", by: "SAT" });
    if (found.status !== "proved") return;
    expect(checkIntervals(found.network)).toMatchObject({ holds: true });
    expect(metricsOf(found.network)).toMatchObject({ width, size });
    expect(found.network.steps.length).toBeLessThanOrEqual(depth);
  });

  it.each([
    [16, 4, 2, 42],
    [16, 4, 3, 38],
    [16, 4, 4, 34],
  ])("of %d wires, depth %d and %d readers is %d", async (width, depth, readers, size) => {
    const found = await smallestNetwork({ width, depth, readers }, quick, provenAlone);
    expect(found).toMatchObject({ status: "proved", size, by: "SAT" });
    expect(found.status === "proved" && readersOf(found.network)).toBeLessThanOrEqual(readers);
  });

  it("is proved by every solver", async () => {
    const found = await smallestNetwork({ width: 8, depth: 3 }, z3, provenAlone);
    expect(found).toMatchObject({ status: "proved", size: 12, among: "circuits", by: "SAT" });
    const below = intervalFormula({ width: 16, depth: 4, size: 30 }, "circuits").formula;
    expect((await z3.solve(below, 20_000)).status).toBe("unsat");
  });

  it("is believed of Snir and Sergeev unless told otherwise", async () => {
    expect(await smallestNetwork({ width: 16, depth: 4 }, z3, budget)).toMatchObject({
      size: 31,
      by: "Sergeev",
    });
    expect(await smallestNetwork({ width: 16, depth: 8 }, z3, budget)).toMatchObject({
      size: 22,
      by: "Snir",
    });
    expect(await smallestNetwork({ width: 9, depth: 8 }, z3, budget)).toMatchObject({
      size: 8,
      by: "prefixes",
    });
  });
});

describe("a search", () => {
  it("that is out of time gives the best so far, and what is proved", async () => {
    const times = [0, 10, 2000, 5000]; // when it starts, and at each question
    const clock = { timeoutMs: 4000, now: () => times.shift() ?? Number.POSITIVE_INFINITY };
    const found = await smallestNetwork({ width: 13, depth: 4 }, z3, { ...clock, trusted: [] });
    expect(found).toMatchObject({ status: "open", reason: "timeout", lowerBound: { by: "SAT" } });
    if (found.status !== "open") return;
    expect(found.lowerBound.size).toBeGreaterThan(12);
    expect(found.network && metricsOf(found.network).size).toBeGreaterThanOrEqual(21);
    expect(times).toEqual([]);
  });

  it("that is stopped by its solver says why", async () => {
    const mute: SatSolver = {
      ...{ name: "mute", version: "0", close: async () => {} },
      solve: async () => ({ status: "unknown", reason: "no memory" }),
    };
    expect(await smallestNetwork({ width: 24, depth: 5 }, mute, budget)).toEqual({
      status: "open",
      network: smallestKnown({ width: 24, depth: 5 })?.network,
      lowerBound: { size: 41, by: "Snir" },
      reason: "no memory",
    });
    expect(await smallestNetwork({ width: 4, depth: 2, readers: 1 }, mute, budget)).toMatchObject({
      status: "open",
      network: undefined,
    });
  });

  it("does not believe a solver", async () => {
    const { variableCount } = intervalFormula({ width: 4, depth: 2, size: 4 }, "networks").formula;
    const liar: SatSolver = {
      ...{ name: "liar", version: "0", close: async () => {} },
      solve: async () => ({ status: "sat", model: new Uint8Array(variableCount + 1) }),
    };
    await expect(findNetwork({ width: 4, depth: 2, size: 4 }, liar, 1000)).rejects.toThrow(/liar/);
  });

  it.each([
    [{ width: 0, depth: 1 }, /"width".*1 to 128/],
    [{ width: 129, depth: 8 }, /"width"/],
    [{ width: 8, depth: 1.5 }, /"depth"/],
    [{ width: 8, depth: 3, readers: 0 }, /"readers"/],
  ])("refuses %j", async (bounds, message) => {
    const asked = smallestNetwork(bounds, z3, budget);
    await expect(asked).rejects.toThrow(InvalidArgumentError);
    await expect(asked).rejects.toThrow(message);
  });
});

describe("bounds", () => {
  it("are those of the papers", () => {
    expect([8, 16, 32, 64, 128, 256].map(sergeevSize)).toEqual([12, 31, 74, 167, 364, 773]);
    expect(sergeevSize(24)).toBeUndefined();
    expect([5, 6, 7, 8].map((depth) => snirBound(16, depth))).toEqual([25, 24, 23, 22]);
    expect(knownBounds(16, 5)).not.toContainEqual(expect.objectContaining({ by: "Sergeev" }));
  });

  it("hold of every generator, and the smallest known is the smallest of them", () => {
    for (const width of [5, 16, 33]) {
      for (const { name, parameters, make } of GENERATORS) {
        if (parameters.startsWith(":") || name === "up-down-sweep") continue;
        const network = make(width, []);
        const { size, stepCount } = metricsOf(network);
        for (const bound of knownBounds(width, stepCount)) expect(size).toBeGreaterThanOrEqual(bound.size);
        const known = smallestKnown({ width, depth: stepCount })?.network;
        expect(known && metricsOf(known).size).toBeLessThanOrEqual(size);
      }
    }
    expect(smallestKnown({ width: 64, depth: 6 })?.name).toBe("recursive-ladner-fischer:0");
    expect(smallestKnown({ width: 64, depth: 5 })).toBeUndefined();
  });

  it("are called what makes them again", () => {
    for (const width of [1, 2, 3, 5, 8, 13, 16, 33]) {
      const least = Math.ceil(Math.log2(width));
      for (let depth = least; depth <= 2 * least + 1; depth++) {
        for (const readers of [2, Number.POSITIVE_INFINITY]) {
          const known = smallestKnown({ width, depth, readers });
          if (known !== undefined) expect(generateNetwork(known.name, width)).toEqual(known.network);
        }
      }
    }
  });

  it("count the combines that read a value, in whatever step", () => {
    expect(readersOf(koggeStone(16))).toBe(4); // wires 1, 2, 4 and 8 read wire 0
    expect(readersOf(sklansky(16))).toBe(8);
    expect(readersOf(serial(16))).toBe(1);
    expect(readersOf({ width: 3, steps: [[[0, 1]], [[0, 2]]] })).toBe(2);
  });
});

describe.runIf(cadical !== undefined)("a refutation by cadical", () => {
  it("comes with a proof that holds for these bounds, and for no larger ones", async () => {
    const solver = await openCadical(String(cadical));
    const refuted = await refuteBounds({ width: 16, depth: 5, size: 24 }, solver, 20_000);
    const proof = refuted.status === "refuted" ? refuted.proof : [];
    expect(checkRefutation({ width: 16, depth: 5, size: 24 }, proof)).toMatchObject({ holds: true });
    expect(checkRefutation({ width: 16, depth: 5, size: 25 }, proof)).toMatchObject({ holds: false });
    const possible = await refuteBounds({ width: 16, depth: 5, size: 25 }, solver, 20_000);
    expect(possible).toEqual({ status: "possible" });
    await solver.close();
  });
});

interface State {
  readonly firsts: readonly number[]; // of the interval on each wire
  readonly readers: readonly number[]; // of the value on it
}

/** Least sizes by depth, from all networks: a wire takes up its left neighbour in a step, or does not. */
function sizesOfAllNetworks(width: number, mostReaders = Number.POSITIVE_INFINITY): (number | undefined)[] {
  const wires = Array.from({ length: width }, (_, wire) => wire);
  let states = new Map<string, { state: State; size: number }>();
  states.set("", { state: { firsts: wires, readers: wires.map(() => 0) }, size: 0 });
  const sizes: (number | undefined)[] = [];
  for (let depth = 0; depth <= width; depth++) {
    const whole = Array.from(states.values()).filter(({ state }) =>
      state.firsts.every((first) => first === 0),
    );
    sizes.push(whole.length === 0 ? undefined : Math.min(...whole.map(({ size }) => size)));
    const next = new Map<string, { state: State; size: number }>();
    for (const { state, size } of states.values()) {
      for (let chosen = 0; chosen < 2 ** width; chosen++) {
        const taking = wires.filter((wire) => (chosen >> wire) & 1);
        if (taking.some((wire) => state.firsts[wire] === 0)) continue;
        const after = stepOf(state, taking);
        if (after.most > mostReaders) continue;
        // Without a bound states that differ in readers alone are one.
        const key = JSON.stringify(Number.isFinite(mostReaders) ? after.state : after.state.firsts);
        const total = size + taking.length;
        if ((next.get(key)?.size ?? Number.POSITIVE_INFINITY) <= total) continue;
        next.set(key, { state: after.state, size: total });
      }
    }
    states = next;
  }
  return sizes;
}

function stepOf({ firsts, readers }: State, taking: readonly number[]): { state: State; most: number } {
  const counts = [...readers];
  for (const wire of taking) {
    counts[wire]++;
    counts[firsts[wire] - 1]++;
  }
  const isTaking = (wire: number): boolean => taking.includes(wire);
  return {
    most: Math.max(...counts),
    state: {
      firsts: firsts.map((first, wire) => (isTaking(wire) ? firsts[first - 1] : first)),
      readers: counts.map((count, wire) => (isTaking(wire) ? 0 : count)),
    },
  };
}

/** Least sizes by depth, from all sets of intervals beside the prefixes, each computed as early as the set allows. */
function sizesOfAllCircuits(width: number): number[] {
  const others = Array.from({ length: width }, (_, first) =>
    Array.from({ length: width }, (_, last) => [first, last] as const).filter(
      ([one, other]) => one > 0 && one < other,
    ),
  ).flat();
  const sizes = Array.from({ length: width }, () => Number.POSITIVE_INFINITY);
  for (let chosen = 0; chosen < 2 ** others.length; chosen++) {
    const set = others.filter((_, index) => (chosen >> index) & 1);
    const isIn = new Set(set.map(String));
    const depths = new Map<string, number>();
    const depthOf = (first: number, last: number): number => {
      if (first === last) return 0;
      if (first > 0 && !isIn.has(`${first},${last}`)) return Number.POSITIVE_INFINITY;
      const known = depths.get(`${first},${last}`);
      if (known !== undefined) return known;
      let least = Number.POSITIVE_INFINITY;
      for (let end = first; end < last; end++) {
        least = Math.min(least, 1 + Math.max(depthOf(first, end), depthOf(end + 1, last)));
      }
      depths.set(`${first},${last}`, least);
      return least;
    };
    const depth = Math.max(...Array.from({ length: width }, (_, last) => depthOf(0, last)));
    for (let bound = depth; bound < width; bound++) {
      sizes[bound] = Math.min(sizes[bound], width - 1 + set.length);
    }
  }
  return sizes;
}
