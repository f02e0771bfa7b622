// Terms as closures: no code generation, the same bits.

import type { OperatorBody } from "../operators/operator.ts";
import type { Term } from "../operators/term.ts";
import { termList } from "../operators/term-list.ts";
import type { Scalar } from "../values/element-types.ts";
import { type Apply, operationClosure } from "./operation-closures.ts";
import { treeHashClosure } from "./tree-hash-closure.ts";

/** `combine(left, right)`, as a plain JavaScript function. */
type Combine = (left: Scalar, right: Scalar) => Scalar;

/** The same over records: scalars by column in, a new list of them out. */
type CombineRecords = (left: readonly Scalar[], right: readonly Scalar[]) => Scalar[];

/**
 * A term as JavaScript closures: `combineClosure(term)(left, right) = evaluateTerm(term, left, right)`, bit for bit.
 *
 * Generates no code as text, so that it works where a page's policy forbids that. One operation over both operands is one closure;
 * anything larger runs as a list of steps, each distinct subterm once.
 */
export function combineClosure(term: Term): Combine {
  if (term.kind === "binary") {
    const apply = operationClosure(term) as Combine;
    if (term.first.kind === "left" && term.second.kind === "right") return apply;
    if (term.first.kind === "right" && term.second.kind === "left") {
      return (left, right) => apply(right, left);
    }
  }
  return (treeHashClosure(term) as Combine | undefined) ?? combineSteps(term);
}

/** The body of a record operator likewise: `combineRecords(body)(left, right)` has the scalars of `evaluateBody`, in a fresh list. */
export function combineRecords({ terms }: OperatorBody): CombineRecords {
  const { slots, operands, run, roots } = straightLine(terms);
  return (left, right) => {
    for (let i = 0; i < operands.length; i++) {
      const { slot, isLeft, column } = operands[i];
      slots[slot] = isLeft ? left[column] : right[column];
    }
    run();
    const result = new Array<Scalar>(roots.length);
    for (let i = 0; i < roots.length; i++) result[i] = slots[roots[i]];
    return result;
  };
}

function combineSteps(term: Term): Combine {
  const { slots, operands, run, roots } = straightLine([term]);
  const root = roots[0];
  const leftSlot = operands.find(({ isLeft }) => isLeft)?.slot ?? slots.push(0) - 1;
  const rightSlot = operands.find(({ isLeft }) => !isLeft)?.slot ?? slots.push(0) - 1;
  return (left, right) => {
    slots[leftSlot] = left;
    slots[rightSlot] = right;
    run();
    return slots[root];
  };
}

/** Terms as steps over slots, one slot for each distinct subterm. Constants are in place; the operands are the caller's to fill in. */
interface StraightLine {
  readonly slots: Scalar[];
  readonly operands: readonly OperandSlot[];
  readonly run: () => void;
  readonly roots: readonly number[]; // the slot of each term
}

interface OperandSlot {
  readonly slot: number;
  readonly isLeft: boolean;
  readonly column: number;
}

interface Step {
  readonly apply: Apply;
  readonly first: number; // slots of the operands; those that an operation lacks are 0, and it ignores them
  readonly second: number;
  readonly third: number;
  readonly result: number;
}

function straightLine(terms: readonly Term[]): StraightLine {
  const { nodes, roots } = termList(terms);
  const slots: Scalar[] = nodes.map(({ term }) => (term.kind === "constant" ? term.value : 0));
  const inputs: OperandSlot[] = [];
  const steps: Step[] = [];
  nodes.forEach(({ term, operands }, slot) => {
    if (term.kind === "constant") return;
    if (term.kind === "left" || term.kind === "right") {
      inputs.push({ slot, isLeft: term.kind === "left", column: term.column });
      return;
    }
    const [first, second = 0, third = 0] = operands;
    steps.push({ apply: operationClosure(term), first, second, third, result: slot });
  });
  const run = (): void => {
    for (let i = 0; i < steps.length; i++) {
      const step = steps[i];
      slots[step.result] = step.apply(slots[step.first], slots[step.second], slots[step.third]);
    }
  };
  return { slots, operands: inputs, run, roots };
}
