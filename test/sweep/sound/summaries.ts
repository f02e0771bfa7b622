import { resolveContract } from "../../../src/javascript.ts";
import { summaryAlgebra } from "../../../src/summaries.ts";
import type { Sound } from "../room.ts";

const contract = resolveContract({}, "reduce", "f64");
if (contract.kind !== "typed") throw new Error("add is an operator over elements");
const algebra = summaryAlgebra(contract);

export const SUMMARIES: Sound = {
  encodedContract: () => [algebra.encode(algebra.empty(0)), { operators: [], expressions: [] }],
  summaryAlgebra: () => [{ ...contract }, (left: number) => left],
};
