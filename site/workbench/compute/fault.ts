import type { Fault } from "./tasks.ts";

/** A thrown value as data. Typed errors of the library have an `argument` or a remedy; they are known by name, because each door of a bundle may have its own class. */
export function faultFrom(error: unknown): Fault {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), isOurs: false };
  if (isWithoutSimd(error)) return WITHOUT_SIMD;
  const { name, message, argument, actual, frame, line, column } = error as Error &
    Readonly<Record<string, unknown>>;
  return {
    name,
    message,
    argument: typeof argument === "string" ? argument : undefined,
    actual: typeof actual === "string" ? actual : undefined,
    frame: typeof frame === "string" ? frame : undefined,
    place: typeof line === "number" && typeof column === "number" ? { line, column } : undefined,
    isOurs: OURS.has(name),
  };
}

/** What an engine throws that knows WebAssembly and not its SIMD instructions, of which every kernel is made. */
export function isWithoutSimd(error: unknown): boolean {
  return error instanceof Error && error.name === "CompileError";
}

/** A module of one function, `i8x16.splat`. */
const SPLAT = "\0asm\x01\0\0\0\x01\x05\x01\x60\0\x01\x7b\x03\x02\x01\0\x0a\x08\x01\x06\0\x41\0\xfd\x0f\x0b";

/** Whether this browser compiles vector instructions. */
export function hasSimd(): boolean {
  return WebAssembly.validate(Uint8Array.from(SPLAT, (byte) => byte.charCodeAt(0)));
}

export const WITHOUT_SIMD: Fault = {
  name: "UnsupportedError",
  message:
    "WebAssembly SIMD is not possible here: this browser compiles no kernels; take a newer one (Chrome 91, Firefox 89, Safari 16.4 and later have it), or a pane that plain loops compute, as Sum and Scan",
  isOurs: true,
};

const OURS: ReadonlySet<string> = new Set([
  "SamebitsError",
  "InvalidArgumentError",
  "LengthMismatchError",
  "EmptyInputError",
  "FormatError",
  "UnsupportedError",
  "OutOfMemoryError",
  "NetworkSyntaxError",
  "OperatorSyntaxError",
  "ProgramError",
  "LinkError",
]);
