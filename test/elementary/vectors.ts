import { readFileSync } from "node:fs";
import {
  type BinaryFunction,
  type FloatType,
  isBinaryFunction,
  type UnaryFunction,
} from "../../src/elementary/names.ts";
import { fromBits } from "../../src/values/bits.ts";

/** A line of vectors.txt, which MPFR has made. */
export interface ElementaryVector {
  readonly line: string;
  readonly type: FloatType;
  readonly unary: UnaryFunction | undefined;
  readonly binary: BinaryFunction | undefined;
  readonly operands: readonly number[];
  readonly bits: string; // of the value
}

/** Values of all functions at edges, at random operands, and where they are hardest to round: see vectors.c. */
export function elementaryVectors(): readonly ElementaryVector[] {
  const text = readFileSync(new URL("vectors.txt", import.meta.url), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [name, type, ...bits] = line.split(" ");
      const of = type as FloatType;
      const operands = bits.slice(0, -1).map((each) => Number(fromBits(of, BigInt(`0x${each}`))));
      const isBinary = isBinaryFunction(name);
      return {
        line,
        type: of,
        unary: isBinary ? undefined : (name as UnaryFunction),
        binary: isBinary ? name : undefined,
        operands,
        bits: bits[bits.length - 1],
      };
    });
}
