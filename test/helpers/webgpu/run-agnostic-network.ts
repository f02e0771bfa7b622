import type { NetworkStep } from "./agnostic-network.ts";

/** Applies a network to values: the result of every combine is seen by all that come after it, as barriers and subgroups order them. */
export function runNetwork<Value>(
  steps: readonly NetworkStep[],
  input: readonly Value[],
  combine: (left: Value, right: Value) => Value,
): readonly Value[] {
  const values = [...input];
  for (const step of steps) {
    if (step.kind === "fanout") {
      const lanes = step.lanes.filter((lane) => lane !== undefined);
      const taken = lanes.map(({ before, to }) => combine(values[before], values[to]));
      for (const [lane, { to }] of lanes.entries()) values[to] = taken[lane];
    } else if (step.kind === "scan") {
      for (const places of step.subgroups) {
        const scanned = koggeStone(
          places.map((place) => values[place]),
          combine,
        );
        for (const [lane, place] of places.entries()) values[place] = scanned[lane];
      }
    }
  }
  return values;
}

function koggeStone<Value>(
  input: readonly Value[],
  combine: (left: Value, right: Value) => Value,
): readonly Value[] {
  let values = input;
  for (let distance = 1; distance < values.length; distance *= 2) {
    const before = values;
    values = before.map((value, lane) => (lane < distance ? value : combine(before[lane - distance], value)));
  }
  return values;
}
