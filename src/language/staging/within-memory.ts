import type { MappedElements, Primitives } from "../../executors/primitives.ts";
import { SCALAR_TYPE_FACTS, type ScalarType } from "../../values/element-types.ts";

/**
 * Primitives that ask before they make columns of a length that a program says. What others make is no longer than what they are given, but for
 * `concat`, which whoever calls it asks for.
 */
export function withinMemory<Vector>(
  on: Primitives<Vector>,
  allocate: (bytes: number) => void,
): Primitives<Vector> {
  const { foldMapped, collectMapped } = on;
  const allocateFor = ({ terms, length }: MappedElements<Vector>): void => {
    for (const { type } of terms) allocate(length * bytesOf(type));
  };
  return {
    ...on,
    fill(type, value, length) {
      if (typeof length === "number") allocate(length * bytesOf(type));
      return on.fill(type, value, length);
    },
    ...(foldMapped && {
      foldMapped(contract, observation, elements) {
        if (observation !== "reduce") allocateFor(elements);
        return foldMapped(contract, observation, elements);
      },
    }),
    ...(collectMapped && {
      collectMapped(elements) {
        allocateFor(elements);
        return collectMapped(elements);
      },
    }),
  };
}

function bytesOf(type: ScalarType): number {
  return SCALAR_TYPE_FACTS[type].bytes;
}
