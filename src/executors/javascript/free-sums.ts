// What plain loops take where a caller requires less than everywhere: an expression like any other, whose sums need no tree in memory.
import type { ColumnContract } from "../../contracts/column-contract.ts";
import { reduceOfNothing } from "../../contracts/contract.ts";
import { roundedOperation } from "../../contracts/takes-any-tree.ts";
import { linearCarry } from "../../expressions/expression.ts";
import { isHalfType } from "../../values/halves.ts";
import type { Row } from "../../values/value-types.ts";
import type { Request, SynchronousPlan } from "../executor.ts";
import type { FreeSums } from "./machine.ts";

type Floats = Float64Array | Float32Array;

/** Seven of eight additions wait for nothing: on V8 0.4 ns a double, where blocks of 32 in a tree take 0.6, and a scan a third of theirs. */
export const freeSums: FreeSums = { expression: linearCarry(8), takes, reduceOf };

function takes(contract: Request["contract"]): boolean {
  if (contract.kind !== "columns" || roundedOperation(contract) !== "add") return false;
  const { direction, initial, types } = contract;
  return direction === "forward" && initial?.placement !== "first" && !types.some(isHalfType);
}

function reduceOf({ sums, initial }: ColumnContract): SynchronousPlan["reduce"] {
  const isF32 = sums[0] === "f32";
  return ([input]): Row => {
    if (input.length === 0) return reduceOfNothing({ initial });
    const sum = isF32 ? carriedF32(input as Float32Array) : carried(input as Floats);
    const first = initial === undefined ? -0 : Number(initial.value[0]); // −0 changes nothing it is added to
    const value = isF32 ? Math.fround(first + sum) : first + sum;
    return [Number.isNaN(value) ? Number.NaN : value];
  };
}

function carried(x: Floats): number {
  let carry = -0;
  const whole = x.length - (x.length % 8);
  for (let i = 0; i < whole; i += 8) {
    carry += x[i] + x[i + 1] + (x[i + 2] + x[i + 3]) + (x[i + 4] + x[i + 5] + (x[i + 6] + x[i + 7]));
  }
  return whole === x.length ? carry : carry + pairwise(x, whole, x.length, (value) => value);
}

function carriedF32(x: Float32Array): number {
  const { fround } = Math;
  let carry = -0;
  const whole = x.length - (x.length % 8);
  for (let i = 0; i < whole; i += 8) {
    const left = fround(fround(x[i] + x[i + 1]) + fround(x[i + 2] + x[i + 3]));
    const right = fround(fround(x[i + 4] + x[i + 5]) + fround(x[i + 6] + x[i + 7]));
    carry = fround(carry + fround(left + right));
  }
  return whole === x.length ? carry : fround(carry + pairwise(x, whole, x.length, fround));
}

/** The canonical tree of a tail. */
function pairwise(x: Floats, start: number, end: number, round: (value: number) => number): number {
  if (end - start === 1) return x[start];
  const split = start + 2 ** (31 - Math.clz32(end - start - 1));
  return round(pairwise(x, start, split, round) + pairwise(x, split, end, round));
}
