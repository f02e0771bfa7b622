import { type ColumnContract, columnContract, namedContract } from "../../contracts/column-contract.ts";
import type { RecordContract, TypedContract } from "../../contracts/contract.ts";
import { receivedNetworkExpression } from "../../expressions/check-network-expression.ts";
import type { Expression, NetworkExpression } from "../../expressions/expression.ts";
import type { Network } from "../../networks/network.ts";
import { operatorNamed } from "../../operators/built-in.ts";
import { decodeOperator } from "../../operators/decode-operator.ts";
import { encodeOperator } from "../../operators/encode-operator.ts";
import type { AnyOperator } from "../../operators/operator.ts";
import { RecentMap } from "../../values/recent-map.ts";
import { familyOf, type PostedNetwork } from "./families.ts";

// Contracts cross to a worker as data: functions stay behind, operators and networks go as texts that are read once.

/** A contract without its functions, as callers name it. */
export type PostedContract = Omit<ReturnType<typeof namedContract>, "operator" | "expression"> & {
  readonly operator: string; // the name of a built-in, or the text of encodeOperator
  readonly expression: PostedExpression;
};

type PostedExpression = Exclude<Expression, NetworkExpression> | PostedNetwork;

/** A contract as it goes to a worker. What was proved of its operator stays behind. */
export function postedContract(contract: ColumnContract): PostedContract {
  const { operator, expression, sums } = contract;
  const posted = familyOf(expression).posted?.() ?? (expression as Exclude<Expression, NetworkExpression>);
  const type = sums[0] === "bool" ? undefined : sums[0];
  const text = operator.hash === undefined ? operator.name : encodeOperator(operator, type);
  return { ...namedContract(contract), operator: text, expression: posted };
}

/** What a worker knows of texts: one object for one text, so that its kernels are compiled once. */
export interface TextReader {
  readonly operatorOf: (text: string) => AnyOperator;
  readonly expressionOf: (posted: PostedExpression) => Expression;
}

/** The contract in a message, made anew and checked. */
export function receivedContract(posted: PostedContract, read: TextReader): ColumnContract {
  const operator = read.operatorOf(posted.operator);
  const expression = read.expressionOf(posted.expression);
  return columnContract({ ...posted, operator, expression } as TypedContract | RecordContract);
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
      if (!("text" in posted)) return posted;
      const { name, text } = posted;
      // Checked by the sender.
      return expressions.getOrMake(`${name} ${text}`, () =>
        receivedNetworkExpression(name, JSON.parse(text) as Network),
      );
    },
  };
}
