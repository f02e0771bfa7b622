import type { Call } from "../../algorithms/call.ts";
import type { Primitives } from "../../executors/primitives.ts";

/** What takes no step of an executor: it says what is there, or moves it to callers and back. */
const FREE: readonly PropertyKey[] = ["place", "take", "typeOf", "release"];

/** The same call, and how many primitives it has used, at any time. */
export function countPrimitives<Result>(call: Call<Result>): {
  readonly call: Call<Result>;
  readonly count: () => number;
} {
  let count = 0;
  const counted = <Vector>(on: Primitives<Vector>): Primitives<Vector> =>
    new Proxy(on, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== "function") return member;
        if (FREE.includes(name)) return member.bind(target);
        return (...given: readonly unknown[]): unknown => {
          count++;
          return member.apply(target, given);
        };
      },
    });
  return { call: { ...call, steps: (on, input) => call.steps(counted(on), input) }, count: () => count };
}
