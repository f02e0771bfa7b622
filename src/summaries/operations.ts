import { reduceOfNothing } from "../contracts/contract.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { checkContract, checkRoom, checkStart } from "./checks.ts";
import { leadOf, type Setting, sequenceRange } from "./setting.ts";
import type { State, Summary } from "./summary.ts";

export function emptySummary<Value, Elements>(
  setting: Setting<Value, Elements>,
  position: number,
): Summary<Value> {
  checkStart(setting, position);
  const { shape, contract } = setting;
  const nothing = shape.empty();
  const lead = position === 0 ? leadOf(contract) : undefined;
  const state = lead === undefined ? nothing : shape.append(nothing, 0, 0, [lead.value]);
  return summaryOf(setting, position, position, state);
}

export function appendElements<Value, Elements>(
  setting: Setting<Value, Elements>,
  summary: Summary<Value>,
  elements: Elements,
): Summary<Value> {
  checkContract(setting, "summary", summary);
  const values = setting.values.read(elements);
  checkRoom(summary, values.length);
  const { start, end } = sequenceRange(setting, summary.start, summary.end);
  const state = setting.shape.append(summary, start, end, values);
  return summaryOf(setting, summary.start, summary.end + values.length, state);
}

export function concatSummaries<Value, Elements>(
  setting: Setting<Value, Elements>,
  left: Summary<Value>,
  right: Summary<Value>,
): Summary<Value> {
  checkContract(setting, "left", left);
  checkContract(setting, "right", right);
  if (left.end !== right.start) {
    const expected = `a summary from position ${left.end} on, where "left" ends`;
    throw new InvalidArgumentError("right", expected, `one from position ${right.start} on`);
  }
  // Not only a short cut: [0, 0) and [0, n) both hold an initial value placed "first".
  if (left.start === left.end) return right;
  if (right.start === right.end) return left;
  const { start, end } = sequenceRange(setting, left.start, right.end);
  const { start: middle } = sequenceRange(setting, right.start, right.end);
  const state = setting.shape.concat(left, right, start, middle, end);
  return summaryOf(setting, left.start, right.end, state);
}

export function observeSummary<Value, Elements>(
  setting: Setting<Value, Elements>,
  summary: Summary<Value>,
): Value {
  checkContract(setting, "summary", summary);
  if (summary.start !== 0) {
    const actual = `one of [${summary.start}, ${summary.end})`;
    throw new InvalidArgumentError("summary", "a summary from position 0 on", actual);
  }
  const { contract, shape, combine, values } = setting;
  if (summary.end === 0) return values.canonical(reduceOfNothing<Value>(contract));
  const value = shape.observe(summary);
  const { initial } = contract;
  const isOutside = initial !== undefined && leadOf(contract) === undefined;
  return values.canonical(isOutside ? combine(initial.value, value) : value);
}

/** A state as a summary of the input positions [start, end). */
export function summaryOf<Value, Elements>(
  { line }: Setting<Value, Elements>,
  start: number,
  end: number,
  state: State<Value>,
): Summary<Value> {
  return { contract: line, start, end, ...state };
}
