// What a run asks of an executor beside work and span: primitives, and bytes in and out.

import type { Call } from "../../algorithms/call.ts";
import type { Primitives } from "../../executors/primitives.ts";
import type { ColumnArray } from "../../values/value-types.ts";

/** What takes no step of an executor: it says what is there, or moves it to callers and back. */
const FREE: readonly PropertyKey[] = ["place", "take", "typeOf", "release", "view"];

/** What a call asks of an executor besides work and span. */
export interface CallUse {
  readonly primitives: number; // each is a piece of work handed out, awaited and gathered
  readonly movedBytes: number; // of the columns that go in and come out, moved one after the other by any executor
}

/** The same call, and what it has used, at any time. */
export function countUse<Result>(call: Call<Result>): {
  readonly call: Call<Result>;
  readonly use: () => CallUse;
} {
  let primitives = 0;
  let movedBytes = bytesOf(call.input);
  const counted = <Vector>(on: Primitives<Vector>): Primitives<Vector> =>
    new Proxy(on, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== "function") return member;
        if (FREE.includes(name)) return member.bind(target);
        return (...given: readonly unknown[]): unknown => {
          primitives++;
          return member.apply(target, given);
        };
      },
    });
  const counting: Call<Result> = {
    ...call,
    steps: (on, input) => call.steps(counted(on), input),
    result: (columns) => {
      movedBytes += bytesOf(columns);
      return call.result(columns);
    },
  };
  return { call: counting, use: () => ({ primitives, movedBytes }) };
}

function bytesOf(columns: readonly ColumnArray[]): number {
  return columns.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
