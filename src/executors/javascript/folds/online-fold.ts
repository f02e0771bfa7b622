/** Joins two neighbouring ranges, left operand first. */
export type Combine<Value> = (left: Value, right: Value) => Value;

/**
 * An expression that needs no length: takes the elements in order, and can say at any time what those so far make.
 *
 * `append` once and `observe` once is one step of a scan; `append` for all and `observe` once is a reduce, in n − 1 combines.
 */
export interface OnlineFold<Value> {
  append(value: Value): void;
  /** The value of everything appended, of which there must be some. Changes nothing. */
  observe(): Value;
}

/** A fold by an expression that is a tree: roots in lists. */
export interface TreeFold<Value> extends OnlineFold<Value> {
  /** The values of the state, list by list, as the summary of [0, length) has them: all that the length does not tell. */
  values(): readonly (readonly Value[])[];
  /** Puts a new fold where another stood after `length` elements, with these `values`. */
  restore(length: number, values: readonly (readonly Value[])[]): void;
}

/** A fold that can begin again. */
export interface BlockFold<Value> extends TreeFold<Value> {
  clear(): void;
}

/** `((x0·x1)·x2)·…`: one running value. */
export function leftFoldOnline<Value>(combine: Combine<Value>): TreeFold<Value> {
  let isEmpty = true;
  let running: Value;
  return {
    append(value) {
      running = isEmpty ? value : combine(running, value);
      isEmpty = false;
    },
    observe: () => running,
    values: () => [isEmpty ? [] : [running]],
    restore(length, [[value]]) {
      isEmpty = length === 0;
      running = value;
    },
  };
}
