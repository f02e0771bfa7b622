// Why: a state travels as text between machines and versions. Equal summaries are equal texts, and anything else is refused.
import { FormatError } from "../values/errors.ts";
import { checkContract, checkStart } from "./checks.ts";
import { openEnvelope, sealEnvelope } from "./envelope.ts";
import { summaryOf } from "./operations.ts";
import { type Setting, sequenceRange } from "./setting.ts";
import type { Summary } from "./summary.ts";

export function encodeSummary<Value, Elements>(
  setting: Setting<Value, Elements>,
  summary: Summary<Value>,
): string {
  checkContract(setting, "summary", summary);
  const { shape, values: kind } = setting;
  const values = shape.print(summary, kind.print);
  return sealEnvelope({ contract: setting.line, start: summary.start, end: summary.end, values });
}

export function decodeSummary<Value, Elements>(
  setting: Setting<Value, Elements>,
  text: string,
): Summary<Value> {
  const envelope = openEnvelope(text);
  if (envelope.contract !== setting.line) {
    throw new FormatError("summary", `of contract "${setting.line}"`, `one of "${envelope.contract}"`);
  }
  checkStart(setting, envelope.start);
  const { start, end } = sequenceRange(setting, envelope.start, envelope.end);
  const state = setting.shape.parse(start, end, envelope.values, setting.values.parse);
  const summary = summaryOf(setting, envelope.start, envelope.end, state);
  // So that equal summaries are equal texts: no further fields, no spaces, no other NaN.
  if (encodeSummary(setting, summary) !== text) {
    throw new FormatError("summary", "the very text that encode writes", "another with the same meaning");
  }
  return summary;
}
