import type { Steps } from "../../algorithms/call.ts";
import type { Scalar, ScalarType } from "../../values/element-types.ts";
import { newColumn } from "../../values/value-types.ts";
import type { Column, HostScalar, Recorder } from "./recorder.ts";
import type { Work } from "./tape.ts";

/** Scalars that are known as a column. */
export function* placed(recorder: Recorder, type: ScalarType, scalars: readonly HostScalar[]): Steps<Column> {
  const [column] = yield* recorder.columns([], scalars, place(type));
  return column;
}

function place(type: ScalarType): Work<readonly unknown[]> {
  return function* (on, _columns, scalars: readonly Scalar[]) {
    const column = newColumn(type, scalars.length);
    scalars.forEach((scalar, index) => {
      column[index] = scalar;
    });
    return [on.place(column)];
  };
}
