// Operands of a run: as columns and scalars, and as values that are laid out over these.

import type { Steps } from "../../algorithms/call.ts";
import { left } from "../../operators/term.ts";
import type { Scalar, ScalarType } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import type { ColumnArray } from "../../values/value-types.ts";
import { partsOfData, valueOfData } from "../evaluation/data.ts";
import { asScalar } from "../evaluation/value.ts";
import { carrierOf } from "../types/narrow.ts";
import { printType } from "../types/print-type.ts";
import { resolved, type Type } from "../types/type.ts";
import { arrayOfFrame } from "./array-use.ts";
import { columnSource } from "./columns.ts";
import { Frame } from "./frame.ts";
import { type ElementLayout, layoutOfElements, lengthOfData, widthsOf } from "./nested-data.ts";
import { layRows, rowsOver } from "./rows.ts";
import type { StageContext } from "./stage-context.ts";
import { host, type Staged, type StagedScalar } from "./staged.ts";

/** What operands are made of, as a run is given it. */
export interface Input {
  readonly columns: ColumnArray[];
  readonly scalars: Scalar[];
}

/** How an operand lies in that: by the numbers of its columns and its scalars. */
export type Layout =
  | { readonly kind: "scalar"; readonly type: ScalarType; readonly slot: number }
  | {
      readonly kind: "record";
      readonly fields: readonly { readonly name: string; readonly layout: Layout }[];
    }
  | { readonly kind: "array"; readonly element: ElementLayout; readonly length: number };

/** Typed arrays are taken as they are: only ordinary arrays are read element by element. */
export function layoutOf(data: unknown, type: Type, argument: string, input: Input): Layout {
  const known = resolved(type);
  if (known.kind === "record") {
    const fields = partsOfData(data, known.fields, argument).map(({ name, part, type: of, path }) => {
      return { name, layout: layoutOf(part, of, path, input) };
    });
    return { kind: "record", fields };
  }
  if (known.kind === "array") {
    const { element } = known;
    const length = lengthOfData(data, element, argument);
    return { kind: "array", element: layoutOfElements([{ data, argument }], element, input.columns), length };
  }
  const value = asScalar(valueOfData(data, type, argument));
  if (known.kind !== "scalar") throw new InternalError(`an operand of type ${printType(type)}`);
  return { kind: "scalar", type: carrierOf(known.type), slot: input.scalars.push(value) - 1 };
}

/** What staging depends on besides scalars: how many elements arrays have, and rows. */
export function lengthsOf(layout: Layout): readonly number[] {
  if (layout.kind === "record") return layout.fields.flatMap((field) => lengthsOf(field.layout));
  return layout.kind === "array" ? [layout.length, ...widthsOf(layout.element)] : [];
}

/** What a run is given, as the executor holds it. */
export interface Given {
  readonly columns: readonly unknown[];
  readonly scalars: readonly Scalar[];
}

/** An operand over the columns and scalars that a run is given. */
export function* operandOf(layout: Layout, context: StageContext, given: Given): Steps<Staged> {
  switch (layout.kind) {
    case "record": {
      const fields: { readonly name: string; readonly value: Staged }[] = [];
      for (const field of layout.fields) {
        fields.push({ name: field.name, value: yield* operandOf(field.layout, context, given) });
      }
      return { kind: "record", fields };
    }
    case "array": {
      const frame = new Frame(layout.length);
      return arrayOfFrame(frame, yield* elementOf(layout.element, frame, context, given));
    }
    case "scalar": {
      const { type, slot } = layout;
      const source = { recorder: context.recorder, slot };
      return { kind: "host", type, current: given.scalars[slot], isLiteral: false, source };
    }
    default:
      return layout satisfies never;
  }
}

/** An element of an operand, over the columns of a frame. */
function* elementOf(layout: ElementLayout, frame: Frame, context: StageContext, given: Given): Steps<Staged> {
  const add = (slot: number): number => frame.add(columnSource({ slot, vector: given.columns[slot] }));
  switch (layout.kind) {
    case "scalar":
      return { kind: "term", term: left(layout.type, add(layout.slot)) };
    case "record": {
      const fields: { readonly name: string; readonly value: Staged }[] = [];
      for (const field of layout.fields) {
        fields.push({ name: field.name, value: yield* elementOf(field.layout, frame, context, given) });
      }
      return { kind: "record", fields };
    }
    default: {
      const { width, lengths, total, element } = layout;
      const length: StagedScalar =
        lengths === undefined ? host("u32", width ?? 0) : { kind: "term", term: left("u32", add(lengths)) };
      const inner = new Frame(total);
      const base = arrayOfFrame(inner, yield* elementOf(element, inner, context, given));
      return rowsOver(yield* layRows(length, frame, context), base);
    }
  }
}
