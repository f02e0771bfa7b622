import { nameOfSteps } from "../expressions/check-network-expression.ts";
import { operatorKey } from "../operators/operator-key.ts";
import { type ColumnContract, namedContract } from "./column-contract.ts";
import { printChecked } from "./print.ts";

const lines = new WeakMap<ColumnContract, string>();
const keys = new WeakMap<ColumnContract, string>();
const stepsOf = new WeakMap<object, string>(); // by network: the steps of a wide one are long

/** The canonical line of a contract, printed once. */
export function lineOf(contract: ColumnContract): string {
  const line = lines.get(contract) ?? printChecked(namedContract(contract));
  lines.set(contract, line);
  return line;
}

/**
 * A key of what is kept for a contract: of two with one key the bits are the same, and so is what is known of their operators.
 *
 * The line is not enough. It has a hash of the operator's terms, not what is proved of them, and a network of the caller's own may have the name
 * of another.
 */
export function contractKey(contract: ColumnContract): string {
  const known = keys.get(contract);
  if (known !== undefined) return known;
  const { operator, sums, expression } = contract;
  const type = operator.kind === "operator" && sums[0] !== "bool" ? sums[0] : undefined;
  const line = `${operatorKey(operator, type)} ${lineOf(contract)}`;
  const key = expression.kind === "network" ? `${line} ${stepsName(expression.network)}` : line;
  keys.set(contract, key);
  return key;
}

function stepsName(network: Parameters<typeof nameOfSteps>[0]): string {
  const name = stepsOf.get(network) ?? nameOfSteps(network);
  stepsOf.set(network, name);
  return name;
}
