import type { WidthForm } from "./pair-index-model.ts";

/** The values of i over the steps of a segment, as the example has them. */
export interface CounterValues {
  readonly first: number; // the lowest
  readonly direction: "up" | "down";
}

/** A form of N with what it costs to say it. */
interface CostedForm {
  readonly form: WidthForm;
  readonly cost: number;
}

/** A phase that takes longer than this with any N is read as growing with N. */
const LONGEST_CONSTANT_COUNT = 2;
const LARGEST_LOG_OFFSET = 4;
const LARGEST_WIDTH_OFFSET = 2;
const LARGEST_CONSTANT_FIRST = 2;

/** How i may count through `count` steps of an example of 2^levels wires, `before` steps having gone before. */
export function counterValuesOf(count: number, levels: number, before: number): readonly CounterValues[] {
  if (count === 1) {
    return Array.from({ length: Math.max(1, levels) }, (_, first) => ({ first, direction: "up" }));
  }
  const firsts = new Set([0, 1, 2, levels - count, before].filter((first) => first >= 0));
  return [...firsts].flatMap((first) => [
    { first, direction: "up" },
    { first, direction: "down" },
  ]);
}

/** What the lowest value of i in an example may be for every N. */
export function firstForms(first: number, levels: number): readonly CostedForm[] {
  const forms: CostedForm[] = [];
  if (first <= LARGEST_CONSTANT_FIRST) {
    forms.push({ form: { logs: 0, widths: 0, constant: first }, cost: first });
  }
  if (first > 0 && Math.abs(first - levels) <= LARGEST_LOG_OFFSET) {
    forms.push({ form: { logs: 1, widths: 0, constant: first - levels }, cost: 2 + levels - first });
  }
  return forms;
}

/** What the number of steps of a segment may be for every N: c0·log(N) + c1, or N + c1, or a small constant. */
export function countForms(count: number, levels: number, width: number): readonly CostedForm[] {
  const forms: CostedForm[] = [];
  const [toLog, toWidth] = [count - levels, count - width];
  if (count <= LONGEST_CONSTANT_COUNT) {
    forms.push({ form: { logs: 0, widths: 0, constant: count }, cost: 1 + count });
  }
  if (Math.abs(toLog) <= LARGEST_LOG_OFFSET) {
    forms.push({ form: { logs: 1, widths: 0, constant: toLog }, cost: 1 + Math.abs(toLog) });
  }
  if (Math.abs(toWidth) <= LARGEST_WIDTH_OFFSET) {
    forms.push({ form: { logs: 0, widths: 1, constant: toWidth }, cost: 4 + Math.abs(toWidth) });
  }
  return forms;
}
