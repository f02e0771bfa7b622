import { checkText } from "../values/check-arguments.ts";
import { describe, describeText } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import type { Expression } from "./expression.ts";
import { networkExpression } from "./network-expression.ts";
import { parseExpression } from "./parse.ts";
import { printExpression } from "./print.ts";

const NETWORK = "network:";

/**
 * The expression that `text` names, as `parseExpression` says, and every generated network besides: `network:sklansky:16`,
 * `network:ladner-fischer:2:64`. A network of the caller's own is known by its text when it is passed in `own`.
 *
 * @throws InvalidArgumentError as `parseExpression` and `generateNetwork` do
 */
export function parseNetworkExpression(text: string, own: readonly Expression[] = []): Expression {
  checkText("expression", text);
  if (!Array.isArray(own)) throw new InvalidArgumentError("own", "an array of expressions", describe(own));
  if (!text.startsWith(NETWORK) || own.some((expression) => printExpression(expression) === text)) {
    return parseExpression(text, own);
  }
  const end = text.lastIndexOf(":");
  const width = text.slice(end + 1);
  if (end >= NETWORK.length && /^[1-9]\d*$/.test(width)) {
    return networkExpression(text.slice(NETWORK.length, end), Number(width));
  }
  const expected = '"network:", a network\'s name with its parameters, ":" and its width';
  throw new InvalidArgumentError("expression", expected, describeText(text));
}
