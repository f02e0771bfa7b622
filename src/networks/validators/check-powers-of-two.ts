import { copyNetwork, type Network } from "../network.ts";
import { runNetwork } from "../run-network.ts";
import { checkIntervals } from "./check-intervals.ts";
import { judge, type NetworkVerdict, type Range } from "./verdict.ts";

/**
 * Whether the sums of x_i = 2^i come out as 2^(i + 1) − 1. **Not a proof of anything**: kept because published tools rely on it.
 *
 * A carry can stand for an element: `{{(0,2),(0,1)},{(0,2)},{(0,2)}}` gives 3·x0 + x2 for the last output and passes, since 3 + 4 = 1 + 2 + 4. And
 * sums do not see the order, so that it says nothing of operators that do not commute. `checkIntervals` is as fast and exact.
 */
export function checkPowersOfTwo(given: Network): NetworkVerdict {
  const network = copyNetwork(given);
  // The intervals say the same without numbers of as many bits as there are wires: at 65,536 they take 1.5 GB.
  if (checkIntervals(network).holds) return { validator: "powers-of-two", holds: true };
  const powers = Array.from({ length: network.width }, (_, wire) => 1n << BigInt(wire));
  const sums = runNetwork(network, powers, (left, right) => left + right);
  return judge(network, sums, {
    validator: "powers-of-two",
    isRight: (sum, range) => sum === sumOfPowers(range),
    print: (wire, range) => ({
      computes: `the sum ${sums[wire]}`,
      expected: `the sum ${sumOfPowers(range)}`,
    }),
  });
}

function sumOfPowers({ first, last }: Range): bigint {
  return (1n << BigInt(last + 1)) - (1n << BigInt(first));
}
