import { checkAttached } from "./check-arrays.ts";
import { InvalidArgumentError } from "./errors.ts";
import type { ColumnArray } from "./value-types.ts";

/** Arrays of an asynchronous call, by the argument's name. */
export type CallArrays = Readonly<Record<string, readonly ColumnArray[] | undefined>>;

/**
 * Runs an asynchronous call over arrays that have to stay where they are until it is done. One that is transferred or resized meanwhile reads as
 * empty or shorter from then on, so that neither a result nor an error of such a call can be believed: it is refused by name.
 *
 * @throws InvalidArgumentError for an array that is not what it was
 */
export async function whileAttached<Result>(arrays: CallArrays, run: () => Promise<Result>): Promise<Result> {
  const before = Object.values(arrays).flatMap((columns = []) => columns.map(({ length }) => length));
  const check = (): void => {
    let next = 0;
    for (const [argument, columns = []] of Object.entries(arrays)) {
      for (const column of columns) checkLength(argument, column, before[next++]);
    }
  };
  try {
    const result = await run();
    check();
    return result;
  } catch (error) {
    check();
    throw error;
  }
}

function checkLength(argument: string, column: ColumnArray, before: number): void {
  if (column.length === before) return;
  checkAttached(argument, column);
  throw new InvalidArgumentError(
    argument,
    `as long as when the call began until it is done, ${before} elements`,
    `${column.length}`,
  );
}
