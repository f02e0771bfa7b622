import type { TypedContract } from "../../contracts/contract.ts";
import { printContract } from "../../contracts/print.ts";
import { referenceReduce, referenceScan } from "../../reference/reference.ts";
import type { ElementArray } from "../../values/element-types.ts";
import { hashArray } from "../../values/hash.ts";
import type { GoldenVector } from "../vectors/golden-vector.ts";
import { alone, type Outcome } from "./observe.ts";

/** Who says what is right, and the hash they say. */
export type Oracle =
  | { readonly by: "reference" | "vectors" | "executors"; readonly hash: string }
  | { readonly by: "none" };

interface Asked {
  readonly contract: TypedContract;
  readonly observation: "reduce" | "inclusive-scan";
  readonly input: ElementArray;
}

/** The longest input that the literal reference takes part in. */
const REFERENCE_LENGTH = 4099;

/** A judge who needs no executor: the literal reference, else a golden vector; undefined where neither reaches. */
export function findOracle(asked: Asked, vectors: readonly GoldenVector[], seed: bigint): Oracle | undefined {
  if (asked.input.length <= REFERENCE_LENGTH) return { by: "reference", hash: referenceHash(asked) };
  const golden = goldenHash(asked, vectors, seed);
  return golden === undefined ? undefined : { by: "vectors", hash: golden };
}

/** The judge of last resort: another executor that served the request, or nobody. */
export function askOthers(others: readonly Outcome[]): Oracle {
  const other = others.find((outcome) => outcome.kind === "served");
  return other === undefined ? { by: "none" } : { by: "executors", hash: other.hash };
}

function referenceHash({ contract, observation, input }: Asked): string {
  const values =
    observation === "reduce"
      ? alone(contract, referenceReduce(contract, input))
      : referenceScan(contract, observation, input);
  return hashArray(values);
}

function goldenHash(asked: Asked, vectors: readonly GoldenVector[], seed: bigint): string | undefined {
  const line = printContract(asked.contract);
  const data = asked.contract.type === "f64" ? "narrow" : "bits";
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
