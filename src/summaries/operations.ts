import { reduceOfNothing } from "../contracts/empty.ts";
import type { ElementArray, Scalar } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { checkContract, checkRoom, checkStart, widenElements } from "./checks.ts";
import { type Setting, sequenceRange } from "./setting.ts";
import type { State, Summary } from "./summary.ts";

export function emptySummary(setting: Setting, position: number): Summary {
  checkStart(setting, position);
  const { shape, contract } = setting;
  const nothing = shape.empty();
  const holdsInitial = position === 0 && contract.initial?.placement === "first";
  const state = holdsInitial ? shape.append(nothing, 0, 0, [contract.initial.value]) : nothing;
  return summaryOf(setting, position, position, state);
}

export function appendElements(setting: Setting, summary: Summary, elements: Scalar | ElementArray): Summary {
  checkContract(setting, "summary", summary);
  const widened = widenElements(setting, elements);
  checkRoom(summary, widened.length);
  const { start, end } = sequenceRange(setting, summary.start, summary.end);
  const state = setting.shape.append(summary, start, end, widened);
  return summaryOf(setting, summary.start, summary.end + widened.length, state);
}

export function concatSummaries(setting: Setting, left: Summary, right: Summary): Summary {
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

export function observeSummary(setting: Setting, summary: Summary): Scalar {
  checkContract(setting, "summary", summary);
  if (summary.start !== 0) {
    const actual = `one of [${summary.start}, ${summary.end})`;
    throw new InvalidArgumentError("summary", "a summary from position 0 on", actual);
  }
  const { contract, shape, combine } = setting;
  if (summary.end === 0) return canonical(reduceOfNothing(contract));
  const value = shape.observe(summary);
  const { initial } = contract;
  return canonical(initial?.placement === "outside" ? combine(initial.value, value) : value);
}

/** A state as a summary of the input positions [start, end). */
export function summaryOf({ line }: Setting, start: number, end: number, state: State): Summary {
  return { contract: line, start, end, ...state };
}

function canonical(value: Scalar): Scalar {
  return Number.isNaN(value) ? Number.NaN : value;
}
