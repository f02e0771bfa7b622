import { describe, expect, test } from "vitest";
import {
  add,
  all,
  COUNTER,
  ceilLog2,
  compare,
  integer,
  multiply,
  powerOfTwo,
  shiftRight,
  subtract,
  THREAD,
  WIDTH,
} from "./build-terms.ts";
import { expandProgram } from "./expand-program.ts";
import type { IndexTerm, NetworkProgram } from "./network-program.ts";
import { ownerForm } from "./owner-form.ts";

const [i, j, N] = [COUNTER, THREAD, WIDTH];
const two = powerOfTwo(i);
const times = (factor: number, term: IndexTerm): IndexTerm => multiply(integer(factor), term);

function programOf(source: IndexTerm, destination: IndexTerm): NetworkProgram {
  const guard = compare(destination, "less", N);
  const count = ceilLog2(N);
  return { phases: [{ first: integer(0), count, direction: "up", guard, source, destination }] };
}

/** Beyond what the generated networks need: strides of constants, sources that go by another stride. */
const OWNED: Readonly<Record<string, NetworkProgram>> = {
  "j + 2^i": programOf(j, add(j, two)),
  "2j + 1": programOf(times(2, j), add(times(2, j), integer(1))),
  "4j + 2^i": programOf(times(4, j), add(times(4, j), two)),
  "2^(i+1) (j + 1) - 1": programOf(
    add(multiply(j, times(2, two)), subtract(two, integer(1))),
    add(multiply(j, times(2, two)), subtract(times(2, two), integer(1))),
  ),
  "3 * 2^i + 2j 2^i - 1": programOf(
    add(times(2, multiply(j, two)), subtract(times(2, two), integer(1))),
    add(times(2, multiply(j, two)), subtract(times(3, two), integer(1))),
  ),
  "5 * 2^i + 4j 2^i": programOf(multiply(j, two), add(times(5, two), times(4, multiply(j, two)))),
  "2j + 3, by j >> i": programOf(shiftRight(j, i), add(times(2, j), integer(3))),
};

describe("ownerForm", () => {
  test.each(Object.entries(OWNED))("a[%s]: the same network at every width", (_, program) => {
    const owned = ownerForm(program);
    if (owned === undefined) throw new Error("none");
    expect(owned.phases.map(({ destination }) => destination)).toEqual([j]);
    for (let width = 1; width <= 70; width++) {
      expect(sorted(owned, width)).toEqual(sorted(program, width));
    }
  });

  test("what else the guard asks of a thread, it asks of the one that wrote the wire", () => {
    const [phase] = OWNED["4j + 2^i"].phases;
    const program = { phases: [{ ...phase, guard: all([phase.guard, compare(integer(2), "less", j)]) }] };
    const owned = ownerForm(program);
    expect(owned && sorted(owned, 64)).toEqual(sorted(program, 64));
  });

  test("none where a wire might be written twice, below 0 or from N on", () => {
    expect(ownerForm(programOf(j, multiply(j, j)))).toBeUndefined();
    expect(ownerForm(programOf(j, two))).toBeUndefined();
    expect(ownerForm(programOf(j, times(3, j)))).toBeUndefined();
    expect(ownerForm(programOf(j, subtract(j, integer(1))))).toBeUndefined();
    const [phase] = OWNED["j + 2^i"].phases;
    expect(ownerForm({ phases: [{ ...phase, guard: compare(j, "less", N) }] })).toBeUndefined();
  });
});

function sorted(program: NetworkProgram, width: number): unknown {
  return expandProgram(program, width).steps.map((step) =>
    [...step].sort(([, one], [, other]) => one - other),
  );
}
