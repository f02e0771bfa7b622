import { describe } from "../../values/describe.ts";
import { FormatError, InvalidArgumentError } from "../../values/errors.ts";
import type { ProofStep } from "./proof-step.ts";

const KINDS: Readonly<Record<number, ProofStep["kind"] | undefined>> = { 97: "add", 100: "delete" };

/** Bits after which a literal would not be exact any more. */
const MAX_SHIFT = 28;

/**
 * The steps of a proof in the binary format of DRAT.
 *
 * @throws FormatError naming the byte of what is wrong
 */
export function decodeDrat(bytes: Uint8Array): readonly ProofStep[] {
  if (Object.prototype.toString.call(bytes) !== "[object Uint8Array]") {
    throw new InvalidArgumentError("bytes", "a Uint8Array", describe(bytes));
  }
  const steps: ProofStep[] = [];
  let offset = 0;
  const literal = (): number => {
    let value = 0;
    for (let shift = 0; shift <= MAX_SHIFT; shift += 7) {
      if (offset === bytes.length) throw faultAt(offset, "a step that ends with 0", "the end");
      const byte = bytes[offset++];
      value += (byte & 0x7f) * 2 ** shift;
      if (byte <= 0x7f) return value;
    }
    throw faultAt(offset, "a literal below 2^31", "a longer one");
  };
  while (offset < bytes.length) {
    const kind = KINDS[bytes[offset]];
    if (kind === undefined) throw faultAt(offset, "a or d", String(bytes[offset]));
    offset++;
    const literals: number[] = [];
    for (let next = literal(); next !== 0; next = literal()) {
      literals.push(next % 2 === 0 ? next / 2 : -(next - 1) / 2);
    }
    steps.push({ kind, literals });
  }
  return steps;
}

function faultAt(offset: number, expected: string, actual: string): FormatError {
  return new FormatError("binary DRAT", expected, `byte ${offset}: ${actual}`);
}
