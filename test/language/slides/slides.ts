import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { type ArrayProgram, compile, fitGrowth, type Growth, run } from "../../../src/language.ts";

// What the tests of the slides (Henriksen and Oancea) share. Their rows are called as in our list of them: A1 to A18 are algorithms.

export const textOf = (name: string): string => readFileSync(`examples/language/${name}.sb`, "utf8");
export const example = (name: string): ArrayProgram => compile(textOf(name), { source: `${name}.sb` });
export const i32 = (...items: number[]): Int32Array => Int32Array.from(items);
export const i64 = (...items: number[]): BigInt64Array => BigInt64Array.from(items, BigInt);
export const u32 = (...items: number[]): Uint32Array => Uint32Array.from(items);
export const bools = (...items: number[]): boolean[] => items.map((item) => item === 1);
export const counting = (length: number): Int32Array => Int32Array.from({ length }, (_, i) => (i * 7) % 10);

/** The interpreter's answer, which is that of an executor. */
export function answer(program: ArrayProgram, entry: string, ...operands: unknown[]): unknown {
  const value = program.interpret(entry, operands);
  expect(run(program, entry, operands)).toEqual(value);
  return value;
}

/** The forms of work and span over sizes that double. */
export function growth(
  program: ArrayProgram,
  entry: string,
  sizes: readonly number[],
  model: "verbatim" | "corrected",
  operandOf: (n: number) => unknown = counting,
): { readonly work: Growth; readonly span: Growth } {
  const costs = sizes.map((n) => program.cost(entry, [operandOf(n)], { model }));
  const grown = (part: "work" | "span"): Growth =>
    fitGrowth(
      sizes,
      costs.map((cost) => cost[part]),
    );
  return { work: grown("work"), span: grown("span") };
}
