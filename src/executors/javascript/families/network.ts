import { checkNetworkExpression } from "../../../expressions/check-network-expression.ts";
import type { Network } from "../../../networks/network.ts";
import { networkRows } from "../../../networks/network-rows.ts";
import type { Family } from "../family.ts";
import { blockedOnline } from "../folds/blocked.ts";
import { dyadicOnline } from "../folds/dyadic.ts";
import type { BlockFold, Combine } from "../folds/online-fold.ts";

/** Blocks of a network's width, joined as those of blockDyadic. */
export const networkFamily: Family = (expression) => {
  if (expression.kind !== "network") return undefined;
  const { network } = expression;
  return {
    kind: "tree",
    expression,
    newFold: (combine) =>
      blockedOnline(network.width, combine, dyadicOnline(combine), networkFold(network, combine)),
    refusal() {
      checkNetworkExpression(expression);
      return undefined;
    },
  };
};

/**
 * One block of a network, whose value after j + 1 elements is output j.
 *
 * Slots (see NetworkRows) are filled when a value needs them: the outputs of a whole scan take one combine for each pair, the last alone N − 1.
 */
function networkFold<Value>(network: Network, combine: Combine<Value>): BlockFold<Value> {
  const { starts, sources } = networkRows(network);
  const slots = new Array<Value>(sources.length);
  const known = new Uint8Array(sources.length);
  const open: number[] = []; // not on the call stack, because a chain may be as deep as the network is wide
  let length = 0;

  function evaluate(wanted: number): Value {
    open.push(wanted);
    while (open.length > 0) {
      const slot = open[open.length - 1];
      const left = sources[slot];
      if (known[slot] === 1) open.pop();
      else if (known[slot - 1] === 0) open.push(slot - 1);
      else if (known[left] === 0) open.push(left);
      else {
        slots[slot] = combine(slots[left], slots[slot - 1]);
        known[slot] = 1;
        open.pop();
      }
    }
    return slots[wanted];
  }

  function append(value: Value): void {
    slots[starts[length]] = value;
    known[starts[length]] = 1;
    length++;
  }

  return {
    append,
    observe: () => evaluate(starts[length] - 1),
    clear() {
      known.fill(0, 0, starts[length]);
      length = 0;
    },
    values: () => [Array.from({ length }, (_, wire) => slots[starts[wire]])],
    restore(_length, [elements]) {
      for (const element of elements) append(element);
    },
  };
}
