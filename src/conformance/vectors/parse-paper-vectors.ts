import { parseExpression } from "../../expressions/parse.ts";
import { dataSet, length, probes, readLines, seed, text } from "./fields.ts";
import type { PaperVector } from "./golden-vector.ts";

/** The vectors of `vectors/paper-witness.jsonl`, f64 sums all of them. @throws FormatError naming line and field */
export function parsePaperVectors(lines: string): readonly PaperVector[] {
  return readLines(lines).map((fields) => ({
    data: dataSet(fields),
    length: length(fields, "n"),
    seed: seed(fields),
    inputHash: text(fields, "input"),
    expression: parseExpression(text(fields, "expression")),
    back: text(fields, "back"),
    reduce: text(fields, "reduce"),
    scanHash: text(fields, "scan"),
    probes: probes(fields),
  }));
}
