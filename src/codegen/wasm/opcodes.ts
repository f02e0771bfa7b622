import type { ScalarType } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";

/** Opcodes by operation and type; an unsigned type has the signed one's where none of its own stands. */
export type Opcodes<Operation extends string> = Partial<
  Readonly<Record<Operation, Partial<Readonly<Record<ScalarType, number>>>>>
>;

/** The opcode of an operation, undefined where there is none. */
export function findOpcode<Operation extends string>(
  table: Opcodes<Operation>,
  operation: Operation,
  type: ScalarType,
): number | undefined {
  const opcodes = table[operation];
  return opcodes?.[type] ?? opcodes?.[type.replace("u", "i") as ScalarType];
}

/** The opcode of an operation that is known to have one. */
export function opcodeOf<Operation extends string>(
  table: Opcodes<Operation>,
  operation: Operation,
  type: ScalarType,
): number {
  const opcode = findOpcode(table, operation, type);
  if (opcode === undefined) throw new InternalError(`${operation} of ${type} has no opcode`);
  return opcode;
}
