import {
  add,
  all,
  and,
  ceilLog2,
  compare,
  COUNTER as i,
  integer,
  THREAD as j,
  modulo,
  multiply,
  WIDTH as N,
  powerOfTwo,
  shiftLeft,
  shiftRight,
  subtract,
} from "../../../src/synthesis/programs/build-terms.ts";
import type { NetworkProgram, ProgramPhase } from "../../../src/synthesis/programs/network-program.ts";

/*
 * Support for tests of emission: programs with all that programs may have.
 */
const levels = ceilLog2(N);
const power = powerOfTwo(i);
const twice = powerOfTwo(add(i, integer(1)));

function phase(part: Partial<ProgramPhase> & Pick<ProgramPhase, "guard" | "source">): ProgramPhase {
  return { first: integer(0), count: levels, direction: "up", destination: j, ...part };
}

const rest = modulo(add(j, integer(1)), twice);

/** Of every width, by the name of the generator that makes the same networks. */
export const OWNER_PROGRAMS: Readonly<Record<string, NetworkProgram>> = {
  "kogge-stone": {
    phases: [phase({ guard: compare(power, "lessOrEqual", j), source: subtract(j, power) })],
  },
  sklansky: {
    phases: [
      phase({
        guard: compare(modulo(shiftRight(j, i), integer(2)), "equal", integer(1)),
        source: subtract(shiftLeft(shiftRight(j, i), i), integer(1)),
      }),
    ],
  },
  "brent-kung": {
    phases: [
      phase({ guard: compare(rest, "equal", integer(0)), source: subtract(j, power) }),
      phase({
        direction: "down",
        count: subtract(levels, integer(1)),
        guard: all([compare(twice, "lessOrEqual", j), compare(rest, "equal", power)]),
        source: subtract(j, power),
      }),
    ],
  },
  serial: {
    phases: [
      phase({
        first: integer(1),
        count: subtract(N, integer(1)),
        guard: compare(j, "equal", i),
        source: subtract(j, integer(1)),
      }),
    ],
  },
};

const low = multiply(j, twice);

/** In the pair-index form. */
export const PAIR_PROGRAMS: Readonly<Record<string, NetworkProgram>> = {
  "brent-kung": {
    phases: [
      phase({
        guard: compare(add(low, subtract(twice, integer(1))), "less", N),
        source: add(low, subtract(power, integer(1))),
        destination: add(low, subtract(twice, integer(1))),
      }),
      phase({
        direction: "down",
        count: subtract(levels, integer(1)),
        guard: compare(add(low, subtract(multiply(integer(3), power), integer(1))), "less", N),
        source: add(low, subtract(twice, integer(1))),
        destination: add(low, subtract(multiply(integer(3), power), integer(1))),
      }),
    ],
  },
  // Pair j leads to the j-th wire whose bit i is set.
  sklansky: {
    phases: [
      phase({
        guard: compare(
          add(
            shiftLeft(add(multiply(shiftRight(j, i), integer(2)), integer(1)), i),
            and(j, subtract(power, integer(1))),
          ),
          "less",
          N,
        ),
        source: subtract(shiftLeft(add(multiply(shiftRight(j, i), integer(2)), integer(1)), i), integer(1)),
        destination: add(
          shiftLeft(add(multiply(shiftRight(j, i), integer(2)), integer(1)), i),
          and(j, subtract(power, integer(1))),
        ),
      }),
    ],
  },
  "kogge-stone": {
    phases: [
      phase({
        guard: compare(add(j, power), "less", N),
        source: j,
        destination: add(j, power),
      }),
    ],
  },
};

const [odd, even] = [1, 0].map((value) => compare(modulo(j, integer(2)), "equal", integer(value)));

/** The same with every level in two steps, in one turn: odd threads, then even ones. */
function inTurns({ guard, ...own }: ProgramPhase): ProgramPhase {
  const { source, destination } = own;
  return { ...own, guard: all([odd, guard]), further: [{ guard: all([even, guard]), source, destination }] };
}

/** Loops whose turns have several steps. */
export const TURN_PROGRAMS: Readonly<Record<string, NetworkProgram>> = {
  "sklansky in two steps a level": { phases: OWNER_PROGRAMS.sklansky.phases.map(inTurns) },
  "sklansky by pairs in two steps a level": { phases: PAIR_PROGRAMS.sklansky.phases.map(inTurns) },
  "brent-kung in two steps a level": { phases: OWNER_PROGRAMS["brent-kung"].phases.map(inTurns) },
  "serial, two wires a turn": {
    phases: [
      phase({
        count: shiftRight(N, integer(1)),
        guard: compare(j, "equal", add(multiply(integer(2), i), integer(1))),
        source: subtract(j, integer(1)),
        further: [
          {
            guard: compare(j, "equal", add(multiply(integer(2), i), integer(2))),
            source: subtract(j, integer(1)),
            destination: j,
          },
        ],
      }),
    ],
  },
};
