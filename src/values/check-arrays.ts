import { describe } from "./describe.ts";
import { type ElementArray, elementTypeOf } from "./element-types.ts";
import { InvalidArgumentError } from "./errors.ts";

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

/** Refuses an output that shares bytes with the input, unless both are the same range of one element type. @throws InvalidArgumentError */
export function checkOverlap(input: ElementArray, output: ElementArray): void {
  if (input === output || input.buffer !== output.buffer) return;
  const inputEnd = input.byteOffset + input.byteLength;
  const outputEnd = output.byteOffset + output.byteLength;
  if (output.byteOffset >= inputEnd || input.byteOffset >= outputEnd) return;
  if (input.byteOffset === output.byteOffset && elementTypeOf(input) === elementTypeOf(output)) return;
  throw new InvalidArgumentError(
    "output",
    'the same elements as "input" (in place) or bytes apart from it',
    `bytes [${output.byteOffset}, ${outputEnd}) of the buffer that has the input at [${input.byteOffset}, ${inputEnd})`,
  );
}
