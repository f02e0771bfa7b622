// Validators by sums, for commutative operators. Sums do not see order, and powers of two do not even tell all sums apart.
import { copyNetwork, type Network } from "../network.ts";
import { runNetwork } from "../run-network.ts";
import { checkIntervals, printRange } from "./check-intervals.ts";
import { judge, type NetworkVerdict, type Range, rangesOf } from "./verdict.ts";

/** Bits of a number that stands for one window of elements on a wire. */
const WINDOW_BITS = 8192;

/**
 * Whether a network is a scan for every associative operator that is **commutative**, as addition of integers is: each element has to be in its outputs once,
 * in whatever order.
 *
 * Element i is R^i with a radix R above any multiplicity that can occur, so that a sum's digits are how often each element is in it. Elements are
 * looked at some at a time, and those of other windows are 0: a wire's whole sum would have as many digits as there are wires.
 */
export function checkSums(given: Network): NetworkVerdict {
  const network = copyNetwork(given);
  // Intervals that are joined have each element once.
  if (checkIntervals(network).holds) return { validator: "sums", holds: true };
  const digitBits = bitsOfMultiplicity(network);
  const windows = windowsOf(network.width, Math.max(1, Math.floor(WINDOW_BITS / digitBits)));
  const isWrong = new Uint8Array(network.width);
  const ranges = rangesOf(network);
  for (const window of windows) {
    const sums = sumsWithin(network, window, digitBits);
    for (let wire = 0; wire < network.width; wire++) {
      if (sums[wire] !== sumOfUnits(ranges[wire], window, digitBits)) isWrong[wire] = 1;
    }
  }
  return judge(network, Array.from(isWrong), {
    validator: "sums",
    isRight: (wrong) => wrong === 0,
    print: (wire, range) => ({
      computes: windows
        .flatMap((window) => digitsOf(sumsWithin(network, window, digitBits)[wire], window.first, digitBits))
        .join(" + "),
      expected: printRange(range, " + "),
    }),
  });
}

function windowsOf(width: number, length: number): readonly Range[] {
  return Array.from({ length: Math.ceil(width / length) }, (_, index) => ({
    first: index * length,
    last: Math.min(width, (index + 1) * length) - 1,
  }));
}

/** What leaves on the wires, with a digit for each element of the window. */
function sumsWithin(network: Network, { first, last }: Range, digitBits: number): readonly bigint[] {
  const units = Array.from({ length: network.width }, (_, wire) =>
    wire < first || wire > last ? 0n : 1n << BigInt((wire - first) * digitBits),
  );
  return runNetwork(network, units, (left, right) => left + right);
}

/** Bits of a digit that no carry ever leaves: a value has no element more often than it has elements at all. */
function bitsOfMultiplicity(network: Network): number {
  const ones = Array.from({ length: network.width }, () => 1n);
  const counts = runNetwork(network, ones, (left, right) => left + right);
  return counts.reduce((most, count) => (count > most ? count : most)).toString(2).length;
}

/** A digit 1 for each element of a range that the window has: (R^count − 1)/(R − 1) by a quotient that is exact. */
function sumOfUnits(range: Range, window: Range, digitBits: number): bigint {
  const first = Math.max(range.first, window.first);
  const count = BigInt(Math.max(0, Math.min(range.last, window.last) - first + 1));
  const bits = BigInt(digitBits);
  const ones = ((1n << (count * bits)) - 1n) / ((1n << bits) - 1n);
  return ones << (BigInt(Math.max(0, first - window.first)) * bits);
}

/** 3·x0, x2 */
function digitsOf(sum: bigint, first: number, digitBits: number): readonly string[] {
  const terms: string[] = [];
  const bits = BigInt(digitBits);
  for (let rest = sum, index = first; rest > 0n; rest >>= bits, index++) {
    const digit = rest & ((1n << bits) - 1n);
    if (digit > 0n) terms.push(digit === 1n ? `x${index}` : `${digit}·x${index}`);
  }
  return terms;
}

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
