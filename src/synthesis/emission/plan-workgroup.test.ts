import { describe, expect, test } from "vitest";
import { OWNER_PROGRAMS, PAIR_PROGRAMS, TURN_PROGRAMS } from "../../../test/helpers/synthesis/programs.ts";
import { simulate } from "../../../test/helpers/synthesis/simulate.ts";
import { everyNetwork } from "../../../test/networks/any-network.ts";
import { directionOf, reverseNetwork } from "../../networks/direction.ts";
import { generateNetwork } from "../../networks/generators/generate-network.ts";
import type { Network } from "../../networks/network.ts";
import { applyNetwork } from "../../networks/run-network.ts";
import { expandProgram } from "../programs/expand-program.ts";
import { emitProgramWgsl } from "./emit-program-wgsl.ts";
import { emitWgsl } from "./emit-wgsl.ts";
import type { Assignment, WorkgroupPlan } from "./plan-workgroup.ts";

const ASSIGNMENTS: readonly Assignment[] = ["elements", "pairs"];

const join = (left: string, right: string): string => `(${left} ${right})`;
const expectedOf = (network: Network): readonly string[] =>
  applyNetwork(
    network,
    Array.from({ length: network.width }, (_, wire) => `e${wire}`),
    join,
  );

/** Upwards, downwards, and every third: any two invocations in both orders. */
function ordersOf({ invocationCount }: WorkgroupPlan): readonly (readonly number[])[] {
  const rising = Array.from({ length: invocationCount }, (_, index) => index);
  const mixed = [2, 0, 1].flatMap((first) => rising.filter((each) => each % 3 === first));
  return [rising, [...rising].reverse(), mixed];
}

function isRightInAnyOrder(plan: WorkgroupPlan, network: Network, missing?: number): boolean {
  const expected = expectedOf(network).join();
  return ordersOf(plan).every(
    (order) => simulate(plan, directionOf(network), order, missing).join() === expected,
  );
}

describe.each(ASSIGNMENTS)("barriers where invocations are of %s", (assignment) => {
  test("make every network right whatever invocation is first, and none can go", () => {
    let barriers = 0;
    for (const { name, network } of everyNetwork([1, 2, 3, 4, 5, 7, 8, 11, 16, 17, 32])) {
      for (const each of [network, reverseNetwork(network)]) {
        const { plan } = emitWgsl(each, { assignment });
        expect(isRightInAnyOrder(plan, each), name).toBe(true);
        for (let missing = 0; missing < plan.barrierCount; missing++) {
          expect(isRightInAnyOrder(plan, each, missing), `${name} without barrier ${missing}`).toBe(false);
        }
        barriers += plan.barrierCount;
      }
    }
    expect(barriers).toBeGreaterThan(1000);
  });
});

const PROGRAMS = [OWNER_PROGRAMS, PAIR_PROGRAMS, TURN_PROGRAMS].flatMap((programs) =>
  Object.entries(programs),
);

test.each(PROGRAMS)("the loops of %s have what their network needs, and none can go", (name, program) => {
  for (const width of [1, 2, 3, 5, 8, 13, 16, 32, 33]) {
    const network = expandProgram(program, width);
    const { plan } = emitProgramWgsl(program, width);
    expect(isRightInAnyOrder(plan, network), name).toBe(true);
    for (let missing = 0; missing < plan.barrierCount; missing++) {
      expect(isRightInAnyOrder(plan, network, missing)).toBe(false);
    }
  }
});

test("no choice of steps to wait before has fewer barriers", () => {
  for (const { name, network } of everyNetwork([2, 3, 4, 5, 6, 7, 8])) {
    const { plan } = emitWgsl(network);
    if (plan.barrierCount === 0 || plan.steps.length > 8) continue;
    const fewer = subsets(plan.steps.length, plan.barrierCount - 1).filter((chosen) => {
      const steps = plan.steps.map((step, index) => ({
        ...step,
        hasBarrierBefore: chosen.includes(index),
        hasBarrierBetween: false,
      }));
      return isRightInAnyOrder({ ...plan, copies: 2, steps }, network);
    });
    expect(fewer, name).toEqual([]);
  }
});

function subsets(length: number, count: number): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  if (length < count) return [];
  const without = subsets(length - 1, count);
  return [...without, ...subsets(length - 1, count - 1).map((chosen) => [...chosen, length - 1])];
}

describe("known counts", () => {
  test.each([
    ["kogge-stone", "elements", 6, 2],
    ["sklansky", "elements", 6, 1],
    ["brent-kung", "elements", 10, 1], // 11 steps: the first one down reads what stood there before the last one up
    ["ladner-fischer:1", "elements", 7, 1],
    ["scan-scan-add:8", "elements", 7, 1],
    ["serial", "elements", 63, 1],
    ["serial", "pairs", 0, 1], // one invocation does it all
  ] as const)("%s at 64, by %s: %i barriers, %i copies", (name, assignment, barrierCount, copies) => {
    const scan = emitWgsl(generateNetwork(name, 64), { assignment });
    expect(scan).toMatchObject({ barrierCount, plan: { copies } });
  });
});
