import { describe } from "./describe.ts";
import { elementTypeOf } from "./element-types.ts";
import { InvalidArgumentError } from "./errors.ts";
import type { ColumnArray } from "./value-types.ts";

/**
 * Refuses a view whose buffer was detached, or resized to less than the view covers. Such a view says that its length is 0, so
 * who holds a typed array need ask only about empty ones.
 *
 * @throws InvalidArgumentError
 */
export function checkAttached(argument: string, view: ArrayBufferView): void {
  try {
    // Reading through a detached or out-of-bounds view throws; a typed array's length alone does not.
    if (view instanceof DataView) void view.byteLength;
    else Uint8Array.prototype.keys.call(view);
  } catch {
    const buffer = view.buffer as ArrayBufferLike & { readonly resizable?: boolean };
    const wasResized = buffer.resizable === true && buffer.byteLength > 0;
    const fact = `${describe(view)} whose buffer was ${wasResized ? "resized" : "detached"}`;
    throw new InvalidArgumentError(argument, "a view inside its buffer", fact);
  }
}

/** Refuses an output that shares bytes with the input, unless both are the same range of one type. @throws InvalidArgumentError */
export function checkOverlap(
  input: ColumnArray,
  output: ColumnArray,
  inputName = "input",
  outputName = "output",
): void {
  if (input === output || !overlaps(input, output)) return;
  // Lengths are equal, so that this is the same range; bools have no element type and are bytes.
  if (input.byteOffset === output.byteOffset && elementTypeOf(input) === elementTypeOf(output)) return;
  const expected = `the same elements as "${inputName}" (in place) or bytes apart from it`;
  throw new InvalidArgumentError(outputName, expected, sharedBytes(output, "the input", input));
}

/** Refuses two arrays that share bytes. @throws InvalidArgumentError */
export function checkApart(name: string, array: ColumnArray, otherName: string, other: ColumnArray): void {
  if (!overlaps(array, other)) return;
  throw new InvalidArgumentError(name, `bytes apart from "${otherName}"`, sharedBytes(array, "that", other));
}

function overlaps(first: ColumnArray, second: ColumnArray): boolean {
  const from = first.byteOffset;
  const otherFrom = second.byteOffset;
  const end = Math.min(
    from + first.length * first.BYTES_PER_ELEMENT,
    otherFrom + second.length * second.BYTES_PER_ELEMENT,
  );
  // The buffers last: asking for one costs more than all the rest.
  return Math.max(from, otherFrom) < end && first.buffer === second.buffer;
}

function sharedBytes(array: ColumnArray, otherName: string, other: ColumnArray): string {
  const range = ({ byteOffset, byteLength }: ColumnArray): string =>
    `[${byteOffset}, ${byteOffset + byteLength})`;
  return `bytes ${range(array)} of the buffer that has ${otherName} at ${range(other)}`;
}
