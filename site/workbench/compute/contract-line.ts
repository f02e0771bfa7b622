// A contract's line, and the same contract by another expression. Networks are known by their names where they occur, and loaded only then.
import {
  type Contract,
  columnContract,
  type Expression,
  InvalidArgumentError,
  javascriptExecutor,
  parseContract,
  parseExpression,
  printContract,
  type SynchronousPlan,
  type TypedContract,
} from "samebits/javascript";

/** An expression by its name, networks by `network:GENERATOR:N`. @throws InvalidArgumentError */
export async function readExpression(name: string): Promise<Expression> {
  if (!name.startsWith("network:")) return parseExpression(name);
  const networks = await import("samebits/networks");
  return networks.parseExpression(name);
}

/** The contract of a line over single elements. @throws InvalidArgumentError */
export async function readContract(line: string): Promise<TypedContract> {
  const named = /(?:^|\s)(network:\S+)/.exec(line);
  const expressions = named === null ? [] : [await readExpression(named[1])];
  return parseContract(line.trim(), { expressions });
}

/** The same contract by another expression, checked as a line is. */
export function withExpression(contract: TypedContract, expression: Expression): TypedContract {
  const line = printContract({ ...contract, expression } as Contract);
  return parseContract(line, { expressions: expression.kind === "network" ? [expression] : [] });
}

/** @throws InvalidArgumentError where plain loops do not compute the contract */
export function planOf(
  contract: TypedContract,
  observation: "reduce" | "inclusive-scan" | "exclusive-scan",
  executor: Pick<typeof javascriptExecutor, "refusal" | "plan"> = javascriptExecutor,
): SynchronousPlan {
  const asked = columnContract(contract);
  const refusal = executor.refusal({ contract: asked, observation, allowQuadratic: true });
  if (refusal === undefined) return executor.plan(asked);
  throw new InvalidArgumentError("contract", refusal.remedy, refusal.reason);
}

/** A contract as the options that it was made of. */
export function optionsOf({
  operator,
  type,
  accumulate,
  expression,
  direction,
  initial,
}: TypedContract): object {
  const start = initial === undefined ? {} : { initial: initial.value, initialPlacement: initial.placement };
  return { operator, type, accumulate, expression, direction, ...start };
}
