import {
  CONTRACT_VERSION,
  type Direction,
  type InitialValue,
  type RecordContract,
  type TypedContract,
} from "../../contracts/contract.ts";
import { receivedNetworkExpression } from "../../expressions/check-network-expression.ts";
import type { Expression, NetworkExpression } from "../../expressions/expression.ts";
import type { Network } from "../../networks/network.ts";
import { encodeNetwork } from "../../networks/text/encode-network.ts";
import { operatorNamed } from "../../operators/built-in.ts";
import { decodeOperator } from "../../operators/decode-operator.ts";
import { encodeOperator } from "../../operators/encode-operator.ts";
import type { AnyOperator } from "../../operators/operator.ts";
import type { ElementType, Scalar } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import { RecentMap } from "../../values/recent-map.ts";

/** A contract without its functions. */
export interface PostedContract {
  readonly kind: "typed" | "record";
  readonly operator: string; // the name of a built-in, or the text of encodeOperator
  readonly type: ElementType | undefined; // undefined for records
  readonly accumulate: ElementType | undefined;
  readonly expression: PostedExpression;
  readonly direction: Direction;
  readonly initial: InitialValue<Scalar | readonly Scalar[]> | undefined;
}

/** A network goes as one text: cloned pair by pair it takes longer than most scans. */
export type PostedExpression =
  | Exclude<Expression, NetworkExpression>
  | { readonly kind: "network"; readonly name: string; readonly text: string };

/** A contract as it goes to a worker; `text` is its operator's, where it is known. What was proved of the operator stays behind. */
export function postedContract(contract: TypedContract | RecordContract, text?: string): PostedContract {
  const { kind, expression, direction, initial } = contract;
  return {
    kind,
    operator: text ?? textOf(contract),
    type: kind === "typed" ? contract.type : undefined,
    accumulate: kind === "typed" ? contract.accumulate : undefined,
    expression: postedExpression(expression),
    direction,
    initial,
  };
}

const networkTexts = new WeakMap<Network, string>();

function postedExpression(expression: Expression): PostedExpression {
  if (expression.kind !== "network") return expression;
  const { kind, name, network } = expression;
  const text = networkTexts.get(network) ?? encodeNetwork(network);
  networkTexts.set(network, text);
  return { kind, name, text };
}

/** What a worker knows of texts: one object for one text, so that its kernels are compiled once. */
export interface TextReader {
  readonly operatorOf: (text: string) => AnyOperator;
  readonly expressionOf: (posted: PostedExpression) => Expression;
}

/** The contract in a message. */
export function receivedContract(posted: PostedContract, read: TextReader): TypedContract | RecordContract {
  const operator = read.operatorOf(posted.operator);
  const expression = read.expressionOf(posted.expression);
  const { direction, initial, type, accumulate } = posted;
  const shared = { expression, direction, version: CONTRACT_VERSION } as const;
  if (operator.kind === "record-operator") {
    const ofRecord = initial as InitialValue<readonly Scalar[]> | undefined;
    return { kind: "record", operator, type: operator.type, initial: ofRecord, ...shared };
  }
  if (type === undefined || accumulate === undefined)
    throw new InternalError("a posted contract has no type");
  return { kind: "typed", operator, type, accumulate, initial: initial as InitialValue<Scalar>, ...shared };
}

/** Texts that a worker knows at least, of those used last. */
const KEPT_TEXTS = 256;

/** Decodes operators and networks, each text once as long as it is used. */
export function textReader(): TextReader {
  const operators = new RecentMap<string, AnyOperator>(KEPT_TEXTS);
  const expressions = new RecentMap<string, Expression>(KEPT_TEXTS);
  return {
    operatorOf: (text) =>
      operators.getOrMake(text, () => (text.startsWith("{") ? decodeOperator(text) : operatorNamed(text))),
    expressionOf(posted) {
      if (posted.kind !== "network") return posted;
      const { name, text } = posted;
      // Whoever posted it has checked it.
      return expressions.getOrMake(`${name} ${text}`, () =>
        receivedNetworkExpression(name, JSON.parse(text) as Network),
      );
    },
  };
}

function textOf(contract: TypedContract | RecordContract): string {
  const { operator } = contract;
  if (operator.hash === undefined) return operator.name;
  return contract.kind === "record"
    ? encodeOperator(operator)
    : encodeOperator(operator, contract.accumulate);
}
