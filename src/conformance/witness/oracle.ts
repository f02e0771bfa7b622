import { printContract } from "../../contracts/print.ts";
import { isOrderFree } from "../../expressions/expression.ts";
import { referenceReduce, referenceScan } from "../../reference/reference.ts";
import { hashArray, hashColumns } from "../../values/hash.ts";
import type { GoldenVector } from "../vectors/golden-vector.ts";
import { type Asked, alone, aloneInColumns, type Outcome } from "./observe.ts";

/** Who says what is right, and the hash they say. */
export type Oracle =
  | { readonly by: "reference" | "vectors" | "executors"; readonly hash: string }
  | { readonly by: "none" };

/** The longest input that the literal reference takes part in. */
const REFERENCE_LENGTH = 4099;

/** A judge who needs no executor: the literal reference, else a golden vector; undefined where neither reaches. */
export function findOracle(asked: Asked, vectors: readonly GoldenVector[], seed: bigint): Oracle | undefined {
  if (lengthOf(asked) <= REFERENCE_LENGTH) return { by: "reference", hash: referenceHash(asked) };
  const golden = goldenHash(asked, vectors, seed);
  return golden === undefined ? undefined : { by: "vectors", hash: golden };
}

/** The judge of last resort: another executor that served the request, or nobody. */
export function askOthers(others: readonly Outcome[]): Oracle {
  const other = others.find((outcome) => outcome.kind === "served");
  return other === undefined ? { by: "none" } : { by: "executors", hash: other.hash };
}

function lengthOf(asked: Asked): number {
  return asked.kind === "elements" ? asked.input.length : asked.input[0].length;
}

function referenceHash(asked: Asked): string {
  if (asked.kind === "elements") {
    const { contract, observation, input } = asked;
    if (observation === "reduce") return hashArray(alone(contract, referenceReduce(contract, input)));
    return hashArray(referenceScan(contract, observation, input));
  }
  const { contract, observation, input } = asked;
  if (observation === "reduce")
    return hashColumns(aloneInColumns(contract, referenceReduce(contract, input)));
  return hashColumns(referenceScan(contract, observation, input));
}

function goldenHash(asked: Asked, vectors: readonly GoldenVector[], seed: bigint): string | undefined {
  if (asked.kind === "records") return undefined;
  const line = printContract(asked.contract);
  const isMirrored = isOrderFree(asked.contract.expression);
  const data = isMirrored ? "mirrored" : asked.contract.type === "f64" ? "narrow" : "bits";
  const found = vectors.find(
    ({ contract, observation, input }) =>
      observation === asked.observation &&
      input.length === asked.input.length &&
      input.seed === seed &&
      input.data === data &&
      printContract(contract) === line,
  );
  return found?.expected.scanHash;
}
