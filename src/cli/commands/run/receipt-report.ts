import type { Receipt, Run } from "../../../cluster.ts";
import { printContract, type Scalar } from "../../../index.ts";
import { asJson, fact, type JsonValue, jsonScalar, printScalar, type Report, report } from "../../report.ts";

/** What a run came to. */
export function receiptReport(folder: string, { contract, plan }: Run, receipt: Receipt): Report {
  const { value, bits, output, input, made } = receipt;
  const isScan = output !== undefined;
  const single = output?.length === 1 ? output[0] : undefined;
  const hashes = output?.map((column) => column.whole ?? column.hash);
  const facts = {
    value: fact(jsonValue(value), textOf(value), isScan ? "last" : undefined),
    bits: fact(bits.length === 1 ? bits[0] : bits, bits.join(" ")),
    hash: fact(single?.whole ?? (output ? undefined : null), single?.whole),
    receipt: fact(single?.hash ?? hashes, hashes?.length === 1 ? undefined : hashes?.join(" "), "hashes"),
    input: fact(
      input?.map(({ hash }) => hash),
      input?.map(({ hash }) => hash).join(" "),
    ),
    contract: fact(printContract(contract)),
    n: fact(plan.length),
    pieces: fact(
      plan.pieceCount,
      `${plan.pieceCount}, by ${made.length} ${made.length === 1 ? "process" : "processes"}`,
    ),
    run: fact(folder),
    made: fact(made.map((each) => asJson(each))),
  };
  return report(facts, () => [
    ["value", "bits", "hash", "receipt", "input", "contract", "n", "pieces", "run"],
  ]);
}

function jsonValue(value: unknown): JsonValue {
  if (typeof value === "number" || typeof value === "bigint") return jsonScalar(value);
  if (typeof value !== "object" || value === null) return (value ?? null) as JsonValue;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, jsonValue(inner)]));
}

function textOf(value: unknown): string {
  if (typeof value === "number" || typeof value === "bigint") return printScalar(value as Scalar);
  return JSON.stringify(jsonValue(value));
}
