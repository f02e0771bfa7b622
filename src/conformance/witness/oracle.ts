import { lineOf } from "../../contracts/contract-key.ts";
import { printContract } from "../../contracts/print.ts";
import { isOrderFree } from "../../expressions/expression.ts";
import { hashColumns } from "../../values/hash.ts";
import { referencePlan } from "../reference-executor.ts";
import type { GoldenVector } from "../vectors/golden-vector.ts";
import { type Asked, alone, type Outcome } from "./observe.ts";

/** Who says what is right, and the hash they say. */
export type Oracle =
  | { readonly by: "reference" | "vectors" | "executors"; readonly hash: string }
  | { readonly by: "none" };

/** The longest input that the literal reference takes part in. */
const REFERENCE_LENGTH = 4099;

/** A judge who needs no executor: the literal reference, else a golden vector; undefined where neither reaches. */
export function findOracle(asked: Asked, vectors: readonly GoldenVector[], seed: bigint): Oracle | undefined {
  if (asked.input[0].length <= REFERENCE_LENGTH) return { by: "reference", hash: referenceHash(asked) };
  const golden = goldenHash(asked, vectors, seed);
  return golden === undefined ? undefined : { by: "vectors", hash: golden };
}

/** The judge of last resort: another executor that served the request, or nobody. */
export function askOthers(others: readonly Outcome[]): Oracle {
  const other = others.find((outcome) => outcome.kind === "served");
  return other === undefined ? { by: "none" } : { by: "executors", hash: other.hash };
}

function referenceHash({ contract, observation, input }: Asked): string {
  const plan = referencePlan(contract);
  return hashColumns(
    observation === "reduce" ? alone(contract, plan.reduce(input)) : plan.inclusiveScan(input),
  );
}

function goldenHash(asked: Asked, vectors: readonly GoldenVector[], seed: bigint): string | undefined {
  const line = lineOf(asked.contract);
  const isMirrored = isOrderFree(asked.contract.expression);
  const data = isMirrored ? "mirrored" : asked.contract.types[0] === "f64" ? "narrow" : "bits";
  const found = vectors.find(
    ({ contract, observation, input }) =>
      observation === asked.observation &&
      input.length === asked.input[0].length &&
      input.seed === seed &&
      input.data === data &&
      printContract(contract) === line,
  );
  return found?.expected.scanHash;
}
