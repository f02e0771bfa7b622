import * as t from "../programs/build-terms.ts";
import type { NetworkProgram, ProgramPhase } from "../programs/network-program.ts";

/*
 * Support for tests of emission: programs with all that programs may have.
 */

const { COUNTER: i, THREAD: j, WIDTH: N, integer } = t;
const levels = t.ceilLog2(N);
const power = t.powerOfTwo(i);
const twice = t.powerOfTwo(t.add(i, integer(1)));

function phase(part: Partial<ProgramPhase> & Pick<ProgramPhase, "guard" | "source">): ProgramPhase {
  return { first: integer(0), count: levels, direction: "up", destination: j, ...part };
}

const rest = t.modulo(t.add(j, integer(1)), twice);

/** Of every width, by the name of the generator that makes the same networks. */
export const OWNER_PROGRAMS: Readonly<Record<string, NetworkProgram>> = {
  "kogge-stone": {
    phases: [phase({ guard: t.compare(power, "lessOrEqual", j), source: t.subtract(j, power) })],
  },
  sklansky: {
    phases: [
      phase({
        guard: t.compare(t.modulo(t.shiftRight(j, i), integer(2)), "equal", integer(1)),
        source: t.subtract(t.shiftLeft(t.shiftRight(j, i), i), integer(1)),
      }),
    ],
  },
  "brent-kung": {
    phases: [
      phase({ guard: t.compare(rest, "equal", integer(0)), source: t.subtract(j, power) }),
      phase({
        direction: "down",
        count: t.subtract(levels, integer(1)),
        guard: t.all([t.compare(twice, "lessOrEqual", j), t.compare(rest, "equal", power)]),
        source: t.subtract(j, power),
      }),
    ],
  },
  serial: {
    phases: [
      phase({
        first: integer(1),
        count: t.subtract(N, integer(1)),
        guard: t.compare(j, "equal", i),
        source: t.subtract(j, integer(1)),
      }),
    ],
  },
};

const low = t.multiply(j, twice);

/** In the pair-index form. */
export const PAIR_PROGRAMS: Readonly<Record<string, NetworkProgram>> = {
  "brent-kung": {
    phases: [
      phase({
        guard: t.compare(t.add(low, t.subtract(twice, integer(1))), "less", N),
        source: t.add(low, t.subtract(power, integer(1))),
        destination: t.add(low, t.subtract(twice, integer(1))),
      }),
      phase({
        direction: "down",
        count: t.subtract(levels, integer(1)),
        guard: t.compare(t.add(low, t.subtract(t.multiply(integer(3), power), integer(1))), "less", N),
        source: t.add(low, t.subtract(twice, integer(1))),
        destination: t.add(low, t.subtract(t.multiply(integer(3), power), integer(1))),
      }),
    ],
  },
  // Pair j leads to the j-th wire whose bit i is set.
  sklansky: {
    phases: [
      phase({
        guard: t.compare(
          t.add(
            t.shiftLeft(t.add(t.multiply(t.shiftRight(j, i), integer(2)), integer(1)), i),
            t.and(j, t.subtract(power, integer(1))),
          ),
          "less",
          N,
        ),
        source: t.subtract(
          t.shiftLeft(t.add(t.multiply(t.shiftRight(j, i), integer(2)), integer(1)), i),
          integer(1),
        ),
        destination: t.add(
          t.shiftLeft(t.add(t.multiply(t.shiftRight(j, i), integer(2)), integer(1)), i),
          t.and(j, t.subtract(power, integer(1))),
        ),
      }),
    ],
  },
  "kogge-stone": {
    phases: [
      phase({
        guard: t.compare(t.add(j, power), "less", N),
        source: j,
        destination: t.add(j, power),
      }),
    ],
  },
};
