import type { OrderFreeExpression } from "../expressions/expression.ts";
import { FormatError } from "../values/errors.ts";
import {
  type Accumulator,
  type AccumulatorState,
  type BinnedState,
  type ExactState,
  type FloatType,
  MARKS,
} from "./accumulators/accumulator.ts";
import { BINS } from "./accumulators/binned-accumulator.ts";
import { newAccumulator } from "./accumulators/new-accumulator.ts";
import type { SumValues } from "./column-values.ts";
import type { Lists, Shape } from "./shape.ts";

/** binned(K) and exact: an accumulator, to which positions mean nothing. */
export function accumulatorShape<Value>(
  expression: OrderFreeExpression,
  { type, addend, valueOfSum }: SumValues<Value>,
): Shape<Value, AccumulatorState> {
  const from = (...states: readonly AccumulatorState[]): Accumulator => {
    const sum = newAccumulator(expression, type);
    for (const state of states) sum.merge(state);
    return sum;
  };
  return {
    empty: () => from().state(),
    append(state, _start, _end, elements) {
      const sum = from(state);
      for (let i = 0; i < elements.length; i++) sum.add(addend(elements[i]));
      return sum.state();
    },
    concat: (left, right) => from(left, right).state(),
    observe: (state) => valueOfSum(from(state).observe()),
    print: printState,
    parse: (_start, _end, lists) =>
      expression.kind === "exact" ? parseExact(lists) : parseBinned(expression.fold, type, lists),
  };
}

/** Marks and top as decimal numbers of one digit list, sums as hexadecimal integers with their sign. */
function printState(state: AccumulatorState): Lists<string> {
  switch (state.kind) {
    case "exact":
      return [[String(state.marks)], [state.sum.toString(16)]];
    case "binned":
      return [[String(state.marks), String(state.top)], state.sums.map((sum) => sum.toString(16))];
    default:
      return state satisfies never;
  }
}

function parseExact(lists: Lists<string>): ExactState {
  const [[marks], [sum]] = checkLists(lists, 1, 1);
  return { kind: "exact", marks: parseMarks(marks), sum: parseSum(sum) };
}

function parseBinned(fold: number, type: FloatType, lists: Lists<string>): BinnedState {
  const [[marks, top], sums] = checkLists(lists, 2, fold);
  return { kind: "binned", marks: parseMarks(marks), top: parseTop(top, type), sums: sums.map(parseSum) };
}

function checkLists(lists: Lists<string>, first: number, second: number): Lists<string> {
  const lengths = lists.map((list) => list.length).join(" and ");
  if (lengths === `${first} and ${second}`) return lists;
  throw new FormatError("summary", `lists of ${first} and ${second} values`, `lists of ${lengths}`);
}

function parseMarks(text: string): number {
  const all = Object.values(MARKS).reduce((marks, mark) => marks | mark, 0);
  return parseNumber(text, 0, all, "the marks of a sum");
}

function parseTop(text: string, type: FloatType): number {
  return parseNumber(text, -1, BINS[type].last, "the top bin of a sum");
}

function parseNumber(text: string, least: number, most: number, what: string): number {
  const number = Number(text);
  if (/^-?\d+$/.test(text) && number >= least && number <= most) return number;
  throw new FormatError("summary", `${what}, ${least} to ${most}`, JSON.stringify(text));
}

function parseSum(text: string): bigint {
  if (!/^-?[0-9a-f]+$/.test(text))
    throw new FormatError("summary", "a hexadecimal integer", JSON.stringify(text));
  return text.startsWith("-") ? -BigInt(`0x${text.slice(1)}`) : BigInt(`0x${text}`);
}
