import type { ConvertibleInput, ElementTypeOf, StoredColumnsOf } from "../../contracts/options.ts";
import type { ContractOptions } from "../../contracts/resolve.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import type { ColumnsOf, RecordType } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import type { Answer, Call } from "../call.ts";
import { givenContract } from "../given-contract.ts";
import { shapeColumns } from "../move-columns.ts";
import {
  type CombineOptions,
  type CombineRecordsOptions,
  CountedCombines,
  type CountedScan,
  joined,
  slices,
} from "./counted-combines.ts";

/**
 * The inclusive scan of Hillis and Steele, with its combines counted: in step d each element takes in the one 2^d places before it,
 * `x[i] = x[i − 2^d] ∘ x[i]`, all of them at a time.
 *
 * For learning and measuring: `inclusiveScan` does less. The tree of each prefix is this algorithm's own, so that with an operator that is
 * not associative the bits are its own as well; they are the same on every executor. For n = 2^m it takes m·2^m − (2^m − 1) combines in m
 * steps: 49 in 4 for 16 elements.
 *
 * @see docs/what-scans-are-for.md (Hillis and Steele 1986)
 */
export interface HillisSteele<When extends "now" | "later"> {
  <Type extends RecordType>(
    input: StoredColumnsOf<Type>,
    options: CombineRecordsOptions<Type>,
  ): Answer<When, CountedScan<ColumnsOf<Type>>>;
  <Input extends ElementArray>(
    input: Input,
    options?: CombineOptions<ElementTypeOf<Input>>,
  ): Answer<When, CountedScan<ElementArray<ElementTypeOf<Input>>>>;
  <Type extends ElementType>(
    input: ConvertibleInput,
    options: CombineOptions<Type> & { readonly type: Type },
  ): Answer<When, CountedScan<ElementArray<Type>>>;
}

/** The call of `hillisSteele`. */
export function hillisSteeleCall(input: unknown, options: ContractOptions = {}): Call<CountedScan<unknown>> {
  checkOptionNames(options, ["operator", "type"]);
  const { contract, columns, length, type } = givenContract(input, options, "inclusive-scan");
  let combines = new CountedCombines(contract);
  return {
    input: columns,
    *steps(on, vectors) {
      combines = new CountedCombines(contract);
      let prefixes = vectors;
      for (let distance = 1; distance < length; distance *= 2) {
        const rest = length - distance;
        const before = yield* slices(on, prefixes, 0, rest);
        const after = yield* slices(on, prefixes, distance, rest);
        const combined = yield* combines.combine(on, before, after, rest);
        prefixes = yield* joined(on, yield* slices(on, prefixes, 0, distance), combined);
      }
      return prefixes;
    },
    result(prefixes) {
      const { combineCount, stepCount } = combines;
      return { prefixes: shapeColumns(type, prefixes), combineCount, stepCount };
    },
  };
}

/** `hillisSteele(input, { operator? })` gives the scan of Hillis and Steele */
export const hillisSteele: AlgorithmRow = {
  call: hillisSteeleCall,
};
