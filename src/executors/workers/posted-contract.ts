import {
  CONTRACT_VERSION,
  type Direction,
  type InitialValue,
  type RecordContract,
  type TypedContract,
} from "../../contracts/contract.ts";
import type { Expression } from "../../expressions/expression.ts";
import { operatorNamed } from "../../operators/built-in.ts";
import { decodeOperator } from "../../operators/decode-operator.ts";
import { encodeOperator } from "../../operators/encode-operator.ts";
import type { AnyOperator } from "../../operators/operator.ts";
import type { ElementType, Scalar } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";

/** A contract without its functions. */
export interface PostedContract {
  readonly kind: "typed" | "record";
  readonly operator: string; // the name of a built-in, or the text of encodeOperator
  readonly type: ElementType | undefined; // undefined for records
  readonly accumulate: ElementType | undefined;
  readonly expression: Expression;
  readonly direction: Direction;
  readonly initial: InitialValue<Scalar | readonly Scalar[]> | undefined;
}

/** A contract as it goes to a worker; `text` is its operator's, where it is known. What was proved of the operator stays behind. */
export function postedContract(contract: TypedContract | RecordContract, text?: string): PostedContract {
  const { kind, expression, direction, initial } = contract;
  return {
    kind,
    operator: text ?? textOf(contract),
    type: kind === "typed" ? contract.type : undefined,
    accumulate: kind === "typed" ? contract.accumulate : undefined,
    expression,
    direction,
    initial,
  };
}

/** The contract in a message. `operatorOf` gives one object for one text, so that its kernels are compiled once. */
export function receivedContract(
  posted: PostedContract,
  operatorOf: (text: string) => AnyOperator,
): TypedContract | RecordContract {
  const operator = operatorOf(posted.operator);
  const { expression, direction, initial, type, accumulate } = posted;
  const shared = { expression, direction, version: CONTRACT_VERSION } as const;
  if (operator.kind === "record-operator") {
    const ofRecord = initial as InitialValue<readonly Scalar[]> | undefined;
    return { kind: "record", operator, type: operator.type, initial: ofRecord, ...shared };
  }
  if (type === undefined || accumulate === undefined)
    throw new InternalError("a posted contract has no type");
  return { kind: "typed", operator, type, accumulate, initial: initial as InitialValue<Scalar>, ...shared };
}

/** Decodes operators, each text once. */
export function operatorReader(): (text: string) => AnyOperator {
  const known = new Map<string, AnyOperator>();
  return (text) => {
    const operator = known.get(text) ?? (text.startsWith("{") ? decodeOperator(text) : operatorNamed(text));
    known.set(text, operator);
    return operator;
  };
}

function textOf(contract: TypedContract | RecordContract): string {
  const { operator } = contract;
  if (operator.hash === undefined) return operator.name;
  return contract.kind === "record"
    ? encodeOperator(operator)
    : encodeOperator(operator, contract.accumulate);
}
