import { applyNetwork } from "../apply-network.ts";
import { copyNetwork, type Network } from "../network.ts";
import { printRange } from "./check-intervals.ts";
import { judge, type NetworkVerdict, type Range } from "./verdict.ts";

/**
 * Whether a network is a scan for every associative operator that is **commutative**, as addition of integers is: each element has to be in its outputs once,
 * in whatever order.
 *
 * Element i is R^i with a radix R above any multiplicity that can occur, so that a sum's digits are how often each element is in it.
 */
export function checkSums(given: Network): NetworkVerdict {
  const network = copyNetwork(given);
  const digitBits = BigInt(bitsOfMultiplicity(network));
  const sums = applyNetwork(network, unitsOf(network.width, digitBits), (left, right) => left + right);
  return judge(network, sums, {
    validator: "sums",
    isRight: (sum, range) => sum === sumOfUnits(range, digitBits),
    print: (wire, range) => ({
      computes: printDigits(sums[wire], digitBits),
      expected: printRange(range, " + "),
    }),
  });
}

/** Bits of a digit that no carry ever leaves: a value has no element more often than it has elements at all. */
function bitsOfMultiplicity(network: Network): number {
  const ones = Array.from({ length: network.width }, () => 1n);
  const counts = applyNetwork(network, ones, (left, right) => left + right);
  return counts.reduce((most, count) => (count > most ? count : most)).toString(2).length;
}

function unitsOf(width: number, digitBits: bigint): readonly bigint[] {
  return Array.from({ length: width }, (_, wire) => 1n << (BigInt(wire) * digitBits));
}

/** A digit 1 for each element of a range: (R^count − 1)/(R − 1) by a quotient that is exact. */
function sumOfUnits({ first, last }: Range, digitBits: bigint): bigint {
  const count = BigInt(last - first + 1);
  const ones = ((1n << (count * digitBits)) - 1n) / ((1n << digitBits) - 1n);
  return ones << (BigInt(first) * digitBits);
}

/** 3·x0 + x2 */
function printDigits(sum: bigint, digitBits: bigint): string {
  const terms: string[] = [];
  for (let rest = sum, index = 0; rest > 0n; rest >>= digitBits, index++) {
    const digit = rest & ((1n << digitBits) - 1n);
    if (digit > 0n) terms.push(digit === 1n ? `x${index}` : `${digit}·x${index}`);
  }
  return terms.join(" + ");
}
