import { asFunction, type FunctionValue, type Value } from "./value.ts";

export function functionOf(arity: number, run: FunctionValue["run"]): FunctionValue {
  return { kind: "function", arity, run };
}

/** Applies a function to as many operands as there are: to fewer than it waits for, or to more, where its value is a function again. */
export function applyValue(callee: Value, operands: readonly Value[]): Value {
  const { arity, run } = asFunction(callee);
  if (operands.length < arity) {
    return functionOf(arity - operands.length, (others) => run([...operands, ...others]));
  }
  const value = run(operands.slice(0, arity));
  return operands.length === arity ? value : applyValue(value, operands.slice(arity));
}
